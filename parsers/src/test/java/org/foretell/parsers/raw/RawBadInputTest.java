package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a run is said in one message that names the file. */
class RawBadInputTest {
  private static final String RUN = "run-000000000000004d";

  @TempDir Path folder;

  private static RawRank rank(int rank, int ranks) {
    return new RawRank(77, rank, ranks)
        .function("MPI_Send", "send", "peer", "tag", "bytes")
        .call("MPI_Send", 1, 2, 0, 1, 8);
  }

  private MemoryTrace read(Path input) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(input, RawOptions.DEFAULT, trace);
    return trace.build();
  }

  private void refused(String... parts) {
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(TraceException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void missingRanks() {
    rank(0, 5).write(folder);
    rank(3, 5).write(folder);
    refused(
        RUN,
        "expected the files of 5 ranks, found 2; missing: ranks 1, 2, 4",
        "collect the files in one");
  }

  @Test
  void aFileThatWasCopiedToAnotherName() throws IOException {
    Path zero = rank(0, 2).write(folder);
    Files.copy(zero, zero.resolveSibling("rank-0000001.raw"));
    refused("rank-0000001.raw", "expected rank 1 as in the file's name, found rank 0");
  }

  @Test
  void aFileOfAnotherRun() throws IOException {
    rank(0, 2).write(folder);
    Path other = new RawRank(78, 1, 2).write(folder.resolve("elsewhere"));
    Files.copy(other, folder.resolve(RUN).resolve("rank-0000001.raw"));
    refused("rank-0000001.raw", "run 000000000000004d, found one of run 000000000000004e");
  }

  @Test
  void aFileOfAnotherNumberOfRanks() {
    rank(0, 2).write(folder);
    rank(1, 3).write(folder);
    refused("rank-0000001.raw", "expected a run of 2 ranks", "found one of 3");
  }

  @Test
  void twoRuns() {
    rank(0, 1).write(folder);
    new RawRank(78, 0, 1).write(folder);
    refused("holds 2 runs; name one of them", RUN, "run-000000000000004e");
    assertThat(read(folder.resolve(RUN)).operations()).hasValue(2);
  }

  @Test
  void oneFileOfARun() {
    Path file = rank(0, 1).write(folder);
    assertThat(RawTraceReader.recognises(file)).isTrue();
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("is the raw file of one rank; name the folder");
  }

  @Test
  void anotherVersion() {
    RawRank zero = rank(0, 1);
    zero.header.putShort(8, (short) 2);
    zero.write(folder);
    refused("rank-0000000.raw", "expected raw format version 1, found version 2.0");
  }

  @Test
  void workBeyondAnyNumber() {
    rank(0, 1).plain(11, -1, 5).call("MPI_Send", 1, 2, 0, 1, 8).write(folder);
    refused("rank-0000000.raw", "expected a number of flops of at most 9223372036854775807");
  }

  @Test
  void anotherKindOfFile() throws IOException {
    Path zero = rank(0, 1).write(folder);
    Files.writeString(zero, "x".repeat(5000));
    refused("rank-0000000.raw", "found another kind of file");
  }

  @Test
  void damagedWindows() throws IOException {
    Path zero = rank(0, 1).close(1).call("MPI_Send", 1, 2, 0, 1, 8).write(folder);
    byte[] bytes = Files.readAllBytes(zero);
    change(zero, bytes, 4096, 1);
    refused("byte 4096: expected the mark of a window");
    change(zero, bytes, 4096 + 2 * RawRank.WINDOW + 8, 7);
    refused("expected window 1 of stream 1, found window 7");
    change(zero, bytes, 4096 + RawRank.WINDOW + 14, 1);
    refused("expected at most 65472 bytes in a window, found");
    change(zero, bytes, 4096 + 12, 3);
    refused("expected a record within its window, found the window's end");
  }

  private static void change(Path file, byte[] bytes, int at, int value) throws IOException {
    byte[] changed = bytes.clone();
    changed[at] = (byte) value;
    Files.write(file, changed);
  }

  @Test
  void unknownThings() {
    new RawRank(77, 0, 1).function("MPI_New", "send_twice").write(folder);
    refused("expected the name of an op for MPI_New, found \"send_twice\"");
    rank(0, 1).plain(99, 0, 0, 0).write(folder);
    refused("expected the number of a function, found 83");
    rank(0, 1).plain(13).write(folder);
    refused("found a record of kind 13");
    new RawRank(77, 0, 1)
        .function("MPI_Send", "send", "peer")
        .call("MPI_Send", 0, 0, 7)
        .write(folder);
    refused("rank-0000000.raw", "MPI_Send", "peer");
  }

  @Test
  void aClockOfOnePoint() {
    RawRank zero = rank(0, 1).flags(1 | 4);
    zero.header.putLong(72, 0).putLong(80, 0);
    zero.write(folder);
    refused("rank-0000000.raw", "expected two points of its clock");
  }

  @Test
  void aCutFileEndsWithItsLastWholeRecord() throws IOException {
    RawRank rank = rank(0, 1);
    for (int i = 0; i < 100; i++) {
      rank.call("MPI_Send", 0, 2, 0, 1, 8);
    }
    Path zero = rank.write(folder);
    byte[] bytes = Files.readAllBytes(zero);
    int window = 4096 + RawRank.WINDOW + 64;
    Files.write(zero, java.util.Arrays.copyOf(bytes, window + 21));
    MemoryTrace trace = read(folder);
    assertThat(trace.operations()).hasValue(4);
    assertThat(trace.info().notes())
        .containsExactly("rank 0: the file was cut off; the trace ends with its last whole record");
  }

  /** Nothing that is left says that there was more, except that the rank finalized. */
  @Test
  void aFileThatIsCutBetweenItsWindowsIsReported() throws IOException {
    RawRank rank = rank(0, 1).flags(1 | 4 | 8);
    for (int i = 0; i < 100; i++) {
      rank.call("MPI_Send", 0, 2, 0, 1, 8);
    }
    Path zero = rank.write(folder);
    byte[] bytes = Files.readAllBytes(zero);
    assertThat(read(folder).info().notes()).isEmpty();
    for (int length : new int[] {4096, 4096 + 900, 4096 + RawRank.WINDOW}) {
      Files.write(zero, java.util.Arrays.copyOf(bytes, length));
      MemoryTrace trace = read(folder);
      assertThat(trace.operations()).hasValue(0);
      assertThat(trace.info().notes())
          .containsExactly(
              "rank 0: the file was cut off; the trace ends with its last whole record");
    }
  }

  @Test
  void reservedWindowsAreNoDamage() throws IOException {
    Path zero = rank(0, 1).write(folder);
    byte[] bytes = Files.readAllBytes(zero);
    Files.write(zero, java.util.Arrays.copyOf(bytes, bytes.length + 3 * RawRank.WINDOW + 5));
    MemoryTrace trace = read(folder);
    assertThat(trace.operations()).hasValue(2);
    assertThat(trace.info().notes()).isEmpty();
  }

  @Test
  void ranksThatSharedACore() {
    RawRank zero = rank(0, 1);
    zero.header.putLong(96, 904);
    zero.write(folder);
    assertThat(read(folder).info().notes()).isEmpty();
    zero.header.putLong(96, 906);
    zero.write(folder);
    assertThat(read(folder).info().notes())
        .singleElement()
        .asString()
        .startsWith("rank 0, 906 times: the system ran other processes on the core");
  }

  @Test
  void whatTheTracerHadToLeaveOut() {
    rank(0, 1).flags(1 | 16 | 32).note("out of paper").write(folder);
    assertThat(read(folder).info().notes())
        .anySatisfy(note -> assertThat(note).contains("no space left"))
        .anySatisfy(
            note -> assertThat(note).contains("more threads made calls than the tracer records"))
        .contains("rank 0: out of paper");
  }
}
