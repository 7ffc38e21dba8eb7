package org.foretell.cli.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOption;
import org.foretell.parsers.TextFormatWriter;
import org.foretell.parsers.TraceFormatWriter;
import org.foretell.parsers.TraceFormats;
import org.foretell.structure.DurationRule;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextWriter;
import org.jspecify.annotations.Nullable;

/**
 * A format that traces are written in, chosen by name or by the file's ending: the native one, its
 * text, or one of others.
 */
final class WrittenFormat {
  private static final String NATIVE = "native";
  private static final String TEXT = "text";
  private static final String NATIVE_ENDING = ".bin";

  /** Files that nobody means to be text. */
  private static final Pattern OTHER_FILES =
      Pattern.compile(".*\\.(json|xml|cfg|csv|prv|otf2|meta|gz|tgz|zst|tar|zip)");

  /** The ending of Paraver's files, which have times, so that only a run can be written to one. */
  private static final String TIMELINE = ".prv";

  private final String id;
  private final @Nullable TraceFormatWriter foreign;

  private WrittenFormat(String id, @Nullable TraceFormatWriter foreign) {
    this.id = id;
    this.foreign = foreign;
  }

  /** The format of a name; by the file's ending when there is none, text if that is unknown. */
  static WrittenFormat of(@Nullable String name, Path file, TraceFormats formats) {
    if (name == null ? file.toString().endsWith(NATIVE_ENDING) : name.equals(NATIVE)) {
      return new WrittenFormat(NATIVE, null);
    }
    for (TraceFormatWriter writer : formats.writers()) {
      if (name == null ? file.toString().endsWith(writer.ending()) : name.equals(writer.id())) {
        return new WrittenFormat(writer.id(), writer);
      }
    }
    String known =
        "native, text, "
            + formats.writers().stream()
                .map(TraceFormatWriter::id)
                .collect(Collectors.joining(", "));
    if (name == null && OTHER_FILES.matcher(file.toString()).matches()) {
      throw ForetellException.usage(
          file
              + ": sim cannot write traces in the format of this name; end it in .bin, .txt, "
              + formats.writers().stream()
                  .map(TraceFormatWriter::ending)
                  .collect(Collectors.joining(", "))
              + ", or add --to with one of "
              + known
              + (file.toString().endsWith(TIMELINE)
                  ? "; Paraver needs times: sim run MACHINE TRACE --timeline "
                      + file
                      + " writes the simulated run"
                  : ""));
    }
    if (name != null && !name.equals(TEXT)) {
      throw ForetellException.usage("--to " + name + " is unknown; write one of " + known);
    }
    return new WrittenFormat(TEXT, null);
  }

  /** Whether it can say all that a trace has, also what work bursts are. */
  boolean isOwn() {
    return foreign == null;
  }

  /** The size of what was written. */
  long bytes(Path output) throws IOException {
    return foreign == null ? Files.size(output) : foreign.bytes(output);
  }

  /** What the format leaves open, and options decide. */
  Set<ReadingOption> options() {
    return foreign == null ? Set.of() : foreign.writingOptions();
  }

  /**
   * Reads a trace and prints it.
   *
   * @return what was left out because the format cannot say it
   * @throws ForetellException if this is no text
   */
  List<Loss> print(TraceInput input, PrintWriter out, TraceReading options) throws IOException {
    return NamedFailures.of(input.given().toString(), () -> printUnnamed(input, out, options));
  }

  private List<Loss> printUnnamed(TraceInput input, PrintWriter out, TraceReading options)
      throws IOException {
    if (foreign instanceof TextFormatWriter text) {
      try (OpenTrace trace = options.open(input)) {
        BufferedWriter buffered = new BufferedWriter(out);
        List<Loss> losses = text.write(trace.source(), buffered, options.options());
        buffered.flush();
        return all(trace, losses);
      }
    }
    if (!id.equals(TEXT)) {
      throw ForetellException.usage(
          "--to " + id + " - is binary and cannot go to standard output; give a file name");
    }
    try (TraceSink sink = TraceTextWriter.to(out)) {
      return options.read(input, sink);
    }
  }

  /** What the reader left out, and then the writer. */
  private static List<Loss> all(OpenTrace trace, List<Loss> ofWriter) {
    return Stream.concat(trace.losses().stream(), ofWriter.stream()).toList();
  }

  /**
   * Reads a trace and writes it.
   *
   * @param compresses whether a native trace is compressed by its structure
   * @return what was left out because the format cannot say it
   */
  List<Loss> convert(TraceInput input, Path output, TraceReading options, boolean compresses)
      throws IOException {
    return NamedFailures.of(
        input.given().toString(), () -> convertUnnamed(input, output, options, compresses));
  }

  private List<Loss> convertUnnamed(
      TraceInput input, Path output, TraceReading options, boolean compresses) throws IOException {
    if (foreign != null) {
      try (OpenTrace trace = options.open(input)) {
        return all(trace, foreign.write(trace.source(), output, options.options()));
      }
    }
    if (id.equals(NATIVE) && compresses) {
      try (TraceSink sink = TraceStoreWriter.createPacked(output)) {
        return options.readCompressed(input, sink, DurationRule.EXACT);
      }
    }
    try (TraceSink sink =
        id.equals(NATIVE) ? TraceStoreWriter.create(output) : TraceTextWriter.create(output)) {
      return options.read(input, sink);
    }
  }
}
