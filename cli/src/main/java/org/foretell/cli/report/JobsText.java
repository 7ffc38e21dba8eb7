package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.report.JobsResult;
import org.foretell.time.Power;
import org.foretell.time.Quantity;

/** What {@code sim run} prints about several jobs: their times, and where they meet. */
public final class JobsText {
  private static final int MOST_MEETINGS = 8;

  private final JobsResult result;
  private final PrintWriter out;
  private final Style style;

  /** Of a result. */
  public JobsText(JobsResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  /**
   * Prints all of it.
   *
   * @param verbose whether doubts about the machine are listed
   */
  public void print(boolean verbose) {
    out.println(
        style.strong(
            (result.completed() ? "All jobs end after " : "Some jobs never end; the last moves at ")
                + Quantity.formatTime(result.makespanPs())));
    out.println();
    jobs();
    out.println();
    meetings();
    out.println();
    printBasis(result.policy() + "; each job fills its nodes one after the other", verbose);
  }

  private void jobs() {
    boolean hasNeighbours = result.jobs().size() > 2;
    List<String> energies = energies();
    List<String> header =
        new ArrayList<>(
            List.of("job", "trace", "ranks", "nodes", "start", "alone", "together", "slow-down"));
    if (hasNeighbours) {
      header.add("worst neighbour");
    }
    if (!energies.isEmpty()) {
      header.add("energy");
    }
    TextTable table = new TextTable(2, header.toArray(String[]::new));
    for (int i = 0; i < result.jobs().size(); i++) {
      JobsResult.JobEntry job = result.jobs().get(i);
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Integer.toString(i + 1),
                  job.name(),
                  Integer.toString(job.ranks()),
                  Integer.toString(job.nodes()),
                  Quantity.formatTime(job.startPs()),
                  Quantity.formatTime(job.alonePs()),
                  Quantity.formatTime(job.togetherPs()),
                  job.completed() ? factor(job.slowDown()) : "never ends"));
      if (hasNeighbours) {
        cells.add(job.worst().map(one -> one.name() + " " + factor(one.slowDown())).orElse("none"));
      }
      if (!energies.isEmpty()) {
        cells.add(energies.get(i));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.print(out, style);
    result.energy().ifPresent(all -> out.printf("%nEnergy: %s%n", EnergyLine.of(all)));
  }

  /** By job; empty if none is known. Jobs on the same nodes have theirs at the first of them. */
  private List<String> energies() {
    String[] cells = new String[result.jobs().size()];
    for (JobsResult.Tenancy one : result.tenancies()) {
      int first = one.jobs().get(0);
      one.jobs().forEach(job -> cells[job - 1] = "with job " + first);
      cells[first - 1] = Power.formatEnergy(one.energy().total().value());
    }
    return result.tenancies().isEmpty() ? List.of() : List.of(cells);
  }

  static String factor(double slowDown) {
    return String.format(Locale.ROOT, "%.3f", slowDown);
  }

  private void meetings() {
    List<JobsResult.Meeting> all = result.meetings();
    if (all.isEmpty()) {
      out.println("The jobs send through no link and no interface in common.");
      return;
    }
    List<String> header = new ArrayList<>(List.of("where jobs meet"));
    for (int i = 0; i < result.jobs().size(); i++) {
      header.add("job " + (i + 1));
    }
    TextTable table = new TextTable(1, header.toArray(String[]::new));
    all.stream()
        .limit(MOST_MEETINGS)
        .forEach(
            one -> {
              List<String> cells =
                  new ArrayList<>(
                      List.of(
                          one.kind() == JobsResult.Meeting.Kind.LINK
                              ? "link " + one.name()
                              : one.name()));
              one.bytes().forEach(bytes -> cells.add(Quantity.formatBytes(bytes)));
              table.row(cells.toArray(String[]::new));
            });
    table.print(out, style);
    if (all.size() > MOST_MEETINGS) {
      out.println("and " + Words.counted(all.size() - MOST_MEETINGS, "more place") + " (--json)");
    }
  }

  /**
   * Prints what the times rest on, and reasons to doubt them.
   *
   * @param placement what to say of it
   */
  void printBasis(String placement, boolean verbose) {
    out.println("Machine:     " + result.machine().machine().name());
    out.println(
        "Model:       "
            + result.model()
            + result.modelReason().map(reason -> ", because " + reason).orElse(""));
    result
        .collectives()
        .forEach((name, value) -> out.println("Collectives: " + name + " " + value));
    out.println("Placement:   " + placement);
    result
        .background()
        .ifPresent(
            one ->
                out.println(
                    "Background:  "
                        + one.text()
                        + ", "
                        + Words.counted(one.nodes(), "node")
                        + ", each up to "
                        + Quantity.formatBytesPerSecond(one.bytesPerSecond())));
    SetValuesText.lines(result.machine().set()).forEach(line -> out.println("Set: " + line));
    if (verbose) {
      UnverifiedText.print(java.util.Optional.of(result.machine()), out);
    }
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }
}
