package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.trace.BurstClock;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces say by which clock bursts were measured, and elapsed ones on shared cores are doubted. */
class BurstClockTest {
  private static final int ENDED = 1 | 8;
  private static final int PROCESSOR = 128;
  private static final int CORES_AT = 116;

  @TempDir private Path folder;

  private MemoryTrace read(int flags, int cores) {
    for (int rank = 0; rank < 3; rank++) {
      RawRank each = new RawRank(77, rank, 3).function("MPI_Finalize", "finalize").flags(flags);
      each.call("MPI_Finalize", 0, 1);
      each.header.putInt(CORES_AT, cores);
      each.write(folder);
    }
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    return trace.build();
  }

  @Test
  void elapsedBurstsOfRanksThatShareCoresAreDoubted() {
    MemoryTrace elapsed = read(ENDED, 2);
    assertThat(elapsed.info().burstClock()).isEqualTo(BurstClock.WALL);
    assertThat(String.join("\n", elapsed.info().notes()))
        .contains("elapsed times, and up to 3 ranks took turns on the 2 cores of a host");
    assertThat(String.join("\n", read(ENDED, 3).info().notes())).doesNotContain("took turns");
    assertThat(String.join("\n", read(ENDED, 0).info().notes())).doesNotContain("took turns");
  }

  @Test
  void processorTimesAreNotDoubted() {
    MemoryTrace trace = read(ENDED | PROCESSOR, 2);
    assertThat(trace.info().burstClock()).isEqualTo(BurstClock.PROCESSOR);
    assertThat(String.join("\n", trace.info().notes())).doesNotContain("took turns");
  }
}
