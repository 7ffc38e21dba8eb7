package org.foretell.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.foretell.benchmarks.SyntheticTraces.Halo;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.machine.topology.Crossbar;
import org.foretell.machine.topology.FatTree;
import org.foretell.machine.topology.Routing;
import org.foretell.model.CommunicationModel;
import org.foretell.models.flow.FlowSettings;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.models.flow.MessageOverheads;
import org.foretell.models.flow.TopologyFlows;
import org.foretell.models.parameters.SpeedFactors;
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

/** Replay of a periodic 2D halo exchange whose messages share the links of a network. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 2, jvmArgsAppend = "-XX:+UseSerialGC")
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
public class FlowBenchmark {
  private static final int OPS_PER_ITERATION_AND_RANK = 11;
  private static final int RANK_ITERATIONS = 1 << 17;
  private static final int OPS = OPS_PER_ITERATION_AND_RANK * RANK_ITERATIONS;
  private static final LinkSpeed LINK = new LinkSpeed(1_000_000, 1.25e9);
  private static final long COLLECTIVE_PS = 5_000_000;

  /** What joins the ranks. */
  public enum Network {
    /** One switch. */
    CROSSBAR,
    /** Two levels, not tapered. */
    FAT_TREE
  }

  /** Number of ranks, a square. */
  @Param({"64", "1024"})
  public int ranks;

  /** The network. */
  @Param({"CROSSBAR", "FAT_TREE"})
  public Network network;

  private TraceSource trace;
  private Topology topology;

  /** Makes the trace, so many iterations that all are equally long. */
  @Setup
  public void generate() {
    Halo halo = Halo.periodic(ranks, RANK_ITERATIONS / ranks);
    trace = SyntheticTraces.inMemory(sink -> SyntheticTraces.writeHalo(halo, sink));
    int side = (int) Math.sqrt(ranks);
    topology =
        network == Network.CROSSBAR
            ? Crossbar.of(ranks, LINK)
            : new FatTree(
                new int[] {side, side},
                new int[] {1, side},
                new int[] {1, 1},
                List.of(LINK),
                Routing.DETERMINISTIC);
  }

  /** Ops replayed per second. */
  @Benchmark
  @OperationsPerInvocation(OPS)
  public Prediction halo(WarmAllocation allocation) {
    FlowSettings settings =
        new FlowSettings(
            Weights.EQUAL,
            0,
            SpeedFactors.ONE,
            SpeedFactors.ONE,
            Long.MAX_VALUE,
            0,
            Long.MAX_VALUE,
            true,
            false,
            message -> MessageOverheads.NONE,
            0,
            Double.POSITIVE_INFINITY);
    CommunicationModel model =
        new CommunicationModel(
            "flow", new TopologyFlows(topology, message -> LINK, settings), call -> COLLECTIVE_PS);
    return Replays.run(trace, model, ReplayOrder.STRICT, allocation);
  }
}
