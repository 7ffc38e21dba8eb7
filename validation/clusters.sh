#!/usr/bin/env bash
# What leads instead of all ranks cost a prediction: clusters.sh [RUNS]
# Writes the table of docs/evidence/tracing.md. Four ranks; a minute or two.
#
#   WORK    where traces stay (default: validation/clusters)
#   PAGE    the page whose table is written (default: docs/evidence/tracing.md)
#   SIM     the command (default: ./sim)
#
# Programs of examples/programs get a marker in each step. Each runs with loops, and with loops and two leads, in turn.
# The times that loggops predicts on summit are compared: medians of the runs.
set -euo pipefail
runs=${1:-5}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
work=${WORK:-$here/clusters}
page=${PAGE:-docs/evidence/tracing.md}
sim=${SIM:-./sim}
mkdir -p "$work"
tracer=${FORETELL_TRACER:-$here/../tracer/build/libforetell-trace.so}
[[ -e $tracer ]] || tracer/build.sh
if ((EUID == 0)); then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
mpirun=${MPIRUN:-mpirun.openmpi --oversubscribe -np 4}

# marked NAME SUFFIX LOOP MARKER COMPILER..: compiles a program with a marker at the head of its main loop.
marked() {
  local source=$work/$1.$2
  sed "/$3/a $4" "examples/programs/$1.$2" >"$source"
  grep -qF "$4" "$source"
  "${@:5}" -O2 -o "$work/$1" "$source" -lm
}
marker='foretell_marker("step");' mpicc=(mpicc.openmpi -Itracer/include)
marked ring c 'for (int round = 0' "$marker" "${mpicc[@]}"
marked halo c 'for (int step = 1' "$marker" "${mpicc[@]}"
marked cg c 'for (int step = 0' "$marker" "${mpicc[@]}"
marked heat f90 'do step = 1' 'call MPI_Pcontrol(3)' mpifort.openmpi -J"$work"

# traced FOLDER COMMAND..: bytes that a rank uses of its file, and the predicted seconds.
traced() {
  local folder=$1 bytes predicted
  shift
  rm -rf "$folder"
  # shellcheck disable=SC2086 # several words
  FORETELL_OUT=$folder FORETELL_COMPRESS=on timeout 120 $mpirun env LD_PRELOAD="$tracer" "$@" >"$folder.log" 2>&1 </dev/null || {
    cat "$folder.log" >&2
    exit 1
  }
  bytes=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$(dirname "$tracer")/generator" org.foretell.tracer.raw.Dump --bytes \
    "$folder" | awk '{ s += $4 } END { print s / NR }')
  predicted=$("$sim" run summit "$folder" --model loggops --no-interval --json - 2>/dev/null |
    sed -n 's/.*"predictedSeconds" *: *\([0-9.eE+-]*\).*/\1/p' | head -1)
  [[ -n $predicted ]] || { echo "clusters: no prediction of $folder" >&2; exit 1; }
  echo "$bytes $predicted"
}

while read -r name arguments; do
  for ((run = 1; run <= runs; run++)); do
    for kind in loops clusters again; do
      leads=
      [[ $kind != clusters ]] || leads=FORETELL_CLUSTERS=2
      # shellcheck disable=SC2086
      echo "$name $arguments|$kind|$(traced "$work/$name.$kind" env $leads "$work/$name" $arguments)"
    done
  done
done <<'PROGRAMS' >"$work/results"
ring 1024 2000
halo 64 1000
cg 128 500
heat 2000 2000
PROGRAMS

sort -t'|' -k1,1 -k2,2 "$work/results" | awk -F'[| ]' '
  function median(list, n,   i, j, x, s) {
    for (i = 1; i <= n; i++) { x = list[i]; for (j = i - 1; j > 0 && s[j] > x; j--) s[j + 1] = s[j]; s[j + 1] = x }
    return n % 2 ? s[(n + 1) / 2] : (s[n / 2] + s[n / 2 + 1]) / 2
  }
  { key = $1 " " $2 " " $3; if (!(key in n)) { names[++programs] = key } n[key] = 1
    c[key, $4]++; b[key, $4, c[key, $4]] = $5; t[key, $4, c[key, $4]] = $6 }
  function of(which, key, kind,   i, l) {
    for (i = 1; i <= c[key, kind]; i++) l[i] = which == "b" ? b[key, kind, i] : t[key, kind, i]
    return median(l, c[key, kind])
  }
  function near(a, x) { return sprintf("%.3f", 1 - (a > x ? a - x : x - a) / a) }
  BEGIN {
    print "| program | bytes of a rank: loops | two leads | predicted: loops | two leads | accuracy | of another run |"
    print "|---|--:|--:|--:|--:|--:|--:|"
  }
  END {
    for (p = 1; p <= programs; p++) {
      k = names[p]; l = of("t", k, "loops"); w = of("t", k, "clusters"); a = of("t", k, "again")
      printf "| `%s` | %d | %d | %.2f ms | %.2f ms | %s | %s |\n", k, of("b", k, "loops"), of("b", k, "clusters"), \
        1000 * l, 1000 * w, near(l, w), near(l, a)
    }
  }' >"$work/table.md"
"$here/into-page.sh" "$work/table.md" "$page" clusters.sh
cat "$work/table.md"
