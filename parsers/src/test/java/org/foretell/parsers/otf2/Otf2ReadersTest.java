package org.foretell.parsers.otf2;

import java.io.IOException;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.otf2.ArchiveWriter.Records;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives are read alike by any number of threads. */
class Otf2ReadersTest {
  private static final int SEND = 1;
  private static final int IRECV = 2;
  private static final int SOLVE = 3;
  private static final int SPAWN = 4;
  private static final int RANKS = 6;

  @TempDir private Path folder;

  @BeforeEach
  void write() {
    ArchiveWriter writer = new ArchiveWriter(true, 1_000_000);
    writer
        .ranks(RANKS)
        .region(SEND, "MPI_Send", ArchiveWriter.MPI, 0)
        .region(IRECV, "mpi_irecv_", ArchiveWriter.COMPILER, 0)
        .region(SOLVE, "solve", ArchiveWriter.USER, 12)
        .region(SPAWN, "MPI_Comm_spawn", ArchiveWriter.MPI, 0);
    writer.write(folder);
    for (int rank = 0; rank < RANKS; rank++) {
      Records events = writer.records().enter(5, SOLVE);
      long time = 10;
      for (int i = 0; i < 10 + 40 * (rank % 2); i++, time += 7) {
        events.enter(time, SEND);
        events.message(EventReader.SEND, (rank + 1) % RANKS, 0, i, 64L * i);
        events.leave(time + 1, SEND);
        // Receives that nothing ends: their sources follow from the sends of all ranks.
        events.enter(time + 2, IRECV).brief(time + 3, EventReader.IRECV_REQUEST, i);
        events.leave(time + 4, IRECV);
      }
      if (rank % 2 == 1) {
        events.enter(time, SPAWN).leave(time + 9, SPAWN);
      }
      writer.events(folder, rank, events.leave(time + 100, SOLVE));
    }
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("otf2", folder, ReadingOptions.DEFAULT);
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("otf2", folder, ReadingOptions.DEFAULT, 200);
  }
}
