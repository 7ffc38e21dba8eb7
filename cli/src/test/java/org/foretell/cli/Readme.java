package org.foretell.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The README, which has to tell the truth. */
final class Readme {
  private Readme() {}

  static String text() throws IOException {
    return Files.readString(Path.of("../README.md"));
  }
}
