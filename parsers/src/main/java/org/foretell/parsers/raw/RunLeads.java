package org.foretell.parsers.raw;

import java.nio.file.Path;
import java.util.List;

/**
 * The leads of a run, as a rank sees them.
 *
 * @param rank which one
 * @param files of all ranks
 * @param clocks of all ranks
 */
record RunLeads(int rank, List<Path> files, List<RankClock> clocks) implements LeadColumns {
  @Override
  public LeadColumn open(long lead, int stream, LoopedShapes own) {
    if (lead < 0 || lead >= files.size() || lead == rank) {
      throw own.damaged(
          "another rank of 0 to " + (files.size() - 1) + " that recorded for this one",
          Long.toUnsignedString(lead));
    }
    double stretch = clocks.get((int) lead).psPerTick() / clocks.get(rank).psPerTick();
    RawFile file = RawFile.open(files.get((int) lead));
    boolean done = false;
    try {
      LoopedShapes shapes = file.shapes(stream, Definitions.of(file.definitions()));
      if (shapes == null) {
        throw own.damaged(
            "a lead that recorded loops", "rank " + lead + ", which did not, in " + file.path());
      }
      done = true;
      return new LeadColumn(shapes, stretch, file);
    } finally {
      if (!done) {
        file.close();
      }
    }
  }
}
