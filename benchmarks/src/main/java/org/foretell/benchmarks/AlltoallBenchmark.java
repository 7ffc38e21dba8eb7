package org.foretell.benchmarks;

import java.util.concurrent.TimeUnit;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.TraceSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Replay of linear alltoalls of 1,024 ranks: each has 1,023 receives posted at once. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
public class AlltoallBenchmark {
  private static final int RANKS = 1024;
  private static final int ROUNDS = 4;
  private static final int OPS = ROUNDS * RANKS * (2 * (RANKS - 1) + 1);

  private TraceSource trace;

  /** Makes the trace. */
  @Setup
  public void generate() {
    trace =
        SyntheticTraces.inMemory(sink -> SyntheticTraces.writeAlltoall(RANKS, 1024, ROUNDS, sink));
  }

  /** Ops replayed per second, ranks ahead of each other. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction directRunAhead(WarmAllocation allocation) {
    return Replays.run(trace, Replays.direct(), ReplayOrder.RUN_AHEAD, allocation);
  }

  /** Ops replayed per second in the order of time. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction directStrict(WarmAllocation allocation) {
    return Replays.run(trace, Replays.direct(), ReplayOrder.STRICT, allocation);
  }

  /** Ops replayed per second under a model that occupies CPUs and NICs. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction logGops(WarmAllocation allocation) {
    return Replays.run(trace, Replays.logGops(RANKS), ReplayOrder.STRICT, allocation);
  }
}
