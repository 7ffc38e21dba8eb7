package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.cli.text.Style;
import org.foretell.report.CheckResult;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;

/** Reports which raw files of ranks were merged, and whether they are consistent. */
final class MergeReport {
  /** A check takes about a second for each million. */
  private static final long MOST_OPS_CHECKED = 50_000_000;

  private final Path trace;
  private final PrintWriter out;
  private final Style style;

  /**
   * A report.
   *
   * @param trace a native trace or one as text
   */
  MergeReport(Path trace, PrintWriter out, Style style) {
    this.trace = trace;
    this.out = out;
    this.style = style;
  }

  void print() throws IOException {
    out.printf(
        Locale.US,
        "%s: %,d bytes; sim info %s shows its contents%n",
        trace,
        Files.size(trace),
        trace);
    if (operations() > MOST_OPS_CHECKED) {
      out.println("It is too long for the automatic check; run sim check " + trace + ".");
      return;
    }
    CheckResult check = Foretell.check().trace(trace).run();
    new CheckText(check, out, style).printPairing();
    check.trace().info().notes().forEach(note -> out.println(style.warning("note: ") + note));
  }

  private long operations() {
    if (!TraceStoreReader.recognizes(trace)) {
      return 0;
    }
    try (TraceSource source = TraceStoreReader.open(trace)) {
      return source.operations().orElse(0);
    }
  }
}
