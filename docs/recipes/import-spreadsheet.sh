#!/usr/bin/env bash
# Makes codes of the rows of a spreadsheet, and changes those that differ. First it only says what would happen.
#
#   API=https://api.example.com KEY=qr_live_… bash import-spreadsheet.sh codes.csv [--start]
#
# The file is CSV with a header, as every spreadsheet saves it; the address of one, https://…, is read. The columns external_id and target are
# needed, title and tags are usual: docs/imports-and-exports.md lists all. The same file changes nothing the second time. The exit code is 1 if a
# row fails: the first hundred are listed, and the others are imported nevertheless.
set -euo pipefail
file=$1 start=${2:-}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
call() { curl -sS --fail-with-body --retry 4 --retry-connrefused -H "Authorization: Bearer $KEY" "$@"; }
field() { sed -nE "s/.*\"$1\":\"?([^\",}]*).*/\1/p"; }

# Waits until the import is through its rows, and says what became of them. Leaves the number of those that failed in "failed".
finish() {
  local import status=queued counts rows
  while [ "$status" = queued ] || [ "$status" = running ]; do
    import=$(call "$API/v1/imports/$id")
    status=$(field status <<< "$import")
    sleep 0.5
  done
  counts=$(sed -nE 's/.*"counts":\{([^}]*)\}.*/\1/p' <<< "$import")
  failed=$(field failed <<< "$counts")
  echo "${counts//\"/}"
  rows=$(call "$API/v1/imports/$id/rows?state=failed&limit=100")
  sed 's/{"row"/\n&/g' <<< "$rows" | sed -nE 's/^\{"row":([0-9]+),.*"message":"(([^"\]|\\.)*)".*/row \1: \2/p'
  if [ "$status" != done ]; then echo "The import is $status: $import" >&2; exit 1; fi
}

case $file in https://*) curl -sSL --fail --retry 4 -o "$folder/codes.csv" "$file" && file=$folder/codes.csv ;; esac
if ! import=$(call "$API/v1/imports?on_conflict=update" -H 'Content-Type: text/csv' --data-binary "@$file"); then
  echo "$import" >&2
  exit 1
fi
id=$(field id <<< "$import")
echo 'What would happen:'
finish
if [ "$start" = --start ]; then
  call -X POST "$API/v1/imports/$id/start" > /dev/null
  echo 'What happened:'
  finish
fi
if [ "$failed" != 0 ]; then echo "Rows that failed: $failed." >&2; exit 1; fi
