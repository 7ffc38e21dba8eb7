package org.foretell.structure;

import java.util.BitSet;
import java.util.List;
import org.foretell.structure.fold.BodyTable;
import org.foretell.structure.merge.SharedProgram;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.Capability;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * Compresses traces by their structure: finds repeats of repeats in the program of each rank, and
 * loops whose iterations differ in sizes, tags, partners, roots or counts only, and shares programs
 * between ranks. The result has the same ops, op for op.
 *
 * <p>Task graphs are copied unchanged. Time is proportional to the number of stored ops; memory to
 * the size of the folded programs, and, for each rank, to the number of places with durations.
 */
public final class Compression {
  private Compression() {}

  /**
   * Writes a trace in compressed form.
   *
   * @param source read several times; stays open
   * @param sink receives everything from {@code begin} to {@code end}; not closed
   * @param durations treatment of the durations of bursts
   * @return the size before and after
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static CompressionReport compress(
      TraceSource source, TraceSink sink, DurationRule durations) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      source.describe(sink);
      return new CompressionReport(true, 0, 0);
    }
    TraceInfo info = source.info();
    OpTable ops = new OpTable(info.ranks());
    BodyTable bodies = new BodyTable();
    TraceFolding folding = new TraceFolding(ops, bodies, info.ranks(), new BitSet());
    source.describe(folding);
    if (!folding.uneven().isEmpty()) {
      BitSet uneven = folding.uneven();
      folding = new TraceFolding(ops, bodies, info.ranks(), uneven);
      source.describe(folding);
    }
    List<SharedProgram> programs = folding.merged();
    DurationPasses passes = new DurationPasses(source, programs, ops, durations);
    passes.look();
    sink.begin(info);
    tables(source.tables(), passes.histograms(), sink);
    passes.write(sink);
    sink.end();
    return new CompressionReport(false, folding.programs(), programs.size());
  }

  private static void tables(
      TraceTables tables, List<DurationHistogram> histograms, TraceSink sink) {
    for (int id = 0; id < tables.callSites().size(); id++) {
      sink.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      sink.marker(id, tables.markers().get(id));
    }
    tables.communicators().forEach(sink::communicator);
    histograms.forEach(sink::histogram);
  }
}
