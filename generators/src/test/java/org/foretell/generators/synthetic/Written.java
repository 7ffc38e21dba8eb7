package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/** Traces of tests, and the ops that they hold. */
final class Written {
  private Written() {}

  static SyntheticTrace trace(SyntheticProgram program, long ranks, Object... options) {
    SyntheticTrace trace = SyntheticTrace.of(program, ranks);
    for (int i = 0; i < options.length; i += 2) {
      trace = trace.with((SyntheticOption) options[i], options[i + 1].toString());
    }
    return trace;
  }

  static TraceSource inMemory(SyntheticTrace trace) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      trace.writeTo(builder);
      return builder.build();
    }
  }

  /** Copies of the ops of a rank. */
  static List<OpView> ops(TraceSource trace, int rank, OpCode code) {
    List<OpView> ops = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code() == code) {
          ops.add(op);
          op = new OpView();
        }
      }
    }
    return ops;
  }
}
