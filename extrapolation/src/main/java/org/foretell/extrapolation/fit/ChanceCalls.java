package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.RankRecord;
import org.foretell.extrapolation.call.Recording;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Calls whose outcome depends on what comes first. Where a program goes on by that outcome, as a
 * master that hands out work, its calls differ from run to run, and so do traces of it.
 */
public final class ChanceCalls {
  private static final int SHOWN = 3;

  private ChanceCalls() {}

  /**
   * Words for the end of a refusal.
   *
   * @param pool with the calls
   * @param recordings the traces
   * @return a line with places, files and what to do; empty if there is no such call
   */
  public static String text(CallPool pool, List<Recording> recordings) {
    Map<String, Set<String>> files = new LinkedHashMap<>();
    for (Recording recording : recordings) {
      for (String place : places(pool, recording)) {
        files.computeIfAbsent(place, p -> new LinkedHashSet<>()).add(recording.name());
      }
    }
    if (files.isEmpty()) {
      return "";
    }
    List<String> places = new ArrayList<>(files.keySet());
    Set<String> all =
        files.values().stream()
            .flatMap(Set::stream)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return "\nA race may be the reason: what comes first decides the outcome of "
        + String.join(", ", places.subList(0, Math.min(SHOWN, places.size())))
        + (places.size() > SHOWN ? " and " + (places.size() - SHOWN) + " more" : "")
        + " (in "
        + String.join(", ", all)
        + "). Calls that follow from it differ from run to run and have no law: trace the program"
        + " with a fixed order of messages";
  }

  private static Set<String> places(CallPool pool, Recording recording) {
    BitSet seen = new BitSet();
    Set<String> places = new LinkedHashSet<>();
    for (RankRecord rank : recording.ranks()) {
      for (int number : rank.calls()) {
        if (!seen.get(number)) {
          seen.set(number);
          Call call = pool.call(number);
          if (isByChance(call)) {
            places.add(
                call.code().name().toLowerCase(Locale.ROOT)
                    + (takesAny(call) ? " from any rank" : "")
                    + (call.site() == OpView.NONE ? "" : " at " + pool.sites().get(call.site())));
          }
        }
      }
    }
    return places;
  }

  private static boolean isByChance(Call call) {
    return switch (call.code()) {
      case WAITANY, WAITSOME, TEST, TESTALL, TESTANY, TESTSOME, IPROBE -> true;
      // Any other op has one outcome, unless it receives from any rank.
      default -> takesAny(call);
    };
  }

  private static boolean takesAny(Call call) {
    return switch (call.code()) {
      case RECV, IRECV, RECV_INIT, PROBE, IPROBE -> call.get(OpField.PEER, 0) == OpView.ANY;
      case SENDRECV, SENDRECV_REPLACE -> call.get(OpField.RECEIVE_PEER, 0) == OpView.ANY;
      // Any other op names its partners.
      default -> false;
    };
  }
}
