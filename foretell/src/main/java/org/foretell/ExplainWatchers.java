package org.foretell;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.foretell.analysis.path.PathProfile;
import org.foretell.analysis.path.PathSummary;
import org.foretell.analysis.waits.WaitStates;
import org.foretell.analysis.waits.WaitSummary;
import org.foretell.energy.CoreActivity;
import org.foretell.energy.PowerDraw;
import org.foretell.energy.StatisticsTimes;
import org.foretell.engine.Simulation;
import org.foretell.observe.Statistics;
import org.foretell.replay.LinkWatch;
import org.foretell.report.LinkLoads;
import org.foretell.report.PowerProfile;
import org.foretell.result.ReplayOrder;
import org.foretell.scenario.ReplayStart;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Outlines;
import org.foretell.trace.Capability;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** What watches the run that is explained. */
final class ExplainWatchers {
  private final Planned planned;
  private final ClassesOfRun classes;
  private final WaitStates waits;
  private final PathProfile path;
  private final Optional<Outlines> structure;
  private final Optional<CoreActivity> activity;
  private @Nullable LinkWatch links;

  /**
   * Before the run.
   *
   * @param draw the power of its nodes, if that is known
   */
  ExplainWatchers(
      Planned planned, Optional<PowerDraw> draw, boolean looksAtStructure, ClassesOfRun classes) {
    this.planned = planned;
    this.classes = classes;
    TraceSource trace = planned.trace().source();
    boolean sequences = !trace.capabilities().contains(Capability.TASK_GRAPHS);
    int ranks = trace.info().ranks();
    waits = new WaitStates(ranks, sequences);
    path = new PathProfile(ranks);
    structure =
        looksAtStructure && sequences
            ? Optional.of(Outlines.of(trace, RankSet.range(0, ranks - 1)))
            : Optional.empty();
    activity = draw.map(CoreActivity::new);
  }

  /** Watches a replay. */
  void begin(ReplayStart start) {
    Simulation.Builder simulation = start.ready().builder();
    simulation.observer(waits);
    // What makes ranks wait is found where they are close to each other; the times are the same.
    simulation.schedule(ReplayOrder.STRICT);
    simulation.criticalPath(path);
    classes.watch(simulation);
    links = new LinkWatch(planned.experiment(), start.ready());
    structure.ifPresent(outlines -> simulation.observer(new OutlineTimes(outlines)));
    activity.ifPresent(simulation::observer);
  }

  WaitSummary waits() {
    return waits.summary();
  }

  PathSummary path(Statistics statistics) {
    return path.summary(statistics);
  }

  /** The structure of the program, with the values that a replay does not tell. */
  List<Outline> structure() {
    if (structure.isEmpty()) {
      return List.of();
    }
    structure.get().takeValues();
    return structure.get().result();
  }

  Optional<PowerProfile> power(Statistics statistics) {
    return activity.map(found -> found.profile(new StatisticsTimes(statistics), 1));
  }

  boolean hasLinks() {
    return Objects.requireNonNull(links).hasLinks();
  }

  Optional<LinkLoads> linkLoads(long endPs) {
    return Objects.requireNonNull(links).loads(endPs);
  }
}
