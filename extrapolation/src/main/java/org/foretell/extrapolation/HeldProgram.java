package org.foretell.extrapolation;

import java.util.List;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.fit.ChanceCalls;
import org.foretell.extrapolation.fit.ProgramSearch;
import org.foretell.extrapolation.fit.SymbolRule;
import org.foretell.failure.ForetellException;

/**
 * A program that was found, and how well the smaller traces predict the largest in the same way.
 * Often there are several ways to take calls for the same. The plainest is chosen that leaves
 * nothing open and whose hold-out has the calls of the largest trace, else the one that leaves
 * least open.
 */
record HeldProgram(ProgramSearch.Found found, HoldOut holdOut) {
  /**
   * Chooses a program.
   *
   * @param recordings by rising numbers of ranks
   * @param target number of ranks
   * @throws ForetellException if there is none, with the reason
   */
  static HeldProgram of(CallPool pool, List<Recording> recordings, int target, HoldOutRun holdOut) {
    ProgramSearch search = ProgramSearch.of(pool, recordings, target);
    HeldProgram best = null;
    ProgramSearch.Found unsure = null;
    List<Integer> given = recordings.stream().map(trace -> trace.info().ranks()).toList();
    int fewest = Integer.MAX_VALUE;
    for (SymbolRule way : search.ways()) {
      ProgramSearch.Found found = search.found(way);
      if (found == null) {
        continue;
      } else if (!found.program().isSure()) {
        int laws = OpenLaws.of(found, given).size();
        if (laws < fewest) {
          unsure = found;
          fewest = laws;
        }
        continue;
      }
      HeldProgram held = new HeldProgram(found, holdOut.of(recordings, way));
      if (recordings.size() < 3 || held.holdOut.hasCalls()) {
        return held;
      }
      best =
          best == null || (best.holdOut.missesCalls() && !held.holdOut.missesCalls()) ? held : best;
    }
    if (best != null) {
      return best;
    } else if (unsure == null) {
      throw ForetellException.badInput(
          search.refusal().getMessage() + ChanceCalls.text(pool, recordings));
    }
    return new HeldProgram(unsure, holdOut.of(recordings, unsure.symbols()));
  }
}
