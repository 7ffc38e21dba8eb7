package org.foretell.parsers.raw;

/** Opens what leads recorded. */
interface LeadColumns {
  /** Of a run in which every rank recorded for itself. */
  LeadColumns NONE =
      (lead, stream, own) -> {
        throw own.damaged("times of this rank", "those of rank " + lead);
      };

  /**
   * The column of a lead, from its beginning.
   *
   * @param lead a rank as the file has it, which may be none
   * @param stream number of the thread's stream
   * @param own what asks for it, which says what is wrong
   */
  LeadColumn open(long lead, int stream, LoopedShapes own);
}
