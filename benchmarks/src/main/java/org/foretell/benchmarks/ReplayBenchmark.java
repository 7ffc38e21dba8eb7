package org.foretell.benchmarks;

import java.util.concurrent.TimeUnit;
import org.foretell.benchmarks.SyntheticTraces.Halo;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Replay of a periodic 2D halo exchange, a shared program, under a direct model. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
public class ReplayBenchmark {
  private static final int OPS_PER_ITERATION_AND_RANK = 11;
  private static final int RANK_ITERATIONS = 1 << 20;
  private static final int OPS = OPS_PER_ITERATION_AND_RANK * RANK_ITERATIONS;

  /** Number of ranks. */
  @Param({"1024", "16384"})
  public int ranks;

  /** Order of the ranks. */
  @Param({"STRICT", "RUN_AHEAD"})
  public ReplayOrder schedule;

  private TraceSource trace;

  /** Makes the trace, so many iterations that all are equally long. */
  @Setup
  public void generate() {
    Halo halo = Halo.periodic(ranks, RANK_ITERATIONS / ranks);
    trace = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
    if (halo.operations() != OPS) {
      throw new IllegalStateException(halo.operations() + " ops instead of " + OPS);
    }
  }

  /** Ops replayed per second. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction halo(WarmAllocation allocation) {
    return Replays.run(trace, Replays.direct(), schedule, allocation);
  }
}
