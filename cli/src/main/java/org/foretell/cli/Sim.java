package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code sim}. */
@Command(
    name = "sim",
    description = "Predicts how long an MPI or SHMEM program runs on a machine you do not have.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class)
public final class Sim implements Runnable {
  @Spec private CommandSpec spec;

  private Sim() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(execute(System.out, System.err, args));
  }

  static int execute(OutputStream out, OutputStream err, String... args) {
    return new CommandLine(new Sim())
        .setOut(new PrintWriter(out, true, UTF_8))
        .setErr(new PrintWriter(err, true, UTF_8))
        .execute(args);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run.");
  }
}
