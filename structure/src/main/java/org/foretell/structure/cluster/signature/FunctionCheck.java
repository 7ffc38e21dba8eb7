package org.foretell.structure.cluster.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** Checks whether functions compute the values in a trace. */
public final class FunctionCheck {
  private FunctionCheck() {}

  /**
   * Compares all parameters that functions compute with those of the trace; takes time in
   * proportion to the events that all ranks execute.
   *
   * @param source stays open
   * @param functions to be checked
   * @return a sentence for each function that computes other values, or none at all
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static List<String> findings(TraceSource source, List<ParameterFunction> functions) {
    List<String> findings = new ArrayList<>();
    for (ParameterFunction function : functions) {
      long[] counts = new long[2];
      for (int rank = 0; rank < source.info().ranks(); rank++) {
        count(source, function, rank, counts);
      }
      if (counts[0] == 0) {
        findings.add("function " + function.name() + " computes nothing in this trace");
      } else if (counts[1] > 0) {
        findings.add(
            String.format(
                Locale.US,
                "function %s computes another value than the trace has in %,d of %,d cases",
                function.name(),
                counts[1],
                counts[0]));
      }
    }
    return findings;
  }

  /**
   * {@return the first function that computes a field of an op, null if none does}
   *
   * @param functions in their order
   * @param op not kept
   * @param field a scalar field that the op has
   * @param ranks number of ranks in the trace
   */
  public static @Nullable ParameterFunction computing(
      List<ParameterFunction> functions, OpView op, OpField field, int ranks) {
    for (ParameterFunction function : functions) {
      if (function.computes(op, field, ranks)) {
        return function;
      }
    }
    return null;
  }

  private static void count(
      TraceSource source, ParameterFunction function, int rank, long[] counts) {
    int ranks = source.info().ranks();
    OpView view = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(view)) {
        for (OpField field : view.code().fields()) {
          if (!field.isList() && function.computes(view, field, ranks)) {
            counts[0]++;
            counts[1] += function.value(view, field, rank, ranks) == view.get(field) ? 0 : 1;
          }
        }
      }
    }
  }
}
