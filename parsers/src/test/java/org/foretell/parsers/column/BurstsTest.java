package org.foretell.parsers.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;

class BurstsTest {
  /** More than are kept for a rank, so that some are converted each time. */
  private static final int CALL_SITES = 3_000;

  private static final int RANKS = 2;

  /** Bursts of each kind and place, with other ops between them, come as they were added. */
  @Property(tries = 20)
  void burstsAreThoseThatWereAdded(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> expected = new ArrayList<>();
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(RANKS));
      for (int site = 0; site < CALL_SITES; site++) {
        sink.callSite(site, "a.c:" + site);
      }
      Bursts bursts = new Bursts(sink);
      for (int rank = 0; rank < RANKS; rank++) {
        List<String> ofRank = new ArrayList<>();
        sink.beginProgram(RankSet.of(rank));
        bursts.begin(rank);
        int sites = random.nextBoolean() ? 3 : CALL_SITES;
        for (int i = 0; i < 12_000; i++) {
          ofRank.add(addOne(random, sites, sink, bursts));
        }
        bursts.end();
        sink.endProgram();
        expected.add(ofRank);
      }
      sink.end();
      assertHolds(sink.build(), expected);
    }
  }

  private static String addOne(
      SplittableRandom random, int sites, MemoryTrace.Builder sink, Bursts bursts) {
    long durationPs = random.nextInt(5);
    int site = random.nextInt(4) == 0 ? OpView.NONE : random.nextInt(sites);
    OpCode code = random.nextBoolean() ? OpCode.COMPUTE : OpCode.ELAPSE;
    OpView op = new OpView().reset(code).set(OpField.CALL_SITE, site);
    switch (random.nextInt(10)) {
      case 0 -> sink.op(op.reset(OpCode.BARRIER).set(OpField.CALL_SITE, site));
      case 1 -> {
        op.reset(OpCode.COMPUTE).set(OpField.FLOPS, random.nextInt(3));
        bursts.add(op, durationPs);
        op.set(OpField.DURATION_PS, durationPs);
      }
      default -> {
        bursts.add(code, site, durationPs);
        op.set(OpField.DURATION_PS, durationPs);
      }
    }
    return op.toString();
  }

  private static void assertHolds(MemoryTrace trace, List<List<String>> expected) {
    OpView op = new OpView();
    for (int rank = 0; rank < RANKS; rank++) {
      List<String> found = new ArrayList<>();
      try (RankCursor cursor = trace.open(rank)) {
        while (cursor.next(op)) {
          found.add(op.toString());
        }
      }
      assertThat(found).as("rank " + rank).isEqualTo(expected.get(rank));
    }
  }
}
