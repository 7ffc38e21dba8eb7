#!/usr/bin/env bash
# Sets programs of others beside their predictions and beside the programs that sim generates from their traces:
# others.sh [ROUNDS]. Two ranks on two cores of this machine. Nothing is downloaded: OTHERS holds what you have built.
#
#   OTHERS     the folder in which the commands of others.txt run: NPB (npb), the ParRes kernels (prk), miniFE, CoMD
#   WORK       where measurements stay (default: validation/others-work); rounds that it has are kept
#   PROGRAMS   what to run (default: validation/others.txt); programs that are not in OTHERS are left out, with a note
#   MPIRUN, SHMEMRUN   the launchers (default: those of Open MPI, two ranks, each on a core of its own). Beside other
#              load, as root, put "chrt --rr 10" before both: ranks then go before all other processes
#   PAGES      the folder with validation.md and generated-programs.md, whose tables are written (default: docs, or none
#              with PROGRAMS: a few programs are no new table)
#
# In each round the machine is calibrated; then each program runs untraced, traced by the clock, traced by processor
# time, and untraced again. The trace by the clock is predicted on the machine of the round. From the one by processor
# time a program is generated, which then runs. So what slows the machine down for some time slows all of them.
set -euo pipefail
rounds=${1:-5}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
pages=${PAGES-$([[ -v PROGRAMS ]] || echo docs)}
others=${OTHERS:?name the folder with the programs: OTHERS=FOLDER validation/others.sh}
others=$(cd "$others" && pwd)
work=${WORK:-$here/others-work}
mkdir -p "$work"
work=$(cd "$work" && pwd)

needed=()
for tool in gcc:gcc make:make mpicc.openmpi:libopenmpi-dev mpirun.openmpi:openmpi-bin shmemrun:openmpi-bin \
  java:openjdk-17-jdk-headless; do
  command -v "${tool%%:*}" >/dev/null || needed+=("${tool##*:}")
done
if ((${#needed[@]})); then
  echo "others: missing; please: apt-get install $(printf '%s\n' "${needed[@]}" | sort -u | tr '\n' ' ')" >&2
  exit 69
fi
if (($(nproc) < 2)); then
  echo "others: two ranks need two cores, and there is $(nproc)" >&2
  exit 69
fi
export FORETELL_TRACER=${FORETELL_TRACER:-$here/../tracer/build/libforetell-trace.so}
[[ -e $FORETELL_TRACER ]] || tracer/build.sh
sim=$PWD/sim
"$sim" --version >/dev/null
mpicc.openmpi -O2 -Wall -Wextra -Werror -shared -fPIC "$here/span.c" -o "$work/span.so" -ldl
if ((EUID == 0)); then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
mpirun=${MPIRUN:-mpirun.openmpi --bind-to core -np 2}
shmemrun=${SHMEMRUN:-shmemrun --mca memory ^patcher -np 2}

# run PRELOADED COMMAND..: runs a command in OTHERS and prints the seconds that its rank 0 reports.
run() {
  local preloaded=$1 printed
  shift
  # shellcheck disable=SC2086 # several words
  printed=$(cd "$others" && timeout 120 $mpirun env LD_PRELOAD="$work/span.so$preloaded" "$@" </dev/null 2>&1) ||
    printed="exit code $?: $printed"
  [[ $printed =~ $'\n'span\ ([0-9.]+) ]] || {
    echo "others: $*: expected a line \"span\", found: ${printed:0:500}" >&2
    return 1
  }
  echo "${BASH_REMATCH[1]}"
}

measure() { # NAME FLAGS COMMAND..: a line of the round
  local name=$1 folder=$work/$1 flags=$2 first clock cpu generated predicted last
  shift 2
  rm -rf "$folder"
  mkdir "$folder"
  first=$(run "" "$@")
  clock=$(FORETELL_OUT=$folder/clock run ":$FORETELL_TRACER" "$@")
  cpu=$(FORETELL_BURST=cpu FORETELL_OUT=$folder/cpu run ":$FORETELL_TRACER" "$@")
  last=$(run "" "$@")
  predicted=$("$sim" run "$work/machine.json" "$folder/clock" --no-interval --json - |
    sed -n 's/^ *"predictedSeconds" *: *\([0-9.eE-]*\).*/\1/p' | head -1)
  if "$sim" generate program "$folder/cpu" --out "$folder/program" >"$folder/generated.txt" 2>&1; then
    make -s -C "$folder/program" CC=mpicc.openmpi CPPFLAGS="$flags"
    generated=$(cd "$folder/program" && $mpirun "./$(basename ./*.c .c)" </dev/null | sed -n 's/^seconds //p')
  else
    generated=refused
  fi
  echo "$name|$first|$clock|$cpu|$last|$predicted|$generated"
}

for ((round = 1; round <= rounds; round++)); do
  [[ ! -e $work/round-$round ]] || continue
  echo "round $round of $rounds"
  "$sim" calibrate --run "$mpirun" --run-shmem "$shmemrun" --out "$work/machine.json" >/dev/null
  while read -r -u 3 name command; do
    [[ -n $name && $name != \#* ]] || continue
    flags=
    if [[ $command == -D* ]]; then
      flags=${command%% *}
      command=${command#* }
    fi
    if [[ ! -x $others/${command%% *} ]]; then
      echo "others: $name is left out: there is no $others/${command%% *}" >&2
      continue
    fi
    # shellcheck disable=SC2086
    measure "$name" "$flags" $command
  done 3<"${PROGRAMS:-$here/others.txt}" >"$work/round-$round.part"
  mv "$work/round-$round.part" "$work/round-$round"
done

machine="Measured on $(date -u +%Y-%m-%d), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores,
$(systemd-detect-virt 2>/dev/null || echo "virtualisation unknown"); $(mpirun.openmpi --version | head -1), \
$(gcc --version | head -1)."

# table KIND: the table of predictions or of generated programs.
table() {
  MACHINE=$machine awk -F'|' -v kind="$1" '
    function sort(of, n,   i, j, x) {
      for (i = 2; i <= n; i++) { x = of[i]; for (j = i - 1; j > 0 && of[j] > x; j--) of[j + 1] = of[j]; of[j + 1] = x }
    }
    function median(of, n) { sort(of, n); return n % 2 ? of[(n + 1) / 2] : (of[n / 2] + of[n / 2 + 1]) / 2 }
    function ms(x) { return sprintf("%.1f ms", 1000 * x) }
    function percent(x) { return sprintf("%+.1f %%", 100 * x) }
    function size(x) { return x < 0 ? -x : x }
    function row(name,   n, i, o, p, r, q, plain) {
      n = count[name]; split("", o); split("", p); split("", r); split("", q)
      for (i = 1; i <= n; i++) {
        plain = (line[name, i, 2] + line[name, i, 5]) / 2
        o[2 * i - 1] = line[name, i, 2]; o[2 * i] = line[name, i, 5]
        p[i] = line[name, i, kind == "generated" ? 7 : 6]
        r[i] = p[i] / plain - 1
        q[i] = p[i] / line[name, i, kind == "generated" ? 4 : 3] - 1
      }
      if (p[1] == "refused") { printf "| `%s` | %s | refused | | | |\n", name, ms(median(o, 2 * n)); return }
      errors[++rows] = size(median(r, n)); closer[rows] = size(median(q, n))
      sum += errors[rows]; sort(o, 2 * n); sort(p, n)
      leasts += size(p[1] / o[1] - 1)
      printf "| `%s` | %s (%s to %s) | %s (%s to %s) | %s | %s | %s |\n", name, ms(median(o, 2 * n)), ms(o[1]), \
        ms(o[2 * n]), ms(median(p, n)), ms(p[1]), ms(p[n]), percent(median(r, n)), percent(median(q, n)), \
        percent(p[1] / o[1] - 1)
    }
    BEGIN {
      print ENVIRON["MACHINE"] "\n"
      print kind == "generated" ? "| program | original | generated | of the original | of the traced run | least |" : \
        "| program | measured | predicted | error | against the traced run | least |"
      print "|---|---|---|---|---|---|"
    }
    !($1 in count) { names[++programs] = $1 }
    { count[$1]++; for (i = 2; i <= 7; i++) line[$1, count[$1], i] = $i }
    END {
      for (k = 1; k <= programs; k++) row(names[k])
      printf "\n%d %s. Whatever the sign, %.1f %% in the median and %.1f %% on average; against traced runs %.1f %%" \
        " in the median;\nof the least times, %.1f %% on average.\n", count[names[1]], \
        count[names[1]] == 1 ? "round" : "rounds", 100 * median(errors, rows), \
        100 * sum / rows, 100 * median(closer, rows), 100 * leasts / rows
    }' "$work"/round-*[0-9] >"$work/$1.md"
  [[ -z $pages ]] || "$here/into-page.sh" "$work/$1.md" "$pages/$2" others.sh
  cat "$work/$1.md"
}
table predicted validation.md
table generated generated-programs.md
