package org.foretell.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.foretell.engine.batch.Follower;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.ExpandedCollectives;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace once for several simulations that differ in costs only.
 *
 * <p>Under an independent {@link org.foretell.model.DirectModel} ranks run ahead, and no time
 * decides what happens next. So one simulation leads: it executes all ops. The others follow: of
 * each time that it computes they compute their own. A prediction of a batch is equal to that of
 * the simulation alone, to the picosecond.
 */
public final class Batch {
  /** What may have effects that depend on times even where ranks run ahead. */
  private static final Set<Capability> TIMED =
      EnumSet.of(Capability.TASK_GRAPHS, Capability.SHMEM, Capability.RMA, Capability.FILE_IO);

  private Batch() {}

  /**
   * Runs simulations at once. The first one that others can follow leads: it alone is asked whether
   * to stop, and tells progress.
   *
   * <p>A simulation is left out, and another one like it has to be run by itself, if
   *
   * <ul>
   *   <li>its trace is not the very source of the leader, or is not recorded
   *   <li>its ranks do not run ahead, are placed elsewhere, or have one-sided ops or files
   *   <li>it has observers, or was asked for a path or sensitivities
   *   <li>its collectives cost other reductions, or are executed up to another number of steps
   *   <li>its model chooses another protocol for a message, another algorithm for a collective, or
   *       free calls where those of the leader cost time
   *   <li>it would fail, or the leader does not complete
   * </ul>
   *
   * @param simulations that have not been run; none of them can be run again
   * @return for each its prediction; empty if it was left out, for all if there is one only
   * @throws CancellationException if the leader was stopped, see {@link
   *     Simulation.Builder#stopWhen}
   * @throws IllegalStateException if a simulation has been run
   */
  public static List<Optional<Prediction>> run(List<Simulation> simulations) {
    List<RunSettings> all = simulations.stream().map(Simulation::start).toList();
    List<Optional<Prediction>> predictions = new ArrayList<>();
    all.forEach(one -> predictions.add(Optional.empty()));
    int first = 0;
    List<Integer> places = List.of();
    while (first < all.size() && places.isEmpty()) {
      places = followersOf(first, all);
      first += places.isEmpty() ? 1 : 0;
    }
    if (places.isEmpty()) {
      return predictions;
    }
    RunSettings leader = all.get(first);
    Followers followers =
        new Followers(
            leader.trace().info().ranks(),
            places.stream()
                .map(
                    place -> new Follower(all.get(place).communication(), all.get(place).compute()))
                .toList());
    Prediction led = replay(leader.followedBy(followers));
    if (led == null || led.outcome() != Prediction.Outcome.COMPLETED) {
      return predictions;
    }
    predictions.set(first, Optional.of(led));
    for (int follower = 0; follower < places.size(); follower++) {
      if (!followers.hasDropped(follower)) {
        predictions.set(places.get(follower), Optional.of(prediction(led, followers, follower)));
      }
    }
    return predictions;
  }

  /** Places of those that come later and may follow one. */
  private static List<Integer> followersOf(int first, List<RunSettings> all) {
    List<Integer> places = new ArrayList<>();
    RunSettings leader = all.get(first);
    for (int place = first + 1; mayBeShared(leader) && place < all.size(); place++) {
      if (mayBeShared(all.get(place)) && mayFollow(all.get(place), leader)) {
        places.add(place);
      }
    }
    return places;
  }

  /** Null if it fails; alone each one says how. */
  private static @Nullable Prediction replay(RunSettings leader) {
    try {
      return new SequenceReplay(leader).run();
    } catch (CancellationException stopped) {
      throw stopped;
    } catch (RuntimeException | OutOfMemoryError failed) {
      return null;
    }
  }

  private static boolean mayBeShared(RunSettings settings) {
    Set<Capability> timed = EnumSet.copyOf(TIMED);
    timed.retainAll(settings.trace().capabilities());
    return settings.schedule() == ReplayOrder.RUN_AHEAD
        && !settings.isObserved()
        && settings.trace().isRecorded()
        && timed.isEmpty();
  }

  private static boolean mayFollow(RunSettings other, RunSettings leader) {
    return other.trace() == leader.trace()
        && Arrays.equals(other.placement().nodes(), leader.placement().nodes())
        && other.communication().calls().isNone() == leader.communication().calls().isNone()
        && areExecutedAlike(other.communication().expanded(), leader.communication().expanded());
  }

  private static boolean areExecutedAlike(
      @Nullable ExpandedCollectives other, @Nullable ExpandedCollectives leader) {
    if (other == null || leader == null) {
      return Objects.equals(other, leader);
    }
    return other.exactUpTo() == leader.exactUpTo()
        && other.reducePsPerByte() == leader.reducePsPerByte();
  }

  private static Prediction prediction(Prediction led, Followers followers, int follower) {
    long[] finishPs = followers.finishPs(follower, led.finishPs().length);
    return new Prediction(
        led.outcome(),
        Arrays.stream(finishPs).max().orElse(0),
        finishPs,
        led.operations(),
        led.schedule(),
        led.deadlock(),
        led.problems(),
        led.problemCounts());
  }
}
