package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Values of calls, and counts of loops, as rules in the indexes of loops. */
class ValueRulesTest {
  private static final int RANKS = 4;

  private final OpView op = new OpView();
  private final MemoryTrace.Builder trace = MemoryTrace.builder();

  /** The outlines of ranks, each as lines: loops in braces, calls with their values. */
  private List<String> outlines(IntConsumer program) {
    return outlines(Outlines.Sharing.SAME_OPS, program);
  }

  private List<String> outlines(Outlines.Sharing sharing, IntConsumer program) {
    trace.begin(TraceInfo.ofRanks(RANKS));
    for (int rank = 0; rank < RANKS; rank++) {
      trace.beginProgram(RankSet.of(rank));
      program.accept(rank);
      trace.endProgram();
    }
    trace.end();
    Outlines outlines =
        Outlines.of(trace.build(), RankSet.range(0, RANKS - 1), sharing, ops -> {}, Long.MAX_VALUE);
    outlines.takeRecordedTimes();
    List<String> texts = new ArrayList<>();
    for (Outline outline : outlines.result()) {
      List<Part> parts = new ArrayList<>();
      for (int line = 0; line < outline.lines(); line++) {
        parts.addAll(outline.parts(line));
      }
      texts.add(outline.ranks() + ": " + text(parts, 0));
    }
    return texts;
  }

  private static String text(List<Part> parts, int level) {
    return parts.stream().map(part -> text(part, level)).collect(Collectors.joining("; "));
  }

  private static String text(Part part, int level) {
    if (part instanceof Part.Loop loop) {
      return LoopWords.of(loop, level) + " {" + text(loop.body(), level + 1) + "}";
    }
    Part.Call call = (Part.Call) part;
    return Outline.word(call.code())
        + call.values().stream().map(CallValue::text).toList().toString().replace("[]", "");
  }

  private void send(int peer, int tag, long bytes) {
    trace.op(
        op.reset(OpCode.SEND)
            .set(OpField.PEER, peer)
            .set(OpField.TAG, tag)
            .set(OpField.BYTES, bytes));
  }

  private void recv(int peer) {
    trace.op(op.reset(OpCode.RECV).set(OpField.PEER, peer).set(OpField.RECEIVE_BYTES, 64));
  }

  private void barrier() {
    trace.op(op.reset(OpCode.BARRIER));
  }

  @Test
  void valuesThatGrowWithTheIterationAreRules() {
    assertThat(
            outlines(
                rank -> {
                  for (int i = 0; i < 300; i++) {
                    send((rank + 1) % RANKS, 7 + i, 1024L * i);
                    recv((rank + 3) % RANKS);
                  }
                }))
        .containsExactly(
            "0-3: 300 times, i in 0..299 {Send[to r+1, tag 7 + i, 1024 i bytes]; Recv[from r-1, 64"
                + " bytes]}");
  }

  @Test
  void valuesDependOnTheIndexesOfAllLoopsAround() {
    assertThat(
            outlines(
                rank -> {
                  for (int i = 0; i < 6; i++) {
                    for (int j = 0; j < 10; j++) {
                      send(0, 100 * i + j % 3, 8L - i + 1000L * (j / 2));
                    }
                    barrier();
                  }
                }))
        .containsExactly(
            "0-3: 6 times, i in 0..5 {10 times, j in 0..9 {Send[to 0, tag [0, 1, 2][j % 3] +"
                + " 100 i, 8 - i + 1000 (j / 2) bytes]}; Barrier}");
  }

  @Test
  void listsAreIndexed() {
    long[] sizes = {8, 64, 8, 512, 8, 4096};
    assertThat(
            outlines(
                rank -> {
                  for (int i = 0; i < 6; i++) {
                    send(i % 2, 0, sizes[i]);
                  }
                }))
        .containsExactly(
            "0-3: 6 times, i in 0..5 {Send[to [0, 1][i % 2], [8, 64, 8, 512, 8, 4096][i] bytes]}");
  }

  @Test
  void whatHasNoShortRuleHasARange() {
    assertThat(
            outlines(
                rank -> {
                  for (int i = 0; i < 20; i++) {
                    send(i % 3 == 0 ? OpView.PROC_NULL : 1 + i % 3, rank, 8L * i * i);
                  }
                }))
        .containsExactly("0-3: 20 times {Send[to 2 to 3 or nobody, tag 0 to 3, 0 to 2888 bytes]}");
  }

  @Test
  void aSingleRankHasNumbersForPartners() {
    assertThat(
            outlines(
                rank -> {
                  if (rank == 0) {
                    recv(OpView.ANY);
                  } else {
                    send(0, 0, 1);
                  }
                }))
        .containsExactly("0: Recv[from any, 64 bytes]", "1-3: Send[to 0, 1 byte]");
  }

  @Test
  void innerLoopsOfTriangularLoopsHaveARuleForTheirCount() {
    assertThat(
            outlines(
                rank -> {
                  for (int i = 0; i < 60; i++) {
                    for (int j = 0; j <= i; j++) {
                      send(1, i + j, 8);
                      recv(2);
                    }
                    barrier();
                  }
                }))
        .containsExactly(
            "0-3: 60 times, i in 0..59 {1 + i times (1 to 60), j from 0 {Send[to 1, tag i + j, 8"
                + " bytes]; Recv[from 2, 64 bytes]}; Barrier}");
  }

  @Test
  void countsWithoutARuleHaveARange() {
    int[] counts = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3};
    assertThat(
            outlines(
                rank -> {
                  for (int count : counts) {
                    for (int j = 0; j < count; j++) {
                      send(1, 0, 8);
                    }
                    barrier();
                  }
                }))
        .containsExactly(
            "0-3: 18 times {1 to 9 times (4.7 on average) {Send[to 1, 8 bytes]}; Barrier}");
  }

  /** Workers 1 to 3 do 17, 0 and 19 tasks; a first message asks for a task, an empty one ends. */
  private void worker(int rank) {
    if (rank > 0) {
      int tasks = rank == 1 ? 17 : rank == 3 ? 19 : 0;
      for (int task = 0; task < tasks; task++) {
        recv(0);
        send(0, 1, 8);
      }
      recv(0);
      barrier();
    }
  }

  @Test
  void workersShareALoopWhateverTheirNumberOfTasks() {
    assertThat(outlines(Outlines.Sharing.ANY_COUNTS, this::worker))
        .containsExactly(
            "0: ",
            "1-3: 0 to 19 times (17 on rank 1; 0 on rank 2; 19 on rank 3) {Recv[from 0, 64 bytes];"
                + " Send[to 0, tag 1, 8 bytes]}; Recv[from 0, 64 bytes]; Barrier");
  }

  @Test
  void byDefaultTheyDoNot() {
    assertThat(outlines(this::worker)).hasSize(4);
  }
}
