package org.foretell.cli.settings;

import org.foretell.Foretell;
import org.foretell.JobsSetup;
import org.foretell.cli.shell.Outputs;
import picocli.CommandLine.Mixin;

/** The options of commands that replay traces to learn how long jobs take. */
public final class JobReplayOptions {
  @Mixin private ModelOption modelOption = new ModelOption();
  @Mixin private ModelJars modelJars = new ModelJars();

  @Mixin private ReplaySettings settings = new ReplaySettings();

  /** Notes the files that replays read. */
  public void addInputs(Outputs outputs) {
    settings.addInputs(outputs);
  }

  /** The seed of all random numbers. */
  public long seed() {
    return settings.seed();
  }

  /**
   * The settings of replays.
   *
   * @param machine a name of the catalogue or a machine file
   */
  public JobsSetup setup(String machine) {
    JobsSetup setup = Foretell.jobs().machine(machine).hash(false);
    modelOption.applyTo(setup);
    modelJars.applyTo(setup);
    settings.applyTo(setup);
    return setup;
  }
}
