package org.foretell.cli.settings;

import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.trace.TraceOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that replay traces to learn how long jobs take. */
public final class JobReplayOptions {
  @Mixin private ModelOption modelOption = new ModelOption();
  @Mixin private ModelJars modelJars = new ModelJars();

  @Option(
      names = "-P",
      paramLabel = "NAME=VALUE",
      type = {String.class, String.class},
      description = "Set a parameter of the model, with its unit: -P L=3us. May be repeated.")
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

  /** Notes the files that replays read. */
  public void addInputs(Outputs outputs) {
    computeOptions.addInputs(outputs);
  }

  /** The seed of all random numbers. */
  public long seed() {
    return seed;
  }

  /**
   * The settings of replays.
   *
   * @param machine a name of the catalogue or a machine file
   */
  public JobsSetup setup(String machine) {
    JobsSetup setup = Foretell.jobs().machine(machine).hash(false).seed(seed);
    setup.parameters(parameters.consistent()).unsupported(unsupportedOption.read());
    modelOption.applyTo(setup);
    modelJars.applyTo(setup);
    machineValues.applyTo(setup);
    collectiveOptions.applyTo(setup);
    computeOptions.applyTo(setup);
    traceOptions.applyTo(setup);
    return setup;
  }
}
