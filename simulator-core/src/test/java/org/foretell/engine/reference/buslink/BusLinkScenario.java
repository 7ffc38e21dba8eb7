package org.foretell.engine.reference.buslink;

import java.util.Random;
import java.util.function.Supplier;
import org.foretell.engine.reference.Scenario;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;

/** Scenarios of the other twin on machines of links and buses. */
final class BusLinkScenario {
  private BusLinkScenario() {}

  /** Collectives go by formula. */
  static Scenario byFormula(Scenario.Kind kind, long seed, int events) {
    return of(kind, seed, events, false);
  }

  /** Some have collectives as messages. */
  static Scenario inSteps(Scenario.Kind kind, long seed, int events) {
    return of(kind, seed, events, true);
  }

  /**
   * Makes up a scenario.
   *
   * @param steps whether some have collectives as messages
   */
  static Scenario of(Scenario.Kind kind, long seed, int events, boolean steps) {
    Scenario made = Scenario.of(kind, seed, events);
    Random random = new Random(seed * 31 + 7);
    BusLinks machine = RandomBusLinks.of(random);
    int ranks = made.trace().info().ranks();
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
        made.compute(),
        made.files(),
        made.features());
  }
}
