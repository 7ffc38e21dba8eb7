package org.foretell.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and where to read on. */
final class UsageReport implements IParameterExceptionHandler {
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    Style style = new Style(command.getColorScheme().ansi());
    err.println(style.error("sim: ") + failure.getMessage());
    UnmatchedArgumentException.printSuggestions(failure, err);
    err.println("See " + command.getCommandSpec().qualifiedName() + " --help.");
    err.flush();
    return ExitCode.USAGE;
  }
}
