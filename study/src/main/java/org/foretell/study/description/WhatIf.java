package org.foretell.study.description;

import java.util.List;
import org.foretell.scenario.Change;

/**
 * A world in which all offers are different, such as one with networks twice as fast.
 *
 * @param name of it
 * @param changes of figures of every offer, after its own
 */
public record WhatIf(String name, List<Change> changes) {
  /** Copies. */
  public WhatIf {
    changes = List.copyOf(changes);
  }
}
