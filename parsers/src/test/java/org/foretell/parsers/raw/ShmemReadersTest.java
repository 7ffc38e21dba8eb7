package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.ReaderNumbers;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of OpenSHMEM are read alike by any number of threads. */
class ShmemReadersTest {
  private static final int RANKS = 6;
  private static final String P = "shmem_long_p";
  private static final String PUT = "shmem_putmem";
  private static final String ADD = "shmem_long_atomic_add";
  private static final String WAIT = "shmem_long_wait_until";
  private static final String SET = "shmem_set_lock";

  @TempDir private Path folder;

  /** Two segments, waits that are explained and others that are not, locks in any order. */
  @BeforeEach
  void write() {
    Random random = new Random(7);
    List<RawRank> files = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      RawRank file =
          new RawRank(77, rank, RANKS)
              .flags(2 | 8)
              .function(P, "shmem_p", "peer", "segment", "offset", "bytes")
              .function(PUT, "shmem_put", "peer", "segment", "offset", "bytes")
              .function(ADD, "shmem_atomic", "peer", "segment", "offset", "bytes");
      if (rank != 3) {
        file.function(WAIT, "shmem_wait_until", "segment", "offset");
      }
      file.function(SET, "shmem_set_lock", "segment", "offset");
      file.segment(-1, 1 << 20);
      file.segment(file.module("/bin/app", ""), 4096);
      files.add(file);
    }
    for (int i = 0; i < 1500; i++) {
      int rank = random.nextInt(RANKS);
      RawRank file = files.get(rank);
      int target = random.nextInt(RANKS);
      int segment = random.nextInt(2);
      int offset = 8 * random.nextInt(12);
      int gap = 10 + random.nextInt(300);
      switch (random.nextInt(rank == 3 ? 4 : 6)) {
        case 0 ->
            file.call(P, gap, 5, target, segment, offset, 8).wrote(offset, 8, random.nextInt(4));
        case 1 -> file.call(PUT, gap, 5, target, segment, offset, 64);
        case 2 -> file.call(ADD, gap, 5, target, segment, offset, 8).wrote(offset, 8, 1);
        case 3 -> file.call(SET, gap, 5, segment, 8 * random.nextInt(100));
        default ->
            file.call(WAIT, gap, 100, segment, offset)
                .value(random.nextInt(6), random.nextInt(4), random.nextInt(4), random.nextInt(4));
      }
    }
    files.forEach(file -> file.write(folder));
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("raw", folder, ReadingOptions.DEFAULT);
  }

  @Test
  void sameHoweverManyUpdatesThereIsRoomFor() {
    String all = read(UpdateMatching.MOST_UPDATES, 1);
    for (int readers = 1; readers <= 3; readers++) {
      assertThat(read(200, readers)).isEqualTo(all);
      assertThat(read(4, readers)).isEqualTo(all);
    }
  }

  private String read(int mostUpdates, int readers) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawOptions options = RawOptions.DEFAULT.withReaders(OptionalInt.of(readers));
    RawTraceReader.read(folder, options, mostUpdates, trace);
    StringWriter out = new StringWriter();
    trace.build().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("raw", folder, ReadingOptions.DEFAULT, 150);
  }
}
