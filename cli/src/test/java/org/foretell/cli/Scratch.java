package org.foretell.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the small inputs of tests. */
final class Scratch {
  private Scratch() {}

  static Path file(Path folder, String name, String... lines) {
    try {
      return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two ranks that exchange one message of a size in bytes, then meet. */
  static Path exchange(Path folder, String bytes) {
    return file(
        folder,
        "exchange.txt",
        "0 init",
        "1 init",
        "0 compute 1e6",
        "0 send 1 7 " + bytes + " 6",
        "1 recv 0 7 " + bytes + " 6",
        "0 barrier",
        "1 barrier",
        "0 finalize",
        "1 finalize");
  }

  /** Two ranks that both receive before they send. */
  static Path deadlock(Path folder) {
    return file(
        folder,
        "deadlock.txt",
        "0 init",
        "1 init",
        "0 recv 1 7 8 6",
        "1 recv 0 7 8 6",
        "0 send 1 7 8 6",
        "1 send 0 7 8 6",
        "0 finalize",
        "1 finalize");
  }
}
