#!/usr/bin/env bash
# Times programs of two ranks beside the programs that sim generates from their traces: generated.sh [ROUNDS]
# Writes the table of docs/generated-programs.md. Two cores, some minutes, best on a machine that does nothing else.
#
#   WORK       where measurements stay (default: validation/generated); traces and rounds that it has are kept
#   PAGE       the page whose table is written (default: docs/generated-programs.md)
#   PROGRAMS   what to run (default: validation/generated.txt)
#   MOST       by how many percent both times may differ on average; if more, the exit code is 1
#
# Each program runs five times untraced and five times traced, in turn. The trace whose run took most nearly as long as
# the untraced ones do in the median is generated from, with --compute sampled and with --compute exact. Then the
# program and what was generated run in turn, so that what slows the machine down slows all of them.
set -euo pipefail
rounds=${1:-11}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
work=${WORK:-$here/generated}
page=${PAGE:-docs/generated-programs.md}
mkdir -p "$work/programs"
work=$(cd "$work" && pwd)

needed=()
for tool in gcc:gcc make:make gfortran:gfortran mpicc.openmpi:libopenmpi-dev mpirun.openmpi:openmpi-bin \
  shmemrun:openmpi-bin java:openjdk-17-jdk-headless; do
  command -v "${tool%%:*}" >/dev/null || needed+=("${tool##*:}")
done
if ((${#needed[@]})); then
  echo "generated: missing; please: apt-get install $(printf '%s\n' "${needed[@]}" | sort -u | tr '\n' ' ')" >&2
  exit 69
fi
if (($(nproc) < 2)); then
  echo "generated: two ranks need two cores, and there is $(nproc)" >&2
  exit 69
fi

export FORETELL_TRACER=${FORETELL_TRACER:-$here/../tracer/build/libforetell-trace.so}
[[ -e $FORETELL_TRACER ]] || tracer/build.sh
./sim --version >/dev/null
make -s -C examples/programs OUT="$work/programs" MPICC=mpicc.openmpi MPIFC=mpifort.openmpi

if ((EUID == 0)); then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
mpirun=${MPIRUN:-mpirun.openmpi --bind-to core -np 2}
shmemrun=${SHMEMRUN:-shmemrun --bind-to core --mca memory ^patcher -x SHMEM_SYMMETRIC_SIZE=256M -np 2}

# seconds PATTERN COMMAND..: runs a command and prints the number of the line that the pattern finds.
seconds() {
  local pattern=$1 printed
  shift
  printed=$(timeout 60 "$@" </dev/null) || printed="exit code $?: $printed"
  [[ $'\n'$printed =~ $'\n'$pattern ]] || {
    echo "generated: $*: expected a line \"$pattern\", found: $printed" >&2
    exit 1
  }
  echo "${BASH_REMATCH[1]}"
}

original_line='seconds +([0-9.]+) +right'
generated_line='phase ([0-9.]+) '
cases=()
while read -r name arguments; do
  [[ -n $name && $name != \#* ]] || continue
  case=$name-${arguments// /-}
  cases+=("$name|$arguments|$case")
  if [[ $name == shmem_* ]]; then launcher=$shmemrun; else launcher=$mpirun; fi
  folder=$work/$case
  if [[ ! -e $folder/done ]]; then
    rm -rf "$folder"
    mkdir "$folder"
    for trace in 1 2 3 4 5; do
      # shellcheck disable=SC2086 # several words
      plain=$(seconds "$original_line" $launcher "$work/programs/$name" $arguments)
      # shellcheck disable=SC2086
      taken=$(FORETELL_OUT=$folder/$trace seconds "$original_line" \
        $launcher env LD_PRELOAD="$FORETELL_TRACER" "$work/programs/$name" $arguments)
      echo "$plain $taken $trace"
    done | sort -n | awk '
      { plain[NR] = $1; taken[NR] = $2; trace[NR] = $3 }
      function off(i) { return taken[i] > plain[3] ? taken[i] - plain[3] : plain[3] - taken[i] }
      END { best = 1; for (i = 2; i <= NR; i++) if (off(i) < off(best)) best = i; print taken[best], trace[best] }
    ' >"$folder/chosen"
    read -r _ chosen <"$folder/chosen"
    for compute in sampled exact; do
      ./sim generate program "$folder/$chosen" --compute "$compute" --out "$folder/$compute" >"$folder/$compute.txt"
      if [[ $name == shmem_* ]]; then
        make -s -C "$folder/$compute"
      else
        make -s -C "$folder/$compute" CC=mpicc.openmpi
      fi
    done
    : >"$folder/done"
  fi
done <"${PROGRAMS:-$here/generated.txt}"

for ((round = 1; round <= rounds; round++)); do
  [[ ! -e $work/round-$round ]] || continue
  for each in "${cases[@]}"; do
    IFS='|' read -r name arguments case <<<"$each"
    if [[ $name == shmem_* ]]; then launcher=$shmemrun; else launcher=$mpirun; fi
    # shellcheck disable=SC2086
    line="$name $arguments|$(seconds "$original_line" $launcher "$work/programs/$name" $arguments)"
    for compute in sampled exact; do
      folder=$work/$case/$compute
      # shellcheck disable=SC2086
      line+="|$(PROGRAM_DATA=$folder seconds "$generated_line" $launcher "$folder/$(basename "$folder"/*.c .c)")"
    done
    echo "$line"
  done >"$work/round-$round.part"
  mv "$work/round-$round.part" "$work/round-$round"
done

machine="Measured on $(date -u +%Y-%m-%d), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores,
$(systemd-detect-virt 2>/dev/null || echo "virtualisation unknown"); $(mpirun.openmpi --version | head -1), \
$(gcc --version | head -1)."
MACHINE=$machine awk -F'|' '
  function sorted(name, kind, of,   i, j, x) {
    n = count[name]
    for (i = 1; i <= n; i++) {
      x = seconds[name, kind, i]
      for (j = i - 1; j > 0 && of[j] > x; j--) of[j + 1] = of[j]
      of[j + 1] = x
    }
  }
  function median(of) { return n % 2 ? of[(n + 1) / 2] : (of[n / 2] + of[n / 2 + 1]) / 2 }
  function ms(x) { return sprintf("%.1f ms", 1000 * x) }
  function cell(of) { return ms(median(of)) " (" ms(of[1]) " to " ms(of[n]) ")" }
  function percent(x) { return sprintf("%+.1f %%", x) }
  function row(name,   o, s, e, es, ee) {
    sorted(name, 2, o); sorted(name, 3, s); sorted(name, 4, e)
    es = 100 * (median(s) / median(o) - 1); ee = 100 * (median(e) / median(o) - 1)
    printf "| `%s` | %s | %s | %s | %s | %s | %s |\n", name, cell(o), cell(s), percent(es), \
      percent(100 * (s[1] / o[1] - 1)), cell(e), percent(ee)
    sampled += es < 0 ? -es : es; exact += ee < 0 ? -ee : ee
  }
  BEGIN {
    print ENVIRON["MACHINE"] "\n"
    print "| program | original | `sampled` | median | least | `exact` | median |"
    print "|---|---|---|---|---|---|---|"
  }
  !($1 in count) { names[++programs] = $1 }
  { count[$1]++; for (i = 2; i <= 4; i++) seconds[$1, i, count[$1]] = $i }
  END {
    for (p = 1; p <= programs; p++) row(names[p])
    printf "\nOn average, %.1f %% with `sampled` and %.1f %% with `exact`, whatever the sign; %d rounds.\n", \
      sampled / programs, exact / programs, n
  }' "$work"/round-*[0-9] >"$work/table.md"

"$here/into-page.sh" "$work/table.md" "$page" generated.sh
cat "$work/table.md"

average=$(sed -n 's/^On average, \([0-9.]*\) %.*/\1/p' "$work/table.md")
if [[ -n ${MOST:-} ]] && ! awk -v a="$average" -v most="$MOST" 'BEGIN { exit !(a <= most) }'; then
  echo "generated: both times differ by $average % on average, and at most $MOST % was asked for" >&2
  exit 1
fi
