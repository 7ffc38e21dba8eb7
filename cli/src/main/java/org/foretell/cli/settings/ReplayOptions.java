package org.foretell.cli.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.Setup;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.trace.TraceOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options shared by {@code sim run} and {@code sim compare}. */
public final class ReplayOptions {
  private static final long SMALL_BYTES = 1 << 20;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue (sim machines list), a machine file, or - for none.")
  private String machineArgument;

  @Parameters(
      index = "1",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description = "A trace of any known format, or - for standard input.")
  private Path traceFile;

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
  @Mixin private PlacementOptions placementOptions = new PlacementOptions();
  @Mixin private ComputeOptions computeOptions = new ComputeOptions();
  @Mixin private TraceOptions traceOptions = new TraceOptions();
  @Mixin private UnsupportedOption unsupportedOption = new UnsupportedOption();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  /** Notes the files that a replay reads. */
  public void addInputs(Outputs outputs) {
    outputs.reads(traceFile).readsIfFile(machineArgument);
    outputs.readsIfFile(placementOptions.file().toString());
    computeOptions.addInputs(outputs);
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.machine(machineArgument);
    setup.trace(traceFile);
    setup.parameters(parameters.consistent()).unsupported(unsupportedOption.read()).seed(seed);
    machineValues.applyTo(setup);
    collectiveOptions.applyTo(setup);
    placementOptions.applyTo(setup);
    computeOptions.applyTo(setup);
    traceOptions.applyTo(setup);
  }

  /** The trace as the command line names it. */
  public Path trace() {
    return traceFile;
  }

  /** Whether a placement of ranks is asked for. */
  public boolean hasPlacementPolicy() {
    return placementOptions.hasPolicy();
  }

  /** Whether the trace is a file that is hashed in no time. */
  public boolean hasSmallTrace() {
    try {
      return Files.isRegularFile(traceFile) && Files.size(traceFile) <= SMALL_BYTES;
    } catch (IOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }
}
