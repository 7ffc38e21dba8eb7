package org.foretell.machines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.foretell.machines.dimemas.DimemasConfiguration;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.OtherFigures;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.Shown;
import org.foretell.machines.json.JsonText;
import org.foretell.machines.json.MachineDocument;
import org.foretell.machines.simgrid.PlatformException;
import org.foretell.machines.simgrid.SimGridPlatforms;

/**
 * Reads machine files, at most 16 MiB: JSON in UTF-8, as {@code docs/machine-format.md} and {@link
 * #schema()} describe, configurations of Dimemas ({@code docs/dimemas.md}), and SimGrid's
 * platforms, which are XML ({@code docs/simgrid-platforms.md}). Everything that is wrong with a
 * JSON file or a configuration is reported at once.
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
   * Reads a file and has it checked further, if it is JSON.
   *
   * @param file of any known format
   * @param check adds to what is wrong
   * @return the machine, its hash and notes
   * @throws MachineFileException if it cannot be read, or with all that is wrong in it
   */
  public static LoadedMachine read(Path file, MachineCheck check) {
    try (InputStream input = Files.newInputStream(file)) {
      byte[] bytes = input.readNBytes(FileBytes.MOST + 1);
      return DimemasConfiguration.recognises(bytes)
          ? DimemasConfiguration.read(file.toString(), bytes, file.toAbsolutePath().getParent())
          : parse(file.toString(), bytes, check);
    } catch (IOException e) {
      String reason =
          e instanceof NoSuchFileException
              ? "no such file"
              : Files.isDirectory(file) ? "a directory" : String.valueOf(e.getMessage());
      Findings findings = new Findings(file.toString());
      findings.add("$", 0, 0, reason, "a file that can be read");
      throw findings.exception();
    }
  }

  /**
   * {@return whether a file begins like a configuration of Dimemas}
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
   * Reads the bytes of a file; one that belongs to it is looked for in the working directory.
   *
   * @param name of the file, for messages
   * @param bytes the whole file
   * @return the machine, its hash and notes
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(String name, byte[] bytes) {
    return parse(name, bytes, (machine, mistakes) -> {});
  }

  private static LoadedMachine parse(String name, byte[] bytes, MachineCheck check) {
    if (!name.endsWith(".json") && isXml(bytes)) {
      return platform(name, bytes);
    }
    if (DimemasConfiguration.recognises(bytes)) {
      return DimemasConfiguration.read(name, bytes, null);
    }
    Findings findings = new Findings(name);
    JsonValue root = JsonText.read(bytes, findings);
    LoadedMachine loaded = MachineDocument.read(root, FileBytes.sha256(bytes), findings);
    check.check(
        loaded.machine(),
        (reason, place) -> {
          JsonValue value = root.at(List.of(place));
          findings.wrong(value, value.shown() + ": " + reason, "");
        });
    findings.throwIfAny();
    return loaded;
  }

  private static LoadedMachine platform(String name, byte[] bytes) {
    try {
      SimGridPlatforms.Loaded loaded = SimGridPlatforms.read(name, bytes);
      return new LoadedMachine(
          loaded.machine(),
          FileBytes.sha256(bytes),
          loaded.notes(),
          List.of(),
          new OtherFigures.None(loaded.machine()));
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
