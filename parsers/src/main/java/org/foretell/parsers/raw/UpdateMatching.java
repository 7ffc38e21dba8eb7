package org.foretell.parsers.raw;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.parsers.runs.RankReaders;

/**
 * Finds which updates satisfied the waits of OpenSHMEM, and numbers the variables and locks by
 * which a trace relates them.
 *
 * <p>For each place on which a rank waits, the updates by all ranks are put in the order of their
 * beginning; {@link WaitMatching} says which of them a wait takes. The result does not depend on
 * how many ranks there was room for at a time.
 */
final class UpdateMatching {
  /** Updates that are held at a time, unless one rank has more; and again by all collectors. */
  static final int MOST_UPDATES = 4 << 20;

  private final RawSurvey survey;
  private final RankReaders readers;
  private final int mostUpdates;
  private final WaitedPlaces places = new WaitedPlaces();
  private final UpdateLog log = new UpdateLog();
  private final WaitMatching matched = new WaitMatching(log);
  private final Map<String, Map<Long, Integer>> locks = new HashMap<>();
  private int locksFound;

  private UpdateMatching(RawSurvey survey, RankReaders readers, int mostUpdates) {
    this.survey = survey;
    this.readers = readers;
    this.mostUpdates = mostUpdates;
  }

  /**
   * Finds on which places ranks wait; reads all files once if any uses OpenSHMEM.
   *
   * @param mostUpdates that are held at a time, such as {@link #MOST_UPDATES}
   */
  static UpdateMatching of(RawSurvey survey, RankReaders readers, int mostUpdates) {
    UpdateMatching matching = new UpdateMatching(survey, readers, mostUpdates);
    if (survey.hasShmem()) {
      readers.forEach(
          survey.ranks(),
          () -> new RankPlaces(survey),
          RankPlaces::find,
          found -> found.giveTo(matching.places, matching::define));
      matching.places.end();
    }
    return matching;
  }

  /**
   * Gets ready for a rank, and for as many after it as there is room for.
   *
   * @return the rank after the last of these
   */
  int prepare(int rank) {
    AtomicInteger end = new AtomicInteger(survey.ranks());
    if (!places.isEmpty()) {
      log.clear();
      int most = mostUpdates / readers.slots(survey.ranks());
      readers.forEach(
          survey.ranks(),
          () -> new UpdateCollector(survey, places, rank, end, most),
          UpdateCollector::collect,
          collector -> {
            log.addAll(collector.log());
            log.keepFew(rank, end, mostUpdates);
          });
      log.keepBelow(end.get());
      log.sort();
    }
    return end.get();
  }

  /** Makes a lock of a place known. */
  private void define(String segment, long offset) {
    locks
        .computeIfAbsent(segment, key -> new HashMap<>())
        .computeIfAbsent(offset, key -> locksFound++);
  }

  /** The number of the lock of a place at which a rank uses one. */
  int lock(String segment, long offset) {
    return locks.getOrDefault(segment, Map.of()).getOrDefault(offset, -1);
  }

  int ranks() {
    return survey.ranks();
  }

  WaitedPlaces places() {
    return places;
  }

  UpdateLog log() {
    return log;
  }

  /** Takes over how the waits of the next rank were matched. */
  void takeAll(WaitMatching next) {
    matched.takeAll(next);
  }

  /** How waits were matched, a sentence each. */
  List<String> notes() {
    return matched.notes();
  }
}
