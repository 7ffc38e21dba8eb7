package org.foretell.parsers.liballprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.parsers.ReadingOptions;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged and hostile lines get one message that says where, what, and what to do. */
class LiballprofBadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_128);

  @TempDir private Path folder;

  private Path write(int rank, String lines) {
    return LiballprofReaderTest.write(folder, rank, lines);
  }

  private void read() {
    LiballprofReader.read(folder, ReadingOptions.DEFAULT, MemoryTrace.builder());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MPI_Send:2000:64:10:11,8,8:1:5:77,0,2 | 6 arguments and an end",
        "MPI_Send:2000:64:10:11:1:5:77,0,2:2000 | the size of a datatype",
        "MPI_Send:2000:64:-1:11,8,8:1:5:77,0,2:2000 | a count, at least 0, found -1",
        "MPI_Send:2000:64:1:11,8,8:1:-5:77,0,2:2000 | a tag, at least 0, found -5",
        "MPI_Send:2000:64:99999999999:11,8,8:1:5:77,0,2:2000 | at most 31 bits",
        "MPI_Send:soon:64:1:11,8,8:1:5:77,0,2:2000 | a time in microseconds, found 'soon'",
        "MPI_Send:2000:64:1:11,8,8:1:5:77,2,2:2000 | a rank within its communicator",
        "MPI_Barrier:2000:77,1,2:2000 | rank 0 of 2, as many as there are files",
        "MPI_Barrier:2000:77,0,9:2000 | rank 0 of 2, as many as there are files",
        "MPI_Bcast:2000:64:5:1,4,4:7:77,0,2:2000 | a root within the communicator of 2",
        "MPI_Alltoallv:2000:6:9:1:9:0:1,4,4:6:9:3:9:0:1,4,4:77,0,2:2000 | each of 2 ranks",
        "MPI_Start:2000:8000:2000 | a persistent request",
        "MPI_Waitall:2000:2147483647:8000:1:2000 | at most 1048576 requests",
        "hello | a call (MPI_..:beginning:arguments:end)",
        "MPI_Wtime | a time after the name of the call",
      })
  void linesThatAreRefused(String line, String message) {
    Path file = write(0, line + "\n");
    write(1, "");
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(file + ": line 6: expected ")
        .hasMessageContaining(message);
  }

  @Test
  void communicatorsOfUnknownMembers() {
    for (int rank = 0; rank < 3; rank++) {
      write(
          rank,
          "MPI_Comm_create:2000:77,%1$d,3:5:8000:2000\nMPI_Barrier:2000:9,0,2:2000\n"
              .formatted(rank));
    }
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("in which this is rank 0 of 2")
        .hasMessageContaining("cannot be replayed");
  }

  @Test
  void missingRanksAndSeveralRuns() throws IOException {
    write(0, "");
    write(2, "");
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "expected the files of ranks 0 to 2, found 2 of them; missing: rank 1");
    write(1, "");
    Files.copy(folder.resolve("pmpi-trace-rank-0.txt"), folder.resolve("other-0.txt"));
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found those of 2; name a file of one of them: other-0.txt");
    MemoryTrace.Builder trace = MemoryTrace.builder();
    LiballprofReader.read(
        folder.resolve("pmpi-trace-rank-1.txt"),
        ReadingOptions.DEFAULT.withCallTimes(false),
        trace);
    assertThat(trace.build().info().ranks()).isEqualTo(3);
  }

  @Test
  void damagedFilesAreReadOrRefusedInWords() throws IOException {
    Path file =
        write(
            0,
            """
            MPI_Comm_split:1500:77,0,2:0:0:8100:1600
            MPI_Isend:2000:64:3:1,4,4:1:6:77,0,2:8000:2000
            MPI_Irecv:2000:64:3:1,4,4:1:6:9,0,2:8008:2000
            MPI_Waitall:2000:2:8000:1:2000
            MPI_Alltoallv:2000:64:90:1,2:91:0,1:1,4,4:65:92:3,4:93:0,3:1,4,4:77,0,2:2000
            """);
    write(1, "MPI_Comm_split:1500:77,1,2:0:0:8100:1600\n");
    byte[] bytes = Files.readAllBytes(file);
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      byte[] changed = Arrays.copyOf(bytes, bytes.length - random.nextInt(40));
      for (int i = random.nextInt(3); i >= 0; i--) {
        int at = random.nextInt(LiballprofReaderTest.HEADER.length(), changed.length);
        changed[at] = (byte) ":,-0129\n.Mx".charAt(random.nextInt(11));
      }
      Files.write(file, changed);
      try {
        LiballprofReader.read(file, ReadingOptions.DEFAULT, MemoryTrace.builder());
        read++;
      } catch (TraceException e) {
        assertThat(e.getMessage()).contains("pmpi-trace-rank-").contains("expected ");
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    budget.report("liballprof", read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }
}
