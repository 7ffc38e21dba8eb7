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
      List<Rsd> begun = entries.stream().filter(rsd -> rsd.call() == Call.INIT).toList();
      if (begun.size() > 1) {
        throw begun
            .get(1)
            .error(
                "expected one MPI_Init of rank "
                    + list.ranks()[0]
                    + ", found another; is the file two files in a row?");
      }
      Rsd last = entries.get(entries.size() - 1);
      if (!begun.isEmpty() && last.call() != Call.FINALIZE) {
        throw last.error(
            "expected MPI_Finalize as the last call of rank "
                + list.ranks()[0]
                + ", found this one; the file is cut off, or the program was");
      }
    }
  }
}
