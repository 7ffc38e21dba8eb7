package org.foretell.parsers.raw;

import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Collects the updates by one rank after the other. Used by one thread at a time. */
final class UpdateCollector {
  private final RawSurvey survey;
  private final int firstTarget;
  private final AtomicInteger targetsEnd;
  private final int mostUpdates;
  private final UpdateLog log = new UpdateLog();
  private final PlaceCover cover;

  /**
   * Collects what some ranks may wait for.
   *
   * @param firstTarget the first of these ranks
   * @param targetsEnd after the last of them; all collectors lower it when they have too many
   *     updates
   * @param mostUpdates how many that is
   */
  UpdateCollector(
      RawSurvey survey,
      WaitedPlaces places,
      int firstTarget,
      AtomicInteger targetsEnd,
      int mostUpdates) {
    this.survey = survey;
    this.firstTarget = firstTarget;
    this.targetsEnd = targetsEnd;
    this.mostUpdates = mostUpdates;
    cover = new PlaceCover(places);
  }

  /** Collects the updates by a rank. */
  void collect(int source) {
    log.clear();
    RankClock clock = survey.clock(source);
    try (RawFile file = survey.open(source)) {
      Definitions definitions = Definitions.of(file.definitions());
      RankRecords records = RankRecords.of(file, definitions);
      while (records != null && records.next()) {
        RawCall call = records.call();
        RawFunction function = call.function;
        if (function == null || !PlaceOps.isUpdate(function.op())) {
          continue;
        }
        long target = call.value(function.indexOf(OpField.PEER), OpView.NONE);
        if (target >= firstTarget && target < targetsEnd.get()) {
          collect(source, (int) target, definitions, call, clock.alignedPs(call.startTicks));
          log.keepFew(firstTarget, targetsEnd, mostUpdates);
        }
      }
    }
  }

  private void collect(int source, int target, Definitions definitions, RawCall call, long timePs) {
    cover.find(target, definitions, call);
    boolean adds = call.function != null && call.function.isAddition();
    for (int i = 0; i < cover.size(); i++) {
      int word = cover.word(i);
      boolean isKnown = word >= 0;
      log.add(
          WaitedPlaces.pair(target, cover.place(i)),
          timePs,
          isKnown ? call.words.getLong(word + 2) : 0,
          !isKnown ? UpdateLog.UNKNOWN_VALUE : adds ? UpdateLog.ADDITION : UpdateLog.SET,
          source);
    }
  }

  /** Those by the last rank. */
  UpdateLog log() {
    return log;
  }
}
