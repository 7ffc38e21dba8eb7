package org.foretell.structure.outline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** The figures of Grosclaude et al., "Tracing MPI binaries for knowledge discovery". */
class OutlineTest {
  /** A rank that does what a line of words says: {@code CPU0:720}, {@code Bcast0:487}. */
  private static MemoryTrace.Builder rank(MemoryTrace.Builder trace, int rank, String words) {
    List<Long> times = new ArrayList<>();
    trace.beginProgram(RankSet.of(rank));
    for (String word : words.trim().split("\\s+", -1)) {
      String name = word.replaceAll("[0-9]*(:.*)?$", "");
      int site = Integer.parseInt(word.replaceAll(":.*", "").substring(name.length()));
      long ps = Math.round(Double.parseDouble(word.replaceAll(".*:", "")) * 1e6);
      OpView op = new OpView();
      if (name.equals("CPU")) {
        op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, ps);
      } else {
        op.reset(OpCode.valueOf(name.toUpperCase(java.util.Locale.ROOT)));
        times.add(ps);
      }
      trace.op(op.set(OpField.CALL_SITE, site));
    }
    trace.endProgram();
    trace.callTimes(rank, times.stream().mapToLong(Long::longValue).toArray(), 0, times.size());
    return trace;
  }

  private static MemoryTrace.Builder begin(int ranks) {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    trace.begin(TraceInfo.ofRanks(ranks));
    for (int site = 0; site < 10; site++) {
      trace.callSite(site, "program.c:" + site);
    }
    return trace;
  }

  private static Outline only(String words) {
    MemoryTrace.Builder trace = rank(begin(1), 0, words);
    trace.end();
    Outlines outlines = Outlines.of(trace.build(), RankSet.of(0));
    assertThat(outlines.takeRecordedTimes()).isTrue();
    assertThat(outlines.result()).hasSize(1);
    return outlines.result().get(0);
  }

  private static List<String> lines(Outline outline, boolean detailed) {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < outline.lines(); line++) {
      lines.add(outline.text(line, detailed));
    }
    return lines;
  }

  @Test
  void figure2() {
    String loop =
        "CPU2:1308792.25 Allreduce2:128.5 CPU2:1308793.25 Allreduce2:129 CPU2:1308792.75"
            + " Allreduce2:128.75 CPU2:1308792.75 Allreduce2:128.75";
    Outline outline = only("CPU0:720 Bcast0:487 CPU1:900 Barrier1:864 " + loop);
    assertThat(lines(outline, true))
        .containsExactly(
            "CPU0: 720",
            "Bcast0: 487",
            "CPU1: 900",
            "Barrier1: 864",
            "(CPU2: 1308792.75+Allreduce2: 128.75)[4]: 5235686");
    assertThat(outline.parts(4))
        .containsExactly(
            new Part.Loop(
                LoopCount.of(4),
                List.of(
                    new Part.Call(
                        OpCode.COMPUTE, 2, 1308792.75e6, 1308792.25e6, 1308793.25e6, List.of()),
                    new Part.Call(OpCode.ALLREDUCE, 2, 128.75e6, 128.5e6, 129e6, List.of()))));
  }

  /** All pairs of the loop are equally frequent, so which come together is free; see the page. */
  @Test
  void figure3() {
    String loop =
        "CPU1:41631 Allreduce1:52763.54 CPU2:10.63 Alltoall2:266.09 CPU3:5.54"
            + " Alltoallv3:156060.63 ";
    Outline outline =
        only(
            "CPU0:358 Bcast0:429 "
                + loop.repeat(11)
                + "CPU4:4173 Reduce4:37 CPU5:15793 Send5:37 CPU6:2160 Reduce6:162");
    assertThat(lines(outline, true))
        .containsExactly(
            "CPU0: 358",
            "Bcast0: 429",
            "(((((CPU1: 41631.00+Allreduce1: 52763.54)+CPU2: 10.63)+Alltoall2: 266.09)+CPU3: 5.54)"
                + "+Alltoallv3: 156060.63)[11]: 2758112",
            "CPU4: 4173",
            "Reduce4: 37",
            "CPU5: 15793",
            "Send5: 37",
            "CPU6: 2160",
            "Reduce6: 162");
  }

  /** The sequence of the lines of the figure, written out; its numbers of iterations are kept. */
  @Test
  void figure4() {
    String exchange = "CPU2:1 Irecv2:1 CPU3:1 Wait3:1 ";
    String send = "CPU1:1 Send1:1 ";
    String reduce = "CPU4:1 Allreduce4:1 ";
    String end = reduce + "CPU5:1 Barrier5:1 ";
    String sweep = send.repeat(124) + "CPU6:1 Recv6:1 ".repeat(124);
    String both = (send + exchange).repeat(2);
    Outline outline =
        only(
            "CPU0:1 Bcast0:1 ".repeat(10)
                + (send + exchange).repeat(4)
                + end
                + (sweep + both)
                + (reduce + both)
                + end
                + (sweep + both).repeat(249)
                + sweep
                + (reduce + both)
                + reduce.repeat(3)
                + exchange.repeat(2)
                + reduce
                + (exchange + reduce).repeat(2));
    List<String> lines = lines(outline, false);
    assertThat(lines).first().isEqualTo("(CPU0+Bcast0)[10]: 20");
    assertThat(lines)
        .contains(
            "((CPU1+Send1)+(((CPU2+Irecv2)+CPU3)+Wait3))[4]: 24",
            "(((CPU1+Send1)[124]+(CPU6+Recv6)[124])+((CPU1+Send1)+(((CPU2+Irecv2)+CPU3)+Wait3))[2])[249]:"
                + " 126492",
            "(CPU4+Allreduce4)[3]: 6");
    assertThat(lines).hasSizeLessThan(18);
  }

  @Test
  void ranksWithEqualSequencesShareAnOutlineWithTheirMeanTimes() {
    MemoryTrace.Builder trace = begin(3);
    rank(trace, 0, "CPU0:1 Bcast0:10 CPU0:3 Bcast0:10");
    rank(trace, 1, "Bcast0:1");
    rank(trace, 2, "CPU0:3 Bcast0:20 CPU0:5 Bcast0:20");
    trace.end();
    Outlines outlines = Outlines.of(trace.build(), RankSet.range(0, 2));
    outlines.takeRecordedTimes();
    List<Outline> found = outlines.result();
    assertThat(found).extracting(outline -> outline.ranks().toString()).containsExactly("0,2", "1");
    assertThat(lines(found.get(0), true)).containsExactly("(CPU0: 3.00+Bcast0: 15.00)[2]: 36");
    assertThat(lines(found.get(1), true)).containsExactly("Bcast0: 1");
  }

  @Test
  void aBurstWithoutACallSiteHasThatOfTheCallAfterIt() {
    MemoryTrace.Builder trace = begin(1);
    trace.beginProgram(RankSet.of(0));
    trace.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 1_000_000));
    trace.op(new OpView().reset(OpCode.MARKER_BEGIN));
    trace.op(new OpView().reset(OpCode.BARRIER).set(OpField.CALL_SITE, 3));
    trace.op(new OpView().reset(OpCode.MARKER_END));
    trace.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 2_500_000));
    trace.endProgram();
    trace.end();
    Outlines outlines = Outlines.of(trace.build(), RankSet.of(0));
    assertThat(outlines.takeRecordedTimes()).isFalse();
    assertThat(lines(outlines.result().get(0), true))
        .containsExactly("CPU3: 1", "Barrier3: 0", "CPU: 2.5");
  }

  @Test
  void taskGraphsHaveNoSequence() {
    MemoryTrace.Builder trace = MemoryTrace.builder();
    RandomGraphTrace.of(1).describe(trace);
    MemoryTrace graphs = trace.build();
    assertThatThrownBy(() -> Outlines.of(graphs, RankSet.of(0)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("task graphs");
  }
}
