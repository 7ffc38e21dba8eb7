#!/usr/bin/env bash
# Predicts programs for clusters of hosts that it makes on this machine, then runs them there: cluster.sh [ROUNDS]
# Writes the tables of docs/validation-between-nodes.md and its plot. Root, two cores, half an hour.
#
#   WORK       where measurements stay (default: validation/work-cluster); what it has is kept, so that a run goes on
#   PAGE       the page whose tables are written (default: docs/validation-between-nodes.md)
#   RATES      of the hosts' interfaces (default: 100mbit 400mbit 1gbit none)
#   LAYOUTS    hosts x ranks on each (default: 2x1 4x1 8x1 2x2 4x2 2x4)
#   PROGRAMS   what to run (default: validation/cluster/programs.txt)
#   OTHERS     the folder in which the commands of PROGRAMS that are paths begin: programs of others that you have built
#              with MPICH; those that are not there are left out, with a note
#   EXTRAPOLATED  no: leave out the largest size as extrapolated from all smaller ones
#   MOST       how many times predicted and measured time may differ; if more, the exit code is 1
#
# The order makes it blind: all programs are traced on one host, in which messages do not leave it; each cluster is
# measured by two ranks (sim calibrate); all predictions are written to WORK/predicted.csv; only then the programs run
# on the clusters. A prediction is the median over three traces, a measured time that of ROUNDS runs.
# Exit code 69: a tool is missing, or namespaces cannot be made here.
set -euo pipefail
shopt -s inherit_errexit
rounds=${1:-5}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
work=${WORK:-$here/work-cluster}
page=${PAGE:-docs/validation-between-nodes.md}
read -ra rates <<<"${RATES:-100mbit 400mbit 1gbit none}"
read -ra layouts <<<"${LAYOUTS:-2x1 4x1 8x1 2x2 4x2 2x4}"
programs=${PROGRAMS:-validation/cluster/programs.txt}
traces=3

needed=()
for tool in gcc:gcc make:make mpicc.mpich:libmpich-dev mpiexec.hydra:mpich ip:iproute2 tc:iproute2 \
  java:openjdk-17-jdk-headless; do
  command -v "${tool%%:*}" >/dev/null || needed+=("${tool##*:}")
done
if ((${#needed[@]})); then
  echo "cluster: missing; please: apt-get install $(printf '%s\n' "${needed[@]}" | sort -u | tr '\n' ' ')" >&2
  exit 69
fi
most=1
for layout in "${layouts[@]}"; do
  [[ $layout =~ ^([1-9][0-9]*)x([1-9][0-9]*)$ ]] || {
    echo "cluster: LAYOUTS: expected hosts x ranks like 4x2, found \"$layout\"" >&2
    exit 2
  }
  ((BASH_REMATCH[1] <= most)) || most=${BASH_REMATCH[1]}
done
mkdir -p "$work"/{bin,programs,run,traces,machines}
work=$(cd "$work" && pwd)
trap 'validation/cluster/down' EXIT
validation/cluster/up 1

tracer=${FORETELL_TRACER:-$here/../tracer/build/libforetell-trace.so}
[[ -e $tracer && -e $(dirname "$tracer")/libforetell-trace-mpich.so ]] || tracer/build.sh
./sim --version >/dev/null
export CLUSTER_WORK=$work
gcc -O2 -Wall -Wextra -Werror -shared -fPIC -o "$work/waiting.so" validation/cluster/waiting.c -ldl
mpicc.mpich -O2 -Wall -Wextra -Werror -shared -fPIC -o "$work/span.so" validation/span.c -ldl
if [[ -n ${OTHERS:-} ]]; then OTHERS=$(cd "$OTHERS" && pwd); fi
# sim calibrate compiles with mpicc, whichever MPI that is.
ln -sf "$(command -v mpicc.mpich)" "$work/bin/mpicc"
export PATH=$work/bin:$PATH

totals=$(for layout in "${layouts[@]}"; do echo $((${layout%x*} * ${layout#*x})); done | sort -nu)
largest=$(tail -1 <<<"$totals")

# is_of_others ARGUMENTS: whether they are a command in OTHERS.
is_of_others() { [[ ${1%% *} == */* ]]; }

# cases: a line "KEY|NAME|ARGUMENTS" for each program; arguments of a generated one are options of sim generate trace,
# those of a program of others its command in OTHERS.
cases() {
  sed -n 's/^\([a-z][a-z-]*\) \{1,\}\(.*[^ ]\) *$/\1|\2/p' "$programs" | while IFS='|' read -r name arguments; do
    if is_of_others "$arguments"; then
      if [[ -x ${OTHERS:-}/${arguments%% *} ]]; then
        echo "$name|$name|$arguments"
      else
        echo "cluster: $name is left out: there is no ${OTHERS:-OTHERS}/${arguments%% *}" >&2
      fi
    elif [[ $arguments == --* ]]; then
      echo "$name|$name|$arguments"
    else
      echo "$name-${arguments// /-}|$name|$arguments"
    fi
  done
}

# command KEY NAME ARGUMENTS RANKS: what to run; it is built when it is missing.
command_of() {
  local key=$1 name=$2 arguments=$3 ranks=$4 folder
  if is_of_others "$arguments"; then
    echo "$OTHERS/$arguments"
    return
  fi
  if [[ $arguments != --* ]]; then
    [[ -e $work/programs/$name ]] || make -s -C examples/programs MPICC=mpicc.mpich "$work/programs/$name" \
      OUT="$work/programs" >"$work/make.log" 2>&1 || { cat "$work/make.log" >&2; return 1; }
    echo "$work/programs/$name $arguments"
    return
  fi
  folder=$work/programs/$key.$ranks
  if [[ ! -e $folder/program ]]; then
    rm -rf "$folder"
    # shellcheck disable=SC2086 # several words
    ./sim generate trace "$name" --ranks "$ranks" $arguments --out "$work/generated.bin" >/dev/null
    ./sim generate program "$work/generated.bin" --out "$folder" >/dev/null
    # A phase around what the program times.
    sed -i -e '1i #include <foretell/trace.h>' -e 's/^  start(&argc, &argv);$/&\n  foretell_marker("run");/' \
      -e 's/^  return finish();$/  foretell_marker(NULL);\n&/' "$folder"/*.c
    [[ $(cat "$folder"/*.c | grep -c foretell_marker) == 2 ]]
    # Computation is sleep, so that ranks may outnumber cores.
    mpicc.mpich -O2 -std=gnu11 -DCOMPUTE_SLEEP -Itracer/include -o "$folder/program" "$folder"/*.c
  fi
  echo "$folder/program"
}

# seconds HOSTS RANKS COMMAND..: runs it and prints the seconds that it prints, or that span.c measures. One run in
# hundreds gets stuck in MPICH or does not start; it is repeated twice.
seconds() {
  local printed try
  if [[ -n ${OTHERS:-} && $3 == "$OTHERS/"* ]]; then
    # The ranks of a host share its cores when they are traced; on the clusters they do not in the models.
    local -x FORETELL_BURST=cpu PRELOAD=$work/span.so${PRELOAD:+:$PRELOAD}
  fi
  for try in 1 2 3; do
    [[ -z ${FORETELL_OUT:-} ]] || rm -rf "$FORETELL_OUT"
    # Some programs of others write files where they run.
    printed=$(cd "$work/run" && "$here/cluster/ranks" "$@" 2>&1) || printed="exit code $?: $printed"
    if [[ $'\n'$printed =~ $'\n'(seconds|span)\ +([0-9.]+)($|[[:space:]]) && $printed != *WRONG* && $printed != exit* ]]; then
      echo "${BASH_REMATCH[2]}"
      return
    fi
  done
  echo "cluster: $*: expected a line \"seconds ..\", found: $printed" >&2
  return 1
}

# 1. Elsewhere: all ranks on one host.
while IFS='|' read -r key name arguments; do
  for ranks in $totals; do
    command=$(command_of "$key" "$name" "$arguments" "$ranks")
    for ((trace = 1; trace <= traces; trace++)); do
      folder=$work/traces/$key.$ranks.$trace
      [[ ! -e $folder.done ]] || continue
      rm -rf "$folder"
      # shellcheck disable=SC2086
      FORETELL_OUT=$folder PRELOAD=$tracer seconds 1 "$ranks" $command >"$folder.seconds"
      [[ -d $folder ]] || { echo "cluster: $folder: expected a trace, found none; is $tracer whole?" >&2; exit 1; }
      : >"$folder.done"
    done
  done
  if [[ ${EXTRAPOLATED:-yes} == yes && ! -e $work/traces/$key.$largest.extrapolated.said ]]; then
    smaller=()
    for ranks in $totals; do
      if ((ranks != largest)); then
        # Generated programs of several sizes have other lines, so that call sites do not tell which calls are the same.
        ./sim convert "$work/traces/$key.$ranks.1" "$work/traces/$key.$ranks.txt" >/dev/null
        [[ $arguments != --* ]] || sed -i -E 's/ call_site=(cycle\([^)]*\)|[0-9]+)//' "$work/traces/$key.$ranks.txt"
        smaller+=("$work/traces/$key.$ranks.txt")
      fi
    done
    # Where it refuses, there is nothing to hold to a run.
    ./sim extrapolate "${smaller[@]}" --ranks "$largest" --approximate \
      --out "$work/traces/$key.$largest.extrapolated.bin" >"$work/traces/$key.$largest.extrapolated.said" 2>&1 || true
  fi
done < <(cases)

# rate_up RATE
rate_up() { if [[ $1 == none ]]; then validation/cluster/up "$most"; else validation/cluster/up "$most" "$1"; fi; }

# 2. The clusters, by two ranks between hosts and two within one.
for rate in "${rates[@]}"; do
  [[ ! -e $work/machines/$rate.json ]] || continue
  echo "calibrating $rate"
  rate_up "$rate"
  PATH=$work/bin:$PATH ./sim calibrate --run "$here/cluster/ranks 1 2" --run-inter "$here/cluster/ranks 2 1" \
    --nodes "$most" --cores-per-node 8 --name "$rate" --keep "$work/machines/$rate" --out "$work/$rate.json" \
    >"$work/machines/$rate.txt"
  mv "$work/$rate.json" "$work/machines/$rate.json"
done

# 3. Predictions, before anything has run on the clusters.
java=(java -cp "$here/../.sim/lib/*" validation/cluster/Cluster.java)
"${java[@]}" predict "$work" "${rates[*]}" "${layouts[*]}" "$(cases | cut -d'|' -f1 | tr '\n' ' ')"

# 4. The runs.
touch "$work/measured.csv"
for rate in "${rates[@]}"; do
  rate_up "$rate"
  for ((round = 1; round <= rounds; round++)); do
    echo "$rate, round $round of $rounds"
    for layout in "${layouts[@]}"; do
      while IFS='|' read -r key name arguments; do
        id=$rate,$layout,$key,$round
        ! grep -qF "$id," "$work/measured.csv" || continue
        hosts=${layout%x*} ranks=${layout#*x}
        command=$(command_of "$key" "$name" "$arguments" $((hosts * ranks)))
        # shellcheck disable=SC2086
        measured=$(seconds "$hosts" "$ranks" $command)
        echo "$id,$measured,$(cut -d' ' -f1 /proc/loadavg)" >>"$work/measured.csv"
      done < <(cases)
    done
  done
done

# 5. The page.
{
  echo "Measured on $(date -u +%Y-%m-%d), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores;"
  echo "$(mpichversion | sed -n 's/^MPICH Version:[[:space:]]*/MPICH /p') over UCX and TCP;" \
    "$(gcc --version | head -1). The median load of the machine was" \
    "$(cut -d, -f6 "$work/measured.csv" | sort -n | awk '{ l[NR] = $1 } END { print l[int((NR + 1) / 2)] }')."
} >"$work/machine.txt"
"${java[@]}" page "$work" "$page" ${MOST:+"$MOST"}
validation/into-page.sh "$work/table.md" "$page" cluster.sh
