package org.foretell.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.foretell.models.compute.BurstWork;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

class WorkAddedTest {
  /** An op that the recorder keeps has the work of its call site each time it is added again. */
  @Test
  void aBurstThatIsKeptIsKeptWithItsWork() {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceSink sink =
          new WorkAdded(
              Map.of("a.c:1", new BurstWork(8, 16), "a.c:2", new BurstWork(3, 24)), builder);
      sink.begin(TraceInfo.ofRanks(1));
      for (int site = 0; site < 3; site++) {
        sink.callSite(site, "a.c:" + site);
      }
      sink.beginProgram(RankSet.of(0));
      OpView op = new OpView();
      int[] kept = new int[3];
      for (int site = 0; site < 3; site++) {
        op.reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 5).set(OpField.CALL_SITE, site);
        sink.op(op);
        kept[site] = sink.keep();
      }
      assertThat(kept).doesNotContain(TraceSink.NOT_KEPT).doesNotHaveDuplicates();
      for (int site : new int[] {2, 0, 1, 2}) {
        sink.again(kept[site]);
      }
      sink.endProgram();
      sink.end();
      assertThat(flopsAndBytes(builder.build()))
          .containsExactly("0 0", "8 16", "3 24", "3 24", "0 0", "8 16", "3 24");
    }
  }

  private static List<String> flopsAndBytes(MemoryTrace trace) {
    List<String> found = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(0)) {
      while (cursor.next(op)) {
        found.add(op.get(OpField.FLOPS) + " " + op.get(OpField.MEMORY_BYTES));
      }
    }
    return found;
  }
}
