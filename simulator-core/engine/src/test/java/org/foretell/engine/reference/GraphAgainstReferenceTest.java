package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.foretell.FuzzBudget;
import org.foretell.engine.Simulation;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Statistics;
import org.foretell.result.Prediction;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Task graphs: the engine and a slow twin must agree on everything, to the picosecond. */
public class GraphAgainstReferenceTest {
  /** Bursts that depend on when they start. */
  public static final ComputeModel BY_THE_CLOCK =
      new ComputeModel() {
        @Override
        public long durationPs(int rank, OpView burst, int marker) {
          return burst.durationPs();
        }

        @Override
        public long durationPs(int rank, OpView burst, int marker, long startPs) {
          return burst.durationPs() + startPs % 13;
        }
      };

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs().dontShrink();
  }

  @Property(tries = 600)
  void agreeOnSmallGraphs(@ForAll("seeds") long seed, @ForAll @IntRange(max = 30) int events) {
    compare(GraphScenario.of(seed, events));
  }

  @Property(tries = 100)
  void agreeOnLargeGraphs(
      @ForAll("seeds") long seed, @ForAll @IntRange(min = 30, max = 500) int events) {
    compare(GraphScenario.of(seed, events));
  }

  /** An intake that is announced ahead while another stream computes was once counted twice. */
  @Test
  void agreeWhereAStreamComputesBeforeAnIntakeOfAnother() {
    compare(GraphScenario.of(9, 108));
  }

  /** Seeds that follow each other, for as long as there is time. */
  @Test
  void agreeAsLongAsThereIsTime() {
    FuzzBudget budget = new FuzzBudget();
    for (long seed = Long.getLong("foretell.fuzz.seed", 1_000_000); budget.isLeft(); seed++) {
      compare(GraphScenario.of(seed, 1 + (int) (seed % 120)));
    }
  }

  static void compare(GraphScenario scenario) {
    compare(
        scenario,
        observer ->
            new GraphReference(
                    scenario.trace(),
                    scenario.placement(),
                    scenario.model().get(),
                    BY_THE_CLOCK,
                    observer)
                .run());
  }

  /**
   * Compares the engine with a twin.
   *
   * @param twin replays the graphs of the scenario, bursts {@link #BY_THE_CLOCK}
   */
  public static void compare(
      GraphScenario scenario, Function<SimObserver, GraphReference.Result> twin) {
    Recording expected = new Recording();
    GraphReference.Result result = twin.apply(expected);
    Recording heard = new Recording();
    Statistics statistics = new Statistics(scenario.placement());
    Prediction prediction =
        Simulation.builder()
            .trace(scenario.trace())
            .placement(scenario.placement())
            .communication(new CommunicationModel("test", scenario.model().get(), call -> 0))
            .compute(BY_THE_CLOCK)
            .observer(heard)
            .observer(statistics)
            .build()
            .run();
    assertThat(prediction.finishPs()).as(scenario::text).isEqualTo(result.finishPs());
    assertThat(prediction.operations()).as(scenario::text).isEqualTo(result.started());
    assertThat(prediction.outcome())
        .as(scenario::text)
        .isEqualTo(
            result.unfinished() == 0
                ? Prediction.Outcome.COMPLETED
                : Prediction.Outcome.DEADLOCKED);
    assertThat(statistics.ranks())
        .as(scenario::text)
        .allSatisfy(rank -> assertThat(rank.communicationPs()).isNotNegative());
    Map<String, List<String>> told = withoutWaiting(heard);
    Map<String, List<String>> wanted = withoutWaiting(expected);
    told.keySet()
        .removeIf(
            subject ->
                (subject.contains("LINK") || subject.contains("BUS"))
                    && !wanted.containsKey(subject));
    wanted.forEach(
        (subject, lines) ->
            assertThat(told.get(subject))
                .as(() -> subject + " in " + scenario.text())
                .isEqualTo(lines));
    assertThat(told).as(scenario::text).hasSameSizeAs(wanted);
  }

  /** Which time counts as waiting is the engine's own matter, and tested by example. */
  private static Map<String, List<String>> withoutWaiting(Recording recording) {
    Map<String, List<String>> entries = new TreeMap<>();
    recording
        .entries()
        .forEach(
            (subject, told) ->
                entries.put(
                    subject, told.stream().map(s -> s.replaceAll("waited \\d+ ", "")).toList()));
    return entries;
  }
}
