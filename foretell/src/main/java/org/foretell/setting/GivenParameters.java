package org.foretell.setting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.Movement;
import org.foretell.machines.findings.NearestName;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;

/**
 * What a user gives with {@code -P}, but for settings of collectives: {@code parameter} is for all
 * models that have it, {@code model.parameter} for one, and goes before the other.
 *
 * @param given value by name, in the order in which they were given
 */
public record GivenParameters(Map<String, String> given) {
  /** Leaves the settings of collectives out. */
  public GivenParameters {
    given = Collections.unmodifiableMap(CollectiveChoice.withoutSettings(given));
  }

  /** Those of a model, under the names that it knows. */
  public Map<String, String> of(ModelProvider provider) {
    Map<String, String> own = new LinkedHashMap<>();
    for (ParameterSpec parameter : provider.parameters()) {
      String name = parameter.name();
      String value = given.getOrDefault(provider.name() + "." + name, given.get(name));
      if (value != null) {
        own.put(name, value);
      }
    }
    return own;
  }

  /** Values for a model, under the names that it knows. */
  public static Map<String, FigureValue> valuesOf(
      ModelProvider provider, Map<String, FigureValue> values) {
    Map<String, FigureValue> own = new LinkedHashMap<>();
    String prefix = provider.name() + ".";
    values.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            own.put(name.substring(prefix.length()), value);
          }
        });
    return own;
  }

  /**
   * Refuses those that go before the machine where the network gets faster: it would leave them as
   * they are.
   *
   * @param change of the network
   */
  public void refuseBeside(String change, ModelProvider provider) {
    for (Map.Entry<String, String> own : of(provider).entrySet()) {
      if (SettingsCheck.movement(provider, own.getKey()) != Movement.NONE) {
        throw ForetellException.usage(
            own.getKey()
                + "="
                + own.getValue()
                + " and "
                + change
                + " contradict each other: a parameter given to a model does not follow the"
                + " machine; keep one of them");
      }
    }
  }

  /** Whether a name is that of a parameter of a model, or of a setting of collectives. */
  public static boolean isOf(String name, ModelProvider provider) {
    return CollectiveChoice.knows(name)
        || provider.parameters().stream()
            .anyMatch(
                parameter ->
                    name.equals(parameter.name())
                        || name.equals(provider.name() + "." + parameter.name()));
  }

  /** The address of what was given for a model: {@code model.L} for {@code loggops.L}. */
  public static String addressOf(String name, ModelProvider provider) {
    if (CollectiveChoice.knows(name)) {
      return name;
    }
    String prefix = provider.name() + ".";
    return "model." + (name.startsWith(prefix) ? name.substring(prefix.length()) : name);
  }

  /** Those that no model of some has, as they were given. */
  public List<String> unknownTo(List<ModelProvider> providers) {
    Set<String> known = names(providers);
    return given.keySet().stream().filter(name -> !known.contains(name)).toList();
  }

  /**
   * Refuses what no model at all has.
   *
   * @throws ForetellException if there is such a name
   */
  public void refuseUnknown(ModelRegistry registry) {
    for (String name : unknownTo(registry.all())) {
      if (name.isBlank()) {
        throw ForetellException.usage(
            "parameter =" + given.get(name) + ": expected NAME=VALUE, but the name is missing");
      }
      throw ForetellException.usage(
          "parameter "
              + name
              + "="
              + given.get(name)
              + ": no model has a parameter of that name; "
              + NearestName.of(name, names(registry.all()))
                  .map(near -> "did you mean " + near + "? ")
                  .orElse("")
              + "the command sim models lists them");
    }
  }

  private static Set<String> names(List<ModelProvider> providers) {
    Set<String> names = new TreeSet<>();
    for (ModelProvider provider : providers) {
      for (ParameterSpec parameter : provider.parameters()) {
        names.add(parameter.name());
        names.add(provider.name() + "." + parameter.name());
      }
    }
    return names;
  }
}
