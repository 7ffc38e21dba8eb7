#!/usr/bin/env bash
# Merges the raw traces of many ranks, as the tracer leaves them, with at most 64 open files: time, peak memory.
#
# Usage: benchmarks/merge.sh [RANKS]
#
# RANKS is 16384 unless said otherwise. Each rank of the generated run makes 62 calls; a rank takes 132 kB of disk
# space, all of them 2.2 GB.
set -euo pipefail
ranks=${1:-16384}
[[ $ranks =~ ^[1-9][0-9]*$ ]] || { echo "merge: expected a number of ranks, found: $ranks" >&2; exit 2; }
cd "$(dirname "$0")/.."
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

./sim --version >&2
mvn -B -ntp -q test-compile -pl parsers -am
java -cp "parsers/target/test-classes:.sim/lib/*" org.foretell.parsers.raw.RawHalo "$scratch/raw" "$ranks" 10
(
  ulimit -n 76
  /usr/bin/time -q -f '%U s + %S s of processor time, %e s, %M KiB' ./sim convert "$scratch/raw" "$scratch/app.bin"
  ./sim check "$scratch/app.bin"
)
echo "$(wc -c <"$scratch/app.bin") bytes"
