package org.foretell.inspection;

import java.util.EnumSet;
import java.util.List;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.observe.MatrixEntry;
import org.foretell.observe.Statistics;
import org.foretell.trace.TraceSource;

/** Who sends how much to whom, found by a replay in which nothing takes time. */
public final class MessageMatrix {
  private MessageMatrix() {}

  /** The messages between each two ranks; as far as the program comes. */
  public static List<MatrixEntry> of(TraceSource source) {
    Placement placement = Placements.oneRankPerNode(source.info().ranks());
    Statistics statistics = new Statistics(placement, EnumSet.of(Statistics.Part.MATRIX));
    Simulation.Builder replay = TraceCheck.replay(source, true, statistics);
    replay.build().run();
    return statistics.matrix();
  }
}
