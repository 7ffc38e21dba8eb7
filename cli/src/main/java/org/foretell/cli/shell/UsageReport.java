package org.foretell.cli.shell;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.cli.text.Style;
import org.foretell.failure.words.FailureText;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports the errors of a command line, and where to read on. */
public final class UsageReport implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    Style style = new Style(command.getColorScheme().ansi());
    Optional<String> hint =
        failure instanceof UnmatchedArgumentException unmatched
            ? UsageHints.of(unmatched)
            : Optional.empty();
    err.println(style.error("sim: ") + message(failure) + hint.map(text -> "; " + text).orElse(""));
    if (hint.isEmpty()) {
      UnmatchedArgumentException.printSuggestions(failure, err);
    }
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

  private static final Pattern NO_NAME =
      Pattern.compile(
          "(?s)cannot convert '(.*)' to (?:class )?\\S*Path \\(\\S*InvalidPathException.*");

  /** What the library says about numbers and pairs is for those who know Java. */
  private static String inOurWords(String message) {
    Matcher name = NO_NAME.matcher(message);
    if (name.find()) {
      return message.substring(0, name.start()) + FailureText.ofName(name.group(1));
    }
    return message
        .replace("option option", "option")
        .replaceFirst(
            "^Value for option '(\\S+)' \\((\\S+)\\) should be in KEY=VALUE format but was (.*)$",
            "$1 $3: expected $2, but there is no \"=\"; write $1 $3=VALUE")
        .replace("should be in KEY=VALUE format but was", "must be NAME=VALUE, but is")
        .replaceFirst("is not an int$", "is not a whole number of at most " + Integer.MAX_VALUE)
        .replaceFirst("is not a long$", "is not a whole number of at most " + Long.MAX_VALUE);
  }
}
