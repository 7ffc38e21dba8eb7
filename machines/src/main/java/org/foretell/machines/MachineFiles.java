package org.foretell.machines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Reads machine files: JSON in UTF-8, at most 16 MiB, as {@code docs/machine-format.md} and {@link
 * #schema()} describe. All that is wrong with a file is reported at once.
 */
public final class MachineFiles {
  private static final String SCHEMA = "machine.schema.json";

  private MachineFiles() {}

  /**
   * Reads a file.
   *
   * @throws MachineFileException if it cannot be read, or with all that is wrong in it
   */
  public static LoadedMachine read(Path file) {
    try (InputStream input = Files.newInputStream(file)) {
      return parse(file.toString(), input.readNBytes(JsonText.MOST_BYTES + 1));
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
   * Reads the bytes of a file.
   *
   * @param name of the file, for messages
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(String name, byte[] bytes) {
    Findings findings = new Findings(name);
    return MachineDocument.read(JsonText.read(bytes, findings), sha256(bytes), findings);
  }

  /**
   * Reads a text.
   *
   * @param name of the file, for messages
   * @throws MachineFileException with all that is wrong
   */
  public static LoadedMachine parse(String name, String text) {
    return parse(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The JSON schema (draft 2020-12) of machine files. */
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

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
