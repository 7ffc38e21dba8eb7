package org.foretell.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.foretell.Foretell;
import org.foretell.runner.Outcome;
import org.foretell.runner.Runner;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;

/**
 * What a runner takes beside the replays that it makes: the same scenarios are replayed by a runner
 * and by a plain loop, in turns, on as many threads, and then once more from what the runner
 * remembers. Times are processor time of the whole process, since others may use the machine.
 *
 * <p>{@code java -cp benchmarks.jar org.foretell.benchmarks.RunnerOverhead TRACE MACHINE MODEL
 * SCENARIOS THREADS PAIRS}, where TRACE is in the native format.
 */
public final class RunnerOverhead {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Path trace;
  private final int threads;

  /** Keeps replays from being left out. */
  private long sum;

  private RunnerOverhead(Path trace, int threads) {
    this.trace = trace;
    this.threads = threads;
  }

  /**
   * Measures, and prints a table in Markdown.
   *
   * @param args see above
   * @throws Exception if a replay fails
   */
  public static void main(String[] args) throws Exception {
    if (args.length != 6) {
      throw new IllegalArgumentException(
          "expected TRACE MACHINE MODEL SCENARIOS THREADS PAIRS, found " + Arrays.toString(args));
    }
    Path trace = Path.of(args[0]);
    int count = Integer.parseInt(args[3]);
    int pairs = Integer.parseInt(args[5]);
    RunnerOverhead overhead = new RunnerOverhead(trace, Integer.parseInt(args[4]));
    Scenario base = Foretell.prediction().machine(args[1]).trace(trace).model(args[2]).scenario();
    System.out.println(
        "| scenarios differ in | bare replays, ms | by the runner, ms | more |"
            + " the same again, ms |");
    System.out.println("|---|---|---|---|---|");
    overhead.compare("the seed", pairs, round -> seeds(base, count, round));
    overhead.compare("a figure of the machine", pairs, round -> figures(base, count, round));
    System.out.println();
    System.out.println("Sum of all predicted times: " + overhead.sum + " ps");
  }

  /** Scenarios of a round, which are of no other round. */
  private interface Scenarios {
    List<Scenario> make(int round);
  }

  private static List<Scenario> seeds(Scenario base, int count, int round) {
    List<Scenario> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(base.withSeed(1 + i + (long) round * count));
    }
    return all;
  }

  private static List<Scenario> figures(Scenario base, int count, int round) {
    List<Scenario> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int nanos = 1 + i + round * count;
      all.add(base.with(new Change("network.latency", 1_000_000 + nanos + "ps")));
    }
    return all;
  }

  private void compare(String what, int pairs, Scenarios scenarios) throws Exception {
    double[] ratios = new double[pairs];
    double[] bare = new double[pairs];
    double[] run = new double[pairs];
    double[] again = new double[pairs];
    for (int round = -1; round < pairs; round++) { // The first one warms up.
      List<Scenario> all = scenarios.make(round + 1);
      List<Scenario> others = scenarios.make(pairs + 2 + round);
      long start = processorNanos();
      if (round % 2 == 0) {
        bare(others);
      }
      long between = processorNanos();
      double millis = (between - start) / NANOS_PER_MILLI;
      double[] byRunner = byRunner(all);
      if (round % 2 != 0) {
        start = processorNanos();
        bare(others);
        millis = (processorNanos() - start) / NANOS_PER_MILLI;
      }
      if (round >= 0) {
        bare[round] = millis;
        run[round] = byRunner[0];
        again[round] = byRunner[1];
        ratios[round] = byRunner[0] / millis;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.0f | %.0f | %+.1f %% (%+.1f to %+.1f) | %.0f |%n",
        what,
        median(bare),
        median(run),
        100 * (median(ratios) - 1),
        100 * (Arrays.stream(ratios).min().orElseThrow() - 1),
        100 * (Arrays.stream(ratios).max().orElseThrow() - 1),
        median(again));
  }

  /** Of the whole process, with compilation and garbage collection. */
  private static long processorNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Of scenarios by a new runner, and of the same ones again: milliseconds. */
  private double[] byRunner(List<Scenario> all) {
    try (Runner runner = Runner.builder().threads(threads).build()) {
      runner.open(trace);
      long start = processorNanos();
      add(runner.run(all));
      long between = processorNanos();
      add(runner.run(all));
      return new double[] {
        (between - start) / NANOS_PER_MILLI, (processorNanos() - between) / NANOS_PER_MILLI
      };
    }
  }

  private void add(List<Outcome> outcomes) {
    outcomes.forEach(outcome -> sum += outcome.ps());
  }

  /**
   * The replays alone: what is simulated has been made before, but for models, which keep state.
   */
  private void bare(List<Scenario> all) throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Long>> parts = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int first = thread;
        parts.add(pool.submit(() -> bare(all, first)));
      }
      for (Future<Long> part : parts) {
        sum += part.get();
      }
    } finally {
      pool.shutdown();
    }
  }

  private long bare(List<Scenario> all, int first) {
    long predicted = 0;
    try (TraceSource source = TraceStoreReader.open(trace)) {
      for (int i = first; i < all.size(); i += threads) {
        Scenario scenario = all.get(i);
        predicted +=
            scenario
                .experiment()
                .simulation(source, scenario.seed())
                .builder()
                .build()
                .run()
                .makespanPs();
      }
    }
    return predicted;
  }
}
