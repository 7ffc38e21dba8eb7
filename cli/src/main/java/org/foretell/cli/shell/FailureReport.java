package org.foretell.cli.shell;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.foretell.cli.text.Style;
import org.foretell.machine.NoRouteException;
import org.foretell.machines.file.MachineFileException;
import org.foretell.model.ModelException;
import org.foretell.model.ParameterException;
import org.foretell.result.InputException;
import org.foretell.time.QuantityException;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;
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
      err.println("This is a defect of sim. Please report it with the lines below.");
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

  /**
   * Whether a model could not replay what others perhaps can: neither the command line is wrong nor
   * the trace, and sim has no defect.
   */
  public static boolean isOfModel(Throwable failure) {
    int exitCode = exitCode(failure);
    return !(failure instanceof TraceException || failure instanceof UncheckedIOException)
        && (exitCode == ExitCode.BAD_INPUT || exitCode == ExitCode.PROGRAM_STUCK);
  }

  public static int exitCode(Throwable failure) {
    if (failure instanceof UserException user) {
      return user.exitCode();
    }
    if (isWithoutTemporaryFolder(failure)) {
      return ExitCode.OUTPUT_FAILED;
    }
    if (failure instanceof TraceException trace && trace.writing()) {
      return ExitCode.OUTPUT_FAILED;
    }
    boolean input =
        failure instanceof TraceException
            || failure instanceof InputException
            || failure instanceof MachineFileException
            || failure instanceof NoRouteException
            || failure instanceof ModelException
            || failure instanceof ParameterException
            || failure instanceof QuantityException
            || failure instanceof TimeOverflowException
            || failure instanceof IOException
            || failure instanceof UncheckedIOException;
    return input ? ExitCode.BAD_INPUT : ExitCode.INTERNAL;
  }

  /** The compression library unpacks its native part there when it is used first. */
  private static boolean isWithoutTemporaryFolder(Throwable failure) {
    String text = failure.getMessage();
    return failure instanceof LinkageError && text != null && text.contains("Cannot unpack");
  }

  /** What went wrong, where only one line is to be had. */
  public static String inALine(Throwable failure) {
    return message(failure).replaceAll("\\s*\n\\s*", "; ");
  }

  private static String message(Throwable failure) {
    if (isWithoutTemporaryFolder(failure)) {
      return "the folder for temporary files, "
          + System.getProperty("java.io.tmpdir")
          + ", cannot be written ("
          + failure.getMessage()
          + "); name another one with SIM_JAVA_OPTS=-Djava.io.tmpdir=DIR";
    }
    if (failure instanceof OutOfMemoryError) {
      return "not enough memory ("
          + failure.getMessage()
          + "); give it more with SIM_JAVA_OPTS=-Xmx8g, or whatever the machine has";
    }
    Throwable cause =
        failure instanceof UncheckedIOException io && io.getCause() != null
            ? io.getCause()
            : failure;
    if (cause instanceof NoSuchFileException missing) {
      return missing.getFile() + ": there is no such file";
    }
    if (cause instanceof AccessDeniedException denied) {
      return denied.getFile() + ": cannot be read: permission denied";
    }
    String text = cause.getMessage();
    return text == null ? cause.toString() : text;
  }
}
