package org.foretell.machines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.foretell.machine.Machine;
import org.foretell.machines.dimemas.DimemasConfiguration;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.SetValue;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.Shown;
import org.foretell.machines.json.FileChanges;
import org.foretell.machines.json.JsonText;
import org.foretell.machines.json.JsonWriter;
import org.foretell.machines.json.MachineDocument;
import org.foretell.machines.json.MadeFigures;
import org.foretell.machines.simgrid.PlatformException;
import org.foretell.machines.simgrid.SimGridPlatforms;
import org.foretell.trace.RegularFile;

/**
 * Reads machine files, at most 16 MiB: JSON in UTF-8, as {@code docs/machine-format.md} and {@link
 * #schema()} describe, configurations of Dimemas ({@code docs/dimemas.md}), and SimGrid's
 * platforms, which are XML ({@code docs/simgrid-platforms.md}). All errors in a JSON file or a
 * configuration are reported at once.
 */
public final class MachineFiles {
  private static final String SCHEMA = "machine.schema.json";

  private MachineFiles() {}

  /**
   * Reads a file.
   *
   * @param file of any known format
   * @return the machine, its hash and notes
   * @throws MachineFileException if it cannot be read, or with all that is wrong in it
   */
  public static LoadedMachine read(Path file) {
    return read(file, (machine, mistakes) -> {});
  }

  /**
   * Reads a file and, if it is JSON, checks it further.
   *
   * @param file of any known format
   * @param check adds errors
   * @return the machine, its hash and notes
   * @throws MachineFileException if it cannot be read, or with all that is wrong in it
   */
  public static LoadedMachine read(Path file, MachineCheck check) {
    return read(file, Map.of(), check);
  }

  /**
   * Reads a file with values replaced, and checks it further.
   *
   * @param file JSON, unless nothing is replaced
   * @param set text by path, as in {@code docs/machine-format.md}: {@code nodeGroups.compute.nics},
   *     {@code 2} or {@code x2}, or {@code network}, {@code x2}; later changes see the effect of
   *     earlier ones
   * @param check adds errors
   * @return the machine; its hash is that of {@link #textWith the file with these values}
   * @throws MachineFileException if it cannot be read, or with all that is wrong in it
   */
  public static LoadedMachine read(Path file, Map<String, String> set, MachineCheck check) {
    try (InputStream input = Files.newInputStream(RegularFile.check(file))) {
      byte[] bytes = input.readNBytes(FileBytes.MOST + 1);
      return set.isEmpty() && DimemasConfiguration.recognises(bytes)
          ? DimemasConfiguration.read(file.toString(), bytes, file.toAbsolutePath().getParent())
          : parse(file.toString(), bytes, set, check);
    } catch (IOException e) {
      String reason =
          e instanceof NoSuchFileException
              ? "no such file"
              : Files.isDirectory(file)
                  ? "a directory"
                  : RegularFile.isSpecial(file) ? "a pipe or a device" : RegularFile.reason(e);
      Findings findings = new Findings(file.toString());
      findings.add("$", 0, 0, reason, "a readable file");
      throw findings.exception();
    }
  }

  /**
   * {@return whether the beginning of a file matches a configuration of Dimemas}
   *
   * @param file of any known format
   */
  public static boolean isDimemas(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream input = Files.newInputStream(file)) {
      return DimemasConfiguration.recognises(input.readNBytes(256));
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Reads the bytes of a file; a file that it refers to is looked up in the working directory.
   *
   * @param name of the file, for messages
   * @param bytes the whole file
   * @return the machine, its hash and notes
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(String name, byte[] bytes) {
    return parse(name, bytes, Map.of(), (machine, mistakes) -> {});
  }

  /**
   * Reads the bytes of a file with values replaced, and checks it further.
   *
   * @param name of the file, for messages
   * @param bytes the whole file; JSON, unless nothing is replaced
   * @param set as in {@link #read(Path, Map, MachineCheck)}
   * @param check adds errors, if it is JSON
   * @return the machine; its hash is that of {@link #textWith the file with these values}
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(
      String name, byte[] bytes, Map<String, String> set, MachineCheck check) {
    if (!set.isEmpty()) {
      return changed(name, bytes, set, check).loaded();
    }
    if (isPlatform(name, bytes)) {
      return platform(name, bytes);
    }
    if (DimemasConfiguration.recognises(bytes)) {
      return DimemasConfiguration.read(name, bytes, null);
    }
    Findings findings = new Findings(name);
    JsonValue root = JsonText.read(bytes, findings);
    return checked(root, FileBytes.sha256(bytes), List.of(), check, findings);
  }

  /**
   * {@return the text of a machine file with values replaced}
   *
   * @param name of the file, for messages
   * @param bytes the whole file, JSON
   * @param set as in {@link #read(Path, Map, MachineCheck)}
   * @param check adds errors
   * @throws MachineFileException with all that is wrong
   */
  public static String textWith(
      String name, byte[] bytes, Map<String, String> set, MachineCheck check) {
    return changed(name, bytes, set, check).text();
  }

  /**
   * {@return a machine created by a program, as if read from a file; its hash is that of the
   * equivalent file without topology}
   *
   * @param machine of any kind
   */
  public static LoadedMachine of(Machine machine) {
    return new LoadedMachine(
        machine,
        FileBytes.sha256(
            MachineJson.figuresWithoutTopology(machine).getBytes(StandardCharsets.UTF_8)),
        List.of(),
        List.of(),
        MadeFigures.of(machine, "made " + UUID.randomUUID()),
        List.of());
  }

  /**
   * {@return a machine with figures changed by a program}
   *
   * @param from the machine before
   * @param moved the machine now
   * @param change which figures were moved and how; the same for the same move only
   */
  public static LoadedMachine moved(LoadedMachine from, Machine moved, String change) {
    String before = from.otherFigures().topology().orElse("none");
    boolean sameLinks = from.machine().topology().equals(moved.topology());
    return new LoadedMachine(
        moved,
        FileBytes.sha256(
            MachineJson.figuresWithoutTopology(moved).getBytes(StandardCharsets.UTF_8)),
        from.notes(),
        from.withoutSource(),
        MadeFigures.of(moved, sameLinks ? before : before + ", " + change),
        from.set());
  }

  private record ChangedFile(String text, LoadedMachine loaded) {}

  private static ChangedFile changed(
      String name, byte[] bytes, Map<String, String> set, MachineCheck check) {
    Findings findings = Findings.asSet(name);
    boolean isPlatform = isPlatform(name, bytes);
    if (isPlatform || DimemasConfiguration.recognises(bytes)) {
      findings.add(
          "$",
          0,
          0,
          isPlatform
              ? "a platform of SimGrid, whose values cannot be set"
              : "a configuration of Dimemas, whose values cannot be set",
          isPlatform
              ? "a machine file in JSON; change the platform itself"
              : "a machine file in JSON; sim convert converts it");
      throw findings.exception();
    }
    FileChanges.Changed changed =
        FileChanges.apply(JsonText.read(bytes, findings), set, check::movement, findings);
    String text = JsonWriter.file(changed.root());
    String sha256 = FileBytes.sha256(text.getBytes(StandardCharsets.UTF_8));
    return new ChangedFile(text, checked(changed.root(), sha256, changed.set(), check, findings));
  }

  private static LoadedMachine checked(
      JsonValue root, String sha256, List<SetValue> set, MachineCheck check, Findings findings) {
    LoadedMachine loaded = MachineDocument.read(root, sha256, set, findings);
    check.check(
        loaded.machine(),
        (reason, place) -> {
          JsonValue value = root.at(List.of(place));
          findings.wrong(value, value.shown() + ": " + reason, "");
        });
    findings.throwIfAny();
    return loaded;
  }

  private static boolean isPlatform(String name, byte[] bytes) {
    return !name.endsWith(".json") && isXml(bytes);
  }

  private static LoadedMachine platform(String name, byte[] bytes) {
    try {
      SimGridPlatforms.Loaded loaded = SimGridPlatforms.read(name, bytes);
      return new LoadedMachine(
          loaded.machine(),
          FileBytes.sha256(bytes),
          loaded.notes(),
          List.of(),
          MadeFigures.of(loaded.machine(), "of file " + FileBytes.sha256(bytes)),
          List.of());
    } catch (PlatformException e) {
      Findings findings = new Findings(name);
      findings.add(e.path(), e.line(), e.column(), Shown.plain(e.found()), e.allowed());
      throw findings.exception();
    }
  }

  /**
   * Whether the first thing in a file, but for blanks and a byte order mark, is an angle bracket.
   */
  private static boolean isXml(byte[] bytes) {
    for (byte next : bytes) {
      if (next == '<') {
        return bytes.length <= FileBytes.MOST;
      }
      boolean skipped = next == ' ' || next == '\t' || next == '\r' || next == '\n' || next < 0;
      if (!skipped) {
        return false;
      }
    }
    return false;
  }

  /**
   * Reads a text.
   *
   * @param name of the file, for messages
   * @param text the whole file
   * @return the machine, its hash and notes
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(String name, String text) {
    return parse(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** {@return the JSON schema (draft 2020-12) of machine files} */
  public static String schema() {
    return new String(resource(SCHEMA), StandardCharsets.UTF_8);
  }

  static byte[] resource(String name) {
    try (InputStream input = MachineFiles.class.getResourceAsStream(name)) {
      if (input == null) {
        throw new IllegalStateException("resource " + name + " is missing from the jar");
      }
      return input.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " cannot be read", e);
    }
  }
}
