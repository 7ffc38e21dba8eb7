#!/usr/bin/env bash
# Measures sim and SimGrid's replay on the same traces and platforms, one after the other: processor time of the whole process.
#
# Usage: benchmarks/against-simgrid.sh [PLATFORM.xml TRACE.tar.gz]...
#
# Each pair is a platform of SimGrid, a cluster whose hosts are called node-0, node-1 and so on, and a time-independent trace, an
# archive of rank-0.txt, rank-1.txt and so on. The shipped example and a halo of 1,024 ranks and 100 iterations,
# made here, are measured always. Prints a table in Markdown.
#
# Environment:
#   RUNS  how often to run sim, 3 by default; the median counts. SimGrid runs once.
set -euo pipefail
runs=${RUNS:-3}
pairs=()
while (($#)); do
  [[ $# -ge 2 ]] || { echo "a platform needs a trace: $1" >&2; exit 2; }
  pairs+=("$(realpath -e "$1")" "$(realpath -e "$2")")
  shift 2
done
cd "$(dirname "$0")/.."
command -v smpirun >/dev/null || { echo "SimGrid is needed: apt install simgrid libsimgrid-dev" >&2; exit 69; }
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The settings of its like-for-like comparison, see docs/models/flow.md.
settings=(smpi/bw-factor:0:1.0 smpi/lat-factor:0:1.0 network/crosstraffic:0 network/weight-S:0
  smpi/async-small-thresh:65536 smpi/send-is-detached-thresh:65536)

# halo: 32 x 32 ranks, 100 iterations of 0.1 ms, 1,000 bytes to each of four neighbours, and an allreduce.
halo() {
  mkdir "$scratch/halo-ranks"
  awk -v side=32 -v iterations=100 -v folder="$scratch/halo-ranks" 'BEGIN {
    for (rank = 0; rank < side * side; rank++) {
      x = rank % side; y = int(rank / side); file = folder "/rank-" rank ".txt"
      peer[0] = (x + 1) % side + y * side; peer[1] = (x + side - 1) % side + y * side
      peer[2] = x + (y + 1) % side * side; peer[3] = x + (y + side - 1) % side * side
      print rank, "init" > file
      for (i = 0; i < iterations; i++) {
        print rank, "compute 100000" > file
        for (n = 0; n < 4; n++) print rank, "irecv", peer[n], "0 1000 1" > file
        for (n = 0; n < 4; n++) print rank, "isend", peer[n], "0 1000 1" > file
        print rank, "waitall 8" > file
        print rank, "allreduce 1 0 1" > file
      }
      print rank, "finalize" > file
      close(file)
    }
  }'
  tar czf "$scratch/halo.tar.gz" -C "$scratch/halo-ranks" .
  cat >"$scratch/fattree.1024.xml" <<'XML'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-1023" speed="1Gf" bw="10Gbps" lat="1us" sharing_policy="SPLITDUPLEX"
           topology="FAT_TREE" topo_parameters="2;32,32;1,32;1,1"/>
</platform>
XML
}

# seconds DONE COMMAND...: processor time; its standard output goes to $scratch/out, the rest to $scratch/err. It counts if DONE is
# among that: some versions of smpirun fail when all is done.
seconds() {
  /usr/bin/time -q -f '%U %S' -o "$scratch/time" "${@:2}" >"$scratch/out" 2>"$scratch/err" || true
  grep -q "$1" "$scratch/out" "$scratch/err" || {
    echo "failed: ${*:2}" >&2
    tail -n 3 "$scratch/err" >&2
    return 1
  }
  tail -n 1 "$scratch/time" | awk '{ printf "%.2f\n", $1 + $2 }'
}

# simgrid PLATFORM TRACE: processor time and predicted seconds, or two dashes where it fails.
simgrid() {
  local folder=$scratch/ranks files ranks arguments=()
  rm -rf "$folder"
  mkdir "$folder"
  tar xzf "$2" -C "$folder"
  mapfile -t files < <(find "$folder" -name 'rank-*.txt' | sort -V)
  ranks=${#files[@]}
  printf '%s\n' "${files[@]}" >"$scratch/list"
  seq 0 $((ranks - 1)) | sed 's/^/node-/' >"$scratch/hosts"
  for setting in "${settings[@]}"; do
    arguments+=("--cfg=$setting")
  done
  local time
  if time=$(seconds "Simulation time" smpirun -np "$ranks" -hostfile "$scratch/hosts" -platform "$1" -replay "$scratch/list" "${arguments[@]}"); then
    echo "$time $(sed -n 's/.*Simulation time //p' "$scratch/out" "$scratch/err" | tail -n 1)"
  else
    echo "- -"
  fi
}

ours() {
  local run
  for ((run = 0; run < runs; run++)); do
    seconds "^Predicted time" ./sim run "$1" "$2"
  done | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
  sed -n 's/^Predicted time: //p' "$scratch/out"
}

./sim --version >&2
halo
pairs=(examples/fattree.16.xml examples/mg.S.16.tar.gz "${pairs[@]}" "$scratch/fattree.1024.xml" "$scratch/halo.tar.gz")
echo '| trace | platform | SimGrid, CPU s | sim, CPU s | ratio | SimGrid predicts, s | sim predicts |'
echo '|---|---|---|---|---|---|---|'
for ((i = 0; i < ${#pairs[@]}; i += 2)); do
  platform=${pairs[i]}
  trace=${pairs[i + 1]}
  read -r theirs predicted < <(simgrid "$platform" "$trace")
  mapfile -t own < <(ours "$platform" "$trace")
  ratio=-
  [[ $theirs == - ]] || ratio=$(awk -v a="$theirs" -v b="${own[0]}" 'BEGIN { printf "%.1f", a / b }')
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$(basename "$trace" .tar.gz)" "$(basename "$platform" .xml)" \
    "$theirs" "${own[0]}" "$ratio" "$predicted" "${own[1]}"
done
