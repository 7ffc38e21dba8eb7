#!/usr/bin/env bash
# Tests of what is recorded of OpenSHMEM: all, or those named. With --update it writes what shmem_calls.c is
# expected to record.
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
build=$here/build
library=${FORETELL_LIBRARY:-$build/libforetell-trace.so}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if ! command -v shmemcc >/dev/null || [[ ! -e $build/openmpi/wrappers_shmem.c ]]; then
  echo "OpenSHMEM: not installed, not tested"
  exit 0
fi
passed=0
failed=0

check() { # what, command ..
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: OpenSHMEM: $what" >&2
  fi
}
run() { # PEs, command ..
  local pes=$1 with=("$@")
  with=("${with[@]:1}")
  rm -rf "$work/out"
  [[ -z $preload ]] || with=(env LD_PRELOAD="$preload" FORETELL_OUT="$work/out" "${with[@]}")
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 nice timeout 30 shmemrun --oversubscribe \
    --mca mpi_yield_when_idle 1 --mca memory ^patcher -x SHMEM_SYMMETRIC_SIZE=64M -np "$pes" "${with[@]}" \
    >"$work/stdout" 2>"$work/stderr"
  status=$?
  : >"$work/dump"
  [[ -z $preload ]] || "$java" -cp "$build/generator" org.foretell.tracer.raw.Dump "$work/out" >"$work/dump"
}
records() { grep -q -- "$1" "$work/dump"; }
lacks() { ! grep -q -- "$1" "$work/dump"; }
count() { [[ $(grep -c -- "$1" "$work/dump") == "$2" ]]; }
unchanged() { # what, PEs, command ..
  local what=$1
  shift
  preload=
  run "$@"
  local plain=$status
  sort "$work/stdout" >"$work/plain"
  preload=$library
  run "$@"
  check "$what: exit status $status, untraced $plain" [ "$status" = "$plain" ]
  check "$what: output" cmp -s "$work/plain" <(sort "$work/stdout")
}
# What does not depend on times and on where the compiler puts static data.
steady() {
  sed -E '/outcome=0/d; s/before=[0-9-]+ after=[0-9-]+$/found/; s/polls=[0-9]+/polls/' "$work/dump" |
    awk -v first="$(grep -o 'shmem_long_test segment=[0-9]* offset=[0-9]*' "$work/dump" | head -1 | grep -o '[0-9]*$')" '
      { while (match($0, /(offset=|\[|,)[0-9][0-9][0-9][0-9]+/)) {
          text = substr($0, RSTART, RLENGTH); number = text; gsub(/[^0-9]/, "", number)
          sub(/[0-9]+/, "S" (number - first), text)
          $0 = substr($0, 1, RSTART - 1) text substr($0, RSTART + RLENGTH) }
        print }'
}

# Each function of the library is called once, and recorded once.
test_every_function() {
  "$java" -cp "$build/generator" org.foretell.tracer.ShmemCalls "$here/spec/shmem.xml" "$here/spec/interface.xsd" \
    "$build/openmpi/shmem.nm" "$work/every.c" >"$work/names" || { failed=$((failed + 1)); return; }
  shmemcc -std=gnu11 -w -o "$work/every" "$work/every.c" || { failed=$((failed + 1)); return; }
  unchanged "every function" 2 "$work/every"
  for rank in 0 1; do
    awk -v rank=$rank '/^rank/ { own = $2 == rank } /^ / && own { sub(/\?$/, "", $1); print $1 }' "$work/dump" |
      grep -Ev '^(update|value|shmem_barrier_all|shmem_init|shmem_malloc|shmem_free|shmem_finalize)$' | sort >"$work/recorded"
    check "every function is recorded once by PE $rank ($(wc -l <"$work/names") functions)" \
      diff <(sort "$work/names") "$work/recorded"
  done
}

test_calls() {
  shmemcc -std=c11 -Wno-deprecated-declarations -o "$work/calls" "$here/test/shmem_calls.c" || { failed=$((failed + 1)); return; }
  unchanged calls 3 "$work/calls"
  steady >"$work/steady"
  [[ ${update:-} ]] && cp "$work/steady" "$here/test/shmem_calls.expected"
  check "calls: what is recorded" diff "$here/test/shmem_calls.expected" "$work/steady"
  FORETELL_SHMEM_PTR=null run 3 "$work/calls"
  check "shmem_ptr gives nothing" [ "$(cat "$work/stdout")" = $'1\n1\n1' ]
  check "shmem_ptr gives nothing: nothing to say" lacks '^note'
}

test_ends() {
  shmemcc -std=gnu11 -o "$work/ends" "$here/test/shmem_ends.c" || { failed=$((failed + 1)); return; }
  for way in _exit kill segv global; do
    unchanged "$way" 2 "$work/ends" $way
    check "$way: the calls before it" count 'shmem_barrier_all communicator=0' 2
    check "$way: has not ended by finalize" lacks 'flags SE'
  done
  for way in exit return; do
    unchanged "$way" 2 "$work/ends" $way
    check "$way: the library finalizes" count 'shmem_finalize$' 2
    check "$way: has ended" count 'flags SE' 2
  done
  for way in mpi_first shmem_first; do
    unchanged "$way" 2 "$work/ends" $way
    check "$way: one file a process" [ "$(find "$work/out" -name '*.raw' | wc -l)" = 2 ]
    check "$way: calls of MPI" count 'MPI_Allreduce bytes=4' 2
    check "$way: calls of OpenSHMEM" count 'shmem_long_wait_until' 2
    FORETELL_CLUSTERS=2 unchanged "$way, clusters" 2 "$work/ends" $way
    check "$way, clusters: not for OpenSHMEM" \
      grep -q 'FORETELL_CLUSTERS is for programs of MPI\|note clusters: the program uses OpenSHMEM' "$work/stderr" "$work/dump"
  done
}

# The programs that are shipped: unchanged, and complete.
test_programs() {
  for program in shmem_ring shmem_sort shmem_fft; do
    shmemcc -O2 -I"$here/include" -o "$work/$program" "$here/../examples/programs/$program.c" -lm || { failed=$((failed + 1)); continue; }
    preload=$library
    run 2 "$work/$program" 64
    check "$program: exit status" [ "$status" = 0 ]
    check "$program: right" grep -q right "$work/stdout"
    check "$program: complete" count 'flags SE' 2
  done
}

# Times of all PEs are those of one clock here. A wait ends after the update that it waited for began.
test_times() {
  shmemcc -O2 -I"$here/include" -o "$work/shmem_ring" "$here/../examples/programs/shmem_ring.c" -lm || { failed=$((failed + 1)); return; }
  preload=$library
  run 2 "$work/shmem_ring" 8192 300
  check "times: exit status" [ "$status" = 0 ]
  "$java" -cp "$build/generator" org.foretell.tracer.raw.Dump --times "$work/out" | awk '
    function field(name) { return match($0, " " name "=[0-9-]+") ? substr($0, RSTART + length(name) + 2, RLENGTH - length(name) - 2) : 0 }
    /^rank/ { rank = $2 }
    /^stream/ { time = $4 }
    /^  / { time += field("gap"); start = time; time += field("duration") }
    /^  shmem_long_p / { began = start }
    /^  update/ { split($2, word, /[],[]/); put[1 - rank, word[4]] = began }
    /^  shmem_long_wait_until/ { ended = time }
    /^  value/ { wait[rank, field("operand")] = ended }
    END { for (each in wait) { waits++; if (!(each in put) || put[each] > wait[each]) early++ }
          print waits + 0, early + 0 }' >"$work/times"
  check "times: a wait ends after its update began (waits, early ones: $(cat "$work/times"))" \
    [ "$(cat "$work/times")" = "600 0" ]
}

update=
if [[ ${1:-} == --update ]]; then
  update=yes
  shift
fi
(($#)) || set -- every_function calls ends times programs
for name; do
  "test_$name"
done
echo "OpenSHMEM: $passed passed, $failed failed"
((failed == 0))
