package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.report.RunResult;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;

/** What is wrong with the program, and what makes a prediction doubtful. */
public final class RunDoubts {
  private final RunResult result;
  private final PrintWriter out;
  private final Style style;

  /** Of a run. */
  public RunDoubts(RunResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /** Prints problems, then warnings; nothing if there are none. */
  public void print() {
    problems();
    warnings();
  }

  private void problems() {
    List<Problem> problems = result.prediction().problems();
    if (problems.isEmpty()) {
      return;
    }
    out.println();
    for (Problem problem : problems) {
      out.println(style.warning("problem: ") + problem.message());
    }
    for (Problem.Kind kind : Problem.Kind.values()) {
      long count = result.prediction().problems(kind);
      if (kind == Problem.Kind.PASSED_OPERATION && count > 0) {
        // Each line above is of all ops of a kind.
        out.printf(Locale.US, "Together, %,d ops took no time.%n", count);
      } else if (count > Prediction.MAX_PROBLEMS) {
        out.printf(
            Locale.US,
            "Of %,d problems of the kind \"%s\", %d are listed.%n",
            count,
            kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            Prediction.MAX_PROBLEMS);
      }
    }
  }

  private void warnings() {
    if (result.warnings().isEmpty()) {
      return;
    }
    out.println();
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }
}
