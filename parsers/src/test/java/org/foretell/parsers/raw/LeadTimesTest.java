package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.parsers.raw.RawRank.loop;
import static org.foretell.parsers.raw.RawRank.symbol;

import java.io.StringWriter;
import java.nio.file.Path;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that recorded what they did, and whose times are those of another. */
class LeadTimesTest {
  private static final String SEND = "MPI_Send";
  private static final String BARRIER = "MPI_Barrier";
  private static final int STEPS = 3;

  @TempDir private Path folder;

  private int mark;
  private int send;
  private int barrier;

  private RawRank rank(int rank) {
    RawRank file =
        new RawRank(77, rank, 2)
            .function(SEND, "send", "peer", "tag", "bytes")
            .function(BARRIER, "barrier");
    mark = file.shape(new long[] {2}, 10);
    send = file.shape(SEND, 1 - rank, 5, 64);
    barrier = file.shape(BARRIER);
    return file;
  }

  /** A barrier before the first mark, and then steps of a send and a barrier. */
  private RawRank steps(int rank) {
    RawRank file = rank(rank);
    return file.structure(
            symbol(barrier), symbol(mark), symbol(send), symbol(barrier), loop(STEPS, 3))
        .column(2L * (100 + rank), 7L + rank);
  }

  /** The times of a step; the second gap has a pause before it. */
  private static RawRank own(RawRank file, int step) {
    return file.column(0, 2L * (1000 + step), 50 + step, 2L * (2000 + step) + 1, 90, 60 + step);
  }

  private static RawRank ofLead(RawRank file, long lead) {
    return file.column(lead + 1);
  }

  private String text() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RawTraceReader.read(folder, RawOptions.DEFAULT, trace);
    StringWriter out = new StringWriter();
    trace.build().describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private void lead() {
    RawRank file = steps(0);
    for (int step = 0; step < STEPS; step++) {
      own(file, step);
    }
    file.write(folder);
  }

  @Test
  void timesBetweenMarksAreThoseOfTheLead() {
    lead();
    RawRank follower = steps(1);
    ofLead(own(ofLead(follower, 0), 7), 0).write(folder);
    assertThat(text())
        .contains("call_times 0 7ns 50ns 60ns 51ns 61ns 52ns 62ns")
        .contains("call_times 1 8ns 50ns 60ns 57ns 67ns 52ns 62ns")
        .contains(
            "rank 1, 2 times: clustered: between two markers, the rank has the times of another");
  }

  @Test
  void ticksAreThoseOfTheClockThatMeasuredThem() {
    lead();
    RawRank follower = steps(1);
    follower.header.putInt(40, 1 | 4 | 8).putLong(72, 180_000_000_000L - 1_000_000);
    for (int step = 0; step < STEPS; step++) {
      ofLead(follower, 0);
    }
    follower.write(folder);
    // The follower's clock ticks twice as fast: its own barrier took half of what it shows.
    assertThat(text()).contains("call_times 1 4ns 50ns 60ns 51ns 61ns 52ns 62ns");
  }

  private void refused(String file, String... parts) {
    assertThatThrownBy(this::text)
        .isInstanceOf(TraceException.class)
        .satisfies(e -> assertThat(e.getMessage()).contains(file).contains(parts));
  }

  private void followerOf(long lead) {
    RawRank follower = steps(1);
    for (int step = 0; step < STEPS; step++) {
      ofLead(follower, lead);
    }
    follower.write(folder);
  }

  @Test
  void leadsThatAreNone() {
    lead();
    followerOf(2);
    refused("rank-0000001.raw", "expected another rank of 0 to 1", "found 2");
    followerOf(1);
    refused("rank-0000001.raw", "expected another rank of 0 to 1", "found 1");
    followerOf(-2);
    refused("rank-0000001.raw", "expected another rank of 0 to 1");
  }

  @Test
  void leadsThatRecordedNothing() {
    RawRank file = steps(0);
    own(own(ofLead(file, 1), 1), 2).write(folder);
    RawRank follower = steps(1);
    ofLead(own(own(follower, 0), 1), 0).write(folder);
    assertThat(text()).contains("call_times 1 8ns 50ns 60ns 51ns 61ns 52ns 62ns");
    followerOf(0);
    refused("raw", "expected times after mark 1", "found none");
    new RawRank(77, 0, 2).function(BARRIER, "barrier").call(BARRIER, 1, 1).write(folder);
    refused("rank-0000001.raw", "expected a lead that recorded loops");
  }

  @Test
  void leadsThatDidSomethingElse() {
    RawRank file = rank(0);
    file.structure(symbol(barrier), symbol(mark), symbol(send), symbol(mark), symbol(barrier));
    file.column(200, 7, 0, 2000, 50, 0, 4000, 60).write(folder);
    followerOf(0);
    refused("rank-0000000.raw", "expected as many times as another rank has calls", "mark 2");
    file = rank(0);
    file.structure(symbol(barrier), symbol(mark), symbol(send)).column(200, 7, 0, 2000, 50);
    file.write(folder);
    refused("rank-0000000.raw", "expected a time", "found the end of the records");
  }

  @Test
  void leadsWhoseFilesAreCut() {
    RawRank file = steps(0).flags(1);
    own(file, 0).column(0, 2, 3).write(folder);
    followerOf(0);
    refused("rank-0000000.raw", "expected a time", "found the end of the column");
  }
}
