package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.foretell.cli.calibrate.CalibrateCommand;
import org.foretell.cli.classify.ClassifyCommand;
import org.foretell.cli.cluster.ClusterCommand;
import org.foretell.cli.compare.CompareCommand;
import org.foretell.cli.energy.EnergyCommand;
import org.foretell.cli.explain.ExplainCommand;
import org.foretell.cli.extrapolate.ExtrapolateCommand;
import org.foretell.cli.failures.FailuresCommand;
import org.foretell.cli.formats.FormatsCommand;
import org.foretell.cli.generate.GenerateCommand;
import org.foretell.cli.machines.MachinesCommand;
import org.foretell.cli.mix.MixCommand;
import org.foretell.cli.models.ModelsCommand;
import org.foretell.cli.run.RunCommand;
import org.foretell.cli.shell.FailureReport;
import org.foretell.cli.shell.HelpSections;
import org.foretell.cli.shell.StandardOutput;
import org.foretell.cli.shell.TerminalText;
import org.foretell.cli.shell.UsageReport;
import org.foretell.cli.shell.VersionProvider;
import org.foretell.cli.study.StudyCommand;
import org.foretell.cli.trace.CheckCommand;
import org.foretell.cli.trace.CompressCommand;
import org.foretell.cli.trace.ConvertCommand;
import org.foretell.cli.trace.InfoCommand;
import org.foretell.cli.trace.StructureCommand;
import org.foretell.cli.trace.TextCommand;
import org.foretell.cli.trace.TraceCommand;
import org.foretell.cli.workflow.WorkflowCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code sim}. */
@Command(
    name = "sim",
    addMethodSubcommands = false,
    description =
        "Predicts how long an MPI or OpenSHMEM program runs on a machine you do not have.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionProvider.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:a bug in sim, or not enough memory",
      "2:invalid command line or option value",
      "3:an input cannot be used: trace, machine file or another file",
      "4:the program in the trace does not complete (deadlock, mismatched calls)",
      "5:a result could not be written",
      "69:Java or Maven is missing",
      "70:the build of sim failed"
    })
public final class Sim implements Runnable {
  private static final List<Class<?>> SUBCOMMANDS =
      List.of(
          RunCommand.class,
          ExplainCommand.class,
          EnergyCommand.class,
          ClassifyCommand.class,
          CompareCommand.class,
          StudyCommand.class,
          MixCommand.class,
          FailuresCommand.class,
          WorkflowCommand.class,
          ConvertCommand.class,
          CompressCommand.class,
          ExtrapolateCommand.class,
          InfoCommand.class,
          CheckCommand.class,
          ClusterCommand.class,
          StructureCommand.class,
          TextCommand.class,
          TraceCommand.class,
          MachinesCommand.class,
          ModelsCommand.class,
          FormatsCommand.class,
          GenerateCommand.class,
          CalibrateCommand.class);

  private static final Set<String> VERSION = Set.of("-V", "--version");

  @Spec private CommandSpec spec;

  private Sim() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    // Files and messages are the same wherever sim runs: no digits or separators of a locale. The
    // Java library knows those of this one; those of the root it reads at each start.
    Locale.setDefault(Locale.Category.FORMAT, Locale.US);
    // Not System.out, which swallows failures.
    System.exit(execute(new FileOutputStream(FileDescriptor.out), System.err, args));
  }

  /** The command with all its subcommands, for whoever generates pages and scripts from it. */
  public static CommandLine commandLine() {
    return commandLine(SUBCOMMANDS);
  }

  private static CommandLine commandLine(List<Class<?>> subcommands) {
    // No option is a time of day or a table of a database, and to look for their classes takes
    // time.
    System.setProperty("picocli.converters.excludes", "java\\.(time|sql)\\..*");
    CommandLine commandLine = new CommandLine(new Sim());
    // No lambda: one that holds a class as old as picocli's keeps it out of the launcher's archive.
    for (Class<?> subcommand : subcommands) {
      commandLine.addSubcommand(subcommand);
    }
    HelpSections.arrange(commandLine);
    return commandLine;
  }

  static int execute(OutputStream out, OutputStream err, String... args) {
    StandardOutput output = new StandardOutput(out);
    FailureReport failures = new FailureReport();
    CommandLine commandLine = commandLine(subcommands(args));
    commandLine
        .setOut(new PrintWriter(terminalText(output)))
        .setErr(new PrintWriter(terminalText(err), true))
        .setParameterExceptionHandler(new UsageReport())
        .setExecutionExceptionHandler(failures);
    int exitCode;
    try {
      exitCode = commandLine.execute(args);
    } catch (OutOfMemoryError | StackOverflowError | AssertionError | LinkageError e) {
      // picocli hands over exceptions only.
      exitCode = failures.report(e, commandLine);
    }
    commandLine.getOut().flush();
    return output.failure() == null ? exitCode : failures.report(output, commandLine);
  }

  private static Writer terminalText(OutputStream stream) {
    Writer encoder = new BufferedWriter(new OutputStreamWriter(stream, UTF_8));
    return new TerminalText(encoder, Ansi.AUTO.enabled());
  }

  /**
   * The one that a command line names, none for the version, else all: the library looks through
   * the options of each that it knows, which takes longer than many a simulation.
   */
  private static List<Class<?>> subcommands(String... args) {
    if (args.length == 1 && VERSION.contains(args[0])) {
      return List.of();
    }
    for (Class<?> subcommand : SUBCOMMANDS) {
      if (args.length > 0 && subcommand.getAnnotation(Command.class).name().equals(args[0])) {
        return List.of(subcommand);
      }
    }
    return SUBCOMMANDS;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Name a command: " + String.join(", ", spec.subcommands().keySet()));
  }
}
