package org.foretell.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * @param check looks for more mistakes, if it is a machine file
   */
  public static Optional<LoadedMachine> loadUnlessNone(String argument, MachineCheck check) {
    return argument.equals("-") ? Optional.empty() : Optional.of(load(argument, check));
  }

  public static LoadedMachine load(String argument) {
    return load(argument, (machine, mistakes) -> {});
  }

  private static LoadedMachine load(String argument, MachineCheck check) {
    return isFile(argument) ? read(Path.of(argument), check) : Catalogue.load(argument);
  }

  private static LoadedMachine read(Path file, MachineCheck check) {
    try {
      return MachineFiles.read(file, check);
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

  /** The machine file as it is. */
  public static String text(String argument) throws IOException {
    byte[] bytes =
        isFile(argument) ? Files.readAllBytes(Path.of(argument)) : Catalogue.bytes(argument);
    return new String(bytes, StandardCharsets.UTF_8);
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
