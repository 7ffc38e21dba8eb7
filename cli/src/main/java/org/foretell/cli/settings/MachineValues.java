package org.foretell.cli.settings;

import java.util.Map;
import org.foretell.Setup;
import picocli.CommandLine.Option;

/** Values of a machine file to replace before it is read. */
public final class MachineValues {
  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      type = {String.class, String.class},
      description =
          "Change a figure of the machine file: --set nodeGroups.compute.nics=2, --set"
              + " network.latency=x0.5 or +10%%, or a group: --set network=x2, memory, cpu. May be"
              + " repeated.")
  private Assignments values = new Assignments();

  /** Text by path. */
  public Map<String, String> byPath() {
    return values.consistent();
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.set(values.consistent());
  }
}
