#!/usr/bin/env bash
# Runs long replays on one thread and on several, in turn: how much faster several are, what they cost, and that their
# reports are the same.
#
# Usage: benchmarks/cores.sh [TRACE]...
#
# TRACE is any trace with a million ops or more, besides a halo of 1,024 and of 16,384 ranks and an FFT of 1,024. Wall
# time counts, so nothing else may run. Prints a table in Markdown: the wall time of one thread, the median ratio of
# pairs of wall time and of processor time, and the beginning of the SHA-256 of the report. Exit code 1 if reports
# differ.
#
# Environment:
#   PAIRS    how many pairs of runs for each workload and number of threads, 5 by default
#   THREADS  numbers of threads beside 1, '2 3 8' by default
#   MODEL    simple by default; loggops, loggops-atlahs and max-rate use several threads, too
set -euo pipefail
traces=()
for trace in "$@"; do traces+=("$(realpath -e "$trace")"); done
pairs=${PAIRS:-5}
read -r -a counts <<<"${THREADS:-2 3 8}"
model=${MODEL:-simple}
cd "$(dirname "$0")/.."
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
./sim --version >&2

halo() {
  ./sim generate trace halo --ranks "$1" --dimensions 3 --points-per-rank 1x1x1 --point-bytes 1KiB \
    --time-per-point 10us --imbalance 10% --seed 20260101 --allreduces 1 --steps "$2" --out "$scratch/$3" >/dev/null
}

# run TRACE THREADS: sets wall and cpu, and writes the report to $scratch/report.json.
run() {
  /usr/bin/time -q -f '%e %U %S' -o "$scratch/time" ./sim run jaguar-xt5 "$1" --model "$model" --no-interval \
    --threads "$2" --json "$scratch/report.json" >/dev/null
  read -r wall user system <"$scratch/time"
  cpu=$(awk -v a="$user" -v b="$system" 'BEGIN { print a + b }')
}

median() {
  sort -g | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

halo 1024 2000 'halo, 1,024 ranks'
halo 16384 100 'halo, 16,384 ranks'
./sim generate trace fft --ranks 1024 --points 512x512x512 --time-per-point 10ns --steps 200 \
  --out "$scratch/fft, 1,024 ranks" >/dev/null
echo '| trace | threads | one thread, wall s | wall, one / several | processor time, several / one | report |'
echo '|---|--:|--:|--:|--:|---|'
differ=0
for trace in "$scratch/halo, 1,024 ranks" "$scratch/halo, 16,384 ranks" "$scratch/fft, 1,024 ranks" "${traces[@]}"; do
  for threads in "${counts[@]}"; do
    : >"$scratch/pairs"
    others=
    for ((pair = 0; pair < pairs; pair++)); do
      run "$trace" 1
      one=$wall
      one_cpu=$cpu
      cp "$scratch/report.json" "$scratch/one.json"
      run "$trace" "$threads"
      cmp -s "$scratch/one.json" "$scratch/report.json" || { differ=1 others=', and others'; }
      awk -v a="$one" -v b="$wall" -v c="$one_cpu" -v d="$cpu" 'BEGIN { print a, a / b, d / c }' >>"$scratch/pairs"
    done
    echo "| $(basename "$trace") | $threads | $(cut -d' ' -f1 "$scratch/pairs" | median)" \
      "| $(cut -d' ' -f2 "$scratch/pairs" | median) | $(cut -d' ' -f3 "$scratch/pairs" | median)" \
      "| $(sha256sum "$scratch/one.json" | cut -c1-12)$others |"
  done
done
exit $differ
