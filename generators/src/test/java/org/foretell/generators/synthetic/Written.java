package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/** Traces of tests, and the ops that they hold. */
final class Written {
  private Written() {}

  /** A trace with options as on the command line, like {@code --steps 3 --bytes 8B}. */
  static SyntheticTrace trace(SyntheticProgram program, long ranks, String options) {
    SyntheticTrace trace = SyntheticTrace.of(program, ranks);
    String[] words = options.isEmpty() ? new String[0] : options.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      trace = trace.with(option(words[i]), words[i + 1]);
    }
    return trace;
  }

  private static SyntheticOption option(String label) {
    return Arrays.stream(SyntheticOption.values())
        .filter(option -> option.label().equals(label))
        .findFirst()
        .orElseThrow();
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
