package org.foretell.generators.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.generators.synthetic.Written.inMemory;
import static org.foretell.generators.synthetic.Written.ops;
import static org.foretell.generators.synthetic.Written.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages, bytes, collectives and computation of small programs, by hand. */
class SyntheticPatternsTest {
  private static void assertTotals(
      SyntheticTrace trace, long messages, long messageBytes, long collectiveCalls) {
    SyntheticTotals totals = trace.totals();
    assertThat(totals.messages()).as("messages").isEqualTo(messages);
    assertThat(totals.messageBytes()).as("bytes").isEqualTo(messageBytes);
    assertThat(totals.collectiveCalls()).as("collectives").isEqualTo(collectiveCalls);
  }

  @Test
  void ringSendsOneMessageToEachRankInAStep() {
    SyntheticTrace ring = trace(SyntheticProgram.RING, 5, "--steps 3 --bytes 100B --burst 2us");
    assertTotals(ring, 5 * 3, 5 * 3 * 100, 0);
    // Each step is compute, isend, recv, wait.
    assertThat(ring.totals().operations()).isEqualTo(5 * 3 * 4);
    assertThat(ring.totals().longestComputationPs()).isEqualTo(6_000_000);
  }

  @Test
  void disseminationHasARoundForEachPowerOfTwo() {
    assertTotals(trace(SyntheticProgram.DISSEMINATION, 6, "--steps 1"), 6 * 3, 6 * 3 * 8, 0);
    TraceSource trace = inMemory(trace(SyntheticProgram.DISSEMINATION, 6, "--steps 1"));
    assertThat(ops(trace, 4, OpCode.SENDRECV)).extracting(OpView::peer).containsExactly(5, 0, 2);
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "4, 8", "8, 24", "5, 10", "6, 12", "7, 14"})
  void recursiveDoublingHandsInAndOutWhatIsBeyondAPowerOfTwo(int ranks, int messages) {
    assertTotals(
        trace(SyntheticProgram.RECURSIVE_DOUBLING, ranks, "--steps 1"), messages, messages * 8L, 0);
  }

  @Test
  void recursiveDoublingOfSixRanksPairsTheFirstFourFirst() {
    TraceSource trace = inMemory(trace(SyntheticProgram.RECURSIVE_DOUBLING, 6, "--steps 1"));
    assertThat(ops(trace, 0, OpCode.SEND)).extracting(OpView::peer).containsExactly(1);
    // Ranks 1, 3, 4, 5 are numbers 0 to 3 of the power of two.
    assertThat(ops(trace, 1, OpCode.SENDRECV)).extracting(OpView::peer).containsExactly(3, 4);
    assertThat(ops(trace, 5, OpCode.SENDRECV)).extracting(OpView::peer).containsExactly(4, 3);
  }

  @Test
  void alltoallReachesAllOthersBeginningWithTheNext() {
    SyntheticTrace alltoall = trace(SyntheticProgram.ALLTOALL, 5, "--steps 2 --bytes 1kB");
    assertTotals(alltoall, 5 * 4 * 2, 5 * 4 * 2 * 1000, 0);
    assertThat(ops(inMemory(alltoall), 3, OpCode.ISEND))
        .extracting(OpView::peer)
        .containsExactly(4, 0, 1, 2, 4, 0, 1, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "barrier, BARRIER, 0, 0",
    "bcast, BCAST, 1024, 0",
    "reduce, REDUCE, 1024, 256",
    "allreduce, ALLREDUCE, 1024, 256",
    "gather, GATHER, 1024, 0",
    "scatter, SCATTER, 1024, 0",
    "allgather, ALLGATHER, 1024, 0",
    "alltoall, ALLTOALL, 1024, 0"
  })
  void aCollectiveIsCalledInEachStep(String name, OpCode code, long bytes, long elements) {
    String size = code == OpCode.BARRIER ? "" : " --bytes 1KiB";
    SyntheticTrace calls =
        trace(SyntheticProgram.COLLECTIVE, 6, "--steps 3 --collective " + name + size);
    assertTotals(calls, 0, 0, 6 * 3);
    assertThat(calls.shape()).isEqualTo(name + " of 6 ranks");
    assertThat(ops(inMemory(calls), 5, code))
        .hasSize(3)
        .allSatisfy(
            op -> {
              assertThat(op.bytes()).isEqualTo(bytes);
              assertThat(op.get(OpField.COUNT)).isEqualTo(elements);
            });
  }

  @Test
  void randomPartnersAreOthersAndAsManySendToEachRank() {
    SyntheticTrace random = trace(SyntheticProgram.RANDOM, 7, "--steps 2 --partners 3");
    assertTotals(random, 7 * 3 * 2, 7 * 3 * 2 * 1024, 0);
    TraceSource trace = inMemory(random);
    int[] received = new int[7];
    for (int rank = 0; rank < 7; rank++) {
      for (OpView send : ops(trace, rank, OpCode.ISEND)) {
        assertThat(send.peer()).isNotEqualTo(rank);
        received[send.peer()]++;
      }
    }
    assertThat(received).containsOnly(3 * 2);
  }

  @Test
  void masterAnswersEachTaskAndEachWorkerOnceMore() {
    SyntheticTrace farm =
        trace(
            SyntheticProgram.MASTER_WORKER,
            3,
            "--tasks 5 --burst 1ms --bytes 100B --result-bytes 10B");
    assertTotals(farm, 2 * (5 + 2), (5 + 2) * 110, 0);
    // Worker 1 has tasks 1, 3 and 5.
    assertThat(farm.totals().longestComputationPs()).isEqualTo(3_000_000_000L);
    assertThat(ops(inMemory(farm), 0, OpCode.RECV))
        .extracting(OpView::peer)
        .containsExactly(1, 2, 1, 2, 1, 2, 1);
  }

  @Test
  void openHaloHasNoNeighboursBeyondItsEnds() {
    SyntheticTrace line =
        trace(
            SyntheticProgram.HALO,
            4,
            "--steps 2 --dimensions 1 --boundary open --points-per-rank 10 --width 2 --fields 3"
                + " --time-per-point 1us --allreduces 5");
    // Three pairs of neighbours exchange two layers of three values of 8 bytes.
    assertTotals(line, 2 * 3 * 2, 2 * 3 * 2 * (2 * 3 * 8), 4 * 5 * 2);
    assertThat(line.totals().longestComputationPs()).isEqualTo(2 * 10_000_000L);
  }

  @Test
  void facesOfAHaloHaveThePointsOfTheOtherAxis() {
    SyntheticTrace halo =
        trace(
            SyntheticProgram.HALO,
            6,
            "--steps 1 --dimensions 2 --grid 3x2 --points-per-rank 5x7 --time-per-point 0ns");
    assertTotals(halo, 6 * 4, 6 * (2 * 7 + 2 * 5) * 8, 0);
    TraceSource trace = inMemory(halo);
    // Rank 2 is (1, 0): beside it is (1, 1), twice, and above and below are (0, 0) and (2, 0).
    assertThat(ops(trace, 2, OpCode.ISEND)).extracting(OpView::peer).containsExactly(3, 3, 0, 4);
    assertThat(ops(trace, 2, OpCode.ISEND))
        .extracting(OpView::bytes)
        .containsExactly(40L, 40L, 56L, 56L);
  }

  @ParameterizedTest
  @CsvSource({"faces, 6", "edges, 18", "corners, 26"})
  void neighboursInThreeDimensions(String neighbours, int count) {
    SyntheticTrace halo =
        trace(
            SyntheticProgram.HALO,
            27,
            "--steps 1 --neighbours "
                + neighbours
                + " --points-per-rank 1x1x1 --time-per-point 0ns");
    assertTotals(halo, 27L * count, 27L * count * 8, 0);
    assertThat(ops(inMemory(halo), 13, OpCode.ISEND))
        .extracting(OpView::peer)
        .doesNotHaveDuplicates()
        .doesNotContain(13)
        .hasSize(count);
  }

  @Test
  void sweepCrossesTheGridFromEachCornerTwice() {
    SyntheticTrace sweep =
        trace(
            SyntheticProgram.SWEEP,
            6,
            "--steps 2 --grid 2x3 --points 8x6x10 --angles 6 --angle-block 3 --plane-block 5"
                + " --time-per-point 1ns");
    // Two blocks of angles and two of planes in each of eight octants. In each, 3 messages cross
    // the rows (2 x 5 points, 3 angles) and 4 the columns (4 x 5 points, 3 angles).
    long blocks = 2 * 2 * 8 * 2;
    assertTotals(sweep, blocks * (3 + 4), blocks * (3 * 240 + 4 * 480), 6 * 2);
    assertThat(sweep.totals().longestComputationPs()).isEqualTo(2 * 8 * 6 * (4 * 2 * 10) * 1000L);
  }

  @Test
  void sweepStartsAtTheFirstRankAndThenAtTheOtherCorners() {
    SyntheticTrace sweep =
        trace(
            SyntheticProgram.SWEEP, 4, "--steps 1 --points 2x2x1 --angles 1 --time-per-point 0ns");
    TraceSource trace = inMemory(sweep);
    // Rank 0 sends in the octants that start there, passes on in two corners, receives in the last.
    assertThat(ops(trace, 0, OpCode.SEND))
        .extracting(OpView::peer)
        .containsExactly(1, 2, 1, 2, 2, 2, 1, 1);
    assertThat(ops(trace, 0, OpCode.RECV))
        .extracting(OpView::peer)
        .containsExactly(1, 1, 1, 2, 1, 2, 2, 2);
  }

  @Test
  void blocksThatDivideNothingLeaveARest() {
    SyntheticTrace sweep =
        trace(
            SyntheticProgram.SWEEP,
            2,
            "--steps 1 --grid 1x2 --points 1x2x7 --angles 5 --angle-block 3 --plane-block 4"
                + " --time-per-point 1ns");
    // Blocks of 3 and 2 angles, of 4 and 3 planes; 35 values in all, in each of eight octants.
    assertTotals(sweep, 4 * 8, 35 * 8 * 8, 2);
    assertThat(sweep.totals().longestComputationPs()).isEqualTo(35 * 8 * 1000L);
  }

  @Test
  void eachTransposeOfAnFftMovesAllPoints() {
    SyntheticTrace fft =
        trace(SyntheticProgram.FFT, 6, "--steps 1 --grid 3x2 --points 7x5x4 --time-per-point 1ns");
    assertTotals(fft, 0, 0, 6 * 4);
    TraceSource trace = inMemory(fft);
    for (int transpose = 0; transpose < 4; transpose++) {
      long sent = 0;
      long received = 0;
      for (int rank = 0; rank < 6; rank++) {
        OpView op = ops(trace, rank, OpCode.ALLTOALLV).get(transpose);
        sent += sum(op, OpField.SEND_BYTES_BY_RANK);
        received += sum(op, OpField.RECEIVE_BYTES_BY_RANK);
      }
      assertThat(sent).isEqualTo(7 * 5 * 4 * 16);
      assertThat(received).isEqualTo(sent);
    }
    // Rank 0 has all 7 points of axis 1, 3 of 5 in axis 2, 2 of 4 in axis 3. In its row it sends
    // 4 and 3 of the 7; in its column 2, 2 and 1 of 5, for its 4 points of axis 1.
    assertThat(list(trace, 0, 0)).containsExactly(4L * 3 * 2 * 16, 3L * 3 * 2 * 16);
    assertThat(list(trace, 0, 1))
        .containsExactly(4L * 2 * 2 * 16, 4L * 2 * 2 * 16, 4L * 1 * 2 * 16);
    // There and back: x, y, z twice, y, x.
    assertThat(ops(trace, 0, OpCode.COMPUTE))
        .extracting(OpView::durationPs)
        .containsExactly(
            7 * 3 * 2 * 1000L,
            4 * 5 * 2 * 1000L,
            4 * 2 * 4 * 1000L,
            4 * 2 * 4 * 1000L,
            4 * 5 * 2 * 1000L,
            7 * 3 * 2 * 1000L);
  }

  private static long sum(OpView op, OpField field) {
    long sum = 0;
    for (int i = 0; i < op.listLength(field); i++) {
      sum += op.listElement(field, i);
    }
    return sum;
  }

  private static List<Long> list(TraceSource trace, int rank, int transpose) {
    OpView op = ops(trace, rank, OpCode.ALLTOALLV).get(transpose);
    List<Long> list = new ArrayList<>();
    for (int i = 0; i < op.listLength(OpField.SEND_BYTES_BY_RANK); i++) {
      list.add(op.listElement(OpField.SEND_BYTES_BY_RANK, i));
    }
    return list;
  }

  @Test
  void slabsAreTransposedOnceEachWay() {
    assertTotals(
        trace(
            SyntheticProgram.FFT,
            4,
            "--steps 3 --decomposition slab --points 8x8x8 --time-per-point 0ns"),
        0,
        0,
        4 * 2 * 3);
  }

  @Test
  void alltoallOfAnFftHasTheLargestBlock() {
    TraceSource trace =
        inMemory(
            trace(
                SyntheticProgram.FFT,
                6,
                "--steps 1 --grid 3x2 --points 7x5x4 --exchange alltoall --fields 2"
                    + " --time-per-point 0ns"));
    // ceil(7/2) x ceil(5/2) x ceil(4/3) points in rows, ceil(5/3) x ceil(4/3) x ceil(7/2) in
    // columns, of two values of 16 bytes; the same for all ranks.
    assertThat(ops(trace, 5, OpCode.ALLTOALL))
        .extracting(OpView::bytes)
        .containsExactly(4L * 3 * 2 * 32, 2L * 2 * 4 * 32, 2L * 2 * 4 * 32, 4L * 3 * 2 * 32);
  }

  @Test
  void putsOfAnFftGoToItsRowAndItsColumn() {
    SyntheticTrace fft =
        trace(
            SyntheticProgram.FFT,
            6,
            "--steps 1 --exchange put --grid 3x2 --points 4x6x9 --time-per-point 0ns");
    // Blocks of 2 x 3 x 3 points in rows, of 2 x 3 x 2 in columns.
    long inRow = 2 * 3 * 3 * 16;
    long inColumn = 2 * 3 * 2 * 16;
    assertTotals(fft, 6 * 2 * (1 + 2), 6 * 2 * (inRow + 2 * inColumn), 6 * 4);
    assertThat(ops(inMemory(fft), 3, OpCode.SHMEM_PUT_NBI))
        .extracting(OpView::peer)
        .containsExactly(2, 5, 1, 5, 1, 2);
    assertThat(ops(inMemory(fft), 3, OpCode.SHMEM_PUT_NBI))
        .extracting(OpView::bytes)
        .containsExactly(inRow, inColumn, inColumn, inColumn, inColumn, inRow);
  }

  @ParameterizedTest
  @CsvSource({"slab, 3x1", "pencil, 1x3", "pencil, 3x1"})
  void putsOfOneRowOrColumnGoToAllOthers(String decomposition, String grid) {
    SyntheticTrace fft =
        trace(
            SyntheticProgram.FFT,
            3,
            "--steps 1 --exchange put --points 3x3x3 --time-per-point 0ns --decomposition "
                + decomposition
                + " --grid "
                + grid);
    assertThat(ops(inMemory(fft), 1, OpCode.SHMEM_PUT_NBI))
        .extracting(OpView::peer)
        .containsExactly(2, 0, 2, 0);
  }

  @Test
  void conjugateGradientsExchangeBeforeEachProductAndSmoothing() {
    SyntheticTrace cg =
        trace(
            SyntheticProgram.CG,
            2,
            "--steps 1 --levels 2 --points-per-rank 4x4x4 --time-per-point 27ns");
    // Four exchanges of 4 x 4 points on the fine level, one of 2 x 2 on the coarse one.
    assertTotals(cg, 2 * (4 + 1), 2 * (4 * 16 + 4) * 8, 2 * 3);
    // In products with the matrix: 2 + 1 + 2 + 1 of 64 points, 2 of 8; six vectors take 2/54 each.
    assertThat(cg.totals().longestComputationPs())
        .isEqualTo((6 * 64 + 2 * 8) * 27_000L + 6 * 64_000);
  }

  @Test
  void luleshExchangesForcesPositionsAndGradients() {
    SyntheticTrace lulesh =
        trace(SyntheticProgram.LULESH, 8, "--steps 1 --points-per-rank 3x3x3 --time-per-point 4ns");
    // Each of eight corners has 3 faces, 3 edges and 1 corner, of 4 x 4, 4 and 1 nodes.
    long nodes = 3 * 16 + 3 * 4 + 1;
    // Forces have 3 values a node, both ways; positions and velocities 6, one way. Gradients have
    // 3 values an element of the faces, both ways.
    assertTotals(lulesh, 8 * 7 + 8 * 7 / 2 + 8 * 3, 8 * nodes * 3 * 8 * 2 + 8 * 3 * 9 * 3 * 8, 8);
    assertThat(lulesh.totals().longestComputationPs()).isEqualTo(27 * 4000);
    // Positions go to lower ranks only.
    assertThat(ops(inMemory(lulesh), 0, OpCode.ISEND)).hasSize(7 + 3);
    assertThat(ops(inMemory(lulesh), 7, OpCode.ISEND)).hasSize(7 + 7 + 3);
  }

  @Test
  void latticeExchangesItsEightFaces() {
    SyntheticTrace lattice = trace(SyntheticProgram.LATTICE, 16, "--steps 1 --time-per-point 0ns");
    assertTotals(lattice, 16 * 8, 16L * 8 * 24 * 24 * 24 * 48 * 12, 16 * 2);
    assertThat(trace(SyntheticProgram.LATTICE, 24, "--time-per-point 0ns").shape())
        .startsWith("2x2x2x3 ranks, 48x48x48x72 points");
  }

  /** LULESH 2.0 was traced for 10 steps, which come after an exchange of nodal masses. */
  @ParameterizedTest
  @CsvSource({"8, 1136, 867136, 56", "27, 6136, 4038752, 316"})
  void luleshHasTheMessagesOfTracedRuns(
      int ranks, long tracedMessages, long tracedBytes, long ofMasses) {
    SyntheticTrace lulesh =
        trace(
            SyntheticProgram.LULESH,
            ranks,
            "--steps 10 --points-per-rank 6x6x6 --time-per-point 0ns");
    SyntheticTrace masses =
        trace(
            SyntheticProgram.HALO,
            ranks,
            "--steps 1 --points-per-rank 7x7x7 --boundary open --neighbours corners"
                + " --time-per-point 0ns");
    assertThat(masses.totals().messages()).isEqualTo(ofMasses);
    assertThat(lulesh.totals().messages() + ofMasses).isEqualTo(tracedMessages);
    assertThat(lulesh.totals().messageBytes() + masses.totals().messageBytes())
        .isEqualTo(tracedBytes);
  }

  /**
   * The stencil of the ParRes kernels was traced: a star of radius 2, 10 iterations and one more.
   */
  @ParameterizedTest
  @CsvSource({"4, 88, 704000", "16, 528, 2112000"})
  void haloHasTheMessagesOfTracedRuns(int ranks, long tracedMessages, long tracedBytes) {
    assertTotals(
        trace(
            SyntheticProgram.HALO,
            ranks,
            "--steps 11 --dimensions 2 --boundary open --points 1000x1000 --width 2"
                + " --time-per-point 0ns"),
        tracedMessages,
        tracedBytes,
        0);
  }
}
