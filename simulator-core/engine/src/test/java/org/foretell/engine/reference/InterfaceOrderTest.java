package org.foretell.engine.reference;

import java.util.stream.LongStream;
import org.foretell.model.QueuedOccupancyModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine against its slow twin where interfaces queue, on programs that are always the same;
 * {@code -Dforetell.seeds=3000} for more of them.
 */
class InterfaceOrderTest {
  private static final int EVENTS = 60;

  private static LongStream numbers() {
    return LongStream.iterate(1, seed -> seed + 1);
  }

  private static int cases() {
    return Integer.getInteger("foretell.seeds", 250);
  }

  private static Scenario scenario(long seed) {
    return Scenario.of(Scenario.Kind.COOPERATIVE, seed, 1 + (int) (seed % EVENTS));
  }

  private static GraphScenario graph(long seed) {
    return GraphScenario.of(seed, 1 + (int) (seed % EVENTS));
  }

  static LongStream sequences() {
    return numbers()
        .filter(seed -> scenario(seed).communication().get().mpi() instanceof QueuedOccupancyModel)
        .limit(cases());
  }

  static LongStream graphs() {
    return numbers()
        .filter(seed -> graph(seed).model().get() instanceof QueuedOccupancyModel)
        .limit(cases());
  }

  @ParameterizedTest
  @MethodSource("sequences")
  void agreeOnSequences(long seed) {
    EngineAgainstReferenceTest.compare(scenario(seed));
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void agreeOnTaskGraphs(long seed) {
    GraphAgainstReferenceTest.compare(graph(seed));
  }
}
