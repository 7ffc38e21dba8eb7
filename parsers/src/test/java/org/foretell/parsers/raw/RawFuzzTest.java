package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.foretell.parsers.raw.RawRank.loop;
import static org.foretell.parsers.raw.RawRank.symbol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.foretell.FuzzBudget;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files end in a {@link TraceException} or are read, and never in anything else. */
class RawFuzzTest {
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 20_261_122);

  @TempDir private Path folder;

  private Path seed() {
    Path file = rank(0).write(folder);
    rank(1).write(folder);
    return file;
  }

  /** Rank 0 with loops within loops, a shape in its column, and a pause. */
  private Path loopedSeed() {
    RawRank file = functions(0);
    int name = file.name("phase");
    file.callSite(0, 0x99);
    int send = file.shape("MPI_Isend", 1, 7, 64, 0, 0);
    int wait = file.shape(new long[] {3, 2}, 18, 1, 1, 0);
    int matched = file.shape(new long[0], 7, 0, 2, 4, 16);
    int marker = file.shape(new long[] {3}, 2, name);
    file.structure(
        symbol(marker), symbol(send), symbol(wait), symbol(matched), loop(3, 3), symbol(0));
    file.structure(loop(2, 5)).column(2);
    for (int i = 0; i < 2; i++) {
      for (int step = 0; step < 3; step++) {
        file.column(200, 20, 11, 40, 300);
      }
      file.inline("MPI_Wtime").column(6, 3);
    }
    Path path = file.write(folder);
    rank(1).write(folder);
    return path;
  }

  /**
   * Two ranks with three steps, of which one has times of its own for the first and the last only.
   */
  private Path ledSeed(boolean isLead) {
    Path lead = steps(0, 3).write(folder);
    Path follower = steps(1, 1).column(1).column(0, 2, 3, 4, 5).write(folder);
    return isLead ? lead : follower;
  }

  private static RawRank steps(int rank, int own) {
    RawRank file = functions(rank);
    file.callSite(0, 0x99);
    int mark = file.shape(new long[] {2}, 10);
    int send = file.shape("MPI_Isend", 1 - rank, 7, 64, 0, 0);
    int wait = file.shape(new long[] {3, 2}, 18, 1, 1, 0);
    file.structure(symbol(send), symbol(mark), symbol(send), symbol(wait), loop(3, 3));
    file.column(2, 5);
    for (int step = 0; step < own; step++) {
      file.column(0, 200, 20, 11, 40, 300);
    }
    return file;
  }

  private static RawRank functions(int rank) {
    return new RawRank(77, rank, 2)
        .function("MPI_Isend", "isend", "peer", "tag", "bytes", "communicator", "request")
        .function("MPI_Irecv", "irecv", "peer", "tag", "receive_bytes", "request")
        .function("MPI_Waitall", "waitall", "requests")
        .function("MPI_Alltoallv", "alltoallv", "send_bytes_by_rank", "receive_bytes_by_rank")
        .function("MPI_Wtime", "")
        .function("shmem_long_p", "shmem_p", "peer", "segment", "offset", "bytes")
        .function("shmem_long_wait_until", "shmem_wait_until", "segment", "offset");
  }

  private static RawRank rank(int rank) {
    RawRank file = functions(rank);
    int module = file.module("/bin/app", "abcdef");
    file.callSite(module + 1, 0x40, 0, 0x99).segment(-1, 4096);
    int place = file.place("step", "/home/me/halo.py", 12);
    file.callSiteOfPlaces(place, place);
    int name = file.name("phase");
    file.note("a note").plain(2, 3, name);
    for (int i = 0; i < 3; i++) {
      file.call(1, 1, "MPI_Isend", 100, 20, 1 - rank, i, 64, 0, 0);
      file.call("MPI_Irecv", 0, 20, -1, i, 64, 1).plain(1, 50);
      file.call("MPI_Waitall", 5, 300, (Object) new long[] {0, 1}).matched(1, 1 - rank, i, 64);
      file.call("MPI_Alltoallv", 0, 9, new long[] {8, 8}, new long[] {8, 8});
      file.call("shmem_long_p", 0, 5, 1 - rank, 0, 16, 8).wrote(16, 8, i + 1);
      file.call("shmem_long_wait_until", 0, 70, 0, 16).value(0, i + 1, i, i + 1);
      file.call(2, 0, "MPI_Wtime", 400, 3);
    }
    return file.plain(4, 1).plain(5, 77).plain(6, 2, 2, 2).plain(3, 0, name);
  }

  /** The places of a file where something stands: windows are mostly empty. */
  private static int[] used(byte[] bytes) {
    int[] places = new int[bytes.length];
    int count = 0;
    for (int at = 0; at < bytes.length; at++) {
      boolean isHeader = at < 128 || (at >= 4096 && (at - 4096) % RawRank.WINDOW < 64);
      if (bytes[at] != 0 || isHeader) {
        places[count++] = at;
      }
    }
    return Arrays.copyOf(places, count);
  }

  private boolean isRead(String what) {
    try {
      MemoryTrace.Builder trace = MemoryTrace.builder();
      RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
      assertThat(trace.build().info().ranks()).isEqualTo(2);
      return true;
    } catch (TraceException e) {
      assertThat(e.getMessage()).as(what).contains("run-000000000000004d");
      return false;
    } catch (RuntimeException | Error e) {
      return fail(what, e);
    }
  }

  @Test
  void cutAtEveryByteWhereSomethingStands() throws IOException {
    cut(seed());
  }

  @Test
  void loopsCutAtEveryByteWhereSomethingStands() throws IOException {
    cut(loopedSeed());
  }

  private void cut(Path file) throws IOException {
    assertThat(isRead("whole")).isTrue();
    byte[] bytes = Files.readAllBytes(file);
    int read = 0;
    for (int length : used(bytes)) {
      Files.write(file, Arrays.copyOf(bytes, length));
      read += isRead("cut at " + length) ? 1 : 0;
    }
    assertThat(read).isPositive();
  }

  @Test
  void changedBits() throws IOException {
    change(seed(), "raw, calls");
  }

  @Test
  void changedBitsOfLoops() throws IOException {
    change(loopedSeed(), "raw, loops");
  }

  @Test
  void changedBitsOfTimesThatAreThoseOfAnother() throws IOException {
    change(ledSeed(false), "raw, times of another");
  }

  @Test
  void changedBitsOfLeads() throws IOException {
    change(ledSeed(true), "raw, leads");
  }

  private void change(Path file, String what) throws IOException {
    assertThat(isRead("unchanged")).isTrue();
    byte[] bytes = Files.readAllBytes(file);
    int[] places = used(bytes);
    FuzzBudget budget = new FuzzBudget();
    SplittableRandom seeds = new SplittableRandom(FIRST_SEED);
    long read = 0;
    long refused = 0;
    while (budget.isLeft()) {
      long seed = seeds.nextLong();
      SplittableRandom random = new SplittableRandom(seed);
      byte[] changed = bytes.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = places[random.nextInt(places.length)];
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
    budget.report(what, read + refused, read);
    assertThat(read).isPositive();
    assertThat(refused).isPositive();
  }
}
