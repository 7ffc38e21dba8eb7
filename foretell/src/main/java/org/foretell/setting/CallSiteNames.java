package org.foretell.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.failure.ForetellException;

/** How settings name the call sites and the phases of a trace: by text, or by number. */
public final class CallSiteNames {
  private CallSiteNames() {}

  /**
   * The values of call sites by their numbers, in the same order.
   *
   * @param bySite by text or number
   * @param sites of the trace
   * @throws ForetellException if the trace does not have one, or one is named twice
   */
  public static <T> Map<Integer, T> byId(Map<String, T> bySite, List<String> sites) {
    Map<Integer, T> byId = new LinkedHashMap<>();
    bySite.forEach(
        (site, said) -> {
          int id = index("call site", site, sites);
          if (byId.put(id, said) != null) {
            throw ForetellException.usage(
                "work of call site %d, \"%s\", is given twice, by its number and by its text"
                    .formatted(id, sites.get(id)));
          }
        });
    return byId;
  }

  static int index(String kind, String text, List<String> names) {
    int byName = names.indexOf(text);
    if (byName >= 0) {
      return byName;
    }
    if (text.matches("\\d{1,9}") && Integer.parseInt(text) < names.size()) {
      return Integer.parseInt(text);
    }
    throw ForetellException.usage(
        "the trace has no " + kind + " \"" + text + "\"; " + known(names));
  }

  static String known(List<String> names) {
    return names.isEmpty()
        ? "it has none"
        : "it has " + String.join(", ", names.subList(0, Math.min(20, names.size())));
  }
}
