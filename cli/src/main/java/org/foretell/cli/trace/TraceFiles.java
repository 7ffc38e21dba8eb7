package org.foretell.cli.trace;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.parsers.Loss;
import org.foretell.parsers.goal.GoalBinaryWriter;
import org.foretell.parsers.goal.GoalTextWriter;
import org.foretell.parsers.scalatrace.ScalaTraceWriter;
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
  SCALATRACE("scalatrace", ".scalatrace"),
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
              + ": sim cannot write traces in the format of this name; end it in .bin, .txt, .goal,"
              + " .goalbin or .scalatrace, or add --to native, text, goal, goal-binary or"
              + " scalatrace");
    }
    for (TraceFiles format : values()) {
      if (name == null ? file.toString().endsWith(format.extension) : name.equals(format.id)) {
        return format;
      }
    }
    throw ForetellException.usage(
        "--to " + name + " is unknown; write native, text, goal, goal-binary or scalatrace");
  }

  /** Whether bursts can say what work they are. */
  boolean holdsWork() {
    return this == NATIVE || this == TEXT;
  }

  boolean isGoal() {
    return this == GOAL || this == GOAL_BINARY;
  }

  /**
   * Reads a trace and prints it.
   *
   * @return what was left out because the format cannot say it, a sentence each
   * @throws ForetellException if this is no text
   */
  List<String> print(TraceInput input, PrintWriter out, TraceReading options) throws IOException {
    return NamedFailures.of(input.given().toString(), () -> printUnnamed(input, out, options));
  }

  private List<String> printUnnamed(TraceInput input, PrintWriter out, TraceReading options)
      throws IOException {
    switch (this) {
      case TEXT -> {
        try (TraceSink sink = TraceTextWriter.to(out)) {
          return texts(options.read(input, sink));
        }
      }
      case GOAL -> {
        try (OpenTrace trace = options.open(input)) {
          GoalTextWriter.write(trace.source(), out, options.goalOptions());
          return texts(trace.losses());
        }
      }
      case SCALATRACE -> {
        try (OpenTrace trace = options.open(input)) {
          return all(trace, ScalaTraceWriter.write(trace.source(), out));
        }
      }
      case NATIVE, GOAL_BINARY ->
          throw ForetellException.usage(
              "--to " + id + " - is binary and cannot go to standard output; give a file name");
    }
    return List.of();
  }

  /** What the reader left out, and then the writer. */
  private static List<String> all(OpenTrace trace, List<String> ofWriter) {
    return Stream.concat(texts(trace.losses()).stream(), ofWriter.stream()).toList();
  }

  private static List<String> texts(List<Loss> losses) {
    return losses.stream().map(Loss::text).toList();
  }

  /**
   * Reads a trace and writes it.
   *
   * @param compresses whether a native trace is compressed by its structure
   * @return what was left out because the format cannot say it, a sentence each
   */
  List<String> convert(TraceInput input, Path output, TraceReading options, boolean compresses)
      throws IOException {
    return NamedFailures.of(
        input.given().toString(), () -> convertUnnamed(input, output, options, compresses));
  }

  private List<String> convertUnnamed(
      TraceInput input, Path output, TraceReading options, boolean compresses) throws IOException {
    if (this == NATIVE && compresses) {
      try (TraceSink sink = TraceStoreWriter.createPacked(output)) {
        return texts(options.readCompressed(input, sink, DurationRule.EXACT));
      }
    }
    if (this == NATIVE || this == TEXT) {
      try (TraceSink sink =
          this == NATIVE ? TraceStoreWriter.create(output) : TraceTextWriter.create(output)) {
        return texts(options.read(input, sink));
      }
    }
    try (OpenTrace trace = options.open(input)) {
      if (this == SCALATRACE) {
        return all(trace, ScalaTraceWriter.write(trace.source(), output));
      } else if (this == GOAL) {
        GoalTextWriter.write(trace.source(), output, options.goalOptions());
      } else {
        GoalBinaryWriter.write(trace.source(), output, options.goalOptions());
      }
      return texts(trace.losses());
    }
  }
}
