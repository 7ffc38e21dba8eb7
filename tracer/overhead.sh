#!/usr/bin/env bash
# What tracing costs, in pairs of runs without and with the tracer, one after the other: overhead.sh [PAIRS]
# overhead.sh --compress [PAIRS]: what FORETELL_COMPRESS=on costs beside the tracer without it, and what it saves.
# overhead.sh --clusters [PAIRS]: the same of FORETELL_CLUSTERS beside FORETELL_COMPRESS=on.
# Half a round trip of a ping-pong of 1 byte is one send and one receive of a rank, so a difference is the cost of a
# pair of calls. Of conjugate gradients and an integer sort of examples/programs it tells how much longer they take.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
what=
if [[ ${1:-} == --compress || ${1:-} == --clusters ]]; then
  what=${1#--}
  shift
fi
pairs=${1:-7}
if ! [[ $pairs =~ ^[1-9][0-9]*$ ]]; then
  echo "overhead.sh: expected [--compress | --clusters] and a number of pairs, found \"$pairs\"" >&2
  exit 2
fi
# A library that is missing would not be preloaded, and what is measured would be the program alone, twice.
if [[ ! -e $here/build/libforetell-trace.so ]]; then
  echo "overhead.sh: $here/build/libforetell-trace.so is missing; build the tracer first: tracer/build.sh" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FORETELL_OUT=$work/out

# compressed NAME COMMAND..: runs it untraced, traced, and traced with loops, in turn. Says how many bytes of its file a
# rank uses, and, of a single rank, what a record costs: ranks that wait for each other use the processor meanwhile, so
# their time would not tell.
compressed() {
  local name=$1 pair mode
  shift
  : >"$work/times"
  for ((pair = 0; pair < pairs; pair++)); do
    for mode in none off on; do
      rm -rf "$FORETELL_OUT.$mode"
      local library=$here/build/libforetell-trace.so
      [[ $mode != none ]] || library=
      /usr/bin/time -o "$work/time" -f '%U %S' env FORETELL_OUT="$FORETELL_OUT.$mode" \
        FORETELL_COMPRESS="${mode/none/off}" TRACER="$library" "$@" >/dev/null 2>&1
      echo "$mode $(tail -1 "$work/time")" >>"$work/times"
    done
  done
  for mode in off on; do
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$here/build/generator" org.foretell.tracer.raw.Dump --bytes \
      "$FORETELL_OUT.$mode" >"$work/bytes.$mode"
  done
  awk -v name="$name" '
    function median(values, n,   i, j, kept) {
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && values[j] < values[j - 1]; j--) { kept = values[j]; values[j] = values[j - 1]; values[j - 1] = kept }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    FILENAME ~ /times$/ { seconds[$1] = $2 + $3 }
    FILENAME ~ /times$/ && $1 == "on" { plain[++n] = seconds["off"] - seconds["none"]; more[n] = seconds["on"] - seconds["off"] }
    FILENAME ~ /bytes/ && !(FILENAME in first) { first[FILENAME] = $0 }
    FILENAME ~ /off$/ { calls += $2; before += $4 }
    FILENAME ~ /on$/ { after += $4; ranks++ }
    END { printf "%s: %d ranks, %d records each; bytes of a rank %d, with loops %d (structure %s)\n", name, ranks,
          calls / ranks, before / ranks, after / ranks, structure(first)
          if (ranks > 1) exit
          printf "%s: user and system time of a record: tracing %+.0f ns, loops %+.0f ns more (medians of %d)\n", name,
          1e9 * median(plain, n) / calls, 1e9 * median(more, n) / calls, n }
    function structure(lines,   each, words) {
      for (each in lines) if (each ~ /on$/) { split(lines[each], words, " "); return words[6] }
    }' "$work/times" "$work/bytes.off" "$work/bytes.on"
}

# clustered NAME RANKS COMMAND..: runs it with loops and with clusters in turn. Says how many bytes ranks use, and how
# much more user and system time all of them together need.
clustered() {
  local name=$1 ranks=$2 pair mode
  shift 2
  : >"$work/times"
  for ((pair = 0; pair < pairs; pair++)); do
    for mode in none loops clusters; do
      rm -rf "$FORETELL_OUT.$mode"
      local library=$here/build/libforetell-trace.so clusters=0
      [[ $mode != none ]] || library=
      [[ $mode != clusters ]] || clusters=3
      /usr/bin/time -o "$work/time" -f '%U %S' env FORETELL_OUT="$FORETELL_OUT.$mode" FORETELL_COMPRESS=on \
        FORETELL_CLUSTERS=$clusters TRACER="$library" "$mpirun" --oversubscribe --mca mpi_yield_when_idle 1 \
        --bind-to none -np "$ranks" sh -c 'LD_PRELOAD=$TRACER exec "$@"' sh "$@" >/dev/null 2>&1
      echo "$mode $(tail -1 "$work/time")" >>"$work/times"
    done
  done
  for mode in loops clusters; do
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$here/build/generator" org.foretell.tracer.raw.Dump --bytes \
      "$FORETELL_OUT.$mode" | sort -n -k4 | awk -v mode=$mode -v name="$name" '
        { bytes[NR] = $4; sum += $4 }
        END { printf "%s, %s: bytes of a rank: mean %d, least %d, most %d\n", name, mode, sum / NR, bytes[1], bytes[NR] }'
  done
  awk -v name="$name" '
    { seconds[$1] = $2 + $3 }
    $1 == "clusters" { plain += seconds["none"]; loops += seconds["loops"]; clusters += seconds["clusters"] }
    END { printf "%s: user and system time of all ranks: untraced %.2f s, loops %.2f s, clusters %.2f s\n", name,
          plain / NR * 3, loops / NR * 3, clusters / NR * 3 }' "$work/times"
}

if [[ $what == clusters ]]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  mpicc=mpicc.openmpi mpirun=mpirun.openmpi
  command -v "$mpicc" >/dev/null || mpicc=mpicc mpirun=mpirun
  "$mpicc" -O2 -w -I"$here/include" -o "$work/markers" "$here/test/markers.c" -ldl
  for steps in 100 1000 10000; do
    clustered "markers regular $steps, 8 ranks" 8 "$work/markers" regular $steps
  done
  clustered "markers changes 1000, 8 ranks" 8 "$work/markers" changes 1000
  exit 0
fi
if [[ $what == compress ]]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  mpicc=mpicc.openmpi mpirun=mpirun.openmpi
  command -v "$mpicc" >/dev/null || mpicc=mpicc mpirun=mpirun
  "$mpicc" -O2 -w -o "$work/repeats" "$here/test/repeats.c"
  make -s -C "$here/../examples/programs" OUT="$work" MPICC="$mpicc" "$work/cg" "$work/halo"
  traced=("$mpirun" --oversubscribe --bind-to none -np 2 sh -c 'LD_PRELOAD=$TRACER exec "$@"' sh)
  compressed "sends to nobody" "$mpirun" --bind-to none -np 1 sh -c 'LD_PRELOAD=$TRACER exec "$@"' sh "$work/repeats" 2000000
  pairs=1
  for steps in 40 400 4000; do
    compressed "cg 128 $steps" "${traced[@]}" "$work/cg" 128 $steps
  done
  compressed "halo 64 2000" "${traced[@]}" "$work/halo" 64 2000
  exit 0
fi
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

# program NAME ARGUMENT..: how much longer what the program times takes when it is traced.
program() {
  local name=$1
  : >"$work/ratios"
  for ((pair = 0; pair < pairs; pair++)); do
    rm -rf "$FORETELL_OUT"
    plain=$("${with[@]}" "$work/$@" 2>/dev/null | awk '/^seconds/ { print $2 }')
    traced=$("${with[@]}" env LD_PRELOAD="$here/build/libforetell-trace.so" "$work/$@" 2>/dev/null |
      awk '/^seconds/ { print $2 }')
    echo "$plain $traced" | awk '{ printf "%.3f %s\n", 100 * ($2 / $1 - 1), $0 }' >>"$work/ratios"
  done
  sort -n "$work/ratios" | awk -v what="$*" '
    { value[NR] = $1 }
    NR == 1 || $2 < plain { plain = $2 }
    NR == 1 || $3 < traced { traced = $3 }
    END { printf "%s: %+.1f %% (median of %d pairs; least %+.1f %%, greatest %+.1f %%)", what,
          NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2, NR, value[1], value[NR]
          printf "; shortest %.1f ms, traced %.1f ms: %+.1f %%\n", 1e3 * plain, 1e3 * traced,
                 100 * (traced / plain - 1) }'
}

[[ -e $here/build/libforetell-trace-openmpi.so ]] || exit 0
suffix=.openmpi
command -v mpicc.openmpi >/dev/null || suffix=
make -s -C "$here/../examples/programs" OUT="$work" MPICC="mpicc$suffix" "$work/cg"
with=("mpirun$suffix" --oversubscribe --bind-to core -np 2)
program cg 128 4000
program cg 1024 80
command -v shmemcc >/dev/null || exit 0
make -s -C "$here/../examples/programs" OUT="$work" "$work/shmem_sort"
with=(shmemrun --oversubscribe --bind-to core --mca memory ^patcher -x SHMEM_SYMMETRIC_SIZE=256M -np 2)
program shmem_sort 5000 4000
program shmem_sort 500000 40
