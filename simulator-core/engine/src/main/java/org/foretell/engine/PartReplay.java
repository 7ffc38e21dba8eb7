package org.foretell.engine;

import org.foretell.engine.collective.EstimatedCalls;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.ReplayProgress;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.StopCheck;

/** The replay of the ranks of one part, by one thread. */
final class PartReplay {
  private final RunSettings settings;
  private final Part part;
  private final PlainParts parts;
  private final ReplayProgress progress;

  PartReplay(RunSettings settings, PartPlace place) {
    this.settings = settings;
    part = place.part();
    parts = new PlainParts(settings, place);
    progress = new ReplayProgress(settings, parts.ranks().table);
  }

  /**
   * Replays; to be called once.
   *
   * @param finishPs receives by rank when it ends
   * @return how many ops the ranks have executed
   * @throws NeedsOnePart if the trace has a defect, which is described from a replay in one part
   */
  long run(long[] finishPs) {
    RankParts ranks = parts.ranks();
    try (RankPrograms programs = ranks.programs) {
      programs.open(settings.trace(), part.first(), part.end());
      OpRecorder recorder = ranks.recorder;
      if (recorder != null) {
        recorder.observer.begin(finishPs.length);
      }
      StopCheck stop = new StopCheck(settings);
      stop.now();
      try {
        parts.loop().run(progress, stop);
      } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
        throw ForeignFailure.orInternal(broken, "rank " + parts.loop().rank() + ", in parts");
      }
      if (!programs.areFinished()) {
        throw new NeedsOnePart(); // ranks that cannot go on
      }
      if (ranks.problems.hasSome() || parts.ops().oneSided.holdsLocks()) {
        throw new NeedsOnePart();
      }
      for (int rank = part.first(); rank < part.end(); rank++) {
        finishPs[rank] = ranks.cpus.finishedPs(rank, ranks.table.clockPs(rank));
        if (recorder != null && ranks.cpus.competes()) {
          recorder.observer.finished(rank, finishPs[rank]);
        }
      }
      return programs.delivered();
    }
  }

  /** Adds messages and receives of a replay that has ended which met nothing. */
  void addTo(Leftovers leftovers) {
    leftovers.add(parts.ranks().matcher);
  }

  /** Adds what one-sided ops have left. */
  void addLeftUpdates(ProblemLog problems) {
    parts.ops().oneSided.reportUpdates(problems);
  }

  /** Adds calls that were estimated. */
  void addTo(EstimatedCalls estimated) {
    estimated.add(parts.ops().matching.estimated);
  }
}
