package org.foretell.parsers.raw;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs are read alike by any number of threads. */
class RawReadersTest {
  private static final int RANKS = 6;

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    for (int rank = 0; rank < RANKS; rank++) {
      RawRank file =
          new RawRank(77, rank, RANKS)
              .function("MPI_Isend", "isend", "peer", "tag", "bytes", "communicator", "request")
              .function("MPI_Irecv", "irecv", "peer", "tag", "receive_bytes", "request")
              .function("MPI_Waitall", "waitall", "requests")
              .function("MPI_Comm_spawn", "");
      int module = file.module("/bin/app", "abcdef");
      file.callSite(module + 1, 0x40 + 8L * (rank % 3));
      int shared = file.name("phase");
      int own = file.name("phase of " + rank % 4);
      // A phase of its own ends twice, and others never end.
      file.plain(2, 3, shared).plain(2, 3, own).plain(3, 0, own).plain(3, 0, own);
      for (int i = 0; i < 20 + 60 * (rank % 2); i++) {
        file.call(1, 1, "MPI_Isend", 100 + i, 20, (rank + 1) % RANKS, i, 64, 0, 0);
        file.call("MPI_Irecv", 0, 20, -1, i, 64, 1).plain(1, 50);
        file.call("MPI_Waitall", 5, 300, (Object) new long[] {0, 1})
            .matched(1, (rank + RANKS - 1) % RANKS, i, 64);
        if (i % 9 == rank) {
          file.call(2, 0, "MPI_Comm_spawn", 400, 3);
        }
      }
      file.write(folder);
    }
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("raw", folder, ReadingOptions.DEFAULT);
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("raw", folder, ReadingOptions.DEFAULT, 150);
  }
}
