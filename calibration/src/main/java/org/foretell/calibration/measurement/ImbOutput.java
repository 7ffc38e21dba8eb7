package org.foretell.calibration.measurement;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what Intel MPI Benchmarks print. Benchmarks that nothing is made of are passed over; of
 * collectives each number of processes has a table.
 */
final class ImbOutput {
  private static final Pattern BENCHMARK = Pattern.compile("#\\s*Benchmarking\\s+(\\S+).*");
  private static final Pattern PROCESSES = Pattern.compile("#\\s*#processes\\s*=\\s*(\\d+).*");

  private static final Map<String, Metric> METRICS =
      Map.of(
          "PingPong", Metric.MPI_LATENCY,
          "Barrier", Metric.MPI_BARRIER,
          "Allreduce", Metric.MPI_ALLREDUCE,
          "Unidir_put", Metric.MPI_PUT,
          "Unidir_get", Metric.MPI_GET);

  private ImbOutput() {}

  static List<Series> read(SourceText text) {
    List<Series> all = new ArrayList<>();
    String name = "";
    OptionalInt ranks = OptionalInt.empty();
    for (int i = 0; i < text.lines(); i++) {
      String line = text.line(i);
      Matcher benchmark = BENCHMARK.matcher(line);
      Matcher processes = PROCESSES.matcher(line);
      if (benchmark.matches()) {
        name = benchmark.group(1);
        ranks = OptionalInt.empty();
      } else if (processes.matches()) {
        ranks = OptionalInt.of((int) Math.min(text.bytes(i, processes.group(1)), 1 << 24));
      } else if (line.contains("#repetitions")) {
        Metric metric = METRICS.get(name);
        if (metric != null) {
          all.add(table(text, i, metric, name, ranks));
        }
      }
    }
    return all;
  }

  private static Series table(
      SourceText text, int heading, Metric metric, String name, OptionalInt ranks) {
    List<String> columns = List.of(text.line(heading).split("\\s+", -1));
    int bytes = columns.indexOf("#bytes");
    int time = columns.indexOf("t_avg[usec]");
    if (time < 0) {
      time = columns.indexOf("t[usec]");
    }
    if (time < 0) {
      throw text.wrong(heading, "a column t[usec] or t_avg[usec]", text.line(heading));
    }
    List<Sample> samples = new ArrayList<>();
    for (int i = heading + 1; i < text.lines(); i++) {
      String line = text.line(i);
      if (line.isEmpty() || line.startsWith("#")) {
        if (samples.isEmpty()) {
          continue;
        }
        break;
      }
      String[] words = line.split("\\s+", -1);
      if (words.length < columns.size() && words.length <= time) {
        throw text.wrong(i, columns.size() + " columns", line);
      }
      samples.add(text.time(i, bytes < 0 ? 0 : text.bytes(i, words[bytes]), words[time]));
    }
    if (samples.isEmpty()) {
      throw text.wrong(heading, "lines of numbers after this heading", text.line(heading));
    }
    return new Series(metric, name, text.source(), ranks, samples);
  }
}
