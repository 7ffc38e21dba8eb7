package org.foretell.cli.calibrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.foretell.calibration.core.BurstRatio;
import org.foretell.calibration.core.CoreComparison;
import org.foretell.calibration.core.CoreRatios;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.input.MachineArgument;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceReading;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.trace.BurstKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim calibrate core}: the ratio of the speeds of cores, from runs on two machines. */
@Command(
    name = "core",
    description =
        "Measures how many times faster the cores of a machine compute than those on which programs"
            + " are traced, from traces of one program on both, and writes the machine file with"
            + " this CPU ratio and its bounds.")
public final class CalibrateCoreCommand implements Callable<Integer> {
  /** Digits of a ratio in the machine file; measurements have fewer. */
  private static final MathContext DIGITS = new MathContext(4);

  @Spec private CommandSpec spec;

  @Option(
      names = "--here",
      required = true,
      arity = "1..*",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "Runs on the machine on which programs are traced.")
  private List<Path> here;

  @Option(
      names = "--there",
      required = true,
      arity = "1..*",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description =
          "Runs of the same program, with the same input and number of ranks, on the machine of"
              + " --machine.")
  private List<Path> there;

  @Option(
      names = "--machine",
      required = true,
      paramLabel = "MACHINE",
      description = "Machine file, or name from the catalogue, that gets the ratio.")
  private String machine;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      description = "The node group on which the program ran (default: all).")
  private @Nullable String group;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "FILE",
      description = "The machine file to write.")
  private Path out;

  @Override
  public Integer call() {
    Outputs outputs = new Outputs().readsIfFile(machine);
    here.forEach(outputs::reads);
    there.forEach(outputs::reads);
    outputs.writes("--out", out).check();
    List<NodeGroup> groups = groups();
    CoreRatios ratios = measured();
    byte[] file = machineFile(groups, ratios).getBytes(UTF_8);
    PrintWriter text = spec.commandLine().getOut();
    // What is printed is there even if a disk is full.
    new CoreRatiosText(text, new Style(spec.commandLine().getColorScheme().ansi())).print(ratios);
    OutputFile.write(out, stream -> stream.write(file));
    text.printf("%s: the machine file%n", out);
    return ExitCode.OK;
  }

  private List<NodeGroup> groups() {
    Machine described = MachineArgument.load(machine, Map.of()).machine();
    if (described.busLinks().isPresent()) {
      throw ForetellException.usage(
          "--machine "
              + machine
              + ": has busLinks, whose cpuRatio of each node counts; expected a machine without"
              + " them; write the ratio there yourself");
    }
    List<NodeGroup> groups =
        described.groups().stream()
            .filter(each -> group == null || each.name().equals(group))
            .toList();
    if (groups.isEmpty()) {
      throw ForetellException.usage(
          "--group: expected one of "
              + String.join(", ", described.groups().stream().map(NodeGroup::name).toList())
              + ", found "
              + group);
    }
    return groups;
  }

  private CoreRatios measured() {
    CoreComparison comparison = new CoreComparison();
    for (Path one : here) {
      try (OpenTrace before = new TraceReading().open(one)) {
        for (Path other : there) {
          try (OpenTrace after = new TraceReading().open(other)) {
            comparison.add(one.toString(), before.source(), other.toString(), after.source());
          }
        }
      }
    }
    return comparison.ratios();
  }

  private String machineFile(List<NodeGroup> groups, CoreRatios ratios) {
    Map<String, String> set = new LinkedHashMap<>();
    for (NodeGroup each : groups) {
      String path = "nodeGroups." + each.name() + ".cpuRatio";
      state(path, "the same", ratios.whole(), set);
      ratios
          .kinds()
          .forEach(
              (kind, ratio) ->
                  state(
                      path + (kind == BurstKind.MEMORY ? "OfMemory" : "OfCompute"),
                      "of this kind, by counters of both runs, the same",
                      ratio,
                      set));
    }
    try {
      return MachineArgument.text(machine, set, (checked, mistakes) -> {});
    } catch (IOException e) {
      throw ForetellException.badInput(machine + " cannot be read: " + OutputFile.reason(e));
    }
  }

  /** A ratio with its bounds and its source, as values to set. */
  private static void state(String path, String which, BurstRatio ratio, Map<String, String> set) {
    String figure =
        "{\"value\": %s, \"from\": %s, \"to\": %s}"
            .formatted(digits(ratio.value()), digits(ratio.from()), digits(ratio.to()));
    String source =
        String.format(
            Locale.US,
            "{\"status\": \"derived\", \"text\": \"sim calibrate core on %s: %s %d bursts of"
                + " a program took %.3g s where it was traced and %.3g s here; 80 %% of the time"
                + " lies within the bounds\"}",
            LocalDate.now(ZoneOffset.UTC),
            which,
            ratio.pairs(),
            ratio.hereSeconds(),
            ratio.thereSeconds());
    set.put(path, figure);
    set.put("sources." + path, source);
  }

  private static String digits(double ratio) {
    return new BigDecimal(ratio).round(DIGITS).stripTrailingZeros().toPlainString();
  }
}
