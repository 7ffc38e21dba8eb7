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
    description = "Predicts how long an MPI program runs on a machine you do not have.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionProvider.class,
    subcommands = {
      RunCommand.class,
      ConvertCommand.class,
      InfoCommand.class,
      CheckCommand.class,
      MachinesCommand.class,
      ModelsCommand.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a defect of sim itself, or too little memory",
      "2:the command line is wrong",
      "3:a trace, machine file, placement or parameter cannot be used",
      "4:the program in the trace does not come to its end (deadlock, mismatched calls)",
      "5:a result could not be written",
      "69:Java or Maven is missing",
      "70:the build of sim failed"
    })
public final class Sim implements Runnable {
  @Spec private CommandSpec spec;

  private Sim() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(execute(System.out, System.err, args));
  }

  static int execute(OutputStream out, OutputStream err, String... args) {
    CommandLine commandLine =
        new CommandLine(new Sim())
            .setOut(new PrintWriter(out, false, UTF_8))
            .setErr(new PrintWriter(err, true, UTF_8))
            .setExecutionExceptionHandler(new FailureReport());
    int exitCode = commandLine.execute(args);
    commandLine.getOut().flush();
    return exitCode;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say which command to run.");
  }
}
