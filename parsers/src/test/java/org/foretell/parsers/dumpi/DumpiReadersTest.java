package org.foretell.parsers.dumpi;

import static org.foretell.parsers.dumpi.DumpiRank.DOUBLE;
import static org.foretell.parsers.dumpi.DumpiRank.INT;
import static org.foretell.parsers.dumpi.DumpiRank.WORLD;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs are read alike by any number of threads. */
class DumpiReadersTest {
  private static final int RANKS = 6;

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    for (int rank = 0; rank < RANKS; rank++) {
      DumpiRank file = new DumpiRank().host("node" + rank % 2);
      file.call("MPI_Init", (Object) new String[] {"a.out"});
      for (int i = 0; i < 20 + 30 * (rank % 3); i++) {
        file.compute(500L * (rank + i)).call("MPI_Send", 10, DOUBLE, (rank + 1) % RANKS, i, WORLD);
        file.call("MPI_Irecv", 1, INT, 0, 1, WORLD, 5 + i);
        file.allreduce(WORLD);
      }
      if (rank % 2 == 1) {
        file.call("MPI_Abort", WORLD, 3);
      }
      file.call("MPI_Finalize").write(folder, rank);
    }
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("dumpi", folder, ReadingOptions.DEFAULT);
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("dumpi", folder, ReadingOptions.DEFAULT, 150);
  }
}
