package org.foretell.cli.energy;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.foretell.EnergySetup;
import org.foretell.Foretell;
import org.foretell.cli.settings.CoresPerRankOption;
import org.foretell.cli.settings.RunOptions;
import org.foretell.cli.settings.ShareConverter;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.cli.text.Style;
import org.foretell.report.EnergyResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sim energy}: the energy of a run, and what slower clocks change. */
@Command(
    name = "energy",
    addMethodSubcommands = false,
    sortOptions = false,
    description =
        "Predicts the energy of a run and its power over time, and what slower clocks change: for"
            + " all cores, for ranks that wait, and under a limit of the power (docs/energy.md).")
public final class EnergyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private RunOptions runOptions = new RunOptions();
  @Mixin private CoresPerRankOption coresPerRankOption = new CoresPerRankOption();

  @Option(
      names = "--clocks",
      paramLabel = "SHARE",
      split = ",",
      converter = ShareConverter.class,
      description =
          "Clocks of all cores to try, as shares of the nominal one: 80%%,60%%. Default: six from"
              + " the lowest that the machine states.")
  private List<Double> clocks = new ArrayList<>();

  @Option(
      names = "--clock-bound",
      paramLabel = "SHARE",
      defaultValue = "100%",
      converter = ShareConverter.class,
      description =
          "The share of bursts that slower clocks slow down; memory bounds the rest (default:"
              + " ${DEFAULT-VALUE}).")
  private double clockBound = 1;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      defaultValue = "1%",
      converter = ShareConverter.class,
      description =
          "By how much longer the run may take if ranks that wait have slower clocks (default:"
              + " ${DEFAULT-VALUE}).")
  private double tolerance;

  @Option(
      names = "--cap",
      paramLabel = "POWER",
      converter = PowerConverter.class,
      description =
          "Find the fastest clock with which the nodes in use and their share of the switches take"
              + " no more than this, like 300kW, as the mean of any of up to 256 spans of the run.")
  private @Nullable Double capWatts;

  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    Outputs outputs = new Outputs();
    runOptions.addInputs(outputs);
    outputs.writes("--json", json.file());
    outputs.check();
    EnergyResult result = found(setup());
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new EnergyText(result, out, style).print();
    }
    json.write(result::writeJson, out);
    return result.run().completed() ? ExitCode.OK : ExitCode.PROGRAM_STUCK;
  }

  private EnergySetup setup() {
    EnergySetup setup =
        Foretell.energy()
            .clocks(clocks)
            .clockBoundShare(clockBound)
            .tolerance(tolerance)
            .capWatts(capWatts);
    runOptions.applyTo(setup);
    coresPerRankOption.applyTo(setup);
    return setup;
  }

  private EnergyResult found(EnergySetup setup) {
    try (ProgressLine progress = new ProgressLine(spec.commandLine().getErr())) {
      progress.follow(setup);
      return setup.run();
    }
  }
}
