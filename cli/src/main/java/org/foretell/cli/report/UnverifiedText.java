package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.Optional;
import org.foretell.report.RunResult;

/** Which figures of a machine no source confirms, for people. */
public final class UnverifiedText {
  private UnverifiedText() {}

  /** Prints a line for each; nothing if there is none. */
  public static void print(Optional<RunResult.MachineChoice> machine, PrintWriter out) {
    machine
        .map(choice -> choice.machine().unverified())
        .filter(figures -> !figures.isEmpty())
        .ifPresent(
            figures -> {
              out.println();
              out.println("Figures that no source confirms:");
              figures.forEach(figure -> out.println("  " + figure));
            });
  }
}
