package org.foretell.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
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
import org.foretell.trace.TraceSource;
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
      Collections.unmodifiableSet(
          EnumSet.of(Capability.TASK_GRAPHS, Capability.SHMEM, Capability.RMA, Capability.FILE_IO));

  private Batch() {}

  /**
   * Runs simulations at once. The first one that others can follow leads: it alone is asked whether
   * to stop, and tells progress.
   *
   * <p>A simulation is left out, and another one like it has to be run by itself, if
   *
   * <ul>
   *   <li>it uses another {@link TraceSource} than the leader, or the trace is not recorded
   *   <li>its ranks do not run ahead, are placed elsewhere, or have one-sided ops or files
   *   <li>it has observers, or was asked for a path or sensitivities
   *   <li>reductions take another time per byte, or collectives are executed up to another number
   *       of steps
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
    List<Integer> others = List.of();
    while (first < all.size() && others.isEmpty()) {
      others = followersOf(first, all);
      first += others.isEmpty() ? 1 : 0;
    }
    if (others.isEmpty()) {
      return predictions;
    }
    RunSettings leader = all.get(first);
    try {
      replay(leader, first, others, all, predictions);
    } catch (CancellationException stopped) {
      throw stopped;
    } catch (RuntimeException | OutOfMemoryError failed) {
      predictions.replaceAll(one -> Optional.empty()); // alone each one says how it fails
    }
    return predictions;
  }

  private static void replay(
      RunSettings leader,
      int first,
      List<Integer> others,
      List<RunSettings> all,
      List<Optional<Prediction>> predictions) {
    Followers followers =
        new Followers(
            leader.trace().info().ranks(),
            others.stream()
                .map(
                    other -> new Follower(all.get(other).communication(), all.get(other).compute()))
                .toList());
    Prediction led = new SequenceReplay(leader.followedBy(followers)).run();
    if (led.outcome() != Prediction.Outcome.COMPLETED) {
      return;
    }
    predictions.set(first, Optional.of(led));
    for (int follower = 0; follower < others.size(); follower++) {
      if (!followers.hasDropped(follower)) {
        predictions.set(others.get(follower), Optional.of(prediction(led, followers, follower)));
      }
    }
  }

  /**
   * {@return whether the ops of a trace let simulations share a pass over it, if their models do}
   *
   * @param trace to be replayed
   */
  public static boolean mayShare(TraceSource trace) {
    return trace.isRecorded()
        && Collections.disjoint(trace.capabilities(), TIMED)
        && Collections.disjoint(trace.capabilities(), Obstacles.ORDERED);
  }

  /** Places of those that come later and may follow one. */
  private static List<Integer> followersOf(int first, List<RunSettings> all) {
    List<Integer> others = new ArrayList<>();
    RunSettings leader = all.get(first);
    for (int index = first + 1; mayBeShared(leader) && index < all.size(); index++) {
      if (mayBeShared(all.get(index)) && mayFollow(all.get(index), leader)) {
        others.add(index);
      }
    }
    return others;
  }

  private static boolean mayBeShared(RunSettings settings) {
    return settings.schedule() == ReplayOrder.RUN_AHEAD
        && !settings.isObserved()
        && mayShare(settings.trace());
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
