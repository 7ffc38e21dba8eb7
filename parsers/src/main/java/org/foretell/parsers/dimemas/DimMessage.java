package org.foretell.parsers.dimemas;

import org.foretell.parsers.colon.ColonLines;

/**
 * What a send and a receive have in common: partner, its thread (not in old traces), bytes, tag and
 * communicator. Refilled for each record.
 */
final class DimMessage {
  /** A limit at which twice the size is still representable. */
  static final long MOST_BYTES = Long.MAX_VALUE / 4;

  /** Fields of a record after its task and thread, if it does not name the partner's thread. */
  private static final int FIELDS_WITHOUT_THREAD = 5;

  private final int tasks;
  private final DimCommunicators communicators;

  int partner;
  long bytes;
  int tag;
  DimCommunicators.Group group;

  DimMessage(int tasks, DimCommunicators communicators) {
    this.tasks = tasks;
    this.communicators = communicators;
    this.group = communicators.none();
  }

  /**
   * Reads them.
   *
   * @param what the partner is, for messages
   */
  void read(ColonLines line, String what) {
    boolean hasThread = line.fieldsLeft() > FIELDS_WITHOUT_THREAD;
    partner = (int) line.integer(what + " task (wildcards must have been resolved)", 0, tasks - 1L);
    if (hasThread) {
      line.integer(
          "thread -1, an MPI message (dependencies between threads cannot be read)", -1, -1);
    }
    bytes = line.integer("a number of bytes", 0, MOST_BYTES);
    tag = (int) line.integer("a tag", 0, Integer.MAX_VALUE);
    group = communicators.read(line);
  }
}
