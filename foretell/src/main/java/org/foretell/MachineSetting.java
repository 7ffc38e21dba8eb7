package org.foretell;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.input.MachineArgument;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.findings.FileBytes;
import org.foretell.report.RunResult;
import org.foretell.scenario.Change;
import org.foretell.scenario.MachineContent;
import org.jspecify.annotations.Nullable;

/** The machine that a setup is to use. The last setting counts. */
final class MachineSetting {
  private static final String NONE = "-";
  private static final String NETWORK = "network";

  private final Map<String, String> values = new LinkedHashMap<>();
  private String argument = NONE;
  private @Nullable Machine made;
  private @Nullable LoadedMachine read;

  /** A name of the catalogue, a file, or {@code -}. */
  void named(String nameOrFile) {
    argument = nameOrFile;
    made = null;
    read = null;
  }

  void made(Machine described) {
    named(NONE);
    made = described;
  }

  void read(LoadedMachine loaded) {
    named(NONE);
    read = loaded;
  }

  /** Replaces a value of the file; a path that is set again goes to the end. */
  void set(String path, String value) {
    values.remove(path);
    values.put(path, value);
  }

  /** How the network as a whole is changed, as it was written. */
  Optional<String> networkChange() {
    return Optional.ofNullable(values.get(NETWORK))
        .map(value -> new Change(NETWORK, value))
        .filter(Change::isRelative)
        .map(Change::toString);
  }

  /**
   * The machine with its hash.
   *
   * @param choice for the report
   * @param content for a scenario
   */
  record Chosen(RunResult.MachineChoice choice, MachineContent content) {}

  /**
   * The machine; empty if there is none.
   *
   * @param check looks for more mistakes, if a machine file is read
   */
  Optional<Chosen> chosen(MachineCheck check) {
    if (made != null) {
      MachineContent content = MachineContent.of(MachineFiles.of(made), check);
      return Optional.of(
          values.isEmpty()
              ? new Chosen(new RunResult.MachineChoice(made, hash(made), List.of()), content)
              : chosen(content.with(values)));
    }
    if (read != null) {
      MachineContent content = MachineContent.of(read, check);
      return Optional.of(chosen(values.isEmpty() ? content : content.with(values)));
    }
    if (!values.isEmpty() && argument.equals(NONE)) {
      throw ForetellException.usage(
          "the value "
              + values.keySet().iterator().next()
              + " is set, but no machine is given; name a machine of the catalogue or a file");
    }
    return MachineArgument.loadUnlessNone(argument, values, check)
        .map(loaded -> chosen(MachineContent.of(loaded, check)));
  }

  private static Chosen chosen(MachineContent content) {
    LoadedMachine loaded = content.loaded();
    return new Chosen(
        new RunResult.MachineChoice(loaded.machine(), loaded.sha256(), loaded.set()), content);
  }

  /** Of the file that would describe it; a network has none. */
  private static @Nullable String hash(Machine machine) {
    return machine.topology().isPresent()
        ? null
        : FileBytes.sha256(MachineJson.write(machine, "").getBytes(StandardCharsets.UTF_8));
  }
}
