package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders with a file for each rank are read alike by any number of threads. */
class TiReadersTest {
  /** More than ten, so that the order of files is not that of ranks. */
  private static final int RANKS = 13;

  private static final ReadingOptions PASSING =
      ReadingOptions.DEFAULT.withUnknownActionsPassed(true);

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    Files.writeString(folder.resolve("a-readme.txt"), "no trace\n");
    for (int rank = 0; rank < RANKS; rank++) {
      StringBuilder text = new StringBuilder();
      line(text, rank, "init" + (rank % 3 == 0 ? " 1" : ""));
      for (int i = 0; i < 60; i++) {
        int next = (rank + 1) % RANKS;
        int last = (rank + RANKS - 1) % RANKS;
        line(text, rank, "location file" + random.nextInt(9) + ".c " + random.nextInt(3));
        line(text, rank, "compute " + random.nextInt(1_000_000));
        switch (random.nextInt(8)) {
          case 0 -> {
            line(text, rank, "isend " + next + " 3 100 0");
            line(text, rank, "irecv -555 3 100 0");
            line(text, rank, "waitall");
          }
          case 1 -> {
            line(text, rank, "irecv " + last + " 1 " + random.nextInt(99) + " 1");
            line(text, rank, "wait " + last + " " + rank + " 1");
          }
          case 2 -> line(text, rank, "test " + last + " " + rank + " 7");
          case 3 -> line(text, rank, "allreduce 8 1000 0");
          case 4 -> line(text, rank, "alltoall " + (1 << random.nextInt(9)) + " 512 0 0");
          case 5 -> line(text, rank, "unknown" + random.nextInt(200));
          case 6 -> line(text, rank, "comm_split");
          default -> line(text, rank, "send -333 1 100");
        }
      }
      if (rank != 4) {
        line(text, rank, "finalize");
      }
      Files.writeString(folder.resolve("rank-" + rank + ".txt"), text);
    }
  }

  private static void line(StringBuilder text, int rank, String action) {
    text.append(rank).append(' ').append(action).append('\n');
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("simgrid-ti", folder, PASSING);
  }

  @Test
  void sameBytesOfAListOfFiles() throws IOException {
    StringBuilder list = new StringBuilder();
    for (int rank = 0; rank < RANKS; rank++) {
      list.append(folder.getFileName()).append("/rank-").append(rank).append(".txt\n");
    }
    Path file = folder.resolveSibling(folder.getFileName() + ".list");
    Files.writeString(file, list);
    try {
      ReaderNumbers.assertSame("simgrid-ti", file, PASSING);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void sameBytesWhereRanksShareAFile() throws IOException {
    Files.writeString(
        folder.resolve("rank-0.txt"),
        Files.readString(folder.resolve("rank-0.txt"))
            + Files.readString(folder.resolve("rank-1.txt")));
    Files.delete(folder.resolve("rank-1.txt"));
    ReaderNumbers.assertSame("simgrid-ti", folder, PASSING);
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("simgrid-ti", folder, PASSING, 150);
  }

  /** The line that says so is that of the file that comes later, even if it is wrong after that. */
  @Test
  void sameMessageOfARankInTwoFiles() throws IOException {
    Files.writeString(
        folder.resolve("rank-9.txt"), "9 init\n2 compute 1\n9 send x y\n3000000000\n");
    ReaderNumbers.assertSameIfDamaged("simgrid-ti", folder, PASSING, 5);
  }
}
