package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.foretell.FuzzBudget;
import org.foretell.engine.Simulation;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.flow.FlowModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.maxrate.MaxRateModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * Collectives on random machines: estimates against executions, bounds, and whether anything jumps
 * as the figures of a machine vary smoothly.
 */
class EstimateProperties {
  /** Estimates are off by no more than this factor. */
  private static final double BOUND = 1.4;

  private static final List<ModelProvider> MODELS =
      List.of(new MaxRateModelProvider(), new LogGopsModelProvider(), new FlowModelProvider());

  private static final List<OpCode> OPS =
      List.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.REDUCE,
          OpCode.ALLREDUCE,
          OpCode.SCAN,
          OpCode.GATHER,
          OpCode.SCATTER,
          OpCode.ALLGATHER,
          OpCode.ALLTOALL,
          OpCode.REDUCE_SCATTER_BLOCK);

  private static final List<String> PROFILES = List.of("mpich4", "ompi5");

  /** A machine, and a call of all its ranks, or of two groups of every other rank. */
  private record Case(
      OpCode op,
      long bytes,
      boolean grouped,
      int nodes,
      int ranksPerNode,
      int nics,
      double latencyPs,
      double bytesPerSecond) {
    static Case random(Random random) {
      int ranksPerNode = 1 + random.nextInt(8);
      return new Case(
          OPS.get(random.nextInt(OPS.size())),
          (long) Math.pow(2, 20 * random.nextDouble()),
          random.nextInt(4) == 0,
          2 + random.nextInt(96 / ranksPerNode - 1),
          ranksPerNode,
          1 + random.nextInt(4),
          500_000 * Math.pow(2, 5 * random.nextDouble()),
          1e9 * Math.pow(2, 6 * random.nextDouble()));
    }

    Case latencyTimes(double factor) {
      return new Case(
          op, bytes, grouped, nodes, ranksPerNode, nics, latencyPs * factor, bytesPerSecond);
    }

    Case bandwidthTimes(double factor) {
      return new Case(
          op, bytes, grouped, nodes, ranksPerNode, nics, latencyPs, bytesPerSecond * factor);
    }

    int ranks() {
      return nodes * ranksPerNode;
    }

    private Machine machine() {
      NodeGroup group =
          NodeGroup.builder("node")
              .nodes(nodes)
              .coresPerNode(ranksPerNode)
              .nics(nics)
              .intraNode(new LinkSpeed((long) (latencyPs / 3), bytesPerSecond))
              .build();
      return Machine.builder("random")
          .network(new LinkSpeed((long) latencyPs, bytesPerSecond))
          .eagerThresholdBytes(8192)
          .nodes(group)
          .build();
    }

    private OpListTrace trace() {
      OpListTrace trace = new OpListTrace(ranks());
      for (int group = 0; grouped && group < 2; group++) {
        int first = group;
        int[] members = IntStream.range(0, ranks()).filter(rank -> rank % 2 == first).toArray();
        trace.define(new Communicator(Communicator.FIRST_FREE + group, members));
      }
      for (int rank = 0; rank < ranks(); rank++) {
        OpView view = new OpView().reset(op);
        if (op.has(OpField.BYTES)) {
          view.set(OpField.BYTES, bytes);
        }
        if (op.has(OpField.RECEIVE_BYTES)) {
          view.set(OpField.RECEIVE_BYTES, bytes);
        }
        if (grouped) {
          view.set(OpField.COMMUNICATOR, Communicator.FIRST_FREE + rank % 2);
        }
        trace.add(rank, view);
      }
      return trace;
    }

    private Placement placement() {
      int[] node = new int[ranks()];
      int[] core = new int[ranks()];
      for (int rank = 0; rank < node.length; rank++) {
        node[rank] = rank / ranksPerNode;
        core[rank] = rank % ranksPerNode;
      }
      return new Placement("block", node, core);
    }

    /** With a profile the steps of it, of large calls an estimate; without one the formula. */
    double makespanPs(ModelProvider provider, String profile, long exactUpTo) {
      Placement placement = placement();
      CommunicationModel model = provider.create(new ModelContext(machine(), placement, Map.of()));
      if (!profile.isEmpty()) {
        model =
            model.with(new ExpandedCollectives(CollectiveProfiles.parse(profile), 0, exactUpTo));
      }
      Prediction prediction =
          Simulation.builder()
              .trace(trace())
              .placement(placement)
              .communication(model)
              .compute((rank, burst, marker) -> burst.durationPs())
              .build()
              .run();
      assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
      return prediction.makespanPs();
    }

    /** What the interfaces of a node must carry, out or in. */
    double leastPs() {
      if (grouped) {
        return 0;
      }
      double away = (double) ranks() - ranksPerNode;
      double share =
          switch (op) {
            case ALLTOALL -> ranksPerNode * away;
            case ALLGATHER, GATHER, SCATTER -> away;
            case BCAST, REDUCE, SCAN -> 1;
            case ALLREDUCE -> 2 * (nodes - 1.0) / nodes;
            case REDUCE_SCATTER_BLOCK -> away;
            default -> 0;
          };
      return (bytes - 1) * share / bytesPerSecond / nics * 1e12;
    }
  }

  private static String text(long seed, Case of, String what) {
    return String.format(Locale.ROOT, "seed %d, %s: %s", seed, what, of);
  }

  @Test
  void estimatesAreCloseToTheExecutionAndAboveTheBounds() {
    FuzzBudget budget = new FuzzBudget();
    for (long seed = Long.getLong("foretell.fuzz.seed", 1); budget.isLeft(); seed++) {
      Random random = new Random(seed);
      Case of = Case.random(random);
      String profile = PROFILES.get(random.nextInt(PROFILES.size()));
      long exactUpTo = 1024L << random.nextInt(2);
      for (ModelProvider provider : MODELS) {
        String what = text(seed, of, provider.name() + " " + profile + " " + exactUpTo);
        double executed = of.makespanPs(provider, profile, Long.MAX_VALUE);
        double estimated = of.makespanPs(provider, profile, exactUpTo);
        double formula = of.makespanPs(provider, "", 0);
        assertThat(estimated / executed).as(what).isBetween(1 / BOUND, BOUND);
        assertThat(estimated).as(what).isGreaterThanOrEqualTo(of.leastPs());
        assertThat(formula).as(what).isGreaterThanOrEqualTo(of.leastPs());
      }
    }
  }

  /** The figures of a machine change by a fiftieth at a time. */
  @Test
  void nothingJumpsAsAMachineVaries() {
    double step = 1.02;
    FuzzBudget budget = new FuzzBudget();
    for (long seed = Long.getLong("foretell.fuzz.seed", 1); budget.isLeft(); seed++) {
      Random random = new Random(seed);
      Case of = Case.random(random);
      boolean latency = random.nextBoolean();
      for (ModelProvider provider : MODELS) {
        String what = text(seed, of, provider.name() + (latency ? " latency" : " bandwidth"));
        double before = of.makespanPs(provider, "", 0);
        for (int i = 1; i <= 20; i++) {
          double factor = Math.pow(step, i);
          Case now = latency ? of.latencyTimes(factor) : of.bandwidthTimes(factor);
          double after = now.makespanPs(provider, "", 0);
          double change = latency ? after / before : before / after;
          assertThat(change).as(what).isBetween(0.999, step * 1.001);
          before = after;
        }
      }
    }
  }
}
