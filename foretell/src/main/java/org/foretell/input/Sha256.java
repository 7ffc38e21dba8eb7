package org.foretell.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** The hash that says which input a result belongs to. */
final class Sha256 {
  private static final int CHUNK_BYTES = 1 << 16;

  private Sha256() {}

  /** Of a file's bytes; of a folder, of its files' bytes in the order of their names. */
  static String of(Path input) throws IOException {
    MessageDigest digest = digest();
    if (Files.isDirectory(input)) {
      try (Stream<Path> tree = Files.walk(input)) {
        List<Path> files = tree.filter(Files::isRegularFile).sorted().toList();
        for (Path file : files) {
          addIfThere(file, digest);
        }
      }
    } else {
      add(input, digest);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Files may come and go in a folder; a trace that lacks one then is refused by its reader. */
  private static void addIfThere(Path file, MessageDigest digest) throws IOException {
    try {
      add(file, digest);
    } catch (NoSuchFileException gone) {
      // Nothing was read of it.
    }
  }

  private static void add(Path file, MessageDigest digest) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        digest.update(chunk, 0, read);
      }
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
