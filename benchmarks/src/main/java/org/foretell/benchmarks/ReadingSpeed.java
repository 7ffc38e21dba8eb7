package org.foretell.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.store.TraceStoreWriter;

/**
 * How fast traces of others are read: into a sink that only counts ops, which is the cost of the
 * format, and into a native file. Times are processor time of the thread that reads, since others
 * may use the machine; the least of several passes counts.
 *
 * <p>{@code java -cp benchmarks.jar org.foretell.benchmarks.ReadingSpeed PASSES TRACE ..}
 */
public final class ReadingSpeed {
  private static final double MEGABYTE = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Path trace;
  private final TraceFormatReader reader;

  private ReadingSpeed(Path trace) {
    this.trace = trace;
    reader = TraceFormats.installed().of(trace).orElseThrow();
  }

  /**
   * Measures, and prints a table in Markdown.
   *
   * @param args see above
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    if (args.length < 2) {
      throw new IllegalArgumentException(
          "expected PASSES TRACE .., found " + Arrays.toString(args));
    }
    int passes = Integer.parseInt(args[0]);
    System.out.println("| format | trace | MB | ops | MB/s | MB/s into a native file |");
    System.out.println("|---|---|--:|--:|--:|--:|");
    for (String arg : List.of(args).subList(1, args.length)) {
      System.out.println(new ReadingSpeed(Path.of(arg)).row(passes));
    }
  }

  private String row(int passes) throws IOException {
    double megabytes = bytes() / MEGABYTE;
    long alone = Long.MAX_VALUE;
    long stored = Long.MAX_VALUE;
    OpCount count = new OpCount();
    Path scratch = Files.createTempFile("foretell", ".bin");
    try {
      for (int pass = 0; pass < passes; pass++) {
        count.ops = 0;
        alone = Math.min(alone, nanos(count));
      }
      for (int pass = 0; pass < passes; pass++) {
        try (TraceStoreWriter file = TraceStoreWriter.createUncompressed(scratch)) {
          stored = Math.min(stored, nanos(file));
        }
      }
    } finally {
      Files.delete(scratch);
    }
    return String.format(
        Locale.ROOT,
        "| `%s` | %s | %,.1f | %,d | %,.0f | %,.0f |",
        reader.id(),
        trace.getFileName(),
        megabytes,
        count.ops,
        megabytes / alone * MEGABYTE * NANOS_PER_MICRO,
        megabytes / stored * MEGABYTE * NANOS_PER_MICRO);
  }

  private long nanos(TraceSink sink) {
    long start = THREADS.getCurrentThreadCpuTime();
    reader.read(trace, ReadingOptions.DEFAULT.withReaders(1), sink);
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  private long bytes() throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.walk(trace)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  /** Counts ops, or tasks. */
  private static final class OpCount implements ProgramSink {
    private long ops;

    @Override
    public void beginProgram(RankSet ranks) {}

    @Override
    public void op(OpView op, List<Variation> variations) {
      ops++;
    }

    @Override
    public void beginRepeat(Values count) {}

    @Override
    public void endRepeat() {}

    @Override
    public void endProgram() {}

    @Override
    public void taskGraph(RankSet ranks, TaskGraph graph, boolean peersRelative) {
      ops += (long) graph.tasks() * ranks.size();
    }
  }
}
