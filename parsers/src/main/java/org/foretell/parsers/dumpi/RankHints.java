package org.foretell.parsers.dumpi;

/** What later records of a rank say of its communicators. */
final class RankHints {
  private RankHints() {}

  /** The number of a rank in a communicator by the first call that tells it, -1 if none does. */
  static int rank(DumpiFile file, int communicator) {
    try (DumpiFile again = DumpiFile.open(file.path())) {
      RecordReader records = again.records();
      DumpiRecord call = records.record();
      while (records.next()) {
        boolean isOf = call.has(Argument.COMM) && call.value(Argument.COMM) == communicator;
        if (isOf && call.has(Argument.COMMRANK)) {
          return call.intValue(Argument.COMMRANK);
        }
        if (isOf && call.call.name().equals("MPI_Comm_rank")) {
          return call.intValue(Argument.RANK);
        }
      }
      return -1;
    }
  }
}
