package org.foretell.input;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.machines.Catalogue;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.RegularFile;

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
   * @throws MachineFileException if the file is wrong
   * @throws ForetellException if the file is right, but not with these values
   */
  public static LoadedMachine load(String argument, Map<String, String> set, MachineCheck check) {
    try {
      return read(argument, set, check);
    } catch (MachineFileException wrong) {
      throw isWrongAsItIs(argument, set, check) ? wrong : wronglySet(set, wrong);
    }
  }

  private static LoadedMachine read(String argument, Map<String, String> set, MachineCheck check) {
    if (isFile(argument)) {
      return read(Path.of(argument), set, check);
    }
    return set.isEmpty()
        ? Catalogue.load(argument)
        : MachineFiles.parse(argument, Catalogue.bytes(argument), set, check);
  }

  /** Whether a machine cannot be read even if nothing is replaced in it. */
  private static boolean isWrongAsItIs(
      String argument, Map<String, String> set, MachineCheck check) {
    if (set.isEmpty()) {
      return true;
    }
    try {
      read(argument, Map.of(), check);
      return false;
    } catch (MachineFileException wrong) {
      return true;
    }
  }

  /** The file is good: what was set in it is not. */
  private static ForetellException wronglySet(Map<String, String> set, MachineFileException wrong) {
    StringBuilder message = new StringBuilder(String.valueOf(wrong.getMessage()));
    List<String> models =
        ModelRegistry.load(List.of()).all().stream().map(ModelProvider::name).toList();
    for (Map.Entry<String, String> each : set.entrySet()) {
      String path = each.getKey();
      if (path.indexOf('.') > 0 && models.contains(path.substring(0, path.indexOf('.')))) {
        message
            .append("; ")
            .append(path)
            .append(" is a parameter of a model, not a figure of the machine (in sim: -P ")
            .append(path)
            .append('=')
            .append(each.getValue())
            .append(')');
      }
    }
    return ForetellException.usage(message.toString());
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
        isFile(argument)
            ? Files.readAllBytes(RegularFile.check(Path.of(argument)))
            : Catalogue.bytes(argument);
    if (set.isEmpty()) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    try {
      return MachineFiles.textWith(argument, bytes, set, check);
    } catch (MachineFileException wrong) {
      throw isWrongAsItIs(argument, set, check) ? wrong : wronglySet(set, wrong);
    }
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
