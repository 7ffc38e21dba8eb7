#!/usr/bin/env bash
# What tracing costs a ping-pong of 1 byte, in pairs of runs without and with the tracer: overhead.sh [PAIRS]
# Half a round trip is one send and one receive of a rank, so a difference is the cost of a pair of calls.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pairs=${1:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FORETELL_OUT=$work/out
for mpi in openmpi mpich; do
  [[ -e $here/build/libforetell-trace-$mpi.so ]] || continue
  suffix=.$mpi
  command -v "mpicc$suffix" >/dev/null || suffix=
  "mpicc$suffix" -O2 -o "$work/pingpong" "$here/test/pingpong.c"
  with=("mpirun$suffix" -np 2)
  if [[ $mpi == openmpi ]]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    with+=(--oversubscribe --bind-to core --mca pml ob1 --mca btl self,vader)
  fi
  : >"$work/differences"
  : >"$work/both"
  for ((pair = 0; pair < pairs; pair++)); do
    rm -rf "$FORETELL_OUT"
    plain=$("${with[@]}" "$work/pingpong" 2>/dev/null)
    traced=$("${with[@]}" env LD_PRELOAD="$here/build/libforetell-trace.so" "$work/pingpong" 2>/dev/null)
    echo "$mpi: half a round trip $plain ns, traced $traced ns"
    echo "$plain $traced" >>"$work/both"
    echo "$plain $traced" | awk '{ printf "%.1f\n", $2 - $1 }' >>"$work/differences"
  done
  awk -v mpi="$mpi" '
    NR == 1 || $1 < plain { plain = $1 }
    NR == 1 || $2 < traced { traced = $2 }
    END { printf "%s: shortest half round trip %.1f ns, traced %.1f ns\n", mpi, plain, traced }' "$work/both"
  sort -n "$work/differences" | awk -v mpi="$mpi" '
    { value[NR] = $1 }
    END { printf "%s: a send and a receive take %.1f ns more (median of %d pairs; least %.1f)\n", mpi,
          NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2, NR, value[1] }'
done
