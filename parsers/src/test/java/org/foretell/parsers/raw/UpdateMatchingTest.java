package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which updates waits of OpenSHMEM take. */
class UpdateMatchingTest {
  private static final String P = "shmem_long_p";
  private static final String PUT = "shmem_putmem";
  private static final String ADD = "shmem_long_atomic_add";
  private static final String CSWAP = "shmem_long_atomic_compare_swap";
  private static final String FETCH = "shmem_long_atomic_fetch";
  private static final String WAIT = "shmem_long_wait_until";
  private static final String TEST = "shmem_long_test";
  private static final int EQ = 0;
  private static final int NE = 1;
  private static final int GE = 5;

  @TempDir Path folder;

  private static RawRank rank(int rank, int ranks) {
    RawRank file =
        new RawRank(77, rank, ranks)
            .flags(2 | 8)
            .function(P, "shmem_p", "peer", "segment", "offset", "bytes")
            .function(PUT, "shmem_put", "peer", "segment", "offset", "bytes")
            .function(ADD, "shmem_atomic", "peer", "segment", "offset", "bytes")
            .function(WAIT, "shmem_wait_until", "segment", "offset")
            .function(TEST, "shmem_test", "segment", "offset", "outcome", "polls")
            .function("shmem_set_lock", "shmem_set_lock", "segment", "offset")
            .function("shmem_clear_lock", "shmem_clear_lock", "segment", "offset");
    int module = file.module("/bin/app", "");
    file.segment(-1, 1 << 20);
    file.segment(module, 4096);
    return file;
  }

  private String read() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT.withCallTimes(false), trace);
    StringWriter out = new StringWriter();
    trace.build().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  @Test
  void aCompareAndSwapIsMarked() {
    rank(0, 2)
        .function(CSWAP, "shmem_atomic_fetch", "peer", "bytes")
        .function(FETCH, "shmem_atomic_fetch", "peer", "bytes")
        .call(CSWAP, 10, 1, 1, 8)
        .call(FETCH, 10, 1, 1, 8)
        .write(folder);
    rank(1, 2).write(folder);
    assertThat(read())
        .contains("shmem_atomic_fetch peer=1 bytes=8 flags=1")
        .contains("shmem_atomic_fetch peer=1 bytes=8\n");
  }

  @Test
  void aWaitTakesTheUpdateOfItsValue() {
    rank(0, 2)
        .call(P, 10, 1, 1, 0, 64, 8)
        .wrote(64, 8, 1)
        .call(P, 10, 1, 1, 0, 64, 8)
        .wrote(64, 8, 2)
        .call(P, 10, 1, 1, 0, 128, 8)
        .wrote(128, 8, 5)
        .call(P, 10, 1, 1, 1, 64, 8)
        .wrote(64, 8, 5)
        .write(folder);
    rank(1, 2)
        .call(WAIT, 0, 100, 0, 64)
        .value(EQ, 2, 0, 2)
        .call(WAIT, 0, 1, 0, 64)
        .value(NE, 0, 2, 2)
        .call(TEST, 0, 1, 1, 64, 1, 3)
        .value(EQ, 5, 0, 5)
        .call(TEST, 0, 1, 1, 64, 0, 3)
        .value(EQ, 6, 5, 5)
        .write(folder);
    String text = read();
    assertThat(text)
        .contains("shmem_p peer=1 bytes=8 tag=0\n  compute duration=column\n  shmem_p peer")
        .contains(
            "  shmem_p peer=1 bytes=8\n  compute duration=column\n  shmem_p peer=1 bytes=8 tag=1")
        .contains(
            """
              shmem_wait_until tag=0 count=2
              shmem_wait_until tag=0 count=0
              shmem_test tag=1 count=1 outcome=1
              shmem_test tag=1 outcome=0
            }
            """)
        .contains("waits and successful tests of OpenSHMEM: 3; updates were found for 2")
        .contains("1 needed none");
  }

  @Test
  void anUpdateThatBeganAfterTheWaitWasOverIsNotTaken() {
    rank(0, 2).call(P, 1000, 1, 1, 0, 64, 8).wrote(64, 8, 1).write(folder);
    rank(1, 2)
        .call(WAIT, 0, 5, 0, 64)
        .value(EQ, 1, 1, 1)
        .call(WAIT, 0, 5000, 0, 64)
        .value(EQ, 1, 0, 1)
        .write(folder);
    assertThat(read())
        .contains("shmem_wait_until tag=0 count=0\n  shmem_wait_until tag=0 count=1\n");
  }

  @Test
  void anUpdateAfterTheLastWaitOfItsPlaceNamesNoVariable() {
    rank(0, 2)
        .call(P, 10, 1, 1, 0, 64, 8)
        .wrote(64, 8, 1)
        .call(P, 5000, 1, 1, 0, 64, 8)
        .wrote(64, 8, 2)
        .write(folder);
    rank(1, 2).call(WAIT, 0, 100, 0, 64).value(EQ, 1, 0, 1).write(folder);
    assertThat(read())
        .contains(
            "shmem_p peer=1 bytes=8 tag=0\n  compute duration=column\n  shmem_p peer=1 bytes=8\n")
        .contains("shmem_wait_until tag=0 count=1\n");
  }

  @Test
  void clocksOfOneHostMayBeOffByALittle() {
    rank(0, 2).call(P, 150, 1, 1, 0, 64, 8).wrote(64, 8, 1).write(folder);
    rank(1, 2).call(WAIT, 0, 5, 0, 64).value(EQ, 1, 0, 1).write(folder);
    assertThat(read())
        .contains("shmem_wait_until tag=0 count=1\n")
        .contains("within the error of the ranks' clocks: 1");
  }

  @Test
  void additionsAreCounted() {
    for (int rank = 1; rank < 4; rank++) {
      RawRank adder = rank(rank, 4);
      for (int i = 0; i < 2; i++) {
        adder.call(ADD, 100, 1, 0, 0, 8, 8).wrote(8, 8, 1);
      }
      adder.write(folder);
    }
    rank(0, 4)
        .call(WAIT, 0, 150, 0, 8)
        .value(GE, 13, 10, 13)
        .call(WAIT, 0, 200, 0, 8)
        .value(GE, 16, 13, 16)
        .write(folder);
    assertThat(read())
        .contains("shmem_wait_until tag=0 count=3\n  shmem_wait_until tag=0 count=3\n")
        .contains("updates were found for 2 (2 by counting additions)");
  }

  @Test
  void aPutMayCoverSeveralPlaces() {
    rank(0, 2)
        .call(PUT, 10, 1, 1, 0, 0, 256)
        .call(PUT, 10, 1, 1, 0, 64, 9)
        .wrote(64, 8, 3)
        .write(folder);
    rank(1, 2)
        .call(WAIT, 0, 100, 0, 8)
        .value(EQ, 1, 0, 1)
        .call(WAIT, 0, 1, 0, 64)
        .value(EQ, 3, 0, 3)
        .call(WAIT, 0, 1, 0, 256)
        .value(EQ, 0, 0, 0)
        .write(folder);
    assertThat(read())
        .contains("shmem_put peer=1 bytes=256 variables=[0,1]")
        .contains("shmem_put peer=1 bytes=9 tag=1")
        .contains("shmem_wait_until tag=0 count=1\n")
        .contains("shmem_wait_until tag=2 count=0\n");
  }

  @Test
  void matchingUpdatesOfSeveralRanksAreReported() {
    rank(0, 3).call(P, 10, 1, 1, 0, 64, 8).wrote(64, 8, 1).write(folder);
    rank(1, 3).call(WAIT, 0, 100, 0, 64).value(EQ, 1, 0, 1).write(folder);
    rank(2, 3).call(P, 10, 1, 1, 0, 64, 8).wrote(64, 8, 1).write(folder);
    assertThat(read()).contains("waits that updates of several ranks could have satisfied: 1");
  }

  @Test
  void clocksOfOtherHostsAreAligned() {
    rank(0, 2).call(P, 1000, 1, 1, 0, 64, 8).wrote(64, 8, 1).write(folder);
    RawRank far = rank(1, 2).text(128, "node1");
    // Its clock is 10,000 ns ahead, and it asked when rank 0's showed 1,000,500.
    far.startsAt(1_010_000).exchange(1_010_400, 1_000_500, 1_010_600, 0);
    far.call(WAIT, 0, 5, 0, 64).value(EQ, 1, 1, 1);
    far.call(WAIT, 2000, 5, 0, 64).value(EQ, 1, 0, 1).write(folder);
    assertThat(read())
        .contains("shmem_wait_until tag=0 count=0\n")
        .contains("shmem_wait_until tag=0 count=1\n");
  }

  @Test
  void locksAreNumbered() {
    rank(0, 1)
        .call("shmem_set_lock", 0, 1, 0, 640)
        .call("shmem_clear_lock", 0, 1, 0, 640)
        .call("shmem_set_lock", 0, 1, 0, 64)
        .write(folder);
    assertThat(read())
        .contains(
            "shmem_set_lock object=0\n  shmem_clear_lock object=0\n  shmem_set_lock object=1");
  }
}
