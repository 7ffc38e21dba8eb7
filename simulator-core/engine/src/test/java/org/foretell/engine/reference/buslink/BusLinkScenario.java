package org.foretell.engine.reference.buslink;

import java.util.Random;
import java.util.function.Supplier;
import org.foretell.engine.reference.GraphScenario;
import org.foretell.engine.reference.Scenario;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** Scenarios of the other twin on machines of links and buses. */
public final class BusLinkScenario {
  private BusLinkScenario() {}

  /** Collectives go by formula. */
  public static Scenario byFormula(Scenario.Kind kind, long seed, int events) {
    return of(kind, seed, events, false, false);
  }

  /** Some have collectives as messages. */
  public static Scenario inSteps(Scenario.Kind kind, long seed, int events) {
    return of(kind, seed, events, true, false);
  }

  /** Sites are far from each other, and bursts take seconds, so that traffic counts. */
  public static Scenario withTraffic(Scenario.Kind kind, long seed, int events) {
    return of(kind, seed, events, true, true);
  }

  private static long longBurstPs(int rank, OpView burst, int marker) {
    return 100_000_000_000L * burst.durationPs() + rank;
  }

  /** Task graphs. */
  public static GraphScenario ofGraphs(long seed, int events) {
    GraphScenario made = GraphScenario.of(seed, events);
    Random random = new Random(seed * 31 + 7);
    BusLinks machine = RandomBusLinks.of(random);
    int ranks = made.trace().info().ranks();
    int[] nodes = random.ints(ranks, 0, machine.nodes()).toArray();
    long eagerBytes = random.nextInt(3) * 60L - 1;
    Supplier<MpiModel> model = () -> new PlainBusLinkModel(machine, eagerBytes, 0);
    return new GraphScenario(
        made.description() + "\non " + model.get(),
        made.trace(),
        new Placement("made up", nodes, new int[ranks]),
        model);
  }

  /** Those of one root, which is the same for all members of a call; now and then one does not. */
  private static void traceReducesAsMessages(OpListTrace trace, Random random) {
    int root = random.nextInt(3);
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      for (OpView op : trace.program(rank)) {
        if (op.code() == OpCode.REDUCE && op.root() == root && random.nextInt(60) > 0) {
          op.set(OpField.FLAGS, op.get(OpField.FLAGS) | OpCode.REDUCTION_TO_ROOT_BY_MESSAGES);
        }
      }
    }
  }

  /**
   * Makes up a scenario.
   *
   * @param steps whether some have collectives as messages
   * @param traffic whether what moves between sites slows what does so later
   */
  private static Scenario of(
      Scenario.Kind kind, long seed, int events, boolean steps, boolean traffic) {
    Scenario made = Scenario.of(kind, seed, events);
    Random random = new Random(seed * 31 + 7);
    BusLinks machine = traffic ? RandomBusLinks.withTraffic(random) : RandomBusLinks.of(random);
    int ranks = made.trace().info().ranks();
    traceReducesAsMessages(made.trace(), random);
    int[] nodes = random.ints(ranks, 0, machine.nodes()).toArray();
    long eagerBytes = random.nextInt(3) * 60L - 1;
    long flightPs = random.nextInt(2) * 3000L;
    CommunicationModel other = made.communication().get();
    Supplier<CommunicationModel> communication =
        () -> {
          CommunicationModel model =
              new CommunicationModel(
                  "test",
                  new PlainBusLinkModel(machine, eagerBytes, flightPs),
                  call ->
                      flightPs
                          + 7 * other.collectives().durationPs(call)
                          + call.decidingMember()
                          + 3 * call.decidingSentBytes()
                          + 5 * call.decidingReceivedBytes()
                          + 7L * call.memberByArrival(0));
          return !steps || other.expanded() == null ? model : model.with(other.expanded());
        };
    String model = communication.get().mpi().toString();
    return new Scenario(
        made.description() + "\non " + model,
        made.trace(),
        new Placement("made up", nodes, new int[ranks]),
        communication,
        traffic ? BusLinkScenario::longBurstPs : made.compute(),
        made.files(),
        made.shmem(),
        made.features());
  }
}
