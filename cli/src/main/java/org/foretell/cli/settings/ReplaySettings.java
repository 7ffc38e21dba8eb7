package org.foretell.cli.settings;

import org.foretell.Setup;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.trace.TraceOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of all commands that replay traces, whatever their arguments. */
public final class ReplaySettings {
  @Option(
      names = "-P",
      paramLabel = "NAME=VALUE",
      type = {String.class, String.class},
      description =
          "Set a parameter of all models in use that have it, with its unit: -P L=3us; or of one"
              + " model: -P loggops.L=3us; or relative to its value: -P loggops.o=x0.5. May be"
              + " repeated.")
  private Assignments parameters = new Assignments();

  @Mixin private MachineValues machineValues = new MachineValues();
  @Mixin private CollectiveOptions collectiveOptions = new CollectiveOptions();
  @Mixin private ComputeOptions computeOptions = new ComputeOptions();
  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private UnsupportedOption unsupportedOption = new UnsupportedOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  /** The seed of all random numbers. */
  public long seed() {
    return seed;
  }

  /** Notes the files that replays read. */
  public void addInputs(Outputs outputs) {
    computeOptions.addInputs(outputs);
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.parameters(parameters.consistent()).unsupported(unsupportedOption.read()).seed(seed);
    machineValues.applyTo(setup);
    collectiveOptions.applyTo(setup);
    computeOptions.applyTo(setup);
    traceOptions.applyTo(setup);
  }
}
