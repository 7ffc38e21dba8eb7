#!/usr/bin/env bash
# Measures sim against the simulators that are installed, on the same traces, and prints tables in Markdown.
#
# Usage: benchmarks/peers.sh [--out FILE] [--only PATTERN] [--lu TRACE] [TRACE.tar.gz]...
#
# A TRACE.tar.gz is a time-independent trace of SimGrid: an archive of rank-0.txt, rank-1.txt and so on, of a square
# number of ranks (16, 64). It is replayed on a fat tree with a host for each rank, under the model flow. The shipped
# mg.S.16 is always among these traces. All other traces of the tables are made here, and so are the peers' files.
#
#   --out FILE      write the tables to FILE in place of standard output
#   --only PATTERN  only rows whose name in the first column matches, as by a shell: 'dissemination*'
#   --lu TRACE      NPB LU, class A, 64 ranks, in any format that sim reads: sim alone, under five models
#
# Peers are looked for on the PATH; those that are not there are named, and their rows left out. Both of a pair run in
# turn, and who is first alternates. Processor time of whole processes counts, from the shell to the exit, and the
# ratio is the median of those of the pairs. Exit code 1 if a peer fails.
#
# Environment:
#   LOGGOPSIM, TXT2BIN, DIMEMAS, SMPIRUN  the peers' programs, if they are elsewhere
#   PAIRS    how many pairs of runs for each row, 3 by default; 1 where the peer takes more than a minute
#   MACHINE  the machine for LU, jaguar-xt5 by default
set -euo pipefail
usage() {
  sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2
  exit 2
}

out=
only='*'
lu=
traces=()
while (($#)); do
  case $1 in
    --out | --only | --lu)
      (($# > 1)) || usage
      case $1 in
        --out) out=$(realpath "$2") ;;
        --only) only=$2 ;;
        --lu) lu=$(realpath -e "$2") ;;
      esac
      shift 2
      ;;
    -*) usage ;;
    *)
      traces+=("$(realpath -e "$1")")
      shift
      ;;
  esac
done
pairs=${PAIRS:-3}
machine=${MACHINE:-jaguar-xt5}
longest=60
cd "$(dirname "$0")/.."
home=$PWD
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
ulimit -n "$(ulimit -Hn)" # Dimemas opens the trace once for each task, if it may
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

missing=()

# find_program VARIABLE PROGRAM: sets VARIABLE to the program's path, or to nothing and notes that it is missing.
find_program() {
  local given=${!1:-} path
  if [[ -n $given && ! -x $given ]]; then
    echo "$1 is $given, which is no program that can be run" >&2
    exit 2
  fi
  path=$(command -v "${given:-$2}") || missing+=("$2 (on the PATH, or named by $1)")
  printf -v "$1" %s "${path:+$(realpath "$path")}"
}

find_program LOGGOPSIM LogGOPSim
find_program TXT2BIN txt2bin
find_program DIMEMAS Dimemas
find_program SMPIRUN smpirun

# measure SIDE COMMAND...: appends processor seconds and peak megabytes to the side's figures.
measure() {
  local side=$1 status=0
  shift
  /usr/bin/time -q -f '%U %S %M' -o "$scratch/time" "$@" >"$scratch/$side.out" 2>&1 || status=$?
  tail -n 1 "$scratch/time" | awk '{ print $1 + $2, $3 * 1024 / 1e6 }' >>"$scratch/$side.figures"
  return $status
}

# median FILE COLUMN
median() {
  awk -v column="$2" '{ print $column }' "$1" | sort -g | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

# Predicted seconds from the output of the peer of that name; nothing if it has made no prediction.
predicted_by() {
  case $1 in
    LogGOPSim) sed -n 's/^Maximum finishing time at host .* (\(.*\) s)$/\1/p' ;;
    Dimemas) sed -n 's/^Execution time:[[:space:]]*\([0-9.eE+-]*\).*/\1/p' ;;
    SimGrid) sed -n 's/.*Simulation time \([0-9.eE+-]*\)$/\1/p' ;;
  esac <"$scratch/theirs.out" | tail -n 1
}

# Runs sim once more, beside the measurement, for the prediction in all its digits, in seconds.
predicted_by_sim() {
  "${ours[@]}" --json "$scratch/result.json" >/dev/null 2>&1
  sed -n 's/^ *"predictedPicoseconds" : \([0-9]*\),*$/\1/p' "$scratch/result.json" | awk '{ printf "%.12f\n", $1 / 1e12 }'
}

measure_ours() {
  measure ours "${ours[@]}" && return
  echo "failed: ${ours[*]}" >&2
  tail -n 3 "$scratch/ours.out" >&2
  exit 1
}

# A peer counts once it has made its prediction: some versions of smpirun fail when all is done.
failed=0
unclean=0
measure_theirs() {
  local status=0
  measure theirs "${theirs[@]}" || status=$?
  if [[ -z $(predicted_by "$1") ]]; then
    echo "failed with exit code $status: ${theirs[*]}" >&2
    tail -n 3 "$scratch/theirs.out" >&2
    failed=1
    return 1
  fi
  ((status == 0)) || mark='\*'
}

# wanted WORK: whether that row was asked for.
rows=0
wanted() {
  # shellcheck disable=SC2053 # a pattern
  [[ $1 == $only ]] && rows=$((rows + 1))
}

# milliseconds SECONDS: to the nanosecond, without zeros at the end.
milliseconds() {
  awk -v seconds="$1" 'BEGIN { text = sprintf("%.6f", seconds * 1e3); sub(/0+$/, "", text); sub(/\.$/, "", text); print text }'
}

# compare WORK PEER: runs the commands theirs and ours in turn, and prints their row.
compare() {
  local work=$1 peer=$2 count=$pairs pair mark='' their_time our_time
  echo "$work, $peer" >&2
  rm -f "$scratch"/*.figures
  for ((pair = 0; pair < count; pair++)); do
    if ((pair % 2)); then
      measure_ours
      measure_theirs "$peer" || break
    else
      measure_theirs "$peer" || break
      measure_ours
    fi
    ! awk -v longest=$longest '{ exit !($1 > longest) }' "$scratch/theirs.figures" || count=1
  done
  if ((pair < count)); then
    printf '| %s | %s | 0 | failed | - | - | - | - | - | - | - |\n' "$work" "$peer"
    return
  fi
  [[ -z $mark ]] || unclean=1
  paste -d ' ' "$scratch/theirs.figures" "$scratch/ours.figures" | awk '{ print $1 / $3 }' | sort -g >"$scratch/ratios"
  their_time=$(predicted_by "$peer")
  our_time=$(predicted_by_sim)
  printf '| %s | %s%s | %d | %.2f | %.2f | %.2f (%.2f to %.2f) | %.0f | %.0f | %s | %s | %s |\n' \
    "$work" "$peer" "$mark" "$count" "$(median "$scratch/theirs.figures" 1)" "$(median "$scratch/ours.figures" 1)" \
    "$(median "$scratch/ratios" 1)" "$(head -n 1 "$scratch/ratios")" "$(tail -n 1 "$scratch/ratios")" \
    "$(median "$scratch/theirs.figures" 2)" "$(median "$scratch/ours.figures" 2)" \
    "$(milliseconds "$their_time")" "$(milliseconds "$our_time")" \
    "$(awk -v a="$their_time" -v b="$our_time" 'BEGIN { printf "%+.3f %%", (b / a - 1) * 100 }')"
}

# schedule KIND RANKS: a task graph for LogGOPSim, $scratch/KIND-RANKS.goalbin.
schedule() {
  local name=$scratch/$1-$2 jar
  for jar in "$home"/benchmarks/target/{quick/,}benchmarks.jar; do
    [[ ! -f $jar ]] || break
  done
  [[ -f $jar ]] || mvn -f "$home" -B -ntp -q -Dquick -pl benchmarks -am package >&2
  [[ -f $jar ]] || jar=$home/benchmarks/target/quick/benchmarks.jar
  java -cp "$jar" org.foretell.benchmarks.SyntheticTraceFiles "$1" "$2" "$name.bin"
  "$home/sim" convert "$name.bin" "$name.goal" >/dev/null
  "$TXT2BIN" -i "$name.goal" -o "$name.goalbin" >/dev/null
  rm "$name.bin" "$name.goal"
}

# against_loggopsim WORK KIND RANKS: LogGOPSim has neither nodes nor a machine, and a network interface for each rank.
against_loggopsim() {
  wanted "$1" || return 0
  schedule "$2" "$3"
  theirs=("$LOGGOPSIM" -f "$scratch/$2-$3.goalbin" -L 2500 -o 1500 -g 1000 -G 6 -O 0 -S 65535)
  ours=("$home/sim" run - "$scratch/$2-$3.goalbin" --no-interval --model loggops
    -P L=2500ns -P o=1500ns -P g=1000ns -P G=6ns/B -P O=0ns/B -P S=65535B)
  compare "$1" LogGOPSim
}

# halo: 32 x 32 ranks, 100 iterations: bursts of 9 to 11 us, 1 KiB to each of four neighbours, an allreduce.
halo() {
  [[ -f $scratch/halo.bin ]] || "$home/sim" generate trace halo --ranks 1024 --dimensions 2 --points-per-rank 1x1 \
    --point-bytes 1KiB --time-per-point 10us --imbalance 10% --seed 20260101 --allreduces 1 --steps 100 \
    --out "$scratch/halo.bin" >/dev/null
}

# A node for each of 1,024 tasks, with one link in and one out, and 256 buses; messages of all sizes as recorded.
against_dimemas() {
  local work='2D halo, 1,024 ranks, 100 iterations, bus-link'
  wanted "$work" || return 0
  halo
  "$home/sim" convert "$scratch/halo.bin" "$scratch/halo.dim" >/dev/null 2>&1
  cat >"$scratch/halo.cfg" <<'CFG'
#DIMEMAS_CONFIGURATION

"wide area network information" {"", 1, 0, 4, 0.0, 0.0, 1};;
"environment information" {"", 0, "", 1024, 1000.0, 256, 3};;
"multi node information" {0, 1024, "", 1, 1.0, 0.0, 0.0, 0, 0, 0, 1e-06, 1, 1, 0.0};;
"predefined mapping information" {"1 TASKS_PER_NODE"};;
"configuration files" {"", "", "", ""};;
"file system parameters" {0.0, 0.0, 8.0, 0, 1.0};;
CFG
  theirs=("$DIMEMAS" --dim "$scratch/halo.dim" "$scratch/halo.cfg")
  ours=("$home/sim" run "$scratch/halo.cfg" "$scratch/halo.dim" --no-interval)
  compare "$work" Dimemas
  rm "$scratch/halo.dim"
}

# The settings of SimGrid for a like-for-like comparison, see docs/models/flow.md.
settings=(smpi/bw-factor:0:1.0 smpi/lat-factor:0:1.0 network/crosstraffic:0 network/weight-S:0
  smpi/async-small-thresh:65536 smpi/send-is-detached-thresh:65536)

# against_simgrid WORK TRACE.tar.gz: sim reads the archive, SimGrid the files in it.
against_simgrid() {
  wanted "$1" || return 0
  local folder=$scratch/ranks ranks side
  rm -rf "$folder"
  mkdir "$folder"
  tar xzf "$2" -C "$folder"
  find "$folder" -name 'rank-*.txt' | sort -V >"$scratch/list"
  ranks=$(wc -l <"$scratch/list")
  side=$(awk -v ranks="$ranks" 'BEGIN { print int(sqrt(ranks) + 0.5) }')
  if ((ranks == 0 || side * side != ranks)); then
    echo "$2 has $ranks files rank-*.txt; a square number of ranks is needed, for a fat tree" >&2
    exit 2
  fi
  seq 0 $((ranks - 1)) | sed 's/^/node-/' >"$scratch/hosts"
  cat >"$scratch/fattree.$ranks.xml" <<XML
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="node-" suffix="" radical="0-$((ranks - 1))" speed="1Gf" bw="10Gbps" lat="1us"
           sharing_policy="SPLITDUPLEX" topology="FAT_TREE" topo_parameters="2;$side,$side;1,$side;1,1"/>
</platform>
XML
  theirs=("$SMPIRUN" -np "$ranks" -hostfile "$scratch/hosts" -platform "$scratch/fattree.$ranks.xml"
    -replay "$scratch/list" "${settings[@]/#/--cfg=}")
  ours=("$home/sim" run "$scratch/fattree.$ranks.xml" "$2" --no-interval)
  compare "$1" SimGrid
}

# The same halo for SimGrid, in an archive with a file for each rank.
halo_for_simgrid() {
  local work='2D halo, 1,024 ranks, 100 iterations, flow'
  wanted "$work" || return 0
  halo
  "$home/sim" convert "$scratch/halo.bin" "$scratch/halo.ti" >/dev/null 2>&1
  mkdir "$scratch/halo"
  awk -v rank=none -v folder="$scratch/halo" '$1 != rank { close(file); rank = $1; file = folder "/rank-" rank ".txt" }
    { print >> file }' "$scratch/halo.ti"
  tar czf "$scratch/halo.tar.gz" -C "$scratch/halo" .
  rm -r "$scratch/halo" "$scratch/halo.ti"
  against_simgrid "$work" "$scratch/halo.tar.gz"
}

# alone MODEL: NPB LU under that model.
alone() {
  local run work="LU A, 64 ranks, $1"
  wanted "$work" || return 0
  echo "$work" >&2
  rm -f "$scratch"/*.figures
  ours=("$home/sim" run "$machine" "$scratch/lu.bin" --no-interval --model "$1")
  for ((run = 0; run < pairs; run++)); do
    measure_ours
  done
  printf '| %s | %s | %.2f | %.0f | %s |\n' "$work" "$pairs" "$(median "$scratch/ours.figures" 1)" \
    "$(median "$scratch/ours.figures" 2)" "$(milliseconds "$(predicted_by_sim)")"
}

"$home/sim" --version >"$scratch/version" # builds it, if need be
java=java
[[ -z ${JAVA_HOME:-} ]] || java=$JAVA_HOME/bin/java
[[ -z $out ]] || exec >"$out.new"
# Dimemas looks into the working folder for settings.
cd "$scratch"

echo "- date: $(date -u +%Y-%m-%d)"
echo "- processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
echo "- memory: $(awk '/^MemTotal/ { printf "%.0f GB", $2 * 1024 / 1e9 }' /proc/meminfo)"
echo "- load before the first run: $(cut -d ' ' -f 1 /proc/loadavg)"
echo "- Java: $("$java" -version 2>&1 | sed -n 2p)"
echo "- $(cat "$scratch/version"), commit $(git -C "$home" rev-parse --short HEAD 2>/dev/null || echo unknown)"
[[ -z $LOGGOPSIM ]] || echo "- LogGOPSim: $("$LOGGOPSIM" --version 2>&1 | head -n 1)"
[[ -z $DIMEMAS ]] || echo "- Dimemas: $("$DIMEMAS" --version 2>&1 | head -n 1)"
[[ -z $SMPIRUN ]] || echo "- SimGrid: $("$SMPIRUN" -version 2>&1 | head -n 1)"
for program in "${missing[@]}"; do
  echo "- left out, since it was not found: $program"
done
echo
echo '| work | peer | pairs | peer, CPU s | sim, CPU s | peer / sim | peer, MB | sim, MB | peer predicts, ms | sim predicts, ms | difference |'
echo '|---|---|--:|--:|--:|---|--:|--:|--:|--:|--:|'
if [[ -n $LOGGOPSIM && -n $TXT2BIN ]]; then
  against_loggopsim 'linear alltoall, 256 ranks' alltoall-graph 256
  against_loggopsim 'dissemination, 16,384 ranks' dissemination 16384
  against_loggopsim 'dissemination, 65,536 ranks' dissemination 65536
fi
[[ -z $DIMEMAS ]] || against_dimemas
if [[ -n $SMPIRUN ]]; then
  for trace in "$home/examples/mg.S.16.tar.gz" "${traces[@]}"; do
    against_simgrid "$(basename "$trace" .tar.gz), flow" "$trace"
  done
  halo_for_simgrid
fi
if ((unclean)); then
  echo
  echo '\* The peer made its prediction and then ended with an error of its own.'
fi
if [[ -n $lu ]]; then
  case $lu in
    *.bin) ln -s "$lu" "$scratch/lu.bin" ;;
    *) "$home/sim" convert "$lu" "$scratch/lu.bin" >/dev/null 2>&1 ;;
  esac
  echo
  echo "sim alone, $(basename "$lu") on $machine:"
  echo
  echo '| work | runs | CPU s | MB | predicts, ms |'
  echo '|---|--:|--:|--:|--:|'
  for model in simple loggops max-rate bus-link flow; do
    alone "$model"
  done
fi
((rows)) || echo "no row to measure: no peer was found, or no name matches $only" >&2
[[ -z $out ]] || mv "$out.new" "$out"
exit $failed
