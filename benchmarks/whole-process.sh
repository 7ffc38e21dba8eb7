#!/usr/bin/env bash
# Measures whole runs of sim, from the shell to the exit: processor time, peak memory, wall time.
#
# Usage: benchmarks/whole-process.sh [LU_TRACE]
#
# LU_TRACE is NPB LU, class A, 64 ranks (14.06 million ops), in any format that sim reads; without
# it that run is left out. Prints a table in Markdown. Exit code 1 if a figure misses its bound.
#
# Environment:
#   RUNS         how often to run each, 3 by default; the median counts
#   MACHINE      for the two large traces, jaguar-xt5 by default
#   SMALL_TRACE  the small trace; by default a halo of 16 ranks and 10 iterations
set -euo pipefail
lu=${1:-${LU_TRACE:-}}
[[ -z $lu ]] || lu=$(realpath -e "$lu")
small=${SMALL_TRACE:-}
[[ -z $small ]] || small=$(realpath -e "$small")
cd "$(dirname "$0")/.."
runs=${RUNS:-3}
machine=${MACHINE:-jaguar-xt5}

[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

missed=0

# row WHAT FIGURE BOUND UNIT: one figure against its bound.
row() {
  local verdict=yes
  if ! awk -v figure="$2" -v bound="$3" 'BEGIN { exit !(figure <= bound) }'; then
    verdict=NO
    missed=1
  fi
  printf '| %s | %s %s | %s %s | %s |\n' "$1" "$2" "$4" "$3" "$4" "$verdict"
}

# measure COMMAND...: sets wall and cpu (seconds) and memory (MB) to medians.
measure() {
  local run
  : >"$scratch/figures"
  for ((run = 0; run < runs; run++)); do
    if ! /usr/bin/time -q -f '%e %U %S %M' -o "$scratch/time" "$@" >"$scratch/out" 2>&1; then
      echo "failed: $*" >&2
      cat "$scratch/out" >&2
      exit 1
    fi
    cat "$scratch/time" >>"$scratch/figures"
  done
  wall=$(median '$1')
  cpu=$(median '$2 + $3')
  memory=$(median '$4 * 1024 / 1e6')
}

# replay MACHINE TRACE OPTION...: measures one replay, without those that tell how sure it is.
replay() {
  measure ./sim run "$@" --no-interval
}

# As LogGOPSim runs task graphs: no nodes, and a network interface for each rank.
loggopsim=(--model loggops -P L=2500ns -P o=1500ns -P g=1000ns -P G=6ns/B -P O=0ns/B -P S=65535B)

median() {
  awk "{ printf \"%.2f\\n\", $1 }" "$scratch/figures" | sort -n |
    awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

./sim --version >&2
[[ -f benchmarks/target/benchmarks.jar ]] || mvn -B -ntp -q -DskipTests -pl benchmarks -am package
trace() {
  java -cp benchmarks/target/benchmarks.jar org.foretell.benchmarks.SyntheticTraceFiles "$@"
}

# halo SIDE STEPS FILE: messages of 1 KiB, bursts of 9 to 11 us, an allreduce.
halo() {
  ./sim generate trace halo --ranks $(($1 * $1)) --dimensions 2 --points-per-rank 1x1 --point-bytes 1KiB \
    --time-per-point 10us --imbalance 10% --seed 20260101 --allreduces 1 --steps "$2" --out "$3" >&2
}

halo 4 10 "$scratch/small.bin"
halo 256 1000 "$scratch/halo.bin"
trace dissemination 16384 "$scratch/dissemination-16384.bin"
trace dissemination 65536 "$scratch/dissemination-65536.bin"
trace alltoall-graph 1024 "$scratch/alltoall-graph.bin"
small=${small:-$scratch/small.bin}

echo '| what | measured | bound | within |'
echo '|---|---|---|---|'

measure ./sim run "$machine" "$small"
row 'small trace: wall time' "$wall" 0.6 s

if [[ -n $lu ]]; then
  case $lu in
    *.bin) ;;
    *)
      ./sim convert "$lu" "$scratch/lu.bin" >&2
      lu=$scratch/lu.bin
      ;;
  esac
  replay "$machine" "$lu" --model simple
  row 'NPB LU A, 64 ranks, simple: processor time' "$cpu" 1.3 s
  replay "$machine" "$lu" --model loggops
  row 'NPB LU A, 64 ranks, loggops: processor time' "$cpu" 3 s
  row 'NPB LU A, 64 ranks, loggops: peak memory' "$memory" 512 MB
fi

replay - "$scratch/dissemination-16384.bin" "${loggopsim[@]}"
row 'task graph, dissemination, 16,384 ranks: processor time' "$cpu" 0.6 s
replay - "$scratch/dissemination-65536.bin" "${loggopsim[@]}"
row 'task graph, dissemination, 65,536 ranks: processor time' "$cpu" 1.2 s
replay - "$scratch/alltoall-graph.bin" "${loggopsim[@]}"
row 'task graph, linear alltoall, 1,024 ranks: processor time' "$cpu" 1 s

size=$(awk -v bytes="$(wc -c <"$scratch/halo.bin")" 'BEGIN { printf "%.3f", bytes / 1e6 }')
row 'halo, 65,536 ranks, 1,000 iterations: file' "$size" 1 MB
runs=1
replay "$machine" "$scratch/halo.bin"
row 'halo, 65,536 ranks, 1,000 iterations: peak memory' "$memory" 2000 MB
printf '| halo, 65,536 ranks, 1,000 iterations: processor time | %s s | | |\n' "$cpu"
exit $missed
