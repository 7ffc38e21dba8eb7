package org.foretell.cli.settings;

import org.foretell.cli.shell.UserException;
import org.foretell.result.UnsupportedOps;
import picocli.CommandLine.Option;

/** The option that says what becomes of ops that the engine does not replay. */
public final class UnsupportedOption {
  @Option(
      names = "--unsupported",
      paramLabel = "HOW",
      description =
          "What to do with ops that the engine does not replay: refuse (the default) or pass (they"
              + " take no time and are counted).")
  private String unsupported = "refuse";

  public UnsupportedOps read() {
    return switch (unsupported) {
      case "refuse" -> UnsupportedOps.REFUSE;
      case "pass" -> UnsupportedOps.PASS;
      default ->
          throw UserException.usage(
              "--unsupported " + unsupported + " is unknown; write refuse or pass");
    };
  }
}
