package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** The outlines of the programs of some ranks, and their columns. */
final class Outlines implements ProgramSink {
  private final Set<Integer> leads;
  private final Map<Integer, Outline> outlines = new HashMap<>();
  private final Map<Integer, LongArrayList> columns = new HashMap<>();
  private @Nullable Outline open;

  private Outlines(Set<Integer> leads) {
    this.leads = leads;
    leads.forEach(lead -> columns.put(lead, new LongArrayList()));
  }

  static Outlines of(TraceSource source, Set<Integer> leads) {
    Outlines outlines = new Outlines(leads);
    source.describe(outlines);
    return outlines;
  }

  Outline outline(int lead) {
    return java.util.Objects.requireNonNull(outlines.get(lead));
  }

  BurstDurations bursts(int lead) {
    return new BurstDurations(
        outline(lead), lead, java.util.Objects.requireNonNull(columns.get(lead)));
  }

  @Override
  public void beginProgram(RankSet ranks) {
    Outline outline = new Outline(ranks);
    for (int lead : leads) {
      if (ranks.contains(lead)) {
        outlines.put(lead, outline);
        open = outline;
      }
    }
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    if (open != null) {
      open.op(op, variations);
    }
  }

  @Override
  public void beginRepeat(Values count) {
    if (open != null) {
      open.beginRepeat(count);
    }
  }

  @Override
  public void endRepeat() {
    if (open != null) {
      open.endRepeat();
    }
  }

  @Override
  public void endProgram() {
    open = null;
  }

  @Override
  public void durations(int rank, long[] durationsPs, int offset, int length) {
    LongArrayList column = columns.get(rank);
    if (column != null) {
      column.addElements(column.size(), durationsPs, offset, length);
    }
  }
}
