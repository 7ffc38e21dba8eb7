package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.parsers.raw.RawRank.loop;
import static org.foretell.parsers.raw.RawRank.symbol;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that recorded loops: the same trace as without, and what is wrong with damaged ones. */
class RawLoopsTest {
  private static final String SEND = "MPI_Send";
  private static final String RECV = "MPI_Recv";

  @TempDir private Path folder;

  private static RawRank rank() {
    return new RawRank(77, 0, 1)
        .function(SEND, "send", "peer", "tag", "bytes")
        .function(RECV, "recv", "peer", "tag", "receive_bytes")
        .function("MPI_Barrier", "barrier");
  }

  private MemoryTrace read() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    return trace.build();
  }

  private String text() {
    StringWriter out = new StringWriter();
    read().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private void refused(RawRank rank, String... parts) {
    rank.write(folder);
    assertThatThrownBy(this::read)
        .isInstanceOf(TraceException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains("rank-0000000.raw").contains(parts));
  }

  @Test
  void loopsWithinLoopsAreWhatTheyStandFor() {
    RawRank plain = rank();
    RawRank looped = rank();
    int send = looped.shape(SEND, 0, 5, 64);
    int receive = looped.shape(RECV, -1, 5, 64);
    int matched = looped.shape(new long[0], 7, 5, 0, 10, 128);
    int barrier = looped.shape("MPI_Barrier");
    looped.structure(symbol(send), symbol(receive), symbol(matched), loop(3, 3), symbol(barrier));
    looped.structure(loop(4, 5), symbol(0), symbol(barrier));
    int time = 1;
    for (int outer = 0; outer < 4; outer++) {
      for (int inner = 0; inner < 3; inner++) {
        plain.call(SEND, time, 1000 + time, 0, 5, 64);
        looped.column(2L * time, 1000 + time);
        plain.call(RECV, 7, 300, -1, 5, 64).matched(-3, 0, 5, 64);
        looped.column(14, 300);
        time *= 3;
      }
      plain.plain(1, 90).call("MPI_Barrier", 5, 6);
      looped.column(11, 90, 6);
    }
    plain.call(SEND, 3, 2, 0, 9, 128).call("MPI_Barrier", 1, 1);
    looped.inline(SEND, 0, 9, 128).column(6, 2).column(2, 1);
    plain.write(folder);
    String expected = text();
    assertThat(expected).contains("recv peer=any", "matched_tag=5");
    looped.write(folder);
    assertThat(text()).isEqualTo(expected);
    assertThat(read().operations().orElseThrow()).isGreaterThan(29);
  }

  @Test
  void recordsGoOnInTheNextWindow() {
    RawRank looped = rank();
    int send = looped.shape(SEND, 0, 5, 64);
    int barrier = looped.shape("MPI_Barrier");
    looped.structure(symbol(send), loop(2, 1)).close(RawRank.STRUCTURE + 1);
    looped.structure(symbol(barrier), loop(3, 1));
    looped.column(0, 2).close(RawRank.COLUMN + 1).column(0, 2, 0, 2, 0, 2, 0, 2);
    looped.write(folder);
    assertThat(text())
        .contains("send peer=0 tag=5 bytes=64")
        .contains("call_times 0 2ns 2ns 2ns 2ns 2ns");
  }

  @Test
  void aKilledRankEndsWithTheLastRecordThatHasItsTime() {
    RawRank killed = rank().flags(1);
    int send = killed.shape(SEND, 0, 5, 64);
    int barrier = killed.shape("MPI_Barrier");
    // Killed between two stores: the repetition is counted, and still stands behind the loop.
    killed.structure(symbol(send), symbol(barrier), loop(2, 2), symbol(send), symbol(barrier));
    killed.column(0, 1, 0, 1, 0, 1, 0, 1).write(folder);
    assertThat(text()).contains("call_times 0 1ns 1ns 1ns 1ns\n").contains("without finalize");
    // A time whose record had not been written.
    killed = rank().flags(1);
    send = killed.shape(SEND, 0, 5, 64);
    killed.structure(symbol(send)).column(0, 1, 0, 1).write(folder);
    assertThat(text()).contains("call_times 0 1ns\n");
  }

  private static RawRank looped(int words, long... structure) {
    RawRank rank = rank();
    rank.shape(SEND, 0, 5, 64);
    rank.shape(new long[0], 7, 5, 0, 10, 128);
    long[] numbers = new long[2 * words];
    return rank.structure(structure).column(numbers);
  }

  @Test
  void loopsThatDoNotFitTheirTimes() {
    long huge = (1L << 40) + 5;
    refused(looped(3, 2, loop(huge, 1)), "expected times for each record", "end of the column");
    refused(looped(3, 2, 2), "expected as many records as the column has times for", "fewer");
  }

  @Test
  void loopsThatAreNone() {
    refused(looped(1, 2, loop(1, 1)), "expected a loop of at least 2 repeats, found 1");
    refused(looped(1, 2, loop(0, 1)), "expected a loop of at least 2 repeats, found 0");
    refused(looped(1, 2, loop(2, 0)), "over whole records", "one over the last 0 words");
    refused(looped(1, 2, loop(2, 2)), "over whole records", "one over the last 2 words");
    refused(looped(9, 2, 2, loop(2, 2), loop(2, 2)), "one over the last 2 words");
    refused(looped(1, 2, 4, loop(2, 1)), "expected a loop over records with times");
    refused(looped(1, 8), "expected the number of a shape of at most 2, found 4");
    long[] nested = new long[40];
    Arrays.setAll(nested, i -> i == 0 ? 2 : loop(2, i));
    refused(looped(1, nested), "expected at most 32 loops within each other");
  }

  @Test
  void shapesThatAreNone() {
    RawRank rank = rank();
    rank.shape(new long[] {6, 2}, 16, 0);
    refused(rank, "expected places of holes in ascending order, found 3, 1");
    rank = rank();
    rank.shape(new long[] {8}, 16, 0);
    refused(rank, "expected holes within a record, found a record of 2 bytes");
    rank = rank();
    rank.shape(SEND, 0, 5);
    rank.structure(2).column(0, 1);
    refused(rank, "expected a record within its window");
  }

  @Test
  void versionsThatHaveNoLoops() {
    RawRank rank = looped(1, 2);
    rank.header.putShort(10, (short) 0);
    refused(rank, "expected the mark of a window, found 0x534e4957");
    rank.header.putShort(10, (short) 6);
    refused(rank, "expected raw format version 1.0 to 1.5, found version 1.6");
  }

  @Test
  void recordsBesideLoops() {
    refused(looped(1, 2).call(SEND, 1, 1, 0, 5, 64), "as they are, or as loops, found both");
  }

  @Test
  void aFileThatEndsInItsColumn() throws IOException {
    Path file = looped(1000, 2, loop(1000, 1)).write(folder);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, 4096 + 2 * RawRank.WINDOW + 64 + 21));
    MemoryTrace trace = read();
    assertThat(trace.info().notes())
        .containsExactly("rank 0: the file was cut off; the trace ends with its last whole record");
    assertThat(trace.operations()).hasValue(10);
  }
}
