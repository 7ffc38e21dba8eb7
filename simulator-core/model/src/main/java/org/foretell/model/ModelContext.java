package org.foretell.model;

import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The context for creating a model.
 *
 * @param machine the machine, or null when the user gave none ({@code -})
 * @param placement where the ranks run; without a machine each rank has a node of its own
 * @param parameters given by the user, by parameter name, as written; they override the machine's
 *     own settings, which {@link Machine#modelParameters} has under the model's name, a dot and the
 *     parameter's name ({@code "loggops.L"})
 * @param values the parameters that were given as values rather than text; {@code parameters} has
 *     them too, as text
 */
public record ModelContext(
    @Nullable Machine machine,
    Placement placement,
    Map<String, String> parameters,
    Map<String, FigureValue> values) {
  /** Copies the parameters, and adds the text of values to them. */
  public ModelContext {
    Map<String, String> all = new LinkedHashMap<>(parameters);
    values.forEach((name, value) -> all.put(name, value.text()));
    parameters = Map.copyOf(all);
    values = Map.copyOf(values);
  }

  /**
   * Creates a context with all parameters as text.
   *
   * @param machine the machine, or null when the user gave none
   * @param placement where the ranks run
   * @param parameters given by the user, by parameter name, as written
   */
  public ModelContext(
      @Nullable Machine machine, Placement placement, Map<String, String> parameters) {
    this(machine, placement, parameters, Map.of());
  }
}
