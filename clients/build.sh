#!/usr/bin/env bash
# Makes a client library from docs/openapi.yaml (TypeScript: and docs/events.schema.json): build.sh python|typescript
# [FOLDER], a new folder; else into var/clients/<language>. The generators are those of the lock files
# (make install-dev system).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
language=$1
schema=$root/docs/openapi.yaml
source=$root/clients/$language
if [ $# = 2 ]; then folder=$2; else
    folder=$root/var/clients/$language
    rm -rf "$folder"
fi
mkdir -p "$folder"
case $language in
python)
    "$root/.venv/bin/openapi-python-client" generate --fail-on-warning --overwrite --meta setup \
        --path "$schema" --config "$source/config.yaml" --output-path "$folder" >/dev/null
    # A file is sent as what its mime_type says, where an operation takes several.
    sed -i '/isinstance(body, File)/,/Content-Type/ s|\(\["Content-Type"\] = \)\(".*"\)|\1body.mime_type or \2|' \
        "$folder"/travelagent_client/api/*/*.py
    cp "$source/events.py" "$folder/travelagent_client/"
    ;;
typescript)
    cp -r "$source/." "$folder"
    tools=$root/node_modules/.bin
    "$tools/openapi-typescript" "$schema" --output "$folder/src/schema.ts" >/dev/null
    "$tools/json2ts" --input "$root/docs/events.schema.json" --output "$folder/src/events.ts" \
        --additionalProperties false --bannerComment "" >/dev/null
    ln -s "$root/node_modules" "$folder/node_modules"
    "$tools/tsc" --project "$folder"
    rm "$folder/node_modules"
    ;;
*)
    echo "build.sh python|typescript [FOLDER]" >&2
    exit 2
    ;;
esac
echo "$folder"
