package org.foretell.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.foretell.engine.InputException;
import org.foretell.machines.MachineFileException;
import org.foretell.model.ParameterException;
import org.foretell.time.QuantityException;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.TraceException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into one message and an exit code. */
final class FailureReport implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception failure, CommandLine commandLine, ParseResult parseResult) {
    PrintWriter err = commandLine.getErr();
    Style style = new Style(commandLine.getColorScheme().ansi());
    commandLine.getOut().flush();
    int exitCode = exitCode(failure);
    err.println(style.error("sim: ") + message(failure));
    if (exitCode == ExitCode.INTERNAL) {
      err.println("This is a defect of sim. Please report it with the lines below.");
      failure.printStackTrace(err);
    }
    err.flush();
    return exitCode;
  }

  private static int exitCode(Exception failure) {
    if (failure instanceof UserException user) {
      return user.exitCode();
    }
    boolean input =
        failure instanceof TraceException
            || failure instanceof InputException
            || failure instanceof MachineFileException
            || failure instanceof ParameterException
            || failure instanceof QuantityException
            || failure instanceof TimeOverflowException
            || failure instanceof IOException
            || failure instanceof UncheckedIOException;
    return input ? ExitCode.BAD_INPUT : ExitCode.INTERNAL;
  }

  private static String message(Exception failure) {
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
