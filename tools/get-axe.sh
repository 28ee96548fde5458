#!/bin/sh
# Fetches axe-core, the accessibility checker that browser tests run, from the npm registry into .cache/axe.min.js.
# Never fails: without it these tests are skipped, and say so.
version=4.14.0
target=.cache/axe-$version.min.js
[ -s "$target" ] && exit 0
mkdir -p .cache
folder=$(mktemp -d)
if command -v npm >/dev/null && npm pack --silent --pack-destination "$folder" "axe-core@$version" >/dev/null 2>&1 &&
  tar -xzf "$folder"/axe-core-*.tgz -C "$folder" package/axe.min.js; then
  mv "$folder/package/axe.min.js" "$target"
else
  echo '*** NO AXE: accessibility tests are SKIPPED. They need npm and its registry (tools/get-axe.sh). ***' >&2
fi
rm -rf "$folder"
exit 0
