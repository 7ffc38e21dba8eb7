package org.foretell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.foretell.failure.ForetellException;
import org.foretell.input.NamedFailures;
import org.foretell.input.OpenTrace;
import org.foretell.report.CompressionResult;
import org.foretell.setting.DurationChoice;
import org.foretell.structure.Compression;
import org.foretell.structure.CompressionReport;
import org.foretell.structure.DurationRule;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.TraceStoreWriter;
import org.jspecify.annotations.Nullable;

/**
 * All settings of {@code sim compress}. Unset ones take its defaults. A trace and a target are
 * required.
 */
public final class CompressionSetup extends TraceSetup<CompressionSetup> {
  private @Nullable Path target;
  private @Nullable String durations;

  CompressionSetup() {}

  @Override
  CompressionSetup self() {
    return this;
  }

  /**
   * Sets the file for the compressed trace.
   *
   * @param file replaced only once the trace is complete
   * @return this
   */
  public CompressionSetup to(Path file) {
    Objects.requireNonNull(file, "file");
    target = file;
    return this;
  }

  /**
   * Sets how the durations of bursts are stored.
   *
   * @param rule {@code "exact"}, {@code "histogram"}, or {@code "quantise=1%"} with the largest
   *     relative error; null for exact
   * @return this
   */
  public CompressionSetup durations(@Nullable String rule) {
    durations = rule;
    return this;
  }

  /**
   * Compresses the trace.
   *
   * @return the length before and after
   * @throws IllegalStateException if no trace or no target was given
   * @throws ForetellException if a setting is wrong, or trace and target are the same file
   * @throws TraceException if the trace is missing, cannot be read, or is damaged; or if the target
   *     cannot be written
   */
  public CompressionResult run() {
    Path file = target;
    if (file == null) {
      throw new IllegalStateException("no target was given: call to(..) before run()");
    }
    DurationRule rule = DurationChoice.of(durations);
    return NamedFailures.of(traceShown(), () -> compress(file, rule));
  }

  private CompressionResult compress(Path file, DurationRule rule) {
    Path input = traceFile();
    try {
      if (input != null && Files.exists(file) && Files.exists(input)) {
        if (Files.isSameFile(input, file)) {
          throw ForetellException.usage("input and output are the same file: " + input);
        }
      }
    } catch (IOException failed) {
      throw TraceException.reading(file, failed);
    }
    try (TraceStoreWriter writer = TraceStoreWriter.createPacked(file);
        OpenTrace trace = openTrace()) {
      CompressionReport report = Compression.compress(trace.source(), writer, rule);
      return new CompressionResult(
          trace.source().info().ranks(),
          trace.source().operations().orElse(0),
          report.isTaskGraphs(),
          bytes(input == null ? trace.file() : input),
          bytes(file),
          writer.programBytes(),
          report.programsBefore(),
          report.programsAfter(),
          trace.warnings());
    }
  }

  private static long bytes(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      long sum = 0;
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        sum += Files.size(file);
      }
      return sum;
    } catch (IOException failed) {
      throw TraceException.reading(path, failed);
    }
  }
}
