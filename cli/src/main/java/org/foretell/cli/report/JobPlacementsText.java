package org.foretell.cli.report;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.report.JobPlacementsResult;
import org.foretell.report.JobsResult;
import org.foretell.time.Power;
import org.foretell.time.Quantity;

/** What {@code sim run} prints about the same jobs under several placements. */
public final class JobPlacementsText {
  private static final int MOST_JOBS = 6;

  private final List<JobsResult> placements;
  private final PrintWriter out;
  private final Style style;

  /** Of a result. */
  public JobPlacementsText(JobPlacementsResult result, PrintWriter out, Style style) {
    placements = result.placements();
    this.out = out;
    this.style = style;
  }

  /**
   * Prints all of it.
   *
   * @param verbose whether doubts about the machine are listed
   */
  public void print(boolean verbose) {
    JobsResult first =
        placements.stream()
            .min(
                Comparator.comparing((JobsResult one) -> !one.completed())
                    .thenComparing(JobsResult::makespanPs))
            .orElseThrow();
    out.println(
        style.strong(
            placements.stream().allMatch(one -> one.makespanPs() == first.makespanPs())
                    && first.completed()
                ? "All jobs end after %s with each placement"
                    .formatted(Quantity.formatTime(first.makespanPs()))
                : first.completed()
                    ? "All jobs end earliest with placement %s: after %s"
                        .formatted(first.policy(), Quantity.formatTime(first.makespanPs()))
                    : "Some jobs never end, whatever the placement"));
    out.println();
    table();
    out.println();
    new JobsText(placements.get(0), out, style)
        .printBasis("as in the table; each job fills its nodes one after the other", verbose);
  }

  private void table() {
    List<JobsResult.JobEntry> jobs = placements.get(0).jobs();
    boolean hasEnergy = placements.stream().allMatch(one -> one.energy().isPresent());
    List<String> header = new ArrayList<>(List.of("placement", "all end", "mean slow-down"));
    for (int i = 0; i < Math.min(MOST_JOBS, jobs.size()); i++) {
      header.add((i + 1) + " " + jobs.get(i).name());
    }
    if (jobs.size() > MOST_JOBS) {
      header.add("worst of all");
    }
    if (hasEnergy) {
      header.add("energy");
    }
    TextTable table = new TextTable(1, header.toArray(String[]::new));
    for (JobsResult one : placements) {
      List<String> cells = new ArrayList<>();
      cells.add(one.policy());
      cells.add(one.completed() ? Quantity.formatTime(one.makespanPs()) : "never");
      cells.add(JobsText.factor(one.meanSlowDown()));
      one.jobs().stream().limit(MOST_JOBS).forEach(job -> cells.add(slowDown(job)));
      if (jobs.size() > MOST_JOBS) {
        cells.add(
            one.jobs().stream()
                .max(Comparator.comparing(JobsResult.JobEntry::slowDown))
                .map(JobPlacementsText::slowDown)
                .orElseThrow());
      }
      if (hasEnergy) {
        cells.add(Power.formatEnergy(one.energy().orElseThrow().value()));
      }
      table.row(cells.toArray(String[]::new));
    }
    table.print(out, style);
  }

  private static String slowDown(JobsResult.JobEntry job) {
    return job.completed() ? JobsText.factor(job.slowDown()) : "never ends";
  }
}
