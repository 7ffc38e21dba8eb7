package org.foretell.parsers.liballprof;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs are read alike by any number of threads. */
class LiballprofReadersTest {
  @TempDir private Path folder;

  @BeforeEach
  void write() {
    for (int rank = 0; rank < 4; rank++) {
      LiballprofReaderTest.write(
          folder,
          rank,
          """
          MPI_Barrier:1000:77,%1$d,4:2000
          MPI_Comm_split:2000:77,%1$d,4:%3$d:%1$d:8000:2000
          MPI_Comm_split:2000:77,%1$d,4:%4$d:0:8008:2000
          MPI_Comm_dup:2000:77,%1$d,4:8016:2000
          MPI_Allreduce:2100:64:65:1:1,4,4:3:501,%2$d,2:2300
          MPI_Spawn_%1$d:2400:2500
          MPI_Barrier:2000:502,%1$d,4:2000
          MPI_Barrier:2000:503,0,1:2000
          """
              .formatted(rank, rank % 2, rank / 2, rank == 3 ? -1 : 9));
    }
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("liballprof", folder, ReadingOptions.DEFAULT);
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("liballprof", folder, ReadingOptions.DEFAULT, 200);
  }
}
