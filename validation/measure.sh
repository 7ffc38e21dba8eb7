#!/usr/bin/env bash
# measure.sh WORK ROUND TRACED: runs each program of programs.txt once untraced, and if TRACED is yes once traced.
# Times go to WORK/measured.csv with how steady the processors were, raw traces to WORK/raw. Called by run.sh.
set -euo pipefail
work=$1 round=$2 traced=$3
here=$(cd "$(dirname "$0")" && pwd)
: "${MPIRUN:=mpirun -np 2}" "${SHMEMRUN:=shmemrun -np 2}"
export STEADY_LOG=$work/unsteady.txt STEADY_QUALITY=$work/quality.txt

measured() { # program, arguments, kind, command..
  local name=$1 arguments=$2 kind=$3 line
  shift 3
  line=$("$here/steady" "$@" </dev/null | grep '^seconds ')
  [[ $line =~ ^seconds\ +([0-9.]+)\ +right ]] || {
    echo "measure.sh: $name $arguments: expected a line \"seconds .. right\", found: $line" >&2
    exit 1
  }
  echo "$name,$arguments,$kind,$round,${BASH_REMATCH[1]},$(<"$STEADY_QUALITY")" >>"$work/measured.csv"
}

while read -r name arguments; do
  [[ -n $name && $name != \#* ]] || continue
  if [[ $name == shmem_* ]]; then launcher=$SHMEMRUN; else launcher=$MPIRUN; fi
  # shellcheck disable=SC2086 # several words
  measured "$name" "$arguments" plain $launcher "$work/programs/$name" $arguments
  if [[ $traced == yes ]]; then
    raw=$work/raw/$name-${arguments// /-}-$round
    rm -rf "$raw"
    # shellcheck disable=SC2086
    STEADY_DROP=$raw FORETELL_OUT=$raw measured "$name" "$arguments" traced \
      $launcher env LD_PRELOAD="$FORETELL_TRACER" "$work/programs/$name" $arguments
  fi
done <"${PROGRAMS:-$here/programs.txt}"
