package org.foretell.parsers.otf2;

/** What the events of a rank lack. */
final class RankSurvey {
  private final LostReceives lost = new LostReceives();
  private long events;
  private long sends;
  private long sendsCompleted;
  private long receives;
  private long receivesCompleted;
  private long collectives;
  private long waits;
  private int batch;

  /** Reads all events. */
  void survey(EventCursor cursor, Definitions definitions) {
    while (cursor.next()) {
      events++;
      switch (cursor.type) {
        case EventType.ENTER -> {
          Region region = definitions.region(cursor.region);
          if (region != null && region.isCall()) {
            waits += region.call().equals("mpi_wait") ? 1 : 0;
            if (!region.call().equals("mpi_irecv")) {
              endBatch();
            }
          }
        }
        case EventType.ISEND -> sends++;
        case EventType.ISEND_COMPLETE -> sendsCompleted++;
        case EventType.IRECV_REQUEST -> {
          receives++;
          batch++;
        }
        case EventType.IRECV -> receivesCompleted++;
        case EventType.REQUEST_CANCELLED -> receivesCompleted++;
        case EventType.COLLECTIVE_REQUEST -> collectives++;
        default -> {}
      }
    }
    endBatch();
  }

  private void endBatch() {
    if (batch > 0 && receivesCompleted == 0) {
      lost.batch(batch);
    }
    batch = 0;
  }

  /** Whether there are no events. */
  boolean isEmpty() {
    return events == 0;
  }

  /** Whether requests turn out to be something only where they complete. */
  boolean needsMatches() {
    return receivesCompleted > 0 || collectives > 0;
  }

  /** Whether the tracer never said which sends were complete. */
  boolean losesSends() {
    return sends > 0 && sendsCompleted == 0;
  }

  /** Whether the tracer never said what receives got. */
  boolean losesReceives() {
    return receives > 0 && receivesCompleted == 0;
  }

  /**
   * Whether calls of {@code MPI_Waitall} without records may have waited for receives: not if there
   * are enough waits for single requests, as in LULESH, whose waits for all sends are often empty.
   */
  boolean waitsForAllReceives() {
    return losesReceives() && waits < receives;
  }

  /** What the receives of such a tracer may have got. */
  LostReceives lost() {
    return lost;
  }
}
