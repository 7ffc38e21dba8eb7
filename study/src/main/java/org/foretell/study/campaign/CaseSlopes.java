package org.foretell.study.campaign;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.failure.words.FailureKind;
import org.foretell.runner.SlopedRun;
import org.foretell.scenario.Scenario;
import org.foretell.study.surface.Slopes;

/** The replay of a case that finds slopes. */
final class CaseSlopes {
  private CaseSlopes() {}

  /**
   * {@return the replay that finds slopes}
   *
   * @param one the case
   * @param factors of figures by name, for which it wants slopes
   */
  static SlopedRun run(PreparedCase one, Map<String, Double> factors) {
    Map<String, Scenario> moved = new LinkedHashMap<>();
    for (String name : one.search().wantedSlopes()) {
      Map<String, Double> other = new TreeMap<>(factors);
      other.computeIfPresent(name, (any, factor) -> factor * (1 + Slopes.STEP));
      try {
        Scenario scenario = one.scenario(other);
        scenario.experiment();
        moved.put(name, scenario);
      } catch (RuntimeException refused) {
        // Some figures cannot be 1 % greater, such as whole numbers: their bounds are replayed.
        if (FailureKind.of(refused).isEmpty()) {
          throw refused;
        }
      }
    }
    return new SlopedRun(one.scenario(factors), moved);
  }
}
