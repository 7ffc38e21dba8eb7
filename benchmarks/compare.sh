#!/usr/bin/env bash
# Runs ten workloads with sim of another revision and of this checkout, in turn, and names what became slower.
#
# Usage: benchmarks/compare.sh REVISION [WORKLOAD]...
#
# REVISION is anything that git knows: main~3, v0.1.0, a hash. Without workloads all ten run. Processor time of whole
# processes counts, from the shell to the exit, since wall time says little on a shared machine; and the ratio of each
# pair, since both of a pair meet the same neighbours. A workload is slower if the median ratio is above 1.03 and at
# least three quarters of its pairs are above 1. Prints a table in Markdown. Exit code 1 if something is slower.
#
# Environment:
#   PAIRS  how many pairs of runs for each workload, 9 by default
set -euo pipefail
(($#)) || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit 2; }
revision=$1
shift
pairs=${PAIRS:-9}
cd "$(dirname "$0")/.."
hash=$(git rev-parse --verify --quiet "$revision^{commit}") || { echo "git knows no revision $revision" >&2; exit 2; }
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
cleanup() {
  git worktree remove --force "$scratch/before" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
git worktree add --quiet --detach "$scratch/before" "$hash"

before=$scratch/before/sim
after=$PWD/sim
echo "before: $(git log -1 --format='%h %s' "$hash")" >&2
"$before" --version >&2
echo "after:  $(git log -1 --format='%h %s')$(git diff --quiet HEAD || echo ', changed since')" >&2
"$after" --version >&2

# trace NAME PATTERN OPTION...: a trace of the older revision, which both read.
trace() {
  [[ -f $scratch/$1 ]] || "$before" generate trace "${@:2}" --out "$scratch/$1" >/dev/null
}

halo() {
  trace halo.bin halo --ranks 1024 --dimensions 2 --points-per-rank 64x64 --time-per-point 10ns --allreduces 1 --steps 100
}

# Sets arguments to those of a workload of that name.
workload() {
  case $1 in
    start) arguments=(--version) ;;
    small) arguments=(run jaguar-xt5 examples/mg.S.64.bin) ;;
    foreign) arguments=(run examples/fattree.16.xml examples/mg.S.16.tar.gz) ;;
    explain) arguments=(explain jaguar-xt5 examples/mg.S.64.bin) ;;
    halo-simple | halo-loggops | halo-max-rate | halo-bus-link | halo-flow)
      halo
      arguments=(run jaguar-xt5 "$scratch/halo.bin" --model "${1#halo-}" --no-interval)
      ;;
    fft)
      trace fft.bin fft --ranks 256 --points 256x256x256 --time-per-point 10ns --steps 20
      arguments=(run jaguar-xt5 "$scratch/fft.bin" --model max-rate --no-interval)
      ;;
    *)
      echo "there is no workload $1; these are: ${all[*]}" >&2
      return 2
      ;;
  esac
}

# seconds SIM: processor time of one run of the workload.
seconds() {
  if ! /usr/bin/time -q -f '%U %S' -o "$scratch/time" "$1" "${arguments[@]}" >"$scratch/out" 2>&1; then
    echo "failed: $1 ${arguments[*]}" >&2
    tail -n 3 "$scratch/out" >&2
    return 1
  fi
  awk '{ print $1 + $2 }' "$scratch/time"
}

all=(start small foreign explain halo-simple halo-loggops halo-max-rate halo-bus-link halo-flow fft)
(($#)) || set -- "${all[@]}"
slower=0
echo '| workload | before, CPU s | after, CPU s | median ratio of pairs | all ratios | verdict |'
echo '|---|---|---|---|---|---|'
for name in "$@"; do
  workload "$name"
  : >"$scratch/pairs"
  for ((pair = 0; pair < pairs; pair++)); do
    # Who is first changes, so that neither always has the warmer machine.
    if ((pair % 2)); then
      second=$(seconds "$after")
      first=$(seconds "$before")
    else
      first=$(seconds "$before")
      second=$(seconds "$after")
    fi
    echo "$first $second" >>"$scratch/pairs"
  done
  row=$(awk -v name="$name" '
    function median(values, count) {
      asort_plain(values, count)
      return values[int((count + 1) / 2)]
    }
    function asort_plain(values, count, i, j, kept) {
      for (i = 2; i <= count; i++) {
        kept = values[i]
        for (j = i - 1; j >= 1 && values[j] > kept; j--) values[j + 1] = values[j]
        values[j + 1] = kept
      }
    }
    { before[NR] = $1; after[NR] = $2; ratio[NR] = $2 / $1; above += $2 > $1 }
    END {
      middle = median(ratio, NR)
      slower = middle > 1.03 && above >= 0.75 * NR
      faster = middle < 1 / 1.03 && above <= 0.25 * NR
      printf "| %s | %.2f | %.2f | %.3f | %.2f to %.2f | %s |\n", name, median(before, NR), median(after, NR),
        middle, ratio[1], ratio[NR], slower ? "**slower**" : faster ? "faster" : "as before"
    }' "$scratch/pairs")
  echo "$row"
  [[ $row != *slower* ]] || slower=1
done
exit $slower
