package org.foretell.extrapolation.fit;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.RankRecord;
import org.foretell.extrapolation.call.Recording;
import org.foretell.trace.OpView;

/**
 * Calls that a program makes only from some number of ranks on, as those between the coarse levels
 * of a multigrid. Smaller traces say nothing about them, and often that is why there is no law.
 */
final class LateCalls {
  private static final int SHOWN = 4;

  private LateCalls() {}

  /**
   * Words for the end of a refusal.
   *
   * @param recordings by rising numbers of ranks
   * @return empty if all traces have the same calls, or if they have no call sites
   */
  static String text(CallPool pool, List<Recording> recordings) {
    StringBuilder text = new StringBuilder();
    Set<String> known = places(pool, recordings.get(0));
    for (Recording recording : recordings.subList(1, recordings.size())) {
      Set<String> late = places(pool, recording);
      late.removeAll(known);
      known.addAll(late);
      if (!late.isEmpty()) {
        text.append("; traces of fewer than ")
            .append(recording.info().ranks())
            .append(" ranks lack ")
            .append(late.stream().limit(SHOWN).collect(Collectors.joining(", ")))
            .append(late.size() > SHOWN ? " and " + (late.size() - SHOWN) + " more" : "");
      }
    }
    return text.toString();
  }

  /** Ops with their call sites, in the order of their first calls. */
  private static Set<String> places(CallPool pool, Recording recording) {
    BitSet calls = new BitSet();
    Set<String> places = new LinkedHashSet<>();
    for (RankRecord rank : recording.ranks()) {
      for (int number : rank.calls()) {
        if (!calls.get(number)) {
          calls.set(number);
          Call call = pool.call(number);
          if (call.site() != OpView.NONE) {
            String op = call.code().name().toLowerCase(Locale.ROOT);
            places.add(op + " at " + pool.sites().get(call.site()));
          }
        }
      }
    }
    return places;
  }
}
