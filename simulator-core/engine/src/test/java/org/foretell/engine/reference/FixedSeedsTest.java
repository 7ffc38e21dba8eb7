package org.foretell.engine.reference;

import java.util.stream.LongStream;
import org.foretell.engine.reference.Scenario.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine against its slow twin on small programs that are always the same, a test for each:
 * what mutation testing needs.
 */
class FixedSeedsTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 40));
  }

  private static int events(long seed) {
    return 1 + (int) (seed % 40);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeOnTracesThatComplete(long seed) {
    Scenario scenario = Scenario.of(Kind.COOPERATIVE, seed, events(seed));
    EngineAgainstReferenceTest.compare(scenario);
    EngineAgainstReferenceTest.runAhead(scenario);
    EngineAgainstReferenceTest.inPlace(scenario);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeOnDamagedTraces(long seed) {
    EngineAgainstReferenceTest.compare(Scenario.of(Kind.DAMAGED, seed, events(seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeOnArbitraryOps(long seed) {
    EngineAgainstReferenceTest.compare(Scenario.of(Kind.ARBITRARY, seed, events(seed)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreeOnTaskGraphs(long seed) {
    GraphAgainstReferenceTest.compare(GraphScenario.of(seed, events(seed)));
  }
}
