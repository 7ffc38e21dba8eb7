package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.parsers.Loss;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim convert}: any trace into the native format or readable text. */
@Command(
    name = "convert",
    description =
        "Converts a trace of any known format. The ending of OUTPUT selects the format: .bin"
            + " native, .txt readable text, .goal or .goalbin GOAL (schedules), .dim Dimemas, .ti"
            + " SimGrid, .scalatrace ScalaTrace text (traces of calls); other endings mean text,"
            + " except .xml and .gz. What the format cannot say is printed. Also converts a Dimemas"
            + " configuration (.cfg) into a machine file (.json).")
public final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "INPUT",
      converter = TraceArgument.class,
      description = "A trace of any known format, - for standard input, or a Dimemas .cfg.")
  private Path input;

  @Parameters(
      index = "1",
      paramLabel = "OUTPUT",
      description = "Output file, or - for standard output (text only).")
  private Path output;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description =
          "Output format, whatever the name of OUTPUT: native, text, or one that sim formats"
              + " lists as written.")
  private @Nullable String format;

  @Option(names = "--no-call-times", description = "Leave out the recorded times of calls.")
  private boolean withoutCallTimes;

  @Option(names = "--no-compress", description = "Write the native format without compression.")
  private boolean withoutCompression;

  @Option(
      names = "--work",
      paramLabel = "FILE",
      description =
          "Add the work of bursts to the trace, from CSV with the columns call_site,flops,bytes, as"
              + " for sim run.")
  private @Nullable Path work;

  @Option(
      names = "--tasks",
      description = "Write the tasks of a traced master and its workers as a pipeline (.json).")
  private boolean tasks;

  @Mixin private TraceOptions traceOptions = new TraceOptions();

  @Override
  public Integer call() throws IOException {
    if (tasks && (format != null || work != null)) {
      throw ForetellException.usage("--tasks writes a pipeline; leave out --to and --work");
    }
    if (OutputFile.isStandardOutput(output)) {
      return tasks ? writeTasks() : print();
    }
    if (Files.exists(output) && Files.exists(input) && Files.isSameFile(input, output)) {
      throw ForetellException.usage("input and output are the same file: " + input);
    }
    if (Files.isDirectory(output) || OutputFile.isDevice(output)) {
      throw ForetellException.outputFailed(output + " cannot be written: it is not a file");
    }
    if (tasks) {
      return writeTasks();
    }
    if (MachineFiles.isDimemas(input)) {
      return convertMachine();
    }
    try (TraceInput trace = traceOptions.reading().input(input)) {
      return convert(trace);
    }
  }

  private int convert(TraceInput trace) throws IOException {
    WrittenFormat target = target();
    List<Loss> leftOut =
        target.convert(trace, OutputFile.linked(output), reading(), !withoutCompression);
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    if (trace.isRaw() && target.isOwn()) {
      new MergeReport(output, out, style).print();
    } else {
      out.printf(
          Locale.US,
          "%s: %,d bytes; sim info %s shows its contents%n",
          output,
          target.bytes(output),
          output);
    }
    Stream.concat(
            leftOut.stream().map(Loss::text),
            traceOptions.reading().warnings(trace, target.options()).stream())
        .forEach(text -> out.println(style.warning("warning: ") + text));
    return ExitCode.OK;
  }

  private int writeTasks() throws IOException {
    TasksFile file = new TasksFile(output);
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    try (TraceInput trace = traceOptions.reading().input(input)) {
      file.write(trace, reading(), spec.commandLine().getOut(), style);
    }
    return ExitCode.OK;
  }

  private WrittenFormat target() {
    WrittenFormat target = WrittenFormat.of(format, output, traceOptions.reading().formats());
    if (work != null && !target.isOwn()) {
      throw ForetellException.usage(
          "--work needs the native format or text as output; the format of "
              + output
              + " cannot store the work of bursts");
    }
    return target;
  }

  private TraceReading reading() {
    TraceReading reading = traceOptions.reading();
    reading.callTimes(!withoutCallTimes);
    reading.work(work);
    return reading;
  }

  private int print() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    List<String> warnings;
    if (MachineFiles.isDimemas(input)) {
      LoadedMachine loaded = MachineFiles.read(input);
      out.print(json(loaded));
      warnings = loaded.notes();
    } else {
      WrittenFormat target = target();
      try (TraceInput trace = traceOptions.reading().input(input)) {
        List<Loss> leftOut = target.print(trace, out, reading());
        warnings = new ArrayList<>(leftOut.stream().map(Loss::text).toList());
        warnings.addAll(traceOptions.reading().warnings(trace, target.options()));
      }
    }
    PrintWriter err = spec.commandLine().getErr();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    warnings.forEach(text -> err.println(style.warning("warning: ") + text));
    return ExitCode.OK;
  }

  private String json(LoadedMachine loaded) {
    Path name = input.toAbsolutePath().normalize().getFileName();
    return MachineJson.write(loaded.machine(), "Dimemas configuration " + name);
  }

  private int convertMachine() {
    if (!output.toString().endsWith(".json")) {
      throw ForetellException.usage(
          input
              + ": is a machine, which converts to a machine file: write OUTPUT.json, not "
              + output);
    }
    LoadedMachine loaded = MachineFiles.read(input);
    OutputFile.write(output, stream -> stream.write(json(loaded).getBytes(StandardCharsets.UTF_8)));
    PrintWriter out = spec.commandLine().getOut();
    Style style = new Style(spec.commandLine().getColorScheme().ansi());
    out.printf(Locale.US, "%s: sim machines show %s shows its contents%n", output, output);
    loaded.notes().forEach(text -> out.println(style.warning("warning: ") + text));
    return ExitCode.OK;
  }
}
