package org.foretell.cli.trace;

import java.io.PrintWriter;
import java.util.Locale;
import org.foretell.cli.text.DeadlockText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.report.CheckResult;
import org.foretell.report.TraceContents;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceInfo;

/** What a check found, for people. */
final class CheckText {
  private final CheckResult result;
  private final PrintWriter out;
  private final Style style;

  CheckText(CheckResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /** Prints all of it. */
  void print() {
    out.printf(
        Locale.US,
        "%s: %s, %,d ops, readable to the end%n",
        result.trace().name(),
        Words.counted(result.trace().info().ranks(), "rank"),
        result.contents().operations());
    coverage(result.contents());
    printPairing();
    if (result.reliesOnBuffers()) {
      out.println(
          style.warning("warning: ")
              + "the program relies on buffered sends: if no send is eager, it deadlocks");
    }
    if (result.leavesChoices()) {
      out.println(
          "note: the trace leaves open which message some receives, probes or waits took; the"
              + " check tried one choice");
    }
    result.warnings().forEach(text -> out.println(style.warning("warning: ") + text));
    result.trace().info().notes().forEach(note -> out.println(style.warning("note: ") + note));
    out.println(result.sound() ? "The trace is sound." : style.error("The trace is not sound."));
  }

  /** Every op can be replayed; some need more of a machine than others. */
  private void coverage(TraceContents contents) {
    out.println("coverage: every op can be replayed");
    for (TraceContents.Kind kind : contents.kinds()) {
      if (kind.code().family() == OpCode.Family.FILE) {
        out.printf(
            Locale.US,
            "note: %,d x %s: needs a machine with a file system (or sim run --unsupported pass)%n",
            kind.count(),
            Words.word(kind.code()));
      }
    }
    if (contents.work().bursts() > 0) {
      out.printf(
          Locale.US,
          "note: %,d bursts state their work; --traced-machine uses it%n",
          contents.work().bursts());
    }
  }

  /** Prints what was sent and received, and what does not fit. */
  void printPairing() {
    result
        .deadlock()
        .ifPresent(
            deadlock -> {
              out.println(
                  style.error("deadlock")
                      + (result.trace().info().hasSeveralThreads()
                          ? ": the replay never ends; the program may, because of its threads: "
                              + TraceInfo.SEVERAL_THREADS
                              + ", which the trace merges into one sequence, so a call that blocks"
                              + " one thread blocks all"
                          : ": the program never ends"));
              new DeadlockText(deadlock).print(out);
            });
    for (Problem problem : result.problems()) {
      String kind =
          CheckResult.isAllowed(problem) ? style.warning("note: ") : style.error("problem: ");
      out.println(kind + problem.message());
    }
    out.printf(
        Locale.US,
        "messages: %,d sent with %,d bytes, %,d received with %,d bytes%n",
        result.sent().messages(),
        result.sent().bytes().toBigInteger(),
        result.received().messages(),
        result.received().bytes().toBigInteger());
    if (result.oneSided().messages() > 0) {
      out.printf(
          Locale.US,
          "one-sided: %,d messages with %,d bytes%n",
          result.oneSided().messages(),
          result.oneSided().bytes().toBigInteger());
    }
    out.printf(Locale.US, "collectives: %,d calls%n", result.collectiveCalls());
    if (result.completed() && !result.conserved()) {
      out.println(style.error("conservation") + ": what was sent is not what was received");
    }
  }
}
