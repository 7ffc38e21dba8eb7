package org.foretell.benchmarks;

import java.util.concurrent.TimeUnit;
import org.foretell.benchmarks.SyntheticTraces.Halo;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.models.collectives.CollectiveProfiles;
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

/** Replay of a periodic 2D halo exchange that queues for links, buses and CPUs, as in Dimemas. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
public class BusLinkBenchmark {
  private static final int OPS_PER_ITERATION_AND_RANK = 11;
  private static final int RANK_ITERATIONS = 1 << 15;
  private static final int OPS = OPS_PER_ITERATION_AND_RANK * RANK_ITERATIONS;

  /** Number of ranks, a square. */
  @Param({"64", "1024"})
  public int ranks;

  /** The profile of collectives. */
  @Param({CollectiveProfiles.FORMULA, "mpich4"})
  public String collectives;

  private TraceSource trace;

  /** Makes the trace, so many iterations that all are equally long. */
  @Setup
  public void generate() {
    Halo halo = Halo.periodic(ranks, RANK_ITERATIONS / ranks);
    trace = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
  }

  /** Ops replayed per second. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction halo(WarmAllocation allocation) {
    CommunicationModel model = Replays.busLink(ranks);
    if (!collectives.equals(CollectiveProfiles.FORMULA)) {
      model = model.with(new ExpandedCollectives(CollectiveProfiles.parse(collectives)));
    }
    return Replays.run(trace, model, ReplayOrder.STRICT, allocation);
  }
}
