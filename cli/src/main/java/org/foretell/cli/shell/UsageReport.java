package org.foretell.cli.shell;

import java.io.PrintWriter;
import java.util.stream.Collectors;
import org.foretell.cli.text.Style;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and where to read on. */
public final class UsageReport implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    Style style = new Style(command.getColorScheme().ansi());
    err.println(style.error("sim: ") + message(failure));
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("See " + command.getCommandSpec().qualifiedName() + " --help.");
    err.flush();
    return ExitCode.USAGE;
  }

  private static String message(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
        ? leftOver(unmatched)
        : inOurWords(String.valueOf(failure.getMessage()));
  }

  /** Of arguments that have no place: an unknown command, or more than a command takes. */
  private static String leftOver(UnmatchedArgumentException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    if (!command.subcommands().isEmpty()) {
      return "there is no command \""
          + failure.getUnmatched().get(0)
          + "\"; the commands are "
          + String.join(", ", command.subcommands().keySet());
    }
    String taken =
        command.positionalParameters().stream()
            .map(PositionalParamSpec::paramLabel)
            .collect(Collectors.joining(" "));
    return "unexpected argument \""
        + String.join("\" \"", failure.getUnmatched())
        + "\"; "
        + command.qualifiedName()
        + " takes "
        + (taken.isEmpty() ? "only options" : taken + " and options");
  }

  /** What the library says about numbers and pairs is for those who know Java. */
  private static String inOurWords(String message) {
    return message
        .replace("option option", "option")
        .replace("should be in KEY=VALUE format but was", "must be NAME=VALUE, but is")
        .replaceFirst("is not an int$", "is not a whole number of at most " + Integer.MAX_VALUE)
        .replaceFirst("is not a long$", "is not a whole number of at most " + Long.MAX_VALUE);
  }
}
