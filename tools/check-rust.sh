#!/bin/sh
# Says what to do if Rust is missing or older than $1.
needed=$1
hint="Install it with rustup (https://rustup.rs); Debian 12's own package is too old."
if ! command -v cargo >/dev/null 2>&1; then
    echo "maintext needs Rust $needed or newer to build its core, and cargo was not found." >&2
    echo "$hint" >&2
    exit 1
fi
found=$(cargo --version | cut -d' ' -f2)
oldest=$(printf '%s\n%s\n' "$needed" "$found" | sort -V | head -n 1)
if [ "$oldest" != "$needed" ]; then
    echo "maintext needs Rust $needed or newer to build its core; this is $found." >&2
    echo "$hint" >&2
    exit 1
fi
