#!/bin/sh
# Sees that there is a browser for the tests: Debian's chromium. Never fails: without one the tests say so again.
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null && exit 0
done
if [ -n "$MAINTEXT_CHROMIUM" ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install --yes --quiet --no-install-recommends chromium ||
    { apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends chromium; }
fi
command -v chromium >/dev/null ||
  echo '*** NO BROWSER: tests that need one are SKIPPED. Install chromium, or set MAINTEXT_CHROMIUM. ***' >&2
exit 0
