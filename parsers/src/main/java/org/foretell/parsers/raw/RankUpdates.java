package org.foretell.parsers.raw;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Puts into the ops of ranks which updates satisfied their waits. For one thread. */
final class RankUpdates {
  private final UpdateMatching run;
  private final PlaceCover cover;
  private final WaitMatching waits;

  /** Of ranks for which the run is prepared. */
  RankUpdates(UpdateMatching run) {
    this.run = run;
    cover = new PlaceCover(run.places());
    waits = new WaitMatching(run.log());
  }

  /** How waits were matched since somebody took that. */
  WaitMatching waits() {
    return waits;
  }

  /** The next rank begins. */
  void begin() {
    waits.begin();
  }

  /**
   * Puts into an op of OpenSHMEM what its call says by places.
   *
   * @param view the op so far
   */
  void apply(int rank, Definitions definitions, RankClock clock, RawCall call, OpView view) {
    OpCode op = view.code();
    String segment = PlaceCover.segment(definitions, call);
    if (segment == null) {
      return;
    }
    if (PlaceOps.isWait(op)) {
      int place = run.places().at(segment, PlaceCover.offset(call));
      view.set(OpField.TAG, place);
      if (op == OpCode.SHMEM_WAIT_UNTIL || view.get(OpField.OUTCOME) == 1) {
        view.set(OpField.COUNT, waits.updates(WaitedPlaces.pair(rank, place), clock, call));
      }
    } else if (PlaceOps.isUpdate(op)) {
      long target = view.get(OpField.PEER);
      if (target >= 0 && target < run.ranks()) {
        cover.find((int) target, definitions, call);
        if (op != OpCode.SHMEM_PUT_SIGNAL && op != OpCode.SHMEM_PUT_SIGNAL_NBI) {
          cover.leaveOutLate((int) target, clock.alignedPs(call.startTicks));
        }
        variables(view);
      }
    } else if (PlaceOps.isLock(op)) {
      view.set(OpField.OBJECT, run.lock(segment, PlaceCover.offset(call)));
    }
  }

  private void variables(OpView view) {
    if (cover.size() == 1) {
      view.set(OpField.TAG, cover.place(0));
    } else if (cover.size() > 1) {
      view.setList(OpField.VARIABLES, cover.variables(), 0, cover.size());
    }
  }
}
