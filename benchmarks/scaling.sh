#!/usr/bin/env bash
# Measures how the cost of a replay grows: processor time and peak memory of `sim run` against ranks, ops and messages,
# and wall time against cores.
#
# Usage: benchmarks/scaling.sh [FOLDER]
#
# Writes scaling.csv and scaling-ranks.svg, scaling-ops.svg, scaling-messages.svg and scaling-cores.svg to FOLDER,
# benchmarks/results by default, and prints a table of slopes in Markdown. Slopes are those of the three largest sizes of
# a model, and of all numbers of threads. Rows of other plots that scaling.csv has stay.
#
# Environment:
#   RUNS     how often to run each, 3 by default; the median counts
#   MODELS   'simple loggops max-rate bus-link flow' by default
#   PLOTS    'ranks ops messages cores' by default
#   LONGEST  seconds, 60 by default: a run that takes longer is stopped, and its model ends there in that plot
#   MACHINE  jaguar-xt5 by default
set -euo pipefail
folder=$(realpath "${1:-$(dirname "$0")/results}")
[[ -d $folder ]] || { echo "there is no folder $folder" >&2; exit 2; }
cd "$(dirname "$0")/.."
runs=${RUNS:-3}
read -r -a models <<<"${MODELS:-simple loggops max-rate bus-link flow}"
longest=${LONGEST:-60}
read -r -a plots <<<"${PLOTS:-ranks ops messages cores}"
machine=${MACHINE:-jaguar-xt5}
[[ -x /usr/bin/time ]] || { echo "GNU time is needed: apt install time" >&2; exit 69; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
./sim --version >&2
mvn -B -ntp -q -Dquick -pl benchmarks -am package >&2

median() {
  awk -v column="$1" '{ print $column }' "$scratch/figures" | sort -g |
    awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

# count WHAT: the number of ops or messages from the report of the generator.
count() {
  sed -n "s/^  $1  *\([0-9,]*\).*/\1/p" "$scratch/made" | tr -d ,
}

# point PLOT RANKS [THREADS]: measures $scratch/trace.bin under each model that has not become too slow yet, with as many
# threads as there are cores unless said otherwise.
point() {
  local model run status threads=${3:-$(nproc)}
  for model in "${models[@]}"; do
    [[ $1 != cores || ' simple loggops loggops-atlahs max-rate ' == *" $model "* ]] || continue # one thread replays others
    [[ ! -f $scratch/slow.$1.$model ]] || continue
    : >"$scratch/figures"
    for ((run = 0; run < runs; run++)); do
      status=0
      /usr/bin/time -q -f '%e %U %S %M' -o "$scratch/time" timeout "$longest" ./sim run "$machine" "$scratch/trace.bin" \
        --no-interval --model "$model" --threads "$threads" >"$scratch/out" 2>&1 || status=$?
      if ((status == 124)); then # of timeout
        echo "stopped after $longest s: $1, $2 ranks, $model" >&2
        touch "$scratch/slow.$1.$model"
        continue 2
      elif ((status)); then
        echo "failed: $1, $2 ranks, $model" >&2
        tail -n 3 "$scratch/out" >&2
        exit 1
      fi
      awk -v plot="$1" '{ print plot == "cores" ? $1 : $2 + $3, $4 * 1024 / 1e6 }' "$scratch/time" >>"$scratch/figures"
    done
    echo "$1,$model,$2,$(count ops),$(count messages),$threads,$(median 1),$(median 2)" | tee -a "$scratch/scaling.csv" >&2
  done
}

# halo PLOT SIDE STEPS: messages of 1 KiB to four neighbours, bursts of 9 to 11 us, an allreduce.
halo() {
  ./sim generate trace halo --ranks $(($2 * $2)) --dimensions 2 --points-per-rank 1x1 --point-bytes 1KiB \
    --time-per-point 10us --imbalance 10% --seed 20260101 --allreduces 1 --steps "$3" --out "$scratch/trace.bin" \
    >"$scratch/made"
  point "$1" $(($2 * $2))
}

# alltoall RANKS: one message from each rank to each other one, at once.
alltoall() {
  ./sim generate trace alltoall --ranks "$1" --steps 1 --out "$scratch/trace.bin" >"$scratch/made"
  point messages "$1"
}

# cores: a 3D halo of 1,024 ranks, 4,000 iterations, on 1, 2, 4 .. threads.
cores() {
  local threads
  ./sim generate trace halo --ranks 1024 --dimensions 3 --points-per-rank 1x1x1 --point-bytes 1KiB \
    --time-per-point 10us --imbalance 10% --seed 20260101 --allreduces 1 --steps 4000 --out "$scratch/trace.bin" \
    >"$scratch/made"
  for ((threads = 1; threads <= $(nproc); threads *= 2)); do point cores 1024 "$threads"; done
}

header=plot,model,ranks,ops,messages,threads,seconds,peak_megabytes
echo $header >"$scratch/scaling.csv"
if [[ -f $folder/scaling.csv && $(head -n 1 "$folder/scaling.csv") == "$header" ]]; then
  awk -F , -v plots=" ${plots[*]} " 'NR > 1 && !index(plots, " " $1 " ")' "$folder/scaling.csv" >>"$scratch/scaling.csv"
fi
for plot in "${plots[@]}"; do
  case $plot in
    ranks) for side in 8 16 32 64 128 256; do halo ranks $side 10; done ;;
    ops) for steps in 10 30 100 300 1000; do halo ops 32 $steps; done ;;
    messages) for ranks in 64 128 256 512 1024 2048; do alltoall $ranks; done ;;
    cores) cores ;;
    *)
      echo "there is no plot $plot; these are: ranks, ops, messages, cores" >&2
      exit 2
      ;;
  esac
done
cp "$scratch/scaling.csv" "$folder/scaling.csv"
java -cp benchmarks/target/quick/benchmarks.jar org.foretell.benchmarks.ScalingPlots "$folder/scaling.csv" "$folder"
