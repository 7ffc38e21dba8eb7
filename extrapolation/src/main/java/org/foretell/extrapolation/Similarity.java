package org.foretell.extrapolation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.RankRecord;
import org.foretell.extrapolation.call.Recording;
import org.foretell.failure.ForetellException;

/** Whether traces are of one program. */
final class Similarity {
  private Similarity() {}

  static void check(List<Recording> recordings, CallPool pool) {
    Recording first = recordings.get(0);
    Set<String> known = places(first, pool);
    for (Recording other : recordings.subList(1, recordings.size())) {
      Set<String> places = places(other, pool);
      Set<String> common = new HashSet<>(places);
      common.retainAll(known);
      if (2 * common.size() < Math.min(known.size(), places.size())) {
        throw ForetellException.badInput(
            first.name()
                + " and "
                + other.name()
                + " are of different programs: they have "
                + common.size()
                + " calls in common, of "
                + known.size()
                + " and "
                + places.size()
                + "; expected one program with different numbers of ranks");
      }
    }
  }

  /** Ops with their call sites. */
  private static Set<String> places(Recording recording, CallPool pool) {
    Set<Integer> calls = new HashSet<>();
    for (RankRecord rank : recording.ranks()) {
      for (int call : rank.calls()) {
        calls.add(call);
      }
    }
    Set<String> places = new HashSet<>();
    for (int number : calls) {
      Call call = pool.call(number);
      places.add(call.code() + " " + call.site());
    }
    return places;
  }
}
