package org.foretell.analysis.waits;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Who is late, and because of what, worked out by hand. */
class DelaysTest {
  private static final int SLOW = 1;
  private static final int USUAL = 2;

  private final Delays delays = new Delays(3);

  private void compute(int rank, int callSite, long startPs, long endPs) {
    delays.compute(rank, OpCode.COMPUTE, callSite, startPs, endPs);
  }

  private void op(int rank, OpCode code, int peer, long startPs, long waitPs, long endPs) {
    delays.op(rank, code, OpView.NONE, peer, 0, 8, startPs, waitPs, endPs);
  }

  private static DelaySummary.OfPlace computing(int callSite, long directPs, long propagatedPs) {
    return new DelaySummary.OfPlace(
        OpCode.COMPUTE, callSite, Total.of(directPs), Total.of(propagatedPs));
  }

  /** Rank 0 computes 40 more than rank 1, which so comes 30 late to rank 2. */
  @Test
  void waitingIsPassedOn() {
    compute(0, USUAL, 0, 10);
    compute(0, SLOW, 10, 50);
    compute(1, USUAL, 0, 10);
    compute(2, USUAL, 0, 20);
    delays.message(0, 1, 0, 8, 50, 10, 55);
    op(0, OpCode.SEND, 1, 50, 0, 52);
    op(1, OpCode.RECV, 0, 10, 40, 55);
    delays.message(1, 2, 0, 8, 55, 20, 60);
    op(1, OpCode.SEND, 2, 55, 0, 57);
    op(2, OpCode.RECV, 1, 20, 35, 60);
    DelaySummary summary = delays.summary();
    // Rank 2: computes 10 more than rank 1 itself; of the 45 that came first at others, 40 were
    // computed and 5 the message took on to rank 1.
    assertThat(summary.unknownPs()).isEqualTo(Total.ZERO);
    assertThat(summary.places())
        .containsExactly(
            computing(SLOW, 40, 31),
            new DelaySummary.OfPlace(OpCode.RECV, OpView.NONE, Total.of(4), Total.ZERO));
    assertThat(summary.rankPs()).containsExactly(Total.of(71), Total.of(4), Total.ZERO);
  }

  /** What has been waited for once is in the past of both. */
  @Test
  void whatWasBeforeTheLastMeetingDoesNotCount() {
    compute(0, SLOW, 0, 100);
    compute(1, USUAL, 0, 30);
    delays.message(0, 1, 0, 8, 100, 30, 100);
    op(0, OpCode.SEND, 1, 100, 0, 100);
    op(1, OpCode.RECV, 0, 30, 70, 100);
    compute(0, USUAL, 100, 150);
    compute(1, SLOW, 100, 170);
    delays.message(1, 0, 0, 8, 170, 150, 170);
    op(1, OpCode.SEND, 0, 170, 0, 170);
    op(0, OpCode.RECV, 1, 150, 20, 170);
    assertThat(delays.summary().places()).containsExactly(computing(SLOW, 90, 0));
  }

  @Test
  void theLastToCallACollectiveIsLate() {
    compute(0, USUAL, 0, 10);
    compute(1, USUAL, 0, 20);
    compute(2, SLOW, 0, 100);
    op(0, OpCode.BARRIER, OpView.NONE, 10, 90, 101);
    op(1, OpCode.BARRIER, OpView.NONE, 20, 80, 101);
    op(2, OpCode.BARRIER, OpView.NONE, 100, 0, 101);
    DelaySummary summary = delays.summary();
    assertThat(summary.places()).containsExactly(computing(SLOW, 170, 0));
    assertThat(summary.rankPs().get(2)).isEqualTo(Total.of(170));
  }

  /** Two steps of a collective: what rank 0 did reaches rank 2 through rank 1. */
  @Test
  void stepsOfCollectivesPassWaitingOn() {
    compute(0, SLOW, 0, 100);
    compute(1, USUAL, 0, 10);
    compute(2, USUAL, 0, 20);
    delays.collectiveMessage(0, 1, 8, 100, 10, 110);
    delays.collectiveMessage(1, 2, 8, 110, 20, 120);
    op(0, OpCode.BCAST, 0, 100, 0, 101);
    op(1, OpCode.BCAST, 0, 10, 90, 111);
    op(2, OpCode.BCAST, 0, 20, 90, 120);
    DelaySummary summary = delays.summary();
    Total all = summary.rankPs().stream().reduce(Total.ZERO, Total::plus);
    assertThat(all).isEqualTo(Total.of(180));
    assertThat(summary.places().get(0).code()).isEqualTo(OpCode.COMPUTE);
    assertThat(summary.places().get(0).directPs()).isEqualTo(Total.of(90));
    assertThat(summary.places().get(0).propagatedPs()).isEqualTo(Total.of(82));
  }

  @Test
  void unknownsAreReported() {
    compute(0, USUAL, 0, 10);
    op(0, OpCode.WIN_WAIT, OpView.NONE, 10, 5, 20);
    compute(0, USUAL, 20, 30);
    DelaySummary summary = delays.summary();
    assertThat(summary.places()).isEmpty();
    assertThat(summary.unknownPs()).isEqualTo(Total.of(5));
  }
}
