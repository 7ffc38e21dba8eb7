package org.foretell.page;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.report.DelaysEntry;
import org.foretell.report.RecordedEntry;
import org.foretell.report.WaitsEntry;
import org.jspecify.annotations.Nullable;

/** Why ranks wait, in the prediction and in the traced run, as tables of the page. */
final class WaitPart {
  private WaitPart() {}

  static Map<String, Object> shown(WaitsEntry waits) {
    double all = waits.states().stream().mapToDouble(WaitsEntry.WaitStateEntry::seconds).sum();
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put(
        "states",
        waits.states().stream()
            .sorted(comparingDouble(WaitsEntry.WaitStateEntry::seconds).reversed())
            .map(of -> wait(PageWords.of(of.state()), of.seconds(), all))
            .toList());
    shown.put(
        "sites",
        waits.callSites().stream()
            .limit(PartRow.MOST)
            .map(
                of ->
                    wait(
                        PageWords.of(of.state()) + ", " + place(of.type(), of.callSite()),
                        of.seconds(),
                        all))
            .toList());
    shown.put("otherSites", Math.max(0, waits.callSites().size() - PartRow.MOST));
    DelaysEntry delays = waits.delays();
    if (delays != null) {
      shown.put("causes", causes(delays, all));
    }
    return shown;
  }

  /** The waits of the traced run, and how much of that ranks computed. */
  static Map<String, Object> shown(RecordedEntry recorded) {
    Map<String, Object> shown = shown(recorded.waits());
    shown.put("run", PartRow.of("", Math.round(1e12 * recorded.seconds()), 1));
    shown.put("parallel", PartRow.percent(recorded.parallelEfficiency()));
    shown.put("balance", PartRow.percent(recorded.loadBalance()));
    shown.put("communication", PartRow.percent(recorded.communicationEfficiency()));
    shown.put("unknown", String.format(Locale.ROOT, "%,d", recorded.unknownCalls()));
    return shown;
  }

  private static String place(String type, @Nullable String callSite) {
    return PageWords.at(PageWords.of(type), callSite);
  }

  private static List<Map<String, Object>> causes(DelaysEntry delays, double all) {
    List<Map<String, Object>> rows = new ArrayList<>();
    delays.callSites().stream()
        .limit(PartRow.MOST)
        .forEach(of -> rows.add(wait(place(of.type(), of.callSite()), of.seconds(), all)));
    if (delays.unknownSeconds() > 0) {
      rows.add(wait("not known", delays.unknownSeconds(), all));
    }
    return rows;
  }

  private static Map<String, Object> wait(String name, double seconds, double all) {
    return PartRow.of(name, Math.round(1e12 * seconds), all == 0 ? 0 : seconds / all);
  }
}
