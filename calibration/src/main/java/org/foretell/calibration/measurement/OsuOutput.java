package org.foretell.calibration.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads what OSU micro-benchmarks print: a title, headings of columns, lines of numbers. Several
 * benchmarks may follow each other in one file.
 */
final class OsuOutput {
  private static final double PS_PER_SECOND = 1e12;
  private static final double BYTES_PER_MEGABYTE = 1e6;

  private static final Pattern TITLE =
      Pattern.compile("# OSU (.+?)(?: (?:v|\\(Version )[0-9][\\w.]*\\)?)?$");
  private static final Pattern PAIRS = Pattern.compile("# \\[ pairs: (\\d+) \\].*");

  private static final Pattern ONE_WAY_ATOMIC =
      Pattern.compile("^shmem_\\w*_(?:add|inc|set|and|or|xor)\\b");

  /** How the second column becomes a time. */
  private enum Unit {
    MICROSECONDS,
    MEGABYTES_PER_SECOND,
    MESSAGES_PER_SECOND
  }

  private record Benchmark(Metric metric, Unit unit) {}

  private OsuOutput() {}

  static List<Series> read(SourceText text) {
    List<Series> all = new ArrayList<>();
    Benchmark benchmark = null;
    String name = "";
    int titleLine = 0;
    OptionalInt ranks = OptionalInt.empty();
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < text.lines(); i++) {
      String line = text.line(i);
      Matcher title = TITLE.matcher(line);
      if (title.matches()) {
        add(all, benchmark, name, text, titleLine, ranks, samples);
        name = title.group(1);
        titleLine = i;
        benchmark = benchmark(name);
        if (benchmark == null) {
          throw text.wrong(
              i,
              "a latency, bandwidth, message rate, put, get, atomic, barrier or allreduce benchmark"
                  + " of OSU",
              line);
        }
        ranks = OptionalInt.empty();
        samples = new ArrayList<>();
      } else if (benchmark != null && !line.isEmpty() && !isOneWayAtomic(line)) {
        Matcher pairs = PAIRS.matcher(line);
        if (pairs.matches()) {
          ranks = OptionalInt.of(2 * (int) Math.min(text.bytes(i, pairs.group(1)), 1 << 24));
        } else if (!line.startsWith("#")) {
          samples.add(sample(text, i, benchmark));
        }
      }
    }
    add(all, benchmark, name, text, titleLine, ranks, samples);
    return all;
  }

  /** Adds and increments return before they are done. */
  private static boolean isOneWayAtomic(String line) {
    return ONE_WAY_ATOMIC.matcher(line).find();
  }

  private static void add(
      List<Series> all,
      @Nullable Benchmark benchmark,
      String name,
      SourceText text,
      int titleLine,
      OptionalInt ranks,
      List<Sample> samples) {
    if (benchmark == null) {
      return;
    }
    if (samples.isEmpty()) {
      throw text.wrong(
          titleLine, "lines of numbers after the title of a benchmark", text.line(titleLine));
    }
    all.add(new Series(benchmark.metric(), name, text.source(), ranks, samples));
  }

  private static Sample sample(SourceText text, int index, Benchmark benchmark) {
    String[] words = text.line(index).split("\\s+", -1);
    // SHMEM's atomics: the op, millions in a second, and the time of one.
    if (!words[0].isEmpty() && Character.isLetter(words[0].charAt(0))) {
      if (benchmark.metric() != Metric.SHMEM_ATOMIC || words.length < 3) {
        throw text.wrong(index, "a size in bytes and a number", text.line(index));
      }
      return text.time(index, Long.BYTES, words[2]);
    }
    if (words.length == 1 && isBarrier(benchmark.metric())) {
      return text.time(index, 0, words[0]);
    }
    if (words.length < 2) {
      throw text.wrong(index, "a size in bytes and a number", text.line(index));
    }
    if (isBarrier(benchmark.metric())) {
      // Least, greatest time and iterations may follow the mean.
      return text.time(index, 0, words[0]);
    }
    long bytes = text.bytes(index, words[0]);
    return switch (benchmark.unit()) {
      case MICROSECONDS -> text.time(index, bytes, words[1]);
      case MEGABYTES_PER_SECOND -> {
        double rate = text.positive(index, words[1], "megabytes per second") * BYTES_PER_MEGABYTE;
        yield text.sample(index, bytes, bytes * PS_PER_SECOND / rate, words[1]);
      }
      case MESSAGES_PER_SECOND -> {
        if (words.length < 3) {
          throw text.wrong(index, "a size, MB/s and messages/s", text.line(index));
        }
        double rate = text.positive(index, words[2], "messages per second");
        yield text.sample(index, bytes, PS_PER_SECOND / rate, words[2]);
      }
    };
  }

  private static boolean isBarrier(Metric metric) {
    return metric == Metric.MPI_BARRIER || metric == Metric.SHMEM_BARRIER;
  }

  /** What a title names; the wording differs from version to version. */
  private static @Nullable Benchmark benchmark(String title) {
    String words = title.toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
    boolean shmem = words.startsWith("openshmem");
    if (words.contains("multi latency") || words.contains("multi threaded")) {
      return null;
    }
    if (words.contains("message rate") || words.contains("put mr")) {
      return new Benchmark(
          shmem ? Metric.SHMEM_PUT_STREAM : Metric.MPI_MESSAGE_RATE, Unit.MESSAGES_PER_SECOND);
    }
    if (words.contains("barrier")) {
      return new Benchmark(shmem ? Metric.SHMEM_BARRIER : Metric.MPI_BARRIER, Unit.MICROSECONDS);
    }
    if (words.contains("allreduce") || (shmem && words.contains("reduce"))) {
      return new Benchmark(shmem ? Metric.SHMEM_REDUCE : Metric.MPI_ALLREDUCE, Unit.MICROSECONDS);
    }
    boolean bandwidth = words.contains("bandwidth");
    if (words.contains("atomic")
        || words.contains("fetch and op")
        || words.contains("compare and swap")
        || words.contains("accumulate")) {
      return bandwidth
          ? null
          : new Benchmark(shmem ? Metric.SHMEM_ATOMIC : Metric.MPI_ATOMIC, Unit.MICROSECONDS);
    }
    if (words.contains("put") || words.contains("get")) {
      boolean put = words.contains("put");
      if (words.contains("bi directional") || words.contains("bidirectional")) {
        return null;
      }
      if (bandwidth) {
        Metric stream =
            shmem ? Metric.SHMEM_PUT_STREAM : put ? Metric.MPI_PUT_STREAM : Metric.MPI_GET_STREAM;
        return shmem && !put ? null : new Benchmark(stream, Unit.MEGABYTES_PER_SECOND);
      }
      Metric single =
          put
              ? (shmem ? Metric.SHMEM_PUT : Metric.MPI_PUT)
              : (shmem ? Metric.SHMEM_GET : Metric.MPI_GET);
      return new Benchmark(single, Unit.MICROSECONDS);
    }
    if (words.matches("mpi (cuda |rocm |openacc )?bi ?directional bandwidth test.*")) {
      return new Benchmark(Metric.MPI_BIDIRECTIONAL, Unit.MEGABYTES_PER_SECOND);
    }
    if (words.matches("mpi (cuda |rocm |openacc )?bandwidth test.*")) {
      return new Benchmark(Metric.MPI_STREAM, Unit.MEGABYTES_PER_SECOND);
    }
    if (words.matches("mpi (cuda |rocm |openacc )?latency test.*")) {
      return new Benchmark(Metric.MPI_LATENCY, Unit.MICROSECONDS);
    }
    return null;
  }
}
