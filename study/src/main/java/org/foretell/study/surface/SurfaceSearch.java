package org.foretell.study.surface;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.study.description.Estimate;
import org.foretell.study.sample.Draws;

/**
 * Which replays a surface needs. First the middle and both bounds of each variable; a variable
 * whose bounds change nothing is left out from then on. Then corners, and batches of random places:
 * the surface so far predicts each of these before it is replayed, and when it was right about a
 * whole batch, it is done.
 *
 * <p>For one thread.
 */
public final class SurfaceSearch {
  private static final double LEAST_EFFECT = 1e-6;
  private static final int MOST_WITH_ALL_CORNERS = 4;
  private static final int LEAST_BATCH = 8;

  private final SortedMap<String, Estimate> variables = new TreeMap<>();
  private final double tolerance;
  private final int mostReplays;
  private final long seed;
  private final Map<Map<String, Double>, Double> known = new LinkedHashMap<>();
  private Phase phase = Phase.BOUNDS;
  private List<Map<String, Double>> wanted = List.of();
  private List<Axis> axes = List.of();
  private int batches;
  private double batchError;
  private double errorBefore = Double.POSITIVE_INFINITY;

  private enum Phase {
    BOUNDS,
    CORNERS,
    BATCHES,
    DONE
  }

  /**
   * A search that has not begun.
   *
   * @param variables factors of figures by name, all above 0; those without bounds stay as they are
   * @param tolerance relative error at which a surface is good enough, above 0
   * @param mostReplays after which the search ends all the same
   * @param seed of the random places
   */
  public SurfaceSearch(
      Map<String, Estimate> variables, double tolerance, int mostReplays, long seed) {
    this.variables.putAll(variables);
    this.tolerance = tolerance;
    this.mostReplays = mostReplays;
    this.seed = seed;
  }

  /**
   * The next round.
   *
   * @return factors by variable of the replays that are wanted, all of them new; none when the
   *     surface is done
   * @throws IllegalStateException if a time of the round before is missing
   */
  public List<Map<String, Double>> next() {
    if (!known.keySet().containsAll(wanted)) {
      throw new IllegalStateException("a time of the round before is missing");
    }
    wanted = List.of();
    while (wanted.isEmpty() && phase != Phase.DONE) {
      Set<Map<String, Double>> round = new LinkedHashSet<>(round());
      round.removeAll(known.keySet());
      wanted = List.copyOf(round);
    }
    return wanted;
  }

  private List<Map<String, Double>> round() {
    return switch (phase) {
      case BOUNDS -> {
        if (known.isEmpty()) {
          yield bounds();
        }
        axes = axes(LEAST_EFFECT);
        phase = uncertain().isEmpty() ? Phase.DONE : Phase.CORNERS;
        yield List.of();
      }
      case CORNERS -> {
        phase = Phase.BATCHES;
        yield corners();
      }
      case BATCHES -> {
        boolean isWrong = batches > 0 && batchError > tolerance;
        if (isWrong || isAnAxisMissing()) {
          axes = axes(0);
        }
        if (heldOutError() <= tolerance || known.size() >= mostReplays) {
          phase = Phase.DONE;
          yield List.of();
        }
        errorBefore = batches == 0 ? Double.POSITIVE_INFINITY : batchError;
        batches++;
        batchError = 0;
        yield batch();
      }
      case DONE -> List.of();
    };
  }

  /**
   * Takes the time of a replay that was wanted.
   *
   * @param factors by variable, as {@link #next} gave them
   * @param seconds the time, above 0
   */
  public void add(Map<String, Double> factors, double seconds) {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("a time of " + seconds + " s");
    }
    known.put(Map.copyOf(factors), seconds);
    if (known.keySet().containsAll(wanted)) {
      roundIsComplete();
    }
  }

  /** Who predicted the batch did not know any of it. */
  private void roundIsComplete() {
    if (phase == Phase.BATCHES && batches > 0) {
      Map<Map<String, Double>, Double> before = new LinkedHashMap<>(known);
      wanted.forEach(before::remove);
      Surface surface = surface(before, 0);
      for (Map<String, Double> place : wanted) {
        double seconds = Objects.requireNonNull(known.get(place));
        batchError = Math.max(batchError, Math.abs(surface.seconds(place) / seconds - 1));
      }
    }
  }

  /**
   * {@return the surface through all replays so far, which are those of the first round at least}
   */
  public Surface surface() {
    return surface(known, uncertain().isEmpty() ? 0 : heldOutError());
  }

  private double heldOutError() {
    return batches == 0 ? Double.POSITIVE_INFINITY : Math.max(errorBefore, batchError);
  }

  private Surface surface(Map<Map<String, Double>, Double> replays, double error) {
    // Replays that differ in nothing but variables that do not matter are one point.
    Map<List<Double>, Surface.Point> points = new LinkedHashMap<>();
    replays.forEach(
        (factors, seconds) ->
            points.putIfAbsent(
                axes.stream()
                    .map(axis -> Objects.requireNonNull(factors.get(axis.name())))
                    .toList(),
                new Surface.Point(factors, seconds)));
    return Surface.through(axes, List.copyOf(points.values()), error);
  }

  /**
   * {@return the bounds of a variable}
   *
   * @param name of it
   */
  public Estimate variable(String name) {
    return Objects.requireNonNull(variables.get(name), name);
  }

  /** {@return how many replays it takes if the first surface is good enough} */
  public long leastReplays() {
    int uncertain = uncertain().size();
    return uncertain == 0
        ? 1
        : 1 + 2L * uncertain + (uncertain == 1 ? 0 : cornersOf(uncertain)) + 2L * batchSize();
  }

  /** {@return how many replays it takes if no surface is good enough} */
  public long mostReplays() {
    return uncertain().isEmpty() ? 1 : Math.max(leastReplays(), mostReplays + batchSize());
  }

  private static int cornersOf(int uncertain) {
    return uncertain <= MOST_WITH_ALL_CORNERS ? 1 << uncertain : 2;
  }

  private int batchSize() {
    return Math.max(LEAST_BATCH, 2 * uncertain().size());
  }

  /** {@return all factors as they are stated} */
  public Map<String, Double> middle() {
    Map<String, Double> middle = new TreeMap<>();
    variables.forEach((name, factor) -> middle.put(name, factor.value()));
    return middle;
  }

  private Map<String, Double> middleBut(String name, double factor) {
    Map<String, Double> place = middle();
    place.put(name, factor);
    return place;
  }

  private List<Map<String, Double>> bounds() {
    List<Map<String, Double>> places = new ArrayList<>();
    places.add(middle());
    variables.forEach(
        (name, factor) -> {
          if (factor.isUncertain()) {
            places.add(middleBut(name, factor.from()));
            places.add(middleBut(name, factor.to()));
          }
        });
    return places;
  }

  private List<String> uncertain() {
    return variables.entrySet().stream()
        .filter(variable -> variable.getValue().isUncertain())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether replays that differ in nothing but variables that are no axes take different times. */
  private boolean isAnAxisMissing() {
    Map<List<Double>, Double> times = new LinkedHashMap<>();
    for (Map.Entry<Map<String, Double>, Double> replay : known.entrySet()) {
      double seconds = replay.getValue();
      double first =
          Objects.requireNonNullElse(times.putIfAbsent(place(replay.getKey()), seconds), seconds);
      if (Math.abs(first - seconds) > LEAST_EFFECT * seconds) {
        return true;
      }
    }
    return false;
  }

  private List<Double> place(Map<String, Double> factors) {
    return axes.stream().map(axis -> Objects.requireNonNull(factors.get(axis.name()))).toList();
  }

  /** Of the variables whose bounds change the time by a share of it at least. */
  private List<Axis> axes(double leastEffect) {
    double atMiddle = seconds(middle());
    List<Axis> found = new ArrayList<>();
    variables.forEach(
        (name, factor) -> {
          if (factor.isUncertain()) {
            double atFrom = seconds(middleBut(name, factor.from()));
            double atTo = seconds(middleBut(name, factor.to()));
            double effect = Math.max(Math.abs(atFrom - atMiddle), Math.abs(atTo - atMiddle));
            if (effect >= leastEffect * atMiddle) {
              found.add(Axis.straightest(name, factor, atFrom, atMiddle, atTo));
            }
          }
        });
    return found;
  }

  private double seconds(Map<String, Double> place) {
    return Objects.requireNonNull(known.get(place), "a time of the round before is missing");
  }

  /** All of them of few variables; of many the one with all lower bounds, and the one opposite. */
  private List<Map<String, Double>> corners() {
    List<String> names = uncertain();
    boolean isAll = names.size() <= MOST_WITH_ALL_CORNERS;
    List<Map<String, Double>> corners = new ArrayList<>();
    for (int bits = 0; bits < cornersOf(names.size()); bits++) {
      Map<String, Double> corner = middle();
      for (int i = 0; i < names.size(); i++) {
        Estimate factor = Objects.requireNonNull(variables.get(names.get(i)));
        boolean isUpper = isAll ? (bits >> i & 1) == 1 : bits == 1;
        corner.put(names.get(i), isUpper ? factor.to() : factor.from());
      }
      corners.add(corner);
    }
    return corners;
  }

  /** Six digits are enough, and results stay legible. */
  private static double rounded(double factor) {
    return new BigDecimal(factor, new MathContext(6)).doubleValue();
  }

  private List<Map<String, Double>> batch() {
    int size = batchSize();
    Draws draws = new Draws(seed, size);
    List<Map<String, Double>> places = new ArrayList<>();
    for (int draw = 0; draw < size; draw++) {
      places.add(middle());
    }
    variables.forEach(
        (name, factor) -> {
          double[] factors = draws.of("batch " + batches + " of " + name, factor);
          for (int draw = 0; draw < size; draw++) {
            places.get(draw).put(name, rounded(factors[draw]));
          }
        });
    return places;
  }
}
