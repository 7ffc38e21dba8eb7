package org.foretell.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.machines.Catalogue;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;

/** The argument MACHINE: a name from the catalogue, a file, or {@code -} for none. */
public final class MachineArgument {
  private MachineArgument() {}

  /**
   * Reads a machine.
   *
   * @param set values to replace in its file, by path
   * @param check looks for more mistakes, if it is a machine file
   */
  public static Optional<LoadedMachine> loadUnlessNone(
      String argument, Map<String, String> set, MachineCheck check) {
    return argument.equals("-") ? Optional.empty() : Optional.of(load(argument, set, check));
  }

  /**
   * Reads a machine, which there has to be.
   *
   * @param set values to replace in its file, by path
   */
  public static LoadedMachine load(String argument, Map<String, String> set) {
    return load(argument, set, (machine, mistakes) -> {});
  }

  /**
   * Reads a machine, which there has to be.
   *
   * @param set values to change in its file, by path or group
   * @param check looks for more mistakes
   */
  public static LoadedMachine load(String argument, Map<String, String> set, MachineCheck check) {
    if (isFile(argument)) {
      return read(Path.of(argument), set, check);
    }
    return set.isEmpty()
        ? Catalogue.load(argument)
        : MachineFiles.parse(argument, Catalogue.bytes(argument), set, check);
  }

  private static LoadedMachine read(Path file, Map<String, String> set, MachineCheck check) {
    try {
      return MachineFiles.read(file, set, check);
    } catch (MachineFileException wrong) {
      if (TraceInput.isTrace(file)) {
        throw ForetellException.badInput(
            file
                + ": is a trace; expected a machine; are machine and trace swapped? (sim takes the"
                + " machine first)");
      }
      throw wrong;
    }
  }

  /** The machine file as it is, or with values replaced. */
  public static String text(String argument, Map<String, String> set, MachineCheck check)
      throws IOException {
    byte[] bytes =
        isFile(argument) ? Files.readAllBytes(Path.of(argument)) : Catalogue.bytes(argument);
    return set.isEmpty()
        ? new String(bytes, StandardCharsets.UTF_8)
        : MachineFiles.textWith(argument, bytes, set, check);
  }

  private static boolean isFile(String argument) {
    return !Catalogue.names().contains(argument)
        && (argument.endsWith(".json")
            || argument.endsWith(".xml")
            || argument.endsWith(".cfg")
            || argument.indexOf('/') >= 0
            || Files.exists(Path.of(argument)));
  }
}
