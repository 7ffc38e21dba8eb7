package org.foretell.generators.shmembench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How often each PE calls what in a benchmark. It must match the templates; a test that counts the
 * calls of a compiled program checks that.
 */
final class ExpectedCalls {
  private static final String BARRIER_ALL = "shmem_barrier_all";

  private final Map<String, Long> calls = new TreeMap<>();
  private final Map<String, String> ops = new TreeMap<>();
  private final int repetitions;

  ExpectedCalls(
      BenchLanguage language, List<Routine> routines, List<BenchTest> tests, int repetitions) {
    this.repetitions = repetitions;
    boolean fortran = language == BenchLanguage.FORTRAN;
    call("shmem_init", "init", 1);
    if (!fortran) {
      call("shmem_malloc", "shmem_malloc", 3);
      call("shmem_free", "shmem_free", 3);
    }
    call(fortran ? "shmem_int4_max_to_all" : "shmem_int_max_to_all", "shmem_reduce", 1);
    call(BARRIER_ALL, "shmem_barrier", 2);
    call("shmem_finalize", "shmem_finalize", 1);
    for (BenchTest test : tests) {
      for (Routine routine : routines) {
        if (routine.of() == test.testClass()) {
          add(routine, fortran);
        }
      }
    }
  }

  private void add(Routine routine, boolean fortran) {
    call(routine.name(), routine.op(), repetitions);
    String put = fortran ? "shmem_integer_put" : "shmem_long_p";
    String putOp = fortran ? "shmem_put" : "shmem_p";
    switch (routine.kind()) {
      case "barrier_all" -> {}
      case "barrier" -> call(BARRIER_ALL, "shmem_barrier", repetitions);
      case "broadcast", "collect", "alltoall", "alltoalls" ->
          call(BARRIER_ALL, "shmem_barrier", repetitions + 2);
      case "and", "or", "xor", "min", "max", "sum", "prod" ->
          call(
              BARRIER_ALL,
              "shmem_barrier",
              routine.of() == TestClass.COLLECTIVE ? repetitions + 1 : 2);
      case "order" -> {
        call(put, putOp, repetitions);
        call(BARRIER_ALL, "shmem_barrier", 2);
      }
      case "wait_until" -> {
        call(
            fortran
                ? routine.type().name().equals("int4") ? "shmem_put32" : "shmem_put64"
                : "shmem_" + routine.type().name() + "_p",
            putOp,
            repetitions);
        call(BARRIER_ALL, "shmem_barrier", 2);
      }
      case "test" -> {
        call("shmem_" + routine.type().name() + "_p", "shmem_p", 1);
        call(BARRIER_ALL, "shmem_barrier", 3);
      }
      case "set_lock" -> {
        call("shmem_long_p", "shmem_p", repetitions);
        call("shmem_long_g", "shmem_g", repetitions);
        call("shmem_quiet", "shmem_quiet", repetitions);
        call("shmem_clear_lock", "shmem_clear_lock", repetitions);
        call(BARRIER_ALL, "shmem_barrier", 2);
      }
      case "get_nbi" -> {
        call("shmem_quiet", "shmem_quiet", 1);
        call(BARRIER_ALL, "shmem_barrier", 2);
      }
      default -> call(BARRIER_ALL, "shmem_barrier", 2);
    }
  }

  private void call(String routine, String op, long number) {
    calls.merge(routine, number, Long::sum);
    ops.put(routine, op);
  }

  /** Lines of CSV, in the order of the routines' names. */
  String csv() {
    List<String> lines = new ArrayList<>();
    lines.add("routine,op,calls_of_each_pe");
    calls.forEach((routine, number) -> lines.add(routine + "," + ops.get(routine) + "," + number));
    return String.join("\n", lines) + "\n";
  }

  Map<String, Long> calls() {
    return calls;
  }
}
