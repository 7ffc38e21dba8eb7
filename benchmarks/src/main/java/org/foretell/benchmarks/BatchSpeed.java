package org.foretell.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.engine.Batch;
import org.foretell.engine.Simulation;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;

/**
 * What one pass over a trace for several scenarios takes, against a pass for each: in turns, on one
 * thread. The scenarios differ in the latency of the network. Times are processor time of the
 * thread, since others may use the machine. It fails if a prediction of the batch differs from that
 * of the scenario alone.
 *
 * <p>{@code java -cp benchmarks.jar org.foretell.benchmarks.BatchSpeed TRACE MACHINE COLLECTIVES
 * SCENARIOS PAIRS}, where TRACE is in the native format.
 */
public final class BatchSpeed {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long NANOSECONDS = 1_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private BatchSpeed() {}

  /**
   * Measures, and prints a row of a table in Markdown: seconds for one scenario at a time, for all
   * at once, and the median, least and greatest ratio of a pair.
   *
   * @param args see above
   */
  public static void main(String[] args) {
    if (args.length != 5) {
      throw new IllegalArgumentException(
          "expected TRACE MACHINE COLLECTIVES SCENARIOS PAIRS, found " + Arrays.toString(args));
    }
    Path trace = Path.of(args[0]);
    int count = Integer.parseInt(args[3]);
    int pairs = Integer.parseInt(args[4]);
    Scenario base =
        Foretell.prediction()
            .machine(args[1])
            .trace(trace)
            .model("simple")
            .collectives(args[2])
            .scenario();
    double[] alone = new double[pairs];
    double[] atOnce = new double[pairs];
    double[] ratios = new double[pairs];
    try (TraceSource source = TraceStoreReader.open(trace)) {
      for (int pair = -1; pair < pairs; pair++) { // The first one warms up.
        List<Scenario> scenarios = scenarios(base, count, pair + 1);
        long start = THREADS.getCurrentThreadCpuTime();
        List<Long> expected =
            scenarios.stream().map(one -> simulation(one, source).run().makespanPs()).toList();
        long between = THREADS.getCurrentThreadCpuTime();
        List<Long> found =
            Batch.run(scenarios.stream().map(one -> simulation(one, source)).toList()).stream()
                .map(one -> one.orElseThrow().makespanPs())
                .toList();
        long end = THREADS.getCurrentThreadCpuTime();
        if (!found.equals(expected)) {
          throw new IllegalStateException("expected " + expected + ", found " + found);
        }
        if (pair >= 0) {
          alone[pair] = (between - start) / NANOS_PER_SECOND;
          atOnce[pair] = (end - between) / NANOS_PER_SECOND;
          ratios[pair] = atOnce[pair] / alone[pair];
        }
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s, %s, %d scenarios | %.2f | %.2f | %.3f (%.3f to %.3f) |%n",
        trace.getFileName(),
        args[2],
        count,
        median(alone),
        median(atOnce),
        median(ratios),
        Arrays.stream(ratios).min().orElseThrow(),
        Arrays.stream(ratios).max().orElseThrow());
  }

  private static List<Scenario> scenarios(Scenario base, int count, int round) {
    List<Scenario> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long latencyPs = (1 + i + (long) round * count) * NANOSECONDS;
      all.add(base.with(new Change("network.latency", latencyPs + "ps")));
    }
    return all;
  }

  private static Simulation simulation(Scenario scenario, TraceSource source) {
    return scenario.experiment().simulation(source, scenario.seed()).builder().build();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
