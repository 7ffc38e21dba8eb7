package org.foretell.generators.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.program.ProgramOptions.Api;
import org.foretell.generators.program.ProgramOptions.Compute;
import org.foretell.generators.program.ProgramOptions.Vectors;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs of OpenSHMEM; that they compile and behave is tested by {@code .ci/generated}. */
class ShmemProgramTest {
  private static TraceProgram program(String text, boolean skipping) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader("foretell-trace 1\n" + text), "test", builder);
    ProgramOptions options =
        new ProgramOptions("test", Api.SHMEM, Compute.MEAN, Vectors.EXACT, skipping);
    return TraceProgram.of(builder.build(), options);
  }

  private static String code(String text) {
    return program(text, false).files().get("test.c").replaceAll("\\s+", " ");
  }

  /** The program of four PEs that all execute this; communicator 2 has those of even number. */
  private static String codeOf(String ops) {
    return code(fourPes(ops));
  }

  private static String fourPes(String ops) {
    return "ranks 4\ncommunicator 2 0,2\ncommunicator 3 0,1,3\nprogram 0-3 {\n"
        + ops.replace("; ", "\n")
        + "\n}\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shmem_put peer=+1 bytes=800 | shmem_putmem(heap, out, bytes(800), neighbor(+1));",
        "shmem_put_nbi peer=0 bytes=8 | shmem_putmem_nbi(heap, out, bytes(8), 0);",
        "shmem_get peer=-1 bytes=24 | shmem_getmem(in, heap, bytes(24), neighbor(-1));",
        "shmem_get_nbi peer=3 bytes=24 | shmem_getmem_nbi(in, heap, bytes(24), 3);",
        "shmem_p peer=+1 bytes=8 | shmem_long_p((long *)heap, 1, neighbor(+1));",
        "shmem_p peer=+1 bytes=4 | shmem_int_p((int *)heap, 1, neighbor(+1));",
        "shmem_g peer=2 bytes=8 | fetched = shmem_long_g((long *)heap, 2);",
        "shmem_iput peer=1 bytes=80 count=10 stride_bytes=16 | shmem_iput64(heap, out, 2, 1, 10,",
        "shmem_iget peer=1 bytes=40 count=10 stride_bytes=8 | shmem_iget32(in, heap, 1, 1, 10, 1)",
        "shmem_atomic peer=0 bytes=8 | shmem_long_atomic_inc((long *)heap, 0);",
        "shmem_atomic_fetch peer=0 bytes=4 | fetched = shmem_int_atomic_fetch_inc((int *)heap, 0)",
        "shmem_fence | shmem_fence();",
        "shmem_quiet | shmem_quiet();",
        "shmem_barrier | shmem_barrier_all();",
        "shmem_barrier communicator=2 | shmem_barrier(0, 1, 2, sync());",
        "shmem_sync | shmem_sync_all();",
        "shmem_sync communicator=2 | shmem_sync(0, 1, 2, sync());",
        "shmem_broadcast bytes=16 root=1 | shmem_broadcast64(heap, shared, elements(bytes(16), 8),"
            + " 1, 0, 0, RANKS, sync());",
        "shmem_collect bytes=12 | shmem_collect32(heap, shared, elements(bytes(12), 4), 0, 0,",
        "shmem_fcollect bytes=8 communicator=2 | shmem_fcollect64(heap, shared, elements(bytes(8),"
            + " 8), 0, 1, 2, sync());",
        "shmem_alltoall bytes=32 | shmem_alltoall64(heap, shared, elements(bytes(32), 8), 0, 0,",
        "shmem_reduce bytes=8 count=1 | shmem_double_sum_to_all((double *)heap, (double *)shared,",
        "shmem_reduce bytes=4 count=1 | shmem_int_sum_to_all((int *)heap, (int *)shared,",
        "shmem_set_lock object=0 | shmem_set_lock(&locks[0]);",
        "shmem_test_lock object=0 outcome=1 | test_lock(0, 1);",
        "shmem_test_lock object=0 outcome=0 | test_lock(0, 0);",
        "shmem_clear_lock object=1 | shmem_clear_lock(&locks[1]);",
        "shmem_malloc object=2 bytes=64 | allocate(2, 64);",
        "shmem_malloc bytes=64 | allocate(-1, 64);",
        "shmem_free object=2 | release(2);",
      })
  void opsAreCalls(String op, String call) {
    assertThat(codeOf(op)).contains(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // each PE has one source, at a distance
        "shmem_put peer=+1 bytes=64 tag=0; shmem_wait_until tag=0"
            + " | put_8(0, 64, neighbor(+1)); wait_8(0, neighbor(-1), 1);",
        "shmem_put_nbi peer=+1 bytes=12 tag=0; shmem_wait_until tag=0"
            + " | put_nbi_8(0, 12, neighbor(+1)); wait_8(0, neighbor(-1), 1);",
        "shmem_p peer=-1 bytes=4 tag=0; shmem_wait_until tag=0"
            + " | set_4_p(0, neighbor(-1)); wait_4(0, neighbor(+1), 1);",
        "shmem_p peer=-1 bytes=8 tag=0; shmem_test tag=0 outcome=1 | test_8(0, neighbor(+1), 1, 1)",
        "shmem_p peer=-1 bytes=8 tag=0; shmem_test tag=0 outcome=0 | test_8(0, neighbor(+1), 1, 0)",
        // counted up by anybody
        "shmem_atomic peer=0 bytes=8 tag=0; shmem_wait_until tag=0 count=4"
            + " | shmem_long_atomic_inc((long *)counter(0, 8), 0); wait_8(0, 0, 4);",
        "shmem_atomic peer=0 bytes=4 tag=0; shmem_wait_until tag=0 matched_peer=2"
            + " | shmem_int_atomic_inc((int *)counter(0, 4), 0); wait_4(0, 0, 1);",
        // the trace says whose update it was
        "shmem_p peer=0 bytes=8 tag=0; shmem_wait_until tag=0 matched_peer=3 | wait_8(0, 3, 1);",
      })
  void waitsAreForTheUpdatesOfAVariable(String ops, String calls) {
    assertThat(codeOf(ops)).contains(calls);
  }

  @Test
  void waitsForVariablesInTurnAreForTheUpdaterOfEach() {
    String ops =
        "shmem_p peer=+1 bytes=4 tag=0; shmem_p peer=+2 bytes=4 tag=1; repeat 4 {;"
            + " shmem_wait_until tag=cycle(0,1); }";
    assertThat(codeOf(ops))
        .contains(
            "wait_4(next(0, 1), (int)(rank == 0 ? next(3, 2) : (rank == 1 ? next(0, 3) : (rank == 2"
                + " ? next(1, 0) : next(2, 1)))), 1);");
    String alike =
        "shmem_p peer=+1 bytes=4 tag=0; shmem_p peer=+1 bytes=4 tag=1; repeat 4 {;"
            + " shmem_wait_until tag=cycle(0,1); }";
    assertThat(codeOf(alike)).contains("wait_4(next(0, 1), neighbor(-1), 1);");
  }

  /** The compiler refuses variables that nothing uses. */
  @Test
  void programsWithoutAllocationsUseWhatTheRuntimeKeepsOfThem() {
    assertThat(program(fourPes("shmem_barrier"), false).files().get("runtime.h"))
        .contains("*unnamed[256];", "unnamed[0] = NULL;");
  }

  @Test
  void variablesHaveRoomForTheLargestPutOfEachRank() {
    String ops =
        "shmem_put peer=+1 bytes=100 tag=0; shmem_p peer=+1 bytes=8 tag=1; shmem_wait_until tag=1";
    assertThat(codeOf(ops))
        .contains("#define VARIABLES 2L")
        .contains("#define PLACE_BYTES " + 4 * (104 + 8) + "L")
        .contains("values_0[] = {104, 8};")
        .contains("lay_out(values_0);");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shmem_put peer=1 bytes=8 object=1 | is in a context of its own",
        "shmem_ctx_create object=1 | is not a call of OpenSHMEM 1.4, or needs a context",
        "shmem_barrier communicator=3 | its PEs must be a power of two apart",
        "shmem_broadcast bytes=7 root=0 | its blocks are not multiples of 4 bytes",
        "shmem_p peer=1 bytes=2 | a single element has 4 or 8 bytes",
        "shmem_iput peer=1 bytes=20 count=10 stride_bytes=2 | is strided, with elements of other",
        "shmem_put peer=1 bytes=2 tag=0 | variable 0 is updated by less than 4 bytes",
        "shmem_p peer=1 bytes=8 tag=0; shmem_atomic peer=1 bytes=8 tag=0"
            + " | variable 0 is updated by puts and by atomics",
        "shmem_p peer=1 bytes=8 tag=0; shmem_wait_until tag=0 | several ranks update variable 0",
        "shmem_wait_until_all variables=[0,1] | waits for several variables at once",
        "barrier | is an MPI call in an OpenSHMEM program",
      })
  void inexpressibleOpsAreRefusedOrLeftOut(String ops, String why) {
    assertThatThrownBy(() -> codeOf(ops))
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining(why)
        .hasMessageContaining("--skip leaves such calls out");
    TraceProgram skipping = program(fourPes(ops), true);
    assertThat(skipping.skipped().keySet()).anyMatch(what -> what.contains(why));
    assertThat(skipping.files().get("test.c")).contains("/* left out: ");
  }

  @Test
  void callsOfOpenShmemAreNoneOfMpi() {
    assertThatThrownBy(
            () -> {
              MemoryTrace.Builder builder = MemoryTrace.builder();
              TraceTextReader.read(
                  new StringReader("foretell-trace 1\nranks 1\nprogram 0 {\nshmem_quiet\n}\n"),
                  "test",
                  builder);
              TraceProgram.of(
                  builder.build(),
                  new ProgramOptions("test", Api.MPI, Compute.MEAN, Vectors.EXACT, false));
            })
        .isInstanceOf(GeneratorException.class)
        .hasMessageContaining("generate it with --api shmem");
  }
}
