package org.foretell.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into one message and an exit code. */
public final class FailureReport implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parseResult) {
    return report(failure, commandLine);
  }

  public int report(Throwable failure, CommandLine commandLine) {
    commandLine.getOut().flush();
    int exitCode = exitCode(failure);
    say(message(failure), commandLine);
    if (exitCode == ExitCode.INTERNAL && !(failure instanceof OutOfMemoryError)) {
      PrintWriter err = commandLine.getErr();
      err.println("This is a bug in sim. Please report it with the lines below.");
      failure.printStackTrace(err);
      err.flush();
    }
    return exitCode;
  }

  /** Reports that what was printed did not all get through. */
  public int report(StandardOutput output, CommandLine commandLine) {
    IOException failure = output.failure();
    if (failure != null && !output.readerIsGone()) {
      say("standard output cannot be written: " + OutputFile.reason(failure), commandLine);
    }
    return ExitCode.OUTPUT_FAILED;
  }

  private static void say(String message, CommandLine commandLine) {
    PrintWriter err = commandLine.getErr();
    err.println(new Style(commandLine.getColorScheme().ansi()).error("sim: ") + message);
    err.flush();
  }

  static int exitCode(Throwable failure) {
    if (isWithoutTemporaryFolder(failure)) {
      return ExitCode.OUTPUT_FAILED;
    }
    return FailureKind.of(failure).map(FailureReport::exitCode).orElse(ExitCode.INTERNAL);
  }

  private static int exitCode(ForetellException.Kind kind) {
    return switch (kind) {
      case SETTING -> ExitCode.USAGE;
      case INPUT -> ExitCode.BAD_INPUT;
      case OUTPUT -> ExitCode.OUTPUT_FAILED;
      case PROGRAM -> ExitCode.PROGRAM_STUCK;
    };
  }

  /** The compression library unpacks its native part there when it is used first. */
  private static boolean isWithoutTemporaryFolder(Throwable failure) {
    String text = failure.getMessage();
    return failure instanceof LinkageError && text != null && text.contains("Cannot unpack");
  }

  private static String message(Throwable failure) {
    if (isWithoutTemporaryFolder(failure)) {
      return "the folder for temporary files, "
          + System.getProperty("java.io.tmpdir")
          + ", cannot be written ("
          + failure.getMessage()
          + "); choose another one with SIM_JAVA_OPTS=-Djava.io.tmpdir=DIR";
    }
    if (failure instanceof OutOfMemoryError) {
      return "not enough memory ("
          + failure.getMessage()
          + "); raise the limit with SIM_JAVA_OPTS, for example -Xmx8g";
    }
    return TraceArgument.named(FailureText.of(failure));
  }
}
