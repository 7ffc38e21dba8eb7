#!/bin/sh
# Runs a real MPI master with its workers and predicts the same pipeline: rows of the table in docs/workflows.md.
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -o "$work/workers" "$here/workers.c"
for workers in 1 2 3 4 7 10; do
  for run in 1 2 3 4 5; do
    mpirun --allow-run-as-root --oversubscribe --mca btl self,vader -n $((workers + 1)) "$work/workers"
  done | sort -n > "$work/times"
  measured=$(sed -n 3p "$work/times")
  predicted=$("$here/../sim" workflow arc "$here/workers.json" --workers "$workers" --per-node 16 |
    sed -n 's/^  makespan *\([0-9.]*\) s$/\1/p')
  echo "$workers $measured $predicted" |
    LC_ALL=C awk '{ printf "| %d | %.3f s | %.3f s | %+.1f %% |\n", $1, $2, $3, 100 * ($3 / $2 - 1) }'
done
