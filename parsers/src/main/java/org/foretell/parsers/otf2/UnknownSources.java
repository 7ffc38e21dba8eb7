package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.Communicator;

/**
 * Which receives without a recorded source are from nobody. EZTrace records neither the end of
 * receives in C programs nor that a receive is from MPI_PROC_NULL. But it records all sends: a rank
 * that starts more such receives than there are messages for it has as many from nobody. They are
 * spread evenly over its receives, so that each of the alike steps of a program has its share, and
 * within a step it does not matter which of them it is.
 *
 * <p>All events are read once more when this is first asked; memory is proportional to the ranks.
 * Used by several threads, by one at a time for each rank.
 */
final class UnknownSources {
  /** A share that is exact but for the last bits counts as exact. */
  private static final double ROUNDING = 1e-6;

  private final Archive archive;
  private final Ranks ranks;
  private final long[] receives;

  /** Messages to each rank less those whose receives are known. */
  private final long[] messages;

  /** For each rank the number of messages to it by communicator. */
  private final List<Int2LongOpenHashMap> communicators = new ArrayList<>();

  private final long[] asked;
  private volatile boolean isCounted;

  UnknownSources(Archive archive, Ranks ranks) {
    this.archive = archive;
    this.ranks = ranks;
    receives = new long[ranks.count()];
    messages = new long[ranks.count()];
    asked = new long[ranks.count()];
    for (int rank = 0; rank < ranks.count(); rank++) {
      communicators.add(new Int2LongOpenHashMap());
    }
  }

  /** Whether the next receive of a rank without a source is from nobody. */
  boolean nextIsFromNobody(int rank) {
    if (!isCounted) {
      countAll();
    }
    double share = 1 - (double) Math.max(0, messages[rank]) / Math.max(1, receives[rank]);
    double before = Math.floor(asked[rank] * share + ROUNDING);
    asked[rank]++;
    return Math.floor(asked[rank] * share + ROUNDING) > before;
  }

  /**
   * The communicator in which most messages to a rank are sent, as a trace knows it: the archive
   * does not say which one its receives are on.
   */
  int communicator(int rank) {
    int most = Communicator.WORLD;
    for (Int2LongMap.Entry each : communicators.get(rank).int2LongEntrySet()) {
      if (each.getLongValue() > communicators.get(rank).get(most)) {
        most = each.getIntKey();
      }
    }
    return most;
  }

  /** If it fails, it does so for each rank that asks. */
  private synchronized void countAll() {
    for (int each = 0; each < ranks.count() && !isCounted; each++) {
      count(each);
    }
    isCounted = true;
  }

  private void count(int rank) {
    long location = ranks.location(rank);
    if (!Files.exists(archive.events(location))) {
      return;
    }
    try (EventReader events =
        EventReader.open(archive, location, LocalDefinitions.of(archive, location))) {
      while (events.next()) {
        switch (events.type) {
          case EventReader.SEND, EventReader.ISEND -> sent(events, rank);
          case EventReader.RECV -> messages[rank]--;
          case EventReader.IRECV -> {
            messages[rank]--;
            receives[rank]--;
          }
          case EventReader.IRECV_REQUEST -> receives[rank]++;
          case EventReader.REQUEST_CANCELLED -> receives[rank]--;
          default -> {
            // No other event is a message.
          }
        }
      }
    }
  }

  private void sent(EventReader events, int rank) {
    Members members = ranks.communicator(events, events.object);
    if (events.peer >= 0 && events.peer < members.size()) {
      int receiver = members.world(events.peer, rank);
      messages[receiver]++;
      communicators.get(receiver).addTo(members.id(), 1);
    }
  }
}
