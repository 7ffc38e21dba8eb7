package org.foretell.parsers.dumpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.parsers.dumpi.DumpiRank.INT;
import static org.foretell.parsers.dumpi.DumpiRank.WORLD;

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
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged and hostile input gets one message that says where, what, and what to do. */
class DumpiBadInputTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_128);
  private static final int[] IGNORED = {};

  @TempDir private Path folder;

  private void read(Path input) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    DumpiReader.read(input, ReadingOptions.DEFAULT, trace);
    trace.build();
  }

  private void refuses(DumpiRank rank, String... parts) {
    Path file = rank.write(folder, 0);
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(TraceException.class)
        .hasMessageContainingAll(parts)
        .hasMessageStartingWith(file + ": byte ")
        .message()
        .matches("(?s).*: expected .*, found .*; .*");
  }

  private static DumpiRank rank() {
    DumpiRank rank = new DumpiRank().function("main");
    rank.call("MPI_Init", (Object) new String[] {"a.out", "-v"});
    rank.call("Function_enter", 0x400000).compute(100);
    rank.call("MPI_Comm_split", WORLD, 0, 0, 4).call("MPI_Type_contiguous", 3, INT, 29);
    for (int i = 0; i < 3; i++) {
      rank.call("MPI_Irecv", 2, 29, -1, i, 4, 5).call("MPI_Isend", 2, 29, 0, i, 4, 6);
      rank.call("MPI_Waitall", 2, new int[] {5, 6}, new int[] {24, 0, 0, 0, i, 0, -1, 0, 0, -1});
    }
    rank.call("MPI_Comm_group", 4, 3).call("MPI_Group_incl", 3, 1, new int[] {0}, 4);
    rank.call("MPI_Comm_create", 4, 4, 6).allreduce(6);
    rank.call("MPI_Cart_create", WORLD, 1, new int[] {1}, new int[] {0}, 0, 7);
    rank.call("MPI_Cart_sub", 1, 7, new int[] {1}, 8);
    rank.call("MPI_Alltoallv", 1, new int[] {1}, IGNORED, INT, new int[] {1}, IGNORED, INT, 8);
    return rank.call("MPI_Finalize");
  }

  private boolean isRead(String what) {
    try {
      read(folder);
      return true;
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).contains("dumpi-2026").contains("expected ");
      return false;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(what, e);
    }
  }

  @Test
  void cutAtEveryByte() throws IOException {
    byte[] bytes = rank().bytes();
    Path file = folder.resolve("dumpi-2026-0000.bin");
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThat(isRead("cut at " + length)).isFalse();
    }
    Files.write(file, bytes);
    assertThat(isRead("whole")).isTrue();
  }

  @Test
  void changedBits() throws IOException {
    byte[] bytes = rank().bytes();
    Path file = folder.resolve("dumpi-2026-0000.bin");
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      byte[] changed = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(changed.length);
        at = random.nextInt(3) == 0 ? changed.length - 1 - at % 80 : at % 1000;
        changed[at] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) (changed[at] ^ 1 << random.nextInt(8));
      }
      Files.write(file, changed);
      if (isRead("seed " + seed)) {
        read++;
      } else {
        refused++;
      }
    }
    budget.report("dumpi", read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }

  @Test
  void lengthsBeyondTheFile() {
    int waitall = CallTable.named("MPI_Waitall").id();
    DumpiRank rank = new DumpiRank().mask(0);
    rank.raw(0, waitall, 0, 0, 0, 0, 2, 0x7f, 0xff, 0xff, 0xff);
    refuses(rank, "MPI_Waitall", "requests whose length", "2147483647");
    DumpiRank negative = new DumpiRank().mask(0);
    negative.raw(0, waitall, 0, 0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff);
    refuses(negative, "MPI_Waitall", "a length of -1");
  }

  @Test
  void unknownCalls() {
    refuses(new DumpiRank().raw(0x01, 0x26), "the number of a call, 0 to 292", "number 294");
    refuses(new DumpiRank().raw(0x01, 0x22), "number 290");
    refuses(new DumpiRank().raw(0x00, 0x80), "number 128");
  }

  @Test
  void whatNoCallHasDefined() {
    refuses(new DumpiRank().allreduce(9), "MPI_Allreduce", "number 9");
    refuses(new DumpiRank().call("MPI_Start", 9), "MPI_Start", "request 9");
    refuses(new DumpiRank().call("MPI_Win_fence", 0, 9), "MPI_Win_fence", "window 9");
    refuses(new DumpiRank().call("MPI_Send", 1, 77, 0, 0, WORLD), "MPI_Send", "datatype 77");
    refuses(new DumpiRank().call("MPI_Send", -1, INT, 0, 0, WORLD), "at least 0", "found -1");
    refuses(new DumpiRank().call("MPI_Send", 1, INT, 0, -7, WORLD), "a tag", "found -7");
    refuses(new DumpiRank().call("MPI_Comm_create", WORLD, 9, 5), "group 9");
    refuses(
        new DumpiRank().call("MPI_Comm_dup", WORLD, 5).call("MPI_Cart_sub", 1, 5, new int[] {1}, 6),
        "MPI_Cart_sub",
        "found one of 0");
  }

  @Test
  void intercommunicators() {
    DumpiRank rank = new DumpiRank();
    rank.call("MPI_Intercomm_create", WORLD, 0, WORLD, 1, 3, 9).allreduce(9);
    refuses(rank, "MPI_Allreduce", "MPI_Intercomm_create made", "cannot be replayed");
  }

  @Test
  void missingRanks() throws IOException {
    for (int rank : new int[] {0, 2, 3}) {
      new DumpiRank().write(folder, rank);
    }
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected the files of 4 ranks, found 3 of them; missing: rank 1;");
    Files.writeString(folder.resolve("dumpi-2026.meta"), "numprocs=40\nfileprefix=x\n");
    assertThatThrownBy(() -> read(folder.resolve("dumpi-2026.meta")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("missing: ranks 1, 4, 5, 6, 7, 8, 9, 10, ..;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "many", "99999999999999999999", "2; rm -rf /"})
  void descriptionsThatLie(String ranks) throws IOException {
    new DumpiRank().write(folder, 0);
    Path meta = folder.resolve("dumpi-2026.meta");
    Files.writeString(meta, "numprocs=" + ranks + "\nfileprefix=../../../etc/passwd\n");
    assertThatThrownBy(() -> read(meta))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected the number of ranks after numprocs=, found \"" + ranks);
  }

  @Test
  void severalRunsInOneFolder() throws IOException {
    Path file = new DumpiRank().write(folder, 0);
    Files.copy(file, folder.resolve("dumpi-2025-0000.bin"));
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found 2; name the file .meta of one: dumpi-2025.meta");
    read(file);
  }

  @Test
  void fileWithoutTheNumberOfARank() throws IOException {
    Path file = new DumpiRank().write(folder, 0);
    Path renamed = Files.move(file, folder.resolve("trace.bin"));
    assertThat(DumpiReader.recognises(renamed)).isTrue();
    assertThatThrownBy(() -> read(renamed))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found trace.bin; give the file the name that it had");
  }
}
