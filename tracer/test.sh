#!/usr/bin/env bash
# Tests of the tracer with each MPI that it was built for. With --update it writes what calls.c is expected to record.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$here/build
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[[ -e $build/libforetell-trace.so ]] || "$here/build.sh" || exit 1
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
failed=0
passed=0
export FORETELL_OUT=$work/out

# Fails with what it is about.
check() { # what, command ..
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $mpi: $what" >&2
  fi
}
dump() { "$java" -cp "$build/generator" org.foretell.tracer.raw.Dump "$@" "$FORETELL_OUT"; }
# Runs with a number of ranks; `preload` is the library, "" for none.
run() { # ranks, command ..
  local ranks=$1
  shift
  local with=("$@")
  [[ -z $preload ]] || with=(env LD_PRELOAD="$preload" "$@")
  rm -rf "$FORETELL_OUT"
  if [[ $mpi == openmpi ]]; then
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 nice timeout 120 "$mpirun" --oversubscribe \
      --mca mpi_yield_when_idle 1 -np "$ranks" "${with[@]}" >"$work/stdout" 2>"$work/stderr"
  else
    nice timeout 120 "$mpirun" -np "$ranks" "${with[@]}" >"$work/stdout" 2>"$work/stderr"
  fi
  status=$?
  dump >"$work/dump" 2>/dev/null || : >"$work/dump"
}
records() { grep -q -- "$1" "$work/dump"; }
lacks() { ! grep -q -- "$1" "$work/dump"; }
count() { [[ $(grep -c -- "$1" "$work/dump") == "$2" ]]; }
says() { [[ $(grep -c -- "$1" "$work/stderr") == "$2" ]]; }

# The same output and exit status with and without the tracer.
unchanged() { # what, ranks, command ..
  local what=$1
  shift
  preload=
  run "$@"
  local plain=$status
  cp "$work/stdout" "$work/plain"
  preload=$library
  run "$@"
  check "$what: exit status $status, untraced $plain" [ "$status" = "$plain" ]
  # Numbers of processes are those of the starter's words about one that was killed.
  check "$what: output" cmp -s <(sed '/PID/d' "$work/plain") <(sed '/PID/d' "$work/stdout")
}

test_calls() {
  "$mpicc" -w -I"$here/include" -o "$work/calls" "$here/test/calls.c" || { failed=$((failed + 1)); return; }
  unchanged calls 4 "$work/calls" "$work/file"
  if [[ ${update:-} ]]; then cp "$work/dump" "$here/test/calls.expected"; fi
  check "calls: what is recorded" diff "$here/test/calls.expected" "$work/dump"
  FORETELL_START=off run 4 "$work/calls" "$work/file"
  check "off from the start: nothing before it goes on" lacks MPI_Bcast
  check "off from the start: on at last" count 'MPI_Barrier communicator=[0-9]*$' 4
}

test_fortran() {
  command -v "$mpifort" >/dev/null || return
  for form in halo halo_mpif halo_f08; do
    "$mpifort" -o "$work/$form" "$here/test/$form.f90" 2>"$work/stderr" || { echo "$form: not compiled" >&2; continue; }
    unchanged "$form" 2 "$work/$form"
    check "$form: what is recorded" diff "$here/test/halo.expected" "$work/dump"
    dump --times | grep '^site' | tail -1 >"$work/site"
    check "$form: call sites are the program's" grep -q "$form+" "$work/site"
  done
}

test_cpp() {
  "$mpicxx" -x c++ -o "$work/ring" "$here/test/ring.c" 2>"$work/stderr" || { failed=$((failed + 1)); return; }
  unchanged "ring in C++" 3 "$work/ring"
  check "ring: sends" count 'MPI_Isend peer=. tag=7 bytes=8 communicator=0 request=0' 9
  dump --times >"$work/dump"
  check "ring: clocks beside that of rank 0, at the beginning and the end" count '^exchange ' 8
  check "one run in a folder" [ "$(ls "$FORETELL_OUT" | wc -l)" = 1 ]
  FORETELL_CALL_PATH=3 run 2 "$work/ring"
  dump --times >"$work/dump"
  check "paths of calls" records 'site .* ring+0x[0-9a-f]* < libc.so'
  FORETELL_COUNTERS=on run 2 "$work/ring"
  dump --times >"$work/dump"
  check "counters, or why there are none" records '^note counters\|counters instructions='
  preload=$build/libforetell-trace-$mpi.so
  run 2 "$work/ring"
  check "the wrong library: exit status" [ "$status" = 0 ]
  check "the wrong library: one message" says 'foretell-trace: .* has to be libforetell-trace.so' 1
  check "the wrong library: no trace" [ ! -e "$FORETELL_OUT" ]
  mkdir -p "$work/alone"
  cp "$build"/*.so "$work/alone"
  rm "$work/alone/libforetell-trace-$mpi.so"
  preload=$work/alone/libforetell-trace.so
  run 2 "$work/ring"
  check "built for another MPI: exit status" [ "$status" = 0 ]
  check "built for another MPI: output" grep -q 'sum 8' "$work/stdout"
  check "built for another MPI: one message" says 'foretell-trace: .* runs untraced' 1
  check "built for another MPI: no trace" [ ! -e "$FORETELL_OUT" ]
  preload=$library
}

# The python3 whose mpi4py uses this MPI; nothing if there is none.
python_of() { # name of the MPI's library
  local python module
  for python in python3 /usr/bin/python3; do
    module=$("$python" -c 'import importlib.util as i; print(i.find_spec("mpi4py.MPI").origin)' 2>/dev/null) || continue
    if ldd "$module" | grep -q "$1"; then
      echo "$python"
      return
    fi
  done
}

# "MPI_Send objects calls.py:30" for each call at a place in a file: those of the trace, and those that comments announce.
calls_of() { # file
  awk -v file="$(basename "$1")" '/^rank / { split("", text) }
    /^site / { number = $2; sub(/^site [0-9]+ /, ""); text[number] = $0 }
    /^  MPI_/ { name = $1; sub(/\?$/, "", name); sub(/.* site=/, ""); if (index(text[$0], file)) print name, text[$0] }' \
    "$work/dump" | sort -u
}
announced_of() { # file
  awk -v file="$(basename "$1")" 'match($0, /# records .*$/) {
    split(substr($0, RSTART + 10), half, " at ")
    count = split(half[1], names, ", ")
    for (i = 1; i <= count; i++) print names[i], half[2], file ":" NR }' "$1" | sort -u
}

# Calls of mpi4py have the call sites of Python's frames.
test_python() {
  local library_name=libmpi.so python
  [[ $mpi == openmpi ]] || library_name=libmpich.so
  python=$(python_of $library_name)
  if [[ -z $python ]]; then
    echo "$mpi: no python3 with an mpi4py for it; not tested with Python" >&2
    return
  fi
  local program=$here/test/python_calls.py compress
  announced_of "$program" >"$work/announced"
  cut -d' ' -f1 "$work/announced" | sort -u >"$work/names"
  for compress in off on; do
    FORETELL_COMPRESS=$compress unchanged "Python, compress $compress" 2 "$python" "$program"
    dump --times >"$work/dump"
    calls_of "$program" | awk 'NR == FNR { names[$1]; next } $1 in names' "$work/names" - >"$work/found"
    check "Python, compress $compress: call sites" diff "$work/announced" "$work/found"
    check "Python, compress $compress: code at an address that was another's" count ' fresh[0-9]*.py:[0-9]*$' 100
    check "Python, compress $compress: what is collected" count '^  MPI_Comm_free communicator' 40
    check "Python, compress $compress: a phase" count '^  marker_begin name=objects ' 2
  done
  FORETELL_CALL_PATH=3 run 2 "$python" "$program"
  dump --times >"$work/dump"
  check "Python: paths of calls" count \
    'site .* Solver.step python_calls.py:[0-9]* < Solver.steps.<locals>.<listcomp> python_calls.py:[0-9]* < Solver.steps ' 4
  FORETELL_CLUSTERS=2 run 2 "$python" "$here/test/python_steps.py" 50
  dump --structure >"$work/dump"
  check "Python: steps are left to leads" grep -q ' 1x[0-9]\| 0x[0-9]' "$work/dump"
  local way
  for way in atexit global daemon fork busy; do
    unchanged "Python, $way" 2 "$python" "$here/test/python_ends.py" $way
    check "Python, $way: exit status" [ "$status" = 0 ]
    dump --times >"$work/dump"
    check "Python, $way: call sites" records 'site [0-9]* <module> python_ends.py:'
  done
  run 2 "$python" -m mpi4py.bench helloworld
  dump --times >"$work/dump"
  check "Python: a program of mpi4py" records 'site .* bench.py:'
}

# Three sleeps of 20 ms are bursts by the clock on the wall, and hardly any processor time.
test_turns() {
  "$mpicc" -o "$work/turns" "$here/test/turns.c" || { failed=$((failed + 1)); return; }
  # Nanoseconds of the bursts before barriers, all ranks together.
  bursts() {
    dump --times | awk '/^nanoseconds of a tick/ { tick = $5 }
      /MPI_Barrier/ { sub(/.*gap=/, ""); sum += $1 * tick } END { printf "%d\n", sum }'
  }
  preload=$library
  FORETELL_BURST=wall run 2 "$work/turns"
  check "bursts by the wall: no flag" lacks 'flags [A-Z]*P'
  check "bursts by the wall: at least 120 ms" [ "$(bursts)" -ge 115000000 ]
  FORETELL_BURST=cpu run 2 "$work/turns"
  check "bursts of the processor: flag" count 'flags [A-Z]*P' 2
  check "bursts of the processor: less than 30 ms" [ "$(bursts)" -lt 30000000 ]
  FORETELL_BURST=sun run 2 "$work/turns"
  check "another clock: a message" grep -q 'FORETELL_BURST is "sun", expected wall or cpu' "$work/stderr"
}

test_ends() {
  "$mpicc" -pthread -o "$work/ends" "$here/test/ends.c" || { failed=$((failed + 1)); return; }
  for way in exit _exit kill segv abort; do
    unchanged "$way" 2 "$work/ends" $way
    check "$way: the calls before it" records 'MPI_Allreduce bytes=4 count=1 flags=0 communicator=0'
    check "$way: has not ended by finalize" lacks 'flags ME'
  done
  unchanged fork 2 "$work/ends" fork
  check "fork: goes on in the parent only" count 'MPI_Barrier communicator=0' 4
  check "fork: nothing from the child" count 'MPI_Comm_rank?' 2
  check "fork: within a call" count 'MPI_Comm_delete_attr?' 2
  unchanged threads 1 "$work/ends" threads
  check "threads: streams" count '^stream' 4
  check "threads: calls" count 'MPI_Sendrecv ' 150
  FORETELL_WINDOW=64KiB unchanged "no space" 2 "$work/ends" full
  check "no space: the trace says so" count 'flags MEN' 2
  check "no space: said once a rank" says 'stops recording: no space' 2
  local compress
  for compress in off on; do
    FORETELL_COMPRESS=$compress unchanged "cut, compress $compress" 2 "$work/ends" cut
    check "cut, compress $compress: said once a rank" says 'something cut its raw file' 2
    FORETELL_COMPRESS=$compress unchanged "bus, compress $compress" 2 "$work/ends" bus
  done
  FORETELL_POLL_GAP=500ms unchanged polls 2 "$work/ends" polls
  check "polls: successful at last" count 'MPI_Test request=0 outcome=1' 1
  check "polls: folded" records 'MPI_Test request=0 outcome=[01] polls=[1-9][0-9]'
  check "polls: few records" [ "$(grep -c MPI_Test "$work/dump")" -lt 400 ]
  check "polls: of messages" records 'MPI_Iprobe peer=-1 tag=6 communicator=0 outcome=1 polls=[1-9]'
  check "polls: what was found" records 'matched slot=-3 source=0 tag=6 bytes=4'
  check "polls: unsuccessful at last" records 'MPI_Iprobe peer=0 tag=7 communicator=0 outcome=0 polls=0'
  unchanged seldom 1 "$work/ends" seldom
  dump --times >"$work/dump"
  check "polls: what the program does after them is no part of a record" awk '
    /^rank/ { for (i = 1; i < NF; i++) if ($i == "pair") pair = $(i + 1) }
    /^nanoseconds of a tick/ { ns = pair * $5 }
    END { exit !(ns > 0 && ns < 400) }' "$work/dump"
  FORETELL_OUT=/proc/nowhere run 2 "$work/ends" return
  check "a folder that cannot be made: exit status" [ "$status" = 0 ]
  check "a folder that cannot be made: said" says 'cannot make' 2
}

# Wrong calls get the error code that they get untraced. MPICH does not survive all of these by itself.
test_wrong() {
  [[ $mpi == openmpi ]] || return
  "$mpicc" -w -o "$work/wrong" "$here/test/wrong.c" || { failed=$((failed + 1)); return; }
  unchanged "wrong calls" 1 "$work/wrong"
  check "wrong calls: the program goes on" [ "$status" = 0 ]
  check "wrong calls: the library finds them" [ "$(grep -c ': wrong$' "$work/stdout")" -ge 16 ]
}

test_plugin() {
  "$mpicc" -shared -fPIC -o "$work/plugin.so" "$here/test/plugin.c" && cc -o "$work/loads" "$here/test/loads.c" -ldl ||
    { failed=$((failed + 1)); return; }
  [[ $mpi == openmpi ]] && export OMPI_MCA_mca_base_component_show_load_errors=0
  unchanged "MPI loaded later" 1 "$work/loads" "$work/plugin.so"
  if [[ $status == 0 ]]; then
    check "MPI loaded later: recorded" records 'MPI_Allreduce bytes=4'
  fi
}

test_callbacks() {
  local example=$here/../examples/callbacks
  make -s -C "$example" CC="$mpicc" OUT="$work/callbacks.so" TRACER="$here" "$work/callbacks.so" ||
    { failed=$((failed + 1)); return; }
  FORETELL_CALLBACKS=$work/callbacks.so run 2 "$work/ring"
  check "callbacks: before and after with the arguments" says '3 sends, 24 bytes' 2
}

# The same records with FORETELL_COMPRESS=on, and what they take.
test_compressed() {
  "$mpicc" -w -o "$work/repeats" "$here/test/repeats.c" || { failed=$((failed + 1)); return; }
  FORETELL_COMPRESS=on unchanged "calls, compressed" 4 "$work/calls" "$work/file"
  check "calls, compressed: what is recorded" diff "$here/test/calls.expected" "$work/dump"
  local window arguments way
  for window in 64KiB 1MiB; do
    for arguments in "" "all"; do
      FORETELL_WINDOW=$window run 2 "$work/repeats" $arguments
      cp "$work/dump" "$work/plain.dump"
      FORETELL_WINDOW=$window FORETELL_COMPRESS=on unchanged "repeats $arguments, $window" 2 "$work/repeats" $arguments
      check "repeats $arguments, $window: what is recorded" cmp "$work/plain.dump" "$work/dump"
    done
  done
  FORETELL_COMPRESS=on run 2 "$work/repeats"
  dump --structure >"$work/dump"
  check "repeats: 38,000 records are few words" [ "$(awk '/^structure/ && $2 < 60' "$work/dump" | wc -l)" = 2 ]
  for way in exit kill abort; do
    FORETELL_COMPRESS=on unchanged "$way, compressed" 2 "$work/ends" $way
    check "$way, compressed: the calls before it" records 'MPI_Allreduce bytes=4 count=1 flags=0 communicator=0'
    check "$way, compressed: has not ended by finalize" lacks 'flags ME'
  done
  FORETELL_COMPRESS=on unchanged "fork, compressed" 2 "$work/ends" fork
  check "fork, compressed: goes on in the parent only" count 'MPI_Barrier communicator=0' 4
  FORETELL_COMPRESS=on unchanged "threads, compressed" 1 "$work/ends" threads
  check "threads, compressed: streams" count '^stream' 4
  check "threads, compressed: calls" count 'MPI_Sendrecv ' 150
  FORETELL_COMPRESS=on FORETELL_WINDOW=64KiB unchanged "no space, compressed" 2 "$work/ends" full
  check "no space, compressed: the trace says so" count 'flags MEN' 2
  FORETELL_POLL_GAP=500ms FORETELL_COMPRESS=on unchanged "polls, compressed" 2 "$work/ends" polls
  check "polls, compressed: successful at last" count 'MPI_Test request=0 outcome=1' 1
  check "polls, compressed: folded" records 'MPI_Test request=0 outcome=[01] polls=[1-9][0-9]'
  FORETELL_COMPRESS=on FORETELL_COUNTERS=on FORETELL_CALL_PATH=3 run 2 "$work/ring"
  dump --times >"$work/dump"
  check "compressed: paths of calls" records 'site .* ring+0x[0-9a-f]* < libc.so'
  check "compressed: counters, or why there are none" records '^note counters\|counters instructions='
}

# What a program says that its bursts do.
test_work() {
  "$mpicc" -w -I"$here/include" -o "$work/work" "$here/test/work.c" -ldl || { failed=$((failed + 1)); return; }
  local compress
  for compress in off on; do
    FORETELL_COMPRESS=$compress unchanged "work, compress $compress" 2 "$work/work"
    check "work: of each rank" count '^ *work flops=2000 bytes=24000$' 10
    check "work: of each rank" count '^ *work flops=4000 bytes=48000$' 10
    check "work: another burst" count '^ *work flops=7 bytes=0$' 2
    check "work: none while recording is off" lacks 'flops=99'
    check "work: none that is no number" count '^ *work ' 22
    check "work: which is said once by each rank" says 'foretell_work was told -1 flops and 3 bytes' 2
  done
}

# Counters of the processor, by a stand-in whose counters have the same step in each burst.
test_counters() {
  cc -Wall -Werror -shared -fPIC -o "$work/perf.so" "$here/test/perf.c" -ldl || { failed=$((failed + 1)); return; }
  "$mpicc" -w -I"$here/include" -o "$work/markers" "$here/test/markers.c" -ldl && "$mpicc" -o "$work/ring" "$here/test/ring.c" ||
    { failed=$((failed + 1)); return; }
  local compress before
  for compress in off on; do
    preload="$work/perf.so $library"
    FORETELL_COMPRESS=$compress FORETELL_COUNTERS=on run 2 "$work/ring"
    check "counters, compress $compress: exit status" [ "$status" = 0 ]
    dump --times >"$work/dump"
    check "counters, compress $compress: one step in each burst" \
      [ "$(grep -c 'counters instructions=1000 cycles=2000 misses=50 ' "$work/dump")" -ge 24 ]
    before=$(grep -c 'counters instructions=1000 ' "$work/dump")
    FORETELL_COMPRESS=$compress FORETELL_COUNTERS=on FORETELL_FLOPS='100 0x1*2' run 2 "$work/ring"
    dump --times >"$work/dump"
    check "counters, compress $compress: weighted events of operations" [ "$(grep -c 'counters flops=102 ' "$work/dump")" = "$before" ]
    FORETELL_COMPRESS=$compress FORETELL_COUNTERS=on FORETELL_FLOPS='100 0x1*2' PERF_LACKS=100 run 2 "$work/ring"
    dump --times >"$work/dump"
    check "counters, compress $compress: an event that there is not" records 'counters flops=-1 '
    check "counters, compress $compress: others count" records 'counters instructions=1000 cycles=2000 misses=50 '
    check "counters, compress $compress: said once" says 'no counters for floating-point operations: No such file' 1
    FORETELL_COMPRESS=$compress FORETELL_COUNTERS=on run 2 "$work/markers" regular 5
    dump --times >"$work/dump"
    check "counters, compress $compress: bursts that markers end have their own" \
      [ "$(grep -B2 marker_begin "$work/dump" | grep -c 'counters instructions=1000 ')" -ge 10 ]
  done
  preload="$work/perf.so $library"
  FORETELL_COUNTERS=on FORETELL_FLOPS=many run 2 "$work/ring"
  check "counters: events that are none" says 'FORETELL_FLOPS is "many", expected up to 6 events' 2
  preload=$library
}

# FORETELL_CLUSTERS: what ranks do is recorded in full, and times of repetitions by leads only.
test_clusters() {
  "$mpicc" -w -I"$here/include" -o "$work/markers" "$here/test/markers.c" -ldl || { failed=$((failed + 1)); return; }
  local how
  for how in regular changes sizes uneven early threads late; do
    run 4 "$work/markers" $how 100
    cp "$work/dump" "$work/plain.dump"
    FORETELL_CLUSTERS=3 unchanged "clusters, $how" 4 "$work/markers" $how 100
    check "clusters, $how: each call of each rank" cmp -s <(grep -v ^note "$work/plain.dump") \
      <(grep -v ^note "$work/dump")
    dump --structure >"$work/leads.$how"
    cp "$work/dump" "$work/dump.$how"
  done
  check "clusters: most intervals are left to leads" [ "$(grep -c ' 1x\| 0x' "$work/leads.regular")" = 2 ]
  check "clusters: those who change record" grep -q '1x[0-9]* -1x[0-9]* 1x[0-9]* -1x' "$work/leads.changes"
  check "clusters: other sizes are no change" [ "$(grep -c ' 1x[0-9][0-9]\| 0x[0-9][0-9]' "$work/leads.sizes")" = 2 ]
  for how in uneven threads; do
    check "clusters, $how: all ranks record" [ "$(grep -c ' intervals -1x[0-9]*$\| intervals $' "$work/leads.$how")" = 4 ]
    check "clusters, $how: the trace says why" grep -q '^note clusters: .* and so do all others' "$work/dump.$how"
  done
  check "clusters: what takes longer than usual is kept" \
    [ "$(awk '/ 1x/ { at = 0; for (i = 13; i <= NF; i++) { split($i, run, "x"); at += run[2];
        if (at > 50) { print run[1]; exit } } }' "$work/leads.late")" = -1 ]
  FORETELL_CLUSTERS=4 run 4 "$work/markers" split 100
  dump --structure >"$work/dump"
  check "clusters: partners in any communicator tell ranks apart" \
    [ "$(grep -c ' 1x' "$work/dump"), $(grep -c ' 0x' "$work/dump")" = "1, 0" ]
  check "clusters, early: up to the end of the first" \
    [ "$(awk '/ 1x/ { at = 0; for (i = 13; i <= NF; i++) { split($i, run, "x"); at += run[2]; if (run[1] >= 0) last = at }
        print (last > 9 && last < 23 ? "yes" : "no, " last) }' "$work/leads.early")" = yes ]
  FORETELL_CLUSTERS=3 FORETELL_CLUSTERS_EVERY=10 run 4 "$work/markers" regular 100
  dump --structure >"$work/dump"
  check "clusters: every tenth marker" count 'leads of 10 intervals' 4
  FORETELL_CLUSTERS=3 FORETELL_CLUSTERS_MARKER=other run 4 "$work/markers" regular 100
  dump --structure >"$work/dump"
  check "clusters: other markers" count 'leads of 0 intervals' 4
  FORETELL_CLUSTERS=none run 4 "$work/markers" regular 10
  check "clusters: not a number" says 'FORETELL_CLUSTERS is "none", expected a number' 4
}

mpi=all
[[ ${1:-} == --update ]] && update=yes
check "nothing in a program without MPI" test -z "$(LD_PRELOAD=$build/libforetell-trace.so /bin/true 2>&1)"
"$java" -cp "$build/generator" org.foretell.tracer.CoveragePage "$here/spec/mpi.xml" "$here/spec/interface.xsd" \
  "$here/spec/shmem.xml" "$here/spec/interface.xsd" >"$work/coverage.md"
[[ ${update:-} ]] && cp "$work/coverage.md" "$here/../docs/tracing-coverage.md"
check "docs/tracing-coverage.md is what test.sh --update writes" cmp -s "$work/coverage.md" "$here/../docs/tracing-coverage.md"
"$java" -cp "$build/generator" org.foretell.tracer.CoveragePage "$here/test/family.xml" "$here/spec/interface.xsd" \
  >"$work/family.md"
check "a family of functions is one for each type" grep -q test_double_put "$work/family.md"
sed 's/op="shmem_put"/opp="shmem_put"/' "$here/test/family.xml" >"$work/wrong.xml"
check "what the schema does not allow is refused with its line" grep -q 'wrong.xml, line 1[0-9]: ' < <(
  "$java" -cp "$build/generator" org.foretell.tracer.Generate "$work/wrong.xml" "$here/spec/interface.xsd" "$work/gen" /dev/null 2>&1)
listing=$(ls "$build"/*/c.nm | head -1)
{ cat "$listing" && echo '0 T MPI_Invented'; } >"$work/more.nm"
check "a function that the specification has not" grep -q MPI_Invented < <(
  "$java" -cp "$build/generator" org.foretell.tracer.Generate "$here/spec/mpi.xml" "$here/spec/interface.xsd" "$work/gen" "$work/more.nm" 2>&1)
grep -v ' P\?MPI_Send$' "$listing" >"$work/fewer.nm"
check "a function that the library has not" grep -q 'MPI_Send is in the specification' < <(
  "$java" -cp "$build/generator" org.foretell.tracer.Generate "$here/spec/mpi.xml" "$here/spec/interface.xsd" "$work/gen" "$work/fewer.nm" 2>&1)

for mpi in openmpi mpich; do
  library=$build/libforetell-trace.so
  preload=$library
  [[ -e $build/libforetell-trace-$mpi.so ]] || continue
  suffix=.$mpi
  command -v "mpicc$suffix" >/dev/null || suffix=
  mpicc=mpicc$suffix mpicxx=mpicxx$suffix mpifort=mpifort$suffix mpirun=mpirun$suffix
  test_calls
  test_fortran
  test_cpp
  test_python
  test_turns
  test_ends
  test_wrong
  test_compressed
  test_work
  test_counters
  test_clusters
  test_plugin
  test_callbacks
done
FORETELL_OUT= "$here/test/shmem.sh" ${update:+--update} || failed=$((failed + 1))
FORETELL_COMPRESS=on FORETELL_OUT= "$here/test/shmem.sh" calls ends times || failed=$((failed + 1))
echo "$passed passed, $failed failed"
((failed == 0))
