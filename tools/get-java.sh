#!/bin/sh
# Sees that there is a Java for Spark: version 17 or newer. Never fails: without one the tests say so again.
is_there() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  version=$("$java" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p')
  [ "${version:-0}" -ge 17 ]
}
is_there && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get install --yes --quiet --no-install-recommends openjdk-17-jre-headless ||
    { apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends openjdk-17-jre-headless; }
fi
is_there || echo '*** NO JAVA 17: tests of Spark are SKIPPED. Install openjdk-17-jre-headless, or set JAVA_HOME. ***' >&2
exit 0
