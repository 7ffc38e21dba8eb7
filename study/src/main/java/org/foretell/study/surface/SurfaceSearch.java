package org.foretell.study.surface;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.foretell.study.description.Estimate;

/**
 * Which replays a surface needs. First the middle and both bounds of each variable; a variable
 * whose bounds change nothing is left out from then on. Then corners, and batches of random places:
 * the surface so far predicts each of these before it is replayed, and when it was right about a
 * whole batch, it is done.
 *
 * <p>For one thread.
 */
public final class SurfaceSearch {
  /** A replay with slopes takes as long as four; it has to replace more than that. */
  private static final int LEAST_SLOPED = 3;

  private static final double LEAST_EFFECT = 1e-6;

  private final SortedMap<String, Estimate> variables;
  private final SearchPlaces places;
  private final double tolerance;
  private final int mostReplays;
  private final long seed;
  private final boolean wantsSlopes;
  private final Map<Map<String, Double>, Double> known = new LinkedHashMap<>();
  private final SurfaceFit fit = new SurfaceFit();
  private Phase phase = Phase.MIDDLE;
  private Slopes slopes = Slopes.NONE;
  private List<Map<String, Double>> wanted = List.of();
  private List<Axis> axes = List.of();
  private int batches;
  private double batchError;
  private double laterError;
  private double errorBefore = Double.POSITIVE_INFINITY;

  private enum Phase {
    MIDDLE,
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
    this(variables, tolerance, mostReplays, seed, false);
  }

  /**
   * A search that has not begun.
   *
   * @param variables factors of figures by name, all above 0; those without bounds stay as they are
   * @param tolerance relative error at which a surface is good enough, above 0
   * @param mostReplays after which the search ends all the same
   * @param seed of the random places
   * @param maySlope whether the replay of the middle may find slopes
   */
  public SurfaceSearch(
      Map<String, Estimate> variables,
      double tolerance,
      int mostReplays,
      long seed,
      boolean maySlope) {
    this.variables = new TreeMap<>(variables);
    places = new SearchPlaces(variables);
    wantsSlopes = maySlope && places.uncertain().size() >= LEAST_SLOPED;
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
      case MIDDLE -> {
        if (wantsSlopes && known.isEmpty()) {
          yield List.of(middle());
        }
        phase = Phase.BOUNDS;
        yield List.of();
      }
      case BOUNDS -> {
        List<Map<String, Double>> bounds = places.bounds(name -> !slopes.has(name));
        if (!known.keySet().containsAll(bounds)) {
          yield bounds;
        }
        axes = axes(LEAST_EFFECT);
        phase = places.uncertain().isEmpty() ? Phase.DONE : Phase.CORNERS;
        yield List.of();
      }
      case CORNERS -> {
        phase = Phase.BATCHES;
        yield slopes.isEmpty() ? places.corners() : places.extremes(this::isLongerWithMore);
      }
      case BATCHES -> {
        boolean isWrong = batches > 0 && batchError > tolerance && !Double.isInfinite(batchError);
        if (!slopes.isEmpty() && batches > 0 && (isWrong || !doSlopesAgree())) {
          dropSlopes();
          yield List.of();
        }
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
        yield places.batch(batches, seed);
      }
      case DONE -> List.of();
    };
  }

  /**
   * {@return the variables whose slopes the replay of the middle is to find; none if their bounds
   * are replayed instead}
   */
  public List<String> wantedSlopes() {
    return wantsSlopes ? places.uncertain() : List.of();
  }

  /** {@return whether no further replay is needed} */
  public boolean isDone() {
    return phase == Phase.DONE;
  }

  /** {@return whether the replay of the middle found slopes, and no other replay denied them} */
  public boolean hasSlopes() {
    return !slopes.isEmpty();
  }

  /**
   * Takes the time of the middle, and slopes there.
   *
   * @param seconds the time, above 0
   * @param changes by variable by how many seconds longer the run is if the factor is greater by
   *     {@link Slopes#STEP} of itself; without those that are not known
   */
  public void addMiddle(double seconds, Map<String, Double> changes) {
    if (wantsSlopes && phase == Phase.MIDDLE) {
      Map<String, Double> own = new TreeMap<>(changes);
      own.keySet().retainAll(places.uncertain());
      slopes = new Slopes(own);
    }
    add(middle(), seconds);
  }

  private boolean isLongerWithMore(String name) {
    Estimate factor = Objects.requireNonNull(variables.get(name));
    return slopes.has(name)
        ? slopes.isLonger(name)
        : seconds(places.middleBut(name, factor.to()))
            > seconds(places.middleBut(name, factor.from()));
  }

  private boolean doSlopesAgree() {
    return slopes.agree(axes, known, slopesAtMiddle(), tolerance);
  }

  /** Begins as if there had never been any, but for the replays that are known. */
  private void dropSlopes() {
    slopes = Slopes.NONE;
    phase = Phase.BOUNDS;
    batchError = Double.POSITIVE_INFINITY;
  }

  private double[] slopesAtMiddle() {
    Map<String, Double> middle = middle();
    return axes.stream()
        .mapToDouble(axis -> slopes.of(axis, Objects.requireNonNull(middle.get(axis.name()))))
        .toArray();
  }

  /**
   * Takes the time of a replay that was wanted. When the surface is done, a further one, which it
   * predicts first: if it is wrong about that, it is not done any more.
   *
   * @param factors by variable, as {@link #next} gave them
   * @param seconds the time, above 0
   */
  public void add(Map<String, Double> factors, double seconds) {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("a time of " + seconds + " s");
    }
    if (phase == Phase.DONE && !known.containsKey(factors)) {
      laterError = Math.max(laterError, Math.abs(surface().seconds(factors) / seconds - 1));
    }
    known.put(Map.copyOf(factors), seconds);
    if (phase == Phase.DONE) {
      if (isAnAxisMissing()) {
        axes = axes(0);
      }
      if (laterError > tolerance && known.size() < mostReplays) {
        // It was not good enough after all: two more batches have to be predicted.
        phase = Phase.BATCHES;
        batchError = Double.POSITIVE_INFINITY;
        laterError = 0;
      }
    } else if (known.keySet().containsAll(wanted)) {
      roundIsComplete();
    }
  }

  /**
   * {@return the place of a further replay, which is taken with {@link #add}; empty if the surface
   * is constant, or has a replay so near that another one would tell nothing}
   *
   * @param factors where exact times are wanted, by variable; of others as well
   * @param isAlone whether this place matters for itself, however many others are around it
   * @throws IllegalStateException before the surface is done
   */
  public Optional<Map<String, Double>> further(Map<String, Double> factors, boolean isAlone) {
    if (phase != Phase.DONE) {
      throw new IllegalStateException("the surface is not done");
    }
    Map<String, Double> place = middle();
    place.replaceAll((name, value) -> SearchPlaces.rounded(factors.getOrDefault(name, value)));
    double near = isAlone ? SurfaceFit.NEAREST : SurfaceFit.APART;
    double[] at = Surface.coordinates(axes, place);
    return axes.isEmpty()
            || known.keySet().stream()
                .anyMatch(one -> SurfaceFit.isNear(Surface.coordinates(axes, one), at, near))
        ? Optional.empty()
        : Optional.of(place);
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
    return surface(known, places.uncertain().isEmpty() ? 0 : Math.max(heldOutError(), laterError));
  }

  private double heldOutError() {
    return batches == 0 ? Double.POSITIVE_INFINITY : Math.max(errorBefore, batchError);
  }

  private Surface surface(Map<Map<String, Double>, Double> replays, double error) {
    return fit.through(axes, slopesAtMiddle(), replays, error);
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
    int uncertain = places.uncertain().size();
    return uncertain == 0
        ? 1
        : wantsSlopes
            ? 3 + 2L * places.batchSize()
            : 1
                + 2L * uncertain
                + (uncertain == 1 ? 0 : SearchPlaces.cornersOf(uncertain))
                + 2L * places.batchSize();
  }

  /** {@return how many replays it takes if no surface is good enough} */
  public long mostReplays() {
    return places.uncertain().isEmpty()
        ? 1
        : Math.max(leastReplays(), mostReplays + places.batchSize());
  }

  /** {@return all factors as they are stated} */
  public Map<String, Double> middle() {
    return places.middle();
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
          if (slopes.has(name)) {
            Axis axis = slopes.axis(name, factor);
            if (slopes.effect(axis, factor.value()) >= leastEffect * atMiddle) {
              found.add(axis);
            }
          } else if (factor.isUncertain()) {
            double atFrom = seconds(places.middleBut(name, factor.from()));
            double atTo = seconds(places.middleBut(name, factor.to()));
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
}
