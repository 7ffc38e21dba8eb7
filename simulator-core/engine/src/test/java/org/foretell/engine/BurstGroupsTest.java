package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntPredicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.engine.reference.SharedInterfacesModel;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
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

/**
 * Longer bursts on two groups of nodes, each for itself and both at once: along one path their
 * changes add up, and they are those of replays with longer bursts.
 */
class BurstGroupsTest {
  private static final double STEP = 1e-6;

  /** Bursts of which hardly two are alike, in parts so large that a step of them is exact. */
  private record Bursts(IntPredicate ranks, int steps) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      boolean isLonger = burst.code() != OpCode.ELAPSE && ranks.test(rank);
      long units = 97 * burst.durationPs() + rank * 131L % 101;
      return units * (1_000_000 + (isLonger ? steps : 0));
    }
  }

  private record Case(
      OpListTrace trace, Placement placement, CommunicationModel model, IntPredicate first) {

    private List<IntPredicate> groups() {
      return List.of(first, first.negate(), rank -> true);
    }

    private Simulation.Builder builder(ComputeModel bursts) {
      return Simulation.builder()
          .trace(trace)
          .placement(placement)
          .communication(model)
          .compute(bursts);
    }

    private long makespanPs(IntPredicate ranks, int steps) {
      Prediction prediction = builder(new Bursts(ranks, steps)).build().run();
      assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
      return prediction.makespanPs();
    }

    private List<Sensitivity> told() {
      List<ParameterMove> moves = new ArrayList<>();
      for (IntPredicate ranks : groups()) {
        moves.add(ParameterMove.ofBursts("group " + moves.size(), 1 + STEP, ranks));
      }
      List<Sensitivity> told = new ArrayList<>();
      builder(new Bursts(rank -> false, 0)).sensitivities(model, moves, told::addAll).build().run();
      return told;
    }
  }

  private static Case of(long seed, Function<Random, MpiModel> family) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(6);
    OpListTrace trace =
        RandomTraces.cooperative(seed, ranks, 30, EnumSet.of(Feature.COMMUNICATORS));
    int[] nodes = random.ints(ranks, 0, ranks).toArray();
    // Groups of nodes are wholes: their ranks compute alike.
    int border = random.nextInt(ranks + 1);
    @Nullable ExpandedCollectives steps =
        random.nextBoolean() ? new ExpandedCollectives(TestSchedules.usual(), 1, 1 << 15) : null;
    long collectivePs = 1_000_000L + random.nextInt(100_000_000);
    CommunicationModel model =
        new CommunicationModel(
            "test", family.apply(random), call -> collectivePs + 7 * call.vectorBytes(), steps);
    return new Case(
        trace,
        new Placement("made up", nodes, new int[ranks]),
        model,
        rank -> nodes[rank] < border);
  }

  private static MpiModel direct(Random random) {
    return new LinearModel(
        some(random),
        some(random) / 10,
        random.nextBoolean() ? 64 : -1,
        0,
        some(random),
        3,
        5,
        false);
  }

  private static MpiModel occupied(Random random) {
    return new LogGopsModel(
        some(random),
        some(random),
        some(random),
        some(random) / 10,
        some(random) / 10,
        random.nextBoolean() ? 64 : -1,
        1 + random.nextInt(2));
  }

  private static MpiModel queued(Random random) {
    return new SharedInterfacesModel(
        8,
        1,
        some(random),
        some(random),
        some(random),
        some(random) / 10,
        some(random) / 10,
        random.nextBoolean() ? 64 : -1,
        500,
        false,
        1,
        false);
  }

  private static long some(Random random) {
    return 1_000_000L + random.nextInt(50_000_000);
  }

  @Property(tries = 200)
  void changesOfTwoGroupsAddUp(@ForAll long seed) {
    for (Function<Random, MpiModel> family : families()) {
      List<Sensitivity> told = of(seed, family).told();
      assertThat(told.get(2).changePs())
          .as("seed %d: %s", seed, told)
          .isEqualTo(told.get(0).changePs() + told.get(1).changePs());
    }
  }

  private static List<Function<Random, MpiModel>> families() {
    return List.of(BurstGroupsTest::direct, BurstGroupsTest::occupied, BurstGroupsTest::queued);
  }

  /** On both sides, as far as each of them holds; where another path takes over it is longer. */
  @Property(tries = 200)
  void changesOfADirectModelAreThoseOfReplays(@ForAll long seed) {
    Case one = of(seed, BurstGroupsTest::direct);
    List<Sensitivity> told = one.told();
    long stillPs = one.makespanPs(rank -> false, 0);
    for (int group = 0; group < told.size(); group++) {
      Sensitivity of = told.get(group);
      IntPredicate ranks = one.groups().get(group);
      long upPs = one.makespanPs(ranks, 1) - stillPs;
      long downPs = one.makespanPs(ranks, -1) - stillPs;
      assertThat(upPs).as("seed %d, %s", seed, of).isGreaterThanOrEqualTo(of.changePs());
      assertThat(downPs).as("seed %d, %s", seed, of).isGreaterThanOrEqualTo(-of.changePs());
      if (of.stepsUp() > 1) {
        assertThat(upPs).as("seed %d, %s", seed, of).isEqualTo(of.changePs());
      }
      if (of.stepsDown() > 1) {
        assertThat(downPs).as("seed %d, %s", seed, of).isEqualTo(-of.changePs());
      }
    }
  }

  /** Where messages wait for each other turns elsewhere may change, in few cases. */
  @Test
  void changesOfQueuedModelsAreMostlyThoseOfReplays() {
    for (Function<Random, MpiModel> family : families().subList(1, 3)) {
      int compared = 0;
      int different = 0;
      for (int seed = 1; seed <= Integer.getInteger("foretell.seeds", 100); seed++) {
        Case one = of(seed, family);
        List<Sensitivity> told = one.told();
        long stillPs = one.makespanPs(rank -> false, 0);
        for (int group = 0; group < told.size(); group++) {
          Sensitivity of = told.get(group);
          if (of.stepsUp() > 1 && of.stepsDown() > 0) {
            compared++;
            different +=
                one.makespanPs(one.groups().get(group), 1) - stillPs == of.changePs() ? 0 : 1;
          }
        }
      }
      assertThat(compared).isGreaterThan(200);
      assertThat(different).as("of %d", compared).isLessThanOrEqualTo(1 + compared / 100);
    }
  }
}
