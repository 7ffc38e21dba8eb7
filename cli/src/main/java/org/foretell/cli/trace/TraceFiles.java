package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.parsers.goal.GoalBinaryWriter;
import org.foretell.parsers.goal.GoalTextWriter;
import org.foretell.structure.DurationRule;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextWriter;
import org.jspecify.annotations.Nullable;

/** Writes traces in the formats that can be written, chosen by name or by the file's extension. */
enum TraceFiles {
  NATIVE("native", ".bin"),
  GOAL("goal", ".goal"),
  GOAL_BINARY("goal-binary", ".goalbin"),
  TEXT("text", "");

  private static final Pattern OTHER_FILES =
      Pattern.compile(".*\\.(json|xml|cfg|dim|csv|gz|tgz|zst|tar|zip)");

  private final String id;
  private final String extension;

  TraceFiles(String id, String extension) {
    this.id = id;
    this.extension = extension;
  }

  /** The format of a name; by the file's extension when there is none, text if that is unknown. */
  static TraceFiles of(@Nullable String name, Path file) {
    if (name == null && OTHER_FILES.matcher(file.toString()).matches()) {
      throw ForetellException.usage(
          file
              + ": traces are not written in the format of that name; call it .bin, .txt, .goal or"
              + " .goalbin, or add --to native, text, goal or goal-binary");
    }
    for (TraceFiles format : values()) {
      if (name == null ? file.toString().endsWith(format.extension) : name.equals(format.id)) {
        return format;
      }
    }
    throw ForetellException.usage(
        "--to " + name + " is unknown; write native, text, goal or goal-binary");
  }

  boolean isGoal() {
    return this == GOAL || this == GOAL_BINARY;
  }

  /**
   * Reads a trace and prints it.
   *
   * @throws ForetellException if this is no text
   */
  void print(TraceInput input, PrintWriter out, TraceReading options) throws IOException {
    NamedFailures.of(
        input.path().toString(),
        () -> {
          printUnnamed(input, out, options);
          return this;
        });
  }

  private void printUnnamed(TraceInput input, PrintWriter out, TraceReading options)
      throws IOException {
    switch (this) {
      case TEXT -> {
        try (TraceSink sink = TraceTextWriter.to(out)) {
          options.read(input, sink);
        }
      }
      case GOAL -> {
        try (OpenTrace trace = options.open(input)) {
          GoalTextWriter.write(trace.source(), out, options.goalOptions());
        }
      }
      case NATIVE, GOAL_BINARY ->
          throw ForetellException.usage(
              "--to " + id + " - is binary, and not for standard output; write the name of a file");
    }
  }

  /**
   * Reads a trace and writes it.
   *
   * @param compresses whether a native trace is compressed by its structure
   */
  void convert(TraceInput input, Path output, TraceReading options, boolean compresses)
      throws IOException {
    NamedFailures.of(
        input.path().toString(),
        () -> {
          convertUnnamed(input, output, options, compresses);
          return this;
        });
  }

  private void convertUnnamed(
      TraceInput input, Path output, TraceReading options, boolean compresses) throws IOException {
    if (this == NATIVE && compresses) {
      try (TraceSink sink = TraceStoreWriter.createPacked(output)) {
        options.readCompressed(input, sink, DurationRule.EXACT);
      }
      return;
    }
    if (!isGoal()) {
      try (TraceSink sink =
          this == NATIVE ? TraceStoreWriter.create(output) : TraceTextWriter.create(output)) {
        options.read(input, sink);
      }
      return;
    }
    try (OpenTrace trace = options.open(input)) {
      if (this == GOAL) {
        GoalTextWriter.write(trace.source(), output, options.goalOptions());
      } else {
        GoalBinaryWriter.write(trace.source(), output, options.goalOptions());
      }
    }
  }
}
