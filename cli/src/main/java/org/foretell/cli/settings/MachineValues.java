package org.foretell.cli.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.Setup;
import picocli.CommandLine.Option;

/** Values of a machine file to replace before it is read. */
public final class MachineValues {
  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Replace a value of the machine file: --set nodeGroups.compute.nics=2 or --set"
              + " network.latency=1.8us. May be repeated.")
  private Map<String, String> values = new LinkedHashMap<>();

  /** Text by path. */
  public Map<String, String> byPath() {
    return values;
  }

  /** Says to a setup what was given. */
  public void applyTo(Setup<?> setup) {
    setup.set(values);
  }
}
