#!/usr/bin/env bash
# into-page.sh TABLE PAGE WRITER: puts TABLE between the lines of PAGE that name WRITER, the script that has measured it.
set -euo pipefail
table=$1 page=$2 writer=$3
begin="<!-- Written by validation/$writer. -->" end="<!-- End of what $writer writes. -->"
if ! grep -qxF "$begin" "$page" || ! grep -qxF "$end" "$page"; then
  echo "$writer: $page: expected a line \"$begin\" and below it \"$end\"; the table is in $table" >&2
  exit 1
fi
awk -v begin="$begin" -v end="$end" -v table="$table" '
  $0 == end { skipping = 0; print "" }
  !skipping { print }
  $0 == begin { skipping = 1; print ""; while ((getline line < table) > 0) print line }
' "$page" >"$table.page"
# Written, not moved: the page keeps its mode, and a link stays one.
cat "$table.page" >"$page"
rm "$table.page"
