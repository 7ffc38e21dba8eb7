package org.foretell.sanity;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.machine.Machine;
import org.foretell.time.Quantity;

/** Writes {@code docs/sanity.md}. */
final class SanityPage {
  private static final String HEAD =
      """
      # What the models answer, and what is sound

      All models are asked the same of all machines of the [catalogue](machine-format.md#the-catalogue):
      ping-pongs within a node and between two, streams of 32 messages from 1 to all ranks of a node to those of
      another, an incast of single ranks on up to 63 nodes, an exchange between two halves of 16 nodes, and barrier,
      bcast, allreduce, alltoall and allgather of 2 to 1,024 ranks in blocks, all from 8 B to 1 MiB. Settings are
      the defaults. This page is written by

      ```
      mvn test -pl foretell -am -Dtest=SanityPageTest -Dupdate.docs=true -Dsurefire.failIfNoSpecifiedTests=false
      ```

      and a part of it is checked by every build.

      An answer is sound if it lies between a floor and a ceiling, does not fall as sizes grow, and is at most
      three times the least sound answer. With L and B the latency and bandwidth of a machine, n its interfaces
      and r ranks a node, the floor is the greatest of these, less 5 % because large calls are estimated:

      * the bytes that must leave or enter a node over 1.1 n B, since lines carry a little more than MPI sees,
      * L for each round, if in one round those who know a thing tell ten others,
      * L / 10 for each message that a rank sends in a stream, and L / 100 for each that an interface carries.

      For ping-pongs it is L and the bytes. The ceiling is four times what a plain algorithm takes: messages at
      L / 2 each for their ranks and L / 20 for interfaces, binomial trees, rings. Where nodes share interfaces,
      `simple` and `loggops-atlahs`, which do not know that, are no measure for others.
      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  /** The page. */
  static String of(
      Map<Machine, List<SanityMatrix.Row>> rowsByMachine,
      List<Measurements.Measurement> measurements) {
    SanityPage page = new SanityPage();
    List<SanityMatrix.Finding> findings = new ArrayList<>();
    rowsByMachine.values().forEach(rows -> findings.addAll(SanityMatrix.findings(rows)));
    page.exceptions(rowsByMachine.values().stream().mapToInt(List::size).sum(), findings);
    page.measurements(rowsByMachine, measurements);
    page.text.append("\n## Machines\n\n");
    page.text.append(
        "Each plot shows ping-pongs between nodes and an alltoall of the most ranks, with the floor"
            + " and the ceiling\n"
            + "as thin black lines. Where lines lie on each other, the wide ones below stay"
            + " visible. The tables show what\n"
            + "the models answer, and the floor.\n");
    rowsByMachine.forEach(page::machine);
    return page.text.toString();
  }

  private void exceptions(int cases, List<SanityMatrix.Finding> findings) {
    Map<KnownDifferences.Reason, List<SanityMatrix.Finding>> explained = new LinkedHashMap<>();
    List<SanityMatrix.Finding> rest = new ArrayList<>();
    for (KnownDifferences.Reason reason : KnownDifferences.all()) {
      explained.put(reason, new ArrayList<>());
    }
    for (SanityMatrix.Finding finding : findings) {
      Optional<KnownDifferences.Reason> reason = KnownDifferences.of(finding);
      (reason.isPresent() ? explained.get(reason.get()) : rest).add(finding);
    }
    text.append("\n## Exceptions\n\n");
    text.append(
        String.format(
            Locale.US,
            "%,d cases for %d models. All other answers than these are sound.%n%n",
            cases,
            SanityMatrix.models().size()));
    text.append(
        "| model | what | answers | most | where most | why |\n|---|---|---|---|---|---|\n");
    explained.forEach(
        (reason, all) -> {
          for (Deviation deviation : Deviation.values()) {
            row(reason.model(), deviation, all, reason.text());
          }
        });
    for (SanityMatrix.Finding finding : rest) {
      row(finding.model(), finding.deviation(), List.of(finding), "**unexplained**");
    }
  }

  private void row(
      String model, Deviation deviation, List<SanityMatrix.Finding> all, String reason) {
    List<SanityMatrix.Finding> these =
        all.stream().filter(finding -> finding.deviation() == deviation).toList();
    if (these.isEmpty()) {
      return;
    }
    SanityMatrix.Finding worst =
        these.stream().max((a, b) -> Double.compare(a.factor(), b.factor())).orElseThrow();
    text.append(
        String.format(
            Locale.US,
            "| %s | %s | %,d | %.1f times | `%s`, %s, %s | %s |%n",
            model.equals(KnownDifferences.ANY) ? "all" : "`" + model + "`",
            deviation.title(),
            these.size(),
            worst.factor(),
            worst.machine(),
            worst.of().title(),
            bytes(worst.of().bytes()),
            reason));
  }

  private void measurements(
      Map<Machine, List<SanityMatrix.Row>> rowsByMachine,
      List<Measurements.Measurement> measurements) {
    List<String> models = SanityMatrix.models();
    text.append("\n## Measurements\n\n");
    text.append(
        "Published figures of these machines, from [measurements.json](data/measurements.json), and"
            + " what the models\n"
            + "answer to the same: of bandwidths those of a stream of one pair, of latencies those"
            + " of a ping-pong, of\ncollectives one call.\n\n");
    text.append("| machine | what | measured |");
    models.forEach(model -> text.append(" `").append(model).append("` |"));
    text.append(" source |\n|---|---|---|").append("---|".repeat(models.size())).append("---|\n");
    rowsByMachine.forEach(
        (machine, rows) ->
            measurements.stream()
                .filter(measurement -> measurement.machine().equals(machine.name()))
                .forEach(measurement -> measurement(machine, measurement, models)));
  }

  private void measurement(
      Machine machine, Measurements.Measurement measurement, List<String> models) {
    boolean isLatency = measurement.unit().equals("us");
    SanityCase of = MeasuredCase.of(measurement, machine);
    SanityMatrix.Row row = SanityMatrix.row(machine, of, models);
    text.append(
        "| `%s` | %s%s%s | %s |"
            .formatted(
                machine.name(),
                measurement.benchmark(),
                measurement.within() ? " within a node" : "",
                measurement.bytes() == 0 || measurement.benchmark().contains("bytes")
                    ? ""
                    : ", " + bytes(measurement.bytes()),
                isLatency
                    ? Quantity.formatTime(Math.round(measurement.value() * 1e6))
                    : Quantity.formatBytesPerSecond(measurement.value() * 1e6)));
    for (String model : models) {
      long ps = row.answersPs().get(model);
      text.append(' ')
          .append(
              isLatency
                  ? Quantity.formatTime(ps)
                  : Quantity.formatBytesPerSecond(MeasuredCase.bytes(of) / (ps / 1e12)))
          .append(" |");
    }
    String remark = measurement.remark().isEmpty() ? "" : " (" + measurement.remark() + ")";
    text.append(' ').append(measurement.source()).append(remark).append(" |\n");
  }

  private void machine(Machine machine, List<SanityMatrix.Row> rows) {
    List<String> models = SanityMatrix.models();
    text.append("\n### ").append(machine.name()).append("\n\n");
    text.append("![Times on %s](sanity/%s.svg)%n%n".formatted(machine.name(), machine.name()));
    text.append("| case | bytes | floor |");
    models.forEach(model -> text.append(" `").append(model).append("` |"));
    text.append("\n|---|---|---|").append("---|".repeat(models.size())).append('\n');
    for (SanityMatrix.Row row : rows) {
      if (isShown(row.of(), rows)) {
        text.append(
            "| %s | %s | %s |"
                .formatted(
                    row.of().title(),
                    bytes(row.of().bytes()),
                    Quantity.formatTime(Math.round(row.limits().floorPs()))));
        text.append(
            models.stream()
                .map(model -> " " + Quantity.formatTime(row.answersPs().get(model)) + " |")
                .collect(Collectors.joining()));
        text.append('\n');
      }
    }
  }

  /** Of each workload the largest number of ranks, with few and with many bytes. */
  private static boolean isShown(SanityCase of, List<SanityMatrix.Row> rows) {
    int most =
        rows.stream()
            .filter(row -> row.of().workload() == of.workload())
            .mapToInt(row -> row.of().ranks())
            .max()
            .orElse(0);
    return of.ranks() == most && (of.bytes() <= 8 || of.bytes() == 32_768 || of.bytes() == 1 << 20);
  }

  /** A size in the largest binary unit. */
  static String bytes(long bytes) {
    return bytes >= 1 << 20
        ? bytes / (1 << 20) + " MiB"
        : bytes >= 1024 ? bytes / 1024 + " KiB" : bytes + " B";
  }
}
