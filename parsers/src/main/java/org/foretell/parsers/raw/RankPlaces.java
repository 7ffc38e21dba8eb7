package org.foretell.parsers.raw;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.foretell.trace.OpCode;

/**
 * Finds on which symmetric places a rank waits, and at which it uses locks; of one rank after the
 * other. Used by one thread at a time.
 */
final class RankPlaces {
  private final RawSurvey survey;

  /** Until when the last wait on a place may take an update; in the order of their first waits. */
  private final Map<Place, Long> waits = new LinkedHashMap<>();

  private final Set<Place> locks = new LinkedHashSet<>();
  private int rank;

  private record Place(String segment, long offset) {}

  RankPlaces(RawSurvey survey) {
    this.survey = survey;
  }

  /** Finds those of a rank, if it uses any. */
  void find(int newRank) {
    rank = newRank;
    waits.clear();
    locks.clear();
    RankClock clock = survey.clock(rank);
    try (RawFile file = survey.open(rank)) {
      Definitions definitions = Definitions.of(file.definitions());
      RankRecords records = hasAny(definitions) ? RankRecords.of(file, definitions) : null;
      while (records != null && records.next()) {
        RawCall call = records.call();
        OpCode op = call.function == null ? null : call.function.op();
        String segment = PlaceCover.segment(definitions, call);
        if (segment == null) {
          continue;
        }
        if (PlaceOps.isWait(op)) {
          Place place = new Place(segment, PlaceCover.offset(call));
          waits.merge(place, WaitMatching.latestPs(clock, call), Math::max);
          WaitedPlaces.requireFew(waits.size());
        } else if (PlaceOps.isLock(op)) {
          locks.add(new Place(segment, PlaceCover.offset(call)));
        }
      }
    }
  }

  private static boolean hasAny(Definitions definitions) {
    boolean has = false;
    for (RawFunction function : definitions.functions()) {
      has |= PlaceOps.isWait(function.op()) || PlaceOps.isLock(function.op());
    }
    return has;
  }

  /** Passes on those of the last rank, in the order in which it uses them. */
  void giveTo(WaitedPlaces places, ObjLongConsumer<String> locksOfAll) {
    waits.forEach((place, lastPs) -> places.add(rank, place.segment, place.offset, lastPs));
    locks.forEach(lock -> locksOfAll.accept(lock.segment, lock.offset));
  }
}
