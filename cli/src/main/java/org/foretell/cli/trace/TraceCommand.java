package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim trace}: runs a program under the tracer, and merges what that leaves. */
@Command(
    name = "trace",
    description = {
      "Runs an MPI or OpenSHMEM program under Foretell's tracer and merges the records of all ranks"
          + " into one trace: sim trace --out app.bin -- mpirun -np 8 ./app",
      "",
      "The program does not need to be recompiled. It keeps its input and output, and this command"
          + " ends with its exit code; if the program fails, the part traced so far is still"
          + " merged. The tracer is loaded through the environment variables LD_PRELOAD and"
          + " FORETELL_OUT, which launchers pass to ranks of the same node. For several nodes, tell"
          + " the launcher to pass them, and let --raw name a folder that all nodes share (Open"
          + " MPI: mpirun -x LD_PRELOAD -x FORETELL_OUT; MPICH: mpiexec -genvall)."
    })
public final class TraceCommand implements Callable<Integer> {
  private static final int DEEPEST_PATH = 64;

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "The trace, in the native format (.bin) or as text (.txt).")
  private Path output;

  @Option(
      names = "--raw",
      paramLabel = "DIR",
      description =
          "Folder in which ranks write their raw files, which are then kept. By default, a folder"
              + " beside FILE, deleted after success.")
  private @Nullable Path raw;

  @Option(
      names = "--tracer",
      paramLabel = "FILE",
      description =
          "The tracer's library (default: the one named by FORETELL_TRACER, else the one built by"
              + " tracer/build.sh).")
  private @Nullable Path tracer;

  @Option(
      names = "--call-path",
      paramLabel = "N",
      description =
          "Number of callers in a call site, 1 to 64 (default: 1). Each costs the traced program"
              + " some nanoseconds per call.")
  private @Nullable Integer callPath;

  @Option(
      names = "--no-compress",
      description =
          "Write the trace uncompressed, without looking for repeats and shared programs.")
  private boolean withoutCompression;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program with its launcher and arguments, after --.")
  private List<String> command = List.of();

  @Override
  public Integer call() throws IOException {
    WrittenFormat target = WrittenFormat.of(null, output, new TraceReading().formats());
    if (!target.isOwn() || OutputFile.isStandardOutput(output)) {
      throw ForetellException.usage(
          "--out " + output + ": the trace needs a name that ends in .bin or .txt");
    }
    if (Files.isDirectory(output) || OutputFile.isDevice(output)) {
      throw ForetellException.outputFailed(output + " cannot be written: it is not a file");
    }
    if (callPath != null && (callPath < 1 || callPath > DEEPEST_PATH)) {
      throw ForetellException.usage("--call-path " + callPath + ": must be 1 to " + DEEPEST_PATH);
    }
    Path library = TracerLibrary.find(tracer, command);
    RawFolder folder = RawFolder.of(raw, output);
    int exitCode;
    try {
      exitCode = run(library, folder.path());
    } catch (IOException failed) {
      folder.delete();
      throw ForetellException.usage(
          "the command cannot be run: " + command.get(0) + ": " + reason(failed));
    }
    if (exitCode != ExitCode.OK) {
      say("the command failed: " + command.get(0) + " ended with exit code " + exitCode);
    }
    int merged = merge(target, folder);
    return exitCode == ExitCode.OK ? merged : exitCode;
  }

  private int run(Path library, Path folder) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    Map<String, String> environment = builder.environment();
    environment.merge("LD_PRELOAD", library.toString(), (other, ours) -> ours + ":" + other);
    environment.put("FORETELL_OUT", folder.toString());
    restoreLocale(environment);
    if (callPath != null) {
      environment.put("FORETELL_CALL_PATH", callPath.toString());
    }
    spec.commandLine().getOut().flush();
    // Whoever interrupts sim interrupts the command as well, and may want what was traced.
    PrintWriter err = spec.commandLine().getErr();
    Thread ifInterrupted =
        new Thread(() -> err.println("sim: interrupted; the raw files are kept in " + folder));
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(ifInterrupted);
    try {
      int exitCode = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(ifInterrupted);
      return exitCode;
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The launcher has changed it for Java, and says what it was; empty if it was not set. */
  private static void restoreLocale(Map<String, String> environment) {
    String before = System.getProperty("sim.lc_all");
    if (before != null && before.isEmpty()) {
      environment.remove("LC_ALL");
    } else if (before != null) {
      environment.put("LC_ALL", before);
    }
  }

  /** What the system says, without the name of the program and the number of the error. */
  private static String reason(IOException failed) {
    String message = String.valueOf(failed.getMessage());
    return message.replaceFirst("^Cannot run program .*error=\\d+, ", "");
  }

  private void say(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(new Style(spec.commandLine().getColorScheme().ansi()).error("sim: ") + message);
    err.flush();
  }

  /** Standard output is the program's, so all that is said goes to standard error. */
  private int merge(WrittenFormat target, RawFolder folder) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    List<Path> runs = folder.runs();
    if (runs.size() != 1) {
      err.println(style.error("sim: ") + (runs.isEmpty() ? nothing() : several(folder)));
      if (runs.isEmpty()) {
        folder.delete();
      }
      return ExitCode.BAD_INPUT;
    }
    try {
      TraceInput input = TraceInput.of(runs.get(0));
      target.convert(input, OutputFile.linked(output), new TraceReading(), !withoutCompression);
    } catch (ForetellException failed) {
      err.println(style.error("sim: ") + failed.getMessage());
      err.println("The raw files are kept in " + runs.get(0) + ".");
      return failed.kind() == ForetellException.Kind.OUTPUT
          ? ExitCode.OUTPUT_FAILED
          : ExitCode.BAD_INPUT;
    }
    folder.delete();
    new MergeReport(output, err, style).print();
    err.flush();
    return ExitCode.OK;
  }

  private String nothing() {
    return "the command recorded no trace. Does it run an MPI or OpenSHMEM program that reaches"
        + " MPI_Init or shmem_init, linked dynamically with the MPI that the tracer was"
        + " built for? If ranks run on other nodes, tell the launcher to pass LD_PRELOAD and"
        + " FORETELL_OUT, as mpirun -x LD_PRELOAD -x FORETELL_OUT does, and share --raw.";
  }

  private static String several(RawFolder folder) {
    return "the command ran several programs; their raw files are kept. To merge each into a trace:"
        + " sim convert "
        + folder.path()
        + "/run-.. OUT.bin";
  }
}
