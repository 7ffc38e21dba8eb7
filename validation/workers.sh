#!/bin/sh
# Runs a real MPI master with its workers, and predicts the same pipeline from its description and from a trace of the
# run with four workers: rows of the table in docs/workflows.md. Needs the tracer (tracer/build.sh).
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -o "$work/workers" "$here/workers.c"

run() {
  mpirun --allow-run-as-root --oversubscribe --mca btl self,vader -n $(($1 + 1)) "$work/workers"
}

predict() {
  "$here/../sim" workflow arc "$1" --workers "$2" --per-node 16 --policy "$3" |
    sed -n 's/^  makespan *\([0-9.]*\) s$/\1/p'
}

FORETELL_POLL_GAP=1ms "$here/../sim" trace --out "$work/traced.bin" -- \
  mpirun --allow-run-as-root --oversubscribe --mca btl self,vader -n 5 "$work/workers" > "$work/log" 2>&1
"$here/../sim" convert "$work/traced.bin" "$work/traced.json" --tasks >> "$work/log"
for workers in 1 2 3 4 7 10; do
  for run in 1 2 3 4 5; do
    run "$workers"
  done | sort -n > "$work/times"
  measured=$(sed -n 3p "$work/times")
  predicted=$(predict "$here/workers.json" "$workers" critical-path)
  traced=$(predict "$work/traced.json" "$workers" fifo)
  echo "$workers $measured $predicted $traced" |
    LC_ALL=C awk '{ printf "| %d | %.3f s | %.3f s | %+.1f %% | %.3f s | %+.1f %% |\n",
      $1, $2, $3, 100 * ($3 / $2 - 1), $4, 100 * ($4 / $2 - 1) }'
done
