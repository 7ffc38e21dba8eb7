package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.foretell.engine.reference.BusModel;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.engine.reference.SharedInterfacesModel;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.Message;
import org.foretell.model.MpiModel;
import org.foretell.model.ParameterMove;
import org.foretell.model.TestSchedules;
import org.foretell.result.Prediction;
import org.foretell.result.Sensitivity;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the critical path says of moved parameters is what replays with these parameters say. */
class SensitivityTest {
  private static final int PARAMETERS = 5;

  /** Kinks are told in single precision. */
  private static final double ROUNDED = 1e-6;

  /** Bursts of which hardly two are alike. What just passes takes no longer on a slower CPU. */
  private record Bursts(long longer) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      long units = 97 * burst.durationPs() + rank * 131L % 101;
      return units * (1_000_000 + (burst.code() == OpCode.ELAPSE ? 0 : longer));
    }
  }

  /** A program and a family of models with five parameters. */
  private record Case(
      long seed,
      OpListTrace trace,
      Placement placement,
      long[] parameters,
      Function<long[], MpiModel> models,
      boolean inSteps) {
    CommunicationModel model(long[] values) {
      @Nullable ExpandedCollectives steps =
          inSteps ? new ExpandedCollectives(TestSchedules.usual(), 1, 1 << 15) : null;
      return new CommunicationModel(
          "test", models.apply(values), call -> 3 * values[0] + 7 * call.vectorBytes(), steps);
    }

    long[] moved(int parameter) {
      long[] values = parameters.clone();
      values[parameter]++;
      return values;
    }

    private Simulation.Builder builder(CommunicationModel model, long longer) {
      return Simulation.builder()
          .trace(trace)
          .placement(placement)
          .communication(model)
          .compute(new Bursts(longer));
    }

    long makespanPs(long[] values, long longer) {
      Prediction prediction = builder(model(values), longer).build().run();
      assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
      return prediction.makespanPs();
    }

    List<Sensitivity> sensitivities() {
      List<ParameterMove> moves = new ArrayList<>();
      for (int i = 0; i < PARAMETERS; i++) {
        moves.add(ParameterMove.of("parameter " + i, model(moved(i))));
      }
      moves.add(ParameterMove.ofBursts("bursts", 1.000001, rank -> true));
      List<Sensitivity> told = new ArrayList<>();
      Prediction prediction =
          builder(model(parameters), 0)
              .sensitivities(model(parameters), moves, told::addAll)
              .build()
              .run();
      assertThat(prediction.makespanPs()).isEqualTo(makespanPs(parameters, 0));
      return told;
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Integer.getInteger("foretell.seeds", 100));
  }

  private static Case of(long seed, Function<Random, Function<long[], MpiModel>> family) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(6);
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    for (Feature one : List.of(Feature.COMMUNICATORS, Feature.DEFECTS)) {
      if (random.nextBoolean()) {
        features.add(one);
      }
    }
    long[] parameters = {
      1_000_000 + random.nextInt(100_000_000),
      1_000_000 + random.nextInt(10_000_000),
      1_000_000 + random.nextInt(50_000_000),
      100_000 + random.nextInt(1_000_000),
      1_000_000 + random.nextInt(1_000_000)
    };
    return new Case(
        seed,
        RandomTraces.cooperative(seed, ranks, 30, features),
        new Placement("made up", random.ints(ranks, 0, ranks).toArray(), new int[ranks]),
        parameters,
        family.apply(random),
        random.nextBoolean());
  }

  /**
   * Compares with replays of moved parameters.
   *
   * @param convex whether a move can only make other paths longer than this one
   * @param compared by how many parameters were smooth, and of how many the change differed
   */
  private static void compare(Case one, boolean convex, int[] compared) {
    List<Sensitivity> told = one.sensitivities();
    long stillPs = one.makespanPs(one.parameters, 0);
    for (int i = 0; i <= PARAMETERS; i++) {
      Sensitivity of = told.get(i);
      long changePs =
          (i == PARAMETERS ? one.makespanPs(one.parameters, 1) : one.makespanPs(one.moved(i), 0))
              - stillPs;
      if (convex) {
        assertThat(changePs).as("seed %d, %s", one.seed, of).isGreaterThanOrEqualTo(of.changePs());
      }
      if (of.stepsUp() > 1 && (convex || of.stepsDown() > 0)) {
        compared[0]++;
        compared[1] += changePs == of.changePs() ? 0 : 1;
      }
    }
  }

  private static Function<long[], MpiModel> direct(Random random, long blockingPs) {
    long eager = random.nextBoolean() ? 64 : -1;
    return values ->
        new LinearModel(
            values[0], values[3], eager, 0, blockingPs, values[2] / 100, values[4], false);
  }

  private static Function<long[], MpiModel> occupied(Random random) {
    long eager = random.nextBoolean() ? 64 : -1;
    int share = 1 + random.nextInt(2);
    return values ->
        new LogGopsModel(values[0], values[1], values[2], values[3], values[4], eager, share);
  }

  private static Function<long[], MpiModel> queued(Random random) {
    long eager = random.nextBoolean() ? 64 : -1;
    return values ->
        new SharedInterfacesModel(
            8, 1, values[0], values[1], values[2], values[3], values[4], eager, 500, false, 1,
            false);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void aDirectModelsTimeChangesAsThePathDoes(long seed) {
    int[] compared = new int[2];
    compare(of(seed, random -> direct(random, random.nextInt(10_000_000))), true, compared);
    assertThat(compared[1]).as("seed %d", seed).isZero();
  }

  /** Of messages that wait for each other the order may change, which no path tells. */
  @Test
  void timesOfOccupiedCpusAndInterfacesChangeAsThePathDoes() {
    int[] compared = new int[2];
    seeds().forEach(seed -> compare(of(seed, SensitivityTest::occupied), false, compared));
    assertThat(compared[0]).isGreaterThan((int) (3 * seeds().count()));
    assertThat(compared[1]).isLessThanOrEqualTo(1 + compared[0] / 100);
  }

  @Test
  void timesOfSharedInterfacesChangeAsThePathDoes() {
    int[] compared = new int[2];
    seeds().forEach(seed -> compare(of(seed, SensitivityTest::queued), false, compared));
    assertThat(compared[0]).isGreaterThan((int) (3 * seeds().count()));
    assertThat(compared[1]).isLessThanOrEqualTo(1 + compared[0] / 100);
  }

  /** Beyond the kink another path is longer; up to it mostly none is. */
  @Test
  void anotherPathTakesOverAtTheKink() {
    int kinks = 0;
    int early = 0;
    for (long seed : seeds().toArray()) {
      Case one = of(seed, random -> direct(random, Long.MAX_VALUE));
      Sensitivity latency = one.sensitivities().get(0);
      if (latency.stepsUp() < 2 || latency.stepsUp() > 1e9) {
        continue;
      }
      long stillPs = one.makespanPs(one.parameters, 0);
      long[] before = one.parameters.clone();
      before[0] += (long) (latency.stepsUp() * (1 - ROUNDED));
      long[] after = one.parameters.clone();
      after[0] += (long) (latency.stepsUp() * (1 + ROUNDED)) + 2;
      assertThat(one.makespanPs(after, 0) - stillPs)
          .as("seed %d, %s", seed, latency)
          .isGreaterThan(latency.changePs() * (after[0] - one.parameters[0]));
      long straightPs = latency.changePs() * (before[0] - one.parameters[0]);
      kinks++;
      early += one.makespanPs(before, 0) - stillPs == straightPs ? 0 : 1;
    }
    assertThat(kinks).isGreaterThan((int) (seeds().count() / 5));
    assertThat(early).as("of %d", kinks).isLessThan(kinks / 4);
  }

  /** A model that would have no costs without its noise. */
  private static final class Noisy extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return 1;
    }

    @Override
    public boolean independent() {
      return true;
    }

    @Override
    public MpiModel withoutNoise() {
      return new LinearModel(1, 0, 0);
    }
  }

  @Test
  void modelsWithNoiseAndOthersThanTheOwnAreRefused() {
    CommunicationModel noisy = new CommunicationModel("noisy", new Noisy(), call -> 0);
    CommunicationModel linear =
        new CommunicationModel("linear", new LinearModel(1, 1, 1), call -> 0);
    Simulation.Builder builder =
        Simulation.builder()
            .trace(RandomTraces.cooperative(1, 2, 5, EnumSet.noneOf(Feature.class)))
            .placement(new Placement("one", new int[2], new int[2]))
            .compute(new Bursts(0));
    assertThatThrownBy(
            () -> builder.communication(noisy).sensitivities(noisy, List.of(), told -> {}).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the model noisy has noise, which hides what a parameter does");
    assertThatThrownBy(
            () ->
                builder
                    .communication(linear)
                    .sensitivities(linear, List.of(ParameterMove.of("all", noisy)), told -> {})
                    .build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("moved models must be of the same kind as linear itself");
  }

  @Test
  void modelsThatShareWhatTheyNeedAreRefused() {
    OpListTrace trace = RandomTraces.cooperative(1, 2, 5, EnumSet.noneOf(Feature.class));
    CommunicationModel bus = new CommunicationModel("bus", new BusModel(1, 1, 1), call -> 0);
    Simulation.Builder builder =
        Simulation.builder()
            .trace(trace)
            .placement(new Placement("one", new int[2], new int[2]))
            .communication(bus)
            .compute(new Bursts(0))
            .sensitivities(bus, List.of(), told -> {});
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("in the model bus messages share what they need");
  }
}
