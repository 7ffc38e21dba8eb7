package org.foretell.cli.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.Setup;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.TraceArgument;
import picocli.CommandLine.Mixin;
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

  @Mixin private PlacementOptions placementOptions = new PlacementOptions();
  @Mixin private ReplaySettings settings = new ReplaySettings();

  /** Notes the files that a replay reads. */
  public void addInputs(Outputs outputs) {
    outputs.reads(traceFile).readsIfFile(machineArgument);
    outputs.readsIfFile(placementOptions.file().toString());
    settings.addInputs(outputs);
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.machine(machineArgument);
    setup.trace(traceFile);
    placementOptions.applyTo(setup);
    settings.applyTo(setup);
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
