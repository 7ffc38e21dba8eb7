package org.foretell.study.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.junit.jupiter.api.Test;

class SurfaceSearchTest {
  private static final double TOLERANCE = 0.01;
  private static final int MOST = 120;

  private static Estimate factor(double from, double to) {
    return new Estimate(1, from, to, Distribution.UNIFORM, Optional.empty());
  }

  private static SurfaceSearch searched(
      Map<String, Estimate> variables, ToDoubleFunction<Map<String, Double>> seconds) {
    SurfaceSearch search = new SurfaceSearch(variables, TOLERANCE, MOST, 1);
    for (List<Map<String, Double>> round = search.next(); !round.isEmpty(); round = search.next()) {
      round.forEach(place -> search.add(place, seconds.applyAsDouble(place)));
    }
    return search;
  }

  private static double get(Map<String, Double> place, String name) {
    return place.getOrDefault(name, Double.NaN);
  }

  @Test
  void timeWithoutVariablesIsOneReplay() {
    Surface surface = searched(Map.of("L", Estimate.exactly(1)), place -> 3).surface();
    assertThat(surface.replays()).isEqualTo(1);
    assertThat(surface.axes()).isEmpty();
    assertThat(surface.seconds(Map.of())).isEqualTo(3);
  }

  @Test
  void variableThatChangesNothingIsLeftOut() {
    Surface surface =
        searched(Map.of("L", factor(0.5, 2), "B", factor(0.5, 2)), place -> 1 + get(place, "L"))
            .surface();
    assertThat(surface.axes()).extracting(Axis::name).containsExactly("L");
    assertThat(surface.seconds(Map.of("L", 1.7))).isEqualTo(2.7, within(1e-9));
  }

  /** A latency in a straight line, a bandwidth in its inverse: both are exact. */
  @Test
  void straightLinesInFactorsAndInversesAreExact() {
    ToDoubleFunction<Map<String, Double>> time =
        place -> 2 + 0.5 * get(place, "L") + 3 / get(place, "B");
    SurfaceSearch search = searched(Map.of("L", factor(0.5, 2), "B", factor(0.5, 2)), time);
    Surface surface = search.surface();
    assertThat(surface.axes())
        .extracting(Axis::name, Axis::isInverse)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("B", true),
            org.assertj.core.groups.Tuple.tuple("L", false));
    assertThat(surface.largestError()).isLessThan(1e-9);
    Map<String, Double> place = Map.of("L", 0.63, "B", 1.91);
    assertThat(surface.seconds(place)).isEqualTo(time.applyAsDouble(place), within(1e-9));
  }

  /** The longer of two paths, which cross within the bounds. */
  @Test
  void errorOfAKinkIsMeasuredAndBroughtBelowTheTolerance() {
    ToDoubleFunction<Map<String, Double>> time =
        place -> Math.max(2 + get(place, "L"), 1.9 + 1.5 * get(place, "o") / get(place, "B"));
    Map<String, Estimate> variables =
        Map.of("L", factor(0.8, 1.25), "o", factor(0.8, 1.25), "B", factor(0.8, 1.25));
    Surface surface = searched(variables, time).surface();
    assertThat(surface.largestError()).isLessThanOrEqualTo(TOLERANCE);
    double largest = 0;
    for (int i = 0; i < 500; i++) {
      Map<String, Double> place =
          Map.of(
              "L",
              0.8 + 0.45 * (i % 7) / 7,
              "o",
              0.8 + 0.45 * (i % 11) / 11,
              "B",
              0.8 + 0.45 * (i % 13) / 13);
      double seconds = time.applyAsDouble(place);
      largest = Math.max(largest, Math.abs(surface.seconds(place) / seconds - 1));
    }
    assertThat(largest).isLessThan(2 * TOLERANCE);
  }

  @Test
  void searchEndsWhenNoSurfaceIsGoodEnough() {
    Map<String, Estimate> variables = Map.of("L", factor(0.5, 2));
    SurfaceSearch search = searched(variables, place -> 2 + Math.sin(1e9 * get(place, "L")));
    assertThat(search.surface().replays()).isGreaterThanOrEqualTo(MOST);
    assertThat(search.surface().largestError()).isGreaterThan(TOLERANCE);
  }

  @Test
  void roundIsNotOverBeforeAllTimesAreThere() {
    SurfaceSearch search = new SurfaceSearch(Map.of("L", factor(0.5, 2)), TOLERANCE, MOST, 1);
    assertThat(search.next()).hasSize(3);
    assertThatIllegalStateException().isThrownBy(search::next);
  }

  private static SurfaceSearch searchedWithSlopes(
      Map<String, Estimate> variables,
      ToDoubleFunction<Map<String, Double>> seconds,
      Map<String, Double> changes) {
    SurfaceSearch search = new SurfaceSearch(variables, TOLERANCE, MOST, 1, true);
    assertThat(search.next()).containsExactly(search.middle());
    search.addMiddle(seconds.applyAsDouble(search.middle()), changes);
    for (List<Map<String, Double>> round = search.next(); !round.isEmpty(); round = search.next()) {
      round.forEach(place -> search.add(place, seconds.applyAsDouble(place)));
    }
    return search;
  }

  private static Map<String, Double> changes(
      Map<String, Estimate> variables, ToDoubleFunction<Map<String, Double>> seconds) {
    Map<String, Double> middle = new HashMap<>();
    variables.keySet().forEach(name -> middle.put(name, 1.0));
    Map<String, Double> changes = new HashMap<>();
    for (String name : variables.keySet()) {
      Map<String, Double> other = new HashMap<>(middle);
      other.put(name, 1 + Slopes.STEP);
      changes.put(name, seconds.applyAsDouble(other) - seconds.applyAsDouble(middle));
    }
    return changes;
  }

  private static Map<String, Estimate> four() {
    return Map.of(
        "L", factor(0.5, 2), "B", factor(0.5, 2), "o", factor(0.5, 2), "none", factor(0.5, 2));
  }

  /** The middle, two corners and two batches of eight. */
  @Test
  void slopesReplaceBoundsAndScreenVariables() {
    ToDoubleFunction<Map<String, Double>> time =
        place -> 2 + 0.5 * get(place, "L") + 3 / get(place, "B") + get(place, "o");
    SurfaceSearch search = searchedWithSlopes(four(), time, changes(four(), time));
    Surface surface = search.surface();
    assertThat(search.hasSlopes()).isTrue();
    assertThat(surface.replays()).isEqualTo(19);
    assertThat((long) surface.replays()).isEqualTo(search.leastReplays());
    assertThat(surface.axes())
        .extracting(Axis::name, Axis::isInverse)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("B", true),
            org.assertj.core.groups.Tuple.tuple("L", false),
            org.assertj.core.groups.Tuple.tuple("o", false));
    Map<String, Double> place = Map.of("L", 0.63, "B", 1.91, "o", 1.2);
    assertThat(surface.seconds(place)).isEqualTo(time.applyAsDouble(place), within(1e-6));
    assertThat(surface.largestError()).isLessThan(1e-6);
  }

  /** A path that is the longest one in the middle alone. */
  @Test
  void slopesThatOtherReplaysDenyAreDropped() {
    ToDoubleFunction<Map<String, Double>> time =
        place -> 2 + 0.5 * get(place, "L") + 3 / get(place, "B") + get(place, "o");
    Map<String, Double> wrong = new HashMap<>(changes(four(), time));
    wrong.put("L", 0.0);
    SurfaceSearch search = searchedWithSlopes(four(), time, wrong);
    Surface surface = search.surface();
    assertThat(search.hasSlopes()).isFalse();
    assertThat(surface.axes()).extracting(Axis::name).containsExactly("B", "L", "o");
    Map<String, Double> place = Map.of("L", 0.63, "B", 1.91, "o", 1.2);
    assertThat(surface.seconds(place)).isEqualTo(time.applyAsDouble(place), within(1e-6));
    assertThat(surface.largestError()).isLessThan(1e-6);
  }

  @Test
  void variablesWithoutSlopesAreReplayedAtTheirBounds() {
    ToDoubleFunction<Map<String, Double>> time =
        place -> 2 + 0.5 * get(place, "L") + 3 / get(place, "B") + get(place, "o");
    Map<String, Double> some = new HashMap<>(changes(four(), time));
    some.remove("B");
    SurfaceSearch search = new SurfaceSearch(four(), TOLERANCE, MOST, 1, true);
    assertThat(search.next()).hasSize(1);
    search.addMiddle(time.applyAsDouble(search.middle()), some);
    assertThat(search.next())
        .extracting(place -> get(place, "B"))
        .containsExactlyInAnyOrder(0.5, 2.0);
  }

  @Test
  void furtherReplayThatTheSurfaceIsWrongAboutOpensItAgain() {
    ToDoubleFunction<Map<String, Double>> time = place -> 1 + get(place, "L");
    SurfaceSearch search = searched(Map.of("L", factor(0.5, 2)), time);
    assertThat(search.isDone()).isTrue();
    assertThat(search.further(Map.of("L", 1.0), true)).isEmpty();
    Map<String, Double> right = search.further(Map.of("L", 1.111), true).orElseThrow();
    search.add(right, 2.111);
    assertThat(search.isDone()).isTrue();
    Map<String, Double> wrong = search.further(Map.of("L", 1.666), true).orElseThrow();
    search.add(wrong, 2.8);
    assertThat(search.isDone()).isFalse();
    assertThat(search.next()).isNotEmpty();
  }
}
