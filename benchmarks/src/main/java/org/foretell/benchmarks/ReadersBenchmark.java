package org.foretell.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.foretell.benchmarks.SyntheticTraces.Halo;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormatWriter;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreWriter;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading formats of others into a native file, as {@code sim run} does: a halo of 64 ranks, or a
 * dissemination of 16,384 where the format has task graphs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ReadersBenchmark {
  private static final int RANKS = 64;
  private static final int ITERATIONS = 1024;
  private static final int GRAPH_RANKS = 16_384;
  private static final double MEGABYTE = 1e6;

  /** The format, as {@code sim formats} has it. */
  @Param({"simgrid-ti", "dimemas", "otf2", "goal", "goal-binary"})
  private String format;

  private Path folder;
  private Path scratch;
  private Path written;
  private TraceFormatReader reader;
  private double megabytes;

  /** How much was read. */
  @AuxCounters
  @State(Scope.Thread)
  public static class Amount {
    /** Megabytes of the format's files. */
    public double megabytes;

    /** Begins at 0. */
    @Setup(Level.Iteration)
    public void reset() {
      megabytes = 0;
    }
  }

  /** Writes the trace. */
  @Setup
  public void write() throws IOException {
    folder = Files.createTempDirectory("foretell");
    scratch = Files.createTempFile("foretell", ".bin");
    TraceFormats formats = TraceFormats.installed();
    TraceFormatWriter writer =
        formats.writers().stream().filter(w -> w.id().equals(format)).findFirst().orElseThrow();
    reader = formats.all().stream().filter(r -> r.id().equals(format)).findFirst().orElseThrow();
    written = folder.resolve("trace" + writer.ending());
    writer.write(trace(), written, ReadingOptions.DEFAULT);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        megabytes += Files.size(file) / MEGABYTE;
      }
    }
  }

  private TraceSource trace() {
    if (format.startsWith("goal")) {
      return SyntheticTraces.inMemory(
          sink -> SyntheticTraces.writeDissemination(GRAPH_RANKS, 8, sink));
    }
    Halo halo = Halo.periodic(RANKS, ITERATIONS);
    return SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
  }

  /** Deletes the files. */
  @TearDown
  public void delete() throws IOException {
    PathUtils.deleteDirectory(folder);
    Files.delete(scratch);
  }

  /** Traces, and megabytes, read in a second. */
  @Benchmark
  public Path read(Amount amount) {
    try (TraceStoreWriter sink = TraceStoreWriter.createUncompressed(scratch)) {
      reader.read(written, ReadingOptions.DEFAULT, sink);
    }
    amount.megabytes += megabytes;
    return scratch;
  }
}
