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
 * @param parameters values by parameter name, as written, already checked against {@link
 *     ModelProvider#parameters()} for known names; the machine's settings overlaid by the user's
 */
public record ModelContext(
    @Nullable Machine machine, Placement placement, Map<String, String> parameters) {
  /** Copies the parameters. */
  public ModelContext {
    parameters = Map.copyOf(parameters);
  }
}
