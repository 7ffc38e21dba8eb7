package org.foretell.cli.trace;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.foretell.cli.shell.OutputFile;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.Words;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.time.Quantity;
import org.foretell.workflow.traced.TracedPipeline;
import org.foretell.workflow.traced.TracedTasks;

/**
 * The tasks of a traced master-worker program as a pipeline file.
 *
 * @param output a JSON file, or - for standard output
 */
record TasksFile(Path output) {
  /**
   * Checks the name.
   *
   * @throws ForetellException if it does not end in .json
   */
  TasksFile {
    if (!OutputFile.isStandardOutput(output) && !output.toString().endsWith(".json")) {
      throw ForetellException.usage(
          "--tasks writes a pipeline file: write OUTPUT.json, not " + output);
    }
  }

  /**
   * Finds the tasks of a trace and writes the file.
   *
   * @throws org.foretell.trace.TraceException if the program is no master with workers
   */
  void write(TraceInput input, TraceReading reading, PrintWriter out, Style style)
      throws IOException {
    NamedFailures.of(
        input.given().toString(),
        () -> {
          try (OpenTrace trace = reading.open(input)) {
            write(trace, TracedTasks.of(trace.source()), out, style);
          }
          return output;
        });
  }

  private void write(OpenTrace trace, TracedTasks tasks, PrintWriter out, Style style)
      throws IOException {
    if (OutputFile.isStandardOutput(output)) {
      new TracedPipeline(tasks).write(out);
      return;
    }
    StringWriter text = new StringWriter();
    new TracedPipeline(tasks).write(text);
    OutputFile.write(
        output,
        stream -> {
          Writer file = new OutputStreamWriter(stream, StandardCharsets.UTF_8);
          file.write(text.toString());
          file.flush();
        });
    print(tasks, out);
    notes(trace, tasks).forEach(note -> out.println(style.warning("note: ") + note));
  }

  private void print(TracedTasks tasks, PrintWriter out) {
    long sumPs = 0;
    for (int round = 0; round < tasks.rounds(); round++) {
      sumPs += LongStream.of(tasks.durationsPs(round)).sum();
    }
    out.printf(
        "%s: %s in %s, %s on average; rank %d dealt them out to %s and took %s for each%n",
        output,
        Words.counted(tasks.tasks(), "task"),
        Words.counted(tasks.rounds(), "round"),
        Quantity.formatTime(sumPs / tasks.tasks()),
        tasks.master(),
        Words.counted(tasks.workers(), "worker"),
        Quantity.formatTime(tasks.dealPs()));
    out.printf(
        "sim workflow MACHINE %s --workers %d --policy fifo simulates them%n",
        output, tasks.workers());
  }

  private static List<String> notes(OpenTrace trace, TracedTasks tasks) {
    List<String> notes = new ArrayList<>(trace.source().info().notes());
    if (tasks.baseFlopsPerSecond() == 0) {
      notes.add(
          "the trace states no core speed, so durations are the same on any core; add"
              + " \"coreSpeed\"");
    }
    return notes;
  }
}
