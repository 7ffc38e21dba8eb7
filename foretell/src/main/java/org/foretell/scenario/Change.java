package org.foretell.scenario;

/** One way in which a scenario is to differ from another. */
public sealed interface Change {
  /** What becomes of a scenario. */
  Scenario on(Scenario scenario);

  /**
   * A figure of the chosen model.
   *
   * @param name of the parameter
   * @param text its value with its unit
   */
  record OfModel(String name, String text) implements Change {
    @Override
    public Scenario on(Scenario scenario) {
      java.util.Map<String, String> all = new java.util.LinkedHashMap<>(scenario.parameters());
      all.put(scenario.model().provider().name() + "." + name, text);
      return scenario.withParameters(all);
    }
  }
}
