package org.foretell.cli.settings;

import org.foretell.failure.ForetellException;
import org.foretell.result.UnsupportedOps;
import picocli.CommandLine.Option;

/** The option that says what becomes of ops on files where there is no file system. */
public final class UnsupportedOption {
  @Option(
      names = "--unsupported",
      paramLabel = "HOW",
      description =
          "Ops on files, on a machine without a file system: refuse (the default) or pass (they"
              + " take no time and are counted).")
  private String unsupported = "refuse";

  public UnsupportedOps read() {
    return switch (unsupported) {
      case "refuse" -> UnsupportedOps.REFUSE;
      case "pass" -> UnsupportedOps.PASS;
      default ->
          throw ForetellException.usage(
              "--unsupported " + unsupported + " is unknown; write refuse or pass");
    };
  }
}
