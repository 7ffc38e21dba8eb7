package org.foretell.parsers.scalatrace;

import java.util.List;
import org.foretell.trace.TraceException;

/** Whether a file is there to its end: what begins with MPI_Init ends with MPI_Finalize. */
final class Completeness {
  private Completeness() {}

  static void check(List<SharedList> lists, String file) {
    for (SharedList list : lists) {
      List<Rsd> entries = list.entries();
      if (entries.isEmpty()) {
        throw new TraceException(
            file
                + ": expected records of each rank up to the highest, found none of rank "
                + list.ranks()[0]);
      }
      boolean hasBegun = entries.stream().anyMatch(rsd -> rsd.call() == Call.INIT);
      Rsd last = entries.get(entries.size() - 1);
      if (hasBegun && last.call() != Call.FINALIZE) {
        throw last.error(
            "expected MPI_Finalize as the last call of rank "
                + list.ranks()[0]
                + ", found this one; the file is cut off, or the program was");
      }
    }
  }
}
