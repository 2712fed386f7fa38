#!/usr/bin/env bash
# Translates a document with curl: ./translate.sh FILE FROM TO
# INTERLINEAR_URL is the service's address, INTERLINEAR_API_KEY a key made with `interlinear keys create`.
set -euo pipefail
file=$1 from=$2 to=$3
base=${INTERLINEAR_URL:-http://127.0.0.1:4717}
auth="Authorization: Bearer $INTERLINEAR_API_KEY"
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
# Prints the answer; a refusal ends the script with its explanation.
call() { local answer; answer=$(curl -sS --fail-with-body -H "$auth" "$@") || { echo "$answer" >&2; exit 1; }; echo "$answer"; }

created=$(call "$base/v1/translate/documents" -F "file=@$file" -F "from=$from" -F "to=$to")
id=$(field id <<<"$created")

while :; do
  job=$(call "$base/v1/translate/documents/$id")
  status=$(field status <<<"$job")
  [ "$status" = running ] || break
  sleep 2
done
[ "$status" = done ] || { echo "$job" >&2; exit 1; }

# -OJ keeps the name the service offers, such as contract.es.docx.
curl -sS --fail-with-body -OJ "$base/v1/translate/documents/$id/content" -H "$auth" -w '%{filename_effective}\n'
