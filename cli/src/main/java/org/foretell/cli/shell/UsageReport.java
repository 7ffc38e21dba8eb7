package org.foretell.cli.shell;

import java.io.PrintWriter;
import org.foretell.cli.text.Style;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and where to read on. */
public final class UsageReport implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    Style style = new Style(command.getColorScheme().ansi());
    err.println(style.error("sim: ") + inOurWords(String.valueOf(failure.getMessage())));
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("See " + command.getCommandSpec().qualifiedName() + " --help.");
    err.flush();
    return ExitCode.USAGE;
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
