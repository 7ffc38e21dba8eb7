package org.foretell.extrapolation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.extrapolation.fit.LawUse;

/** Laws with all that they govern. */
final class LawGroups {
  private LawGroups() {}

  static List<LawGroup> of(List<LawUse> uses) {
    Map<String, List<String>> byLaw = new LinkedHashMap<>();
    for (LawUse use : uses) {
      byLaw
          .computeIfAbsent(use.law().text(), k -> new ArrayList<>())
          .add(use.what() + " of " + use.place());
    }
    return byLaw.entrySet().stream()
        .map(entry -> new LawGroup(entry.getKey(), entry.getValue()))
        .toList();
  }
}
