package org.foretell.model;

import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What a model is built from.
 *
 * @param machine the machine, or null when the user gave none ({@code -})
 * @param placement where the ranks run; without a machine each rank has a node of its own
 * @param parameters what the user gave, by parameter name, as written; it goes before the machine's
 *     own setting, which stands in {@link Machine#modelParameters} under the model's name, a dot
 *     and the parameter's name ({@code "loggops.L"})
 */
public record ModelContext(
    @Nullable Machine machine, Placement placement, Map<String, String> parameters) {
  /** Copies the parameters. */
  public ModelContext {
    parameters = Map.copyOf(parameters);
  }
}
