package org.foretell.classification.tree;

import java.util.List;

/**
 * What a tree looks at, and what it tells apart.
 *
 * @param attributes names of the values of each example
 * @param classes names of the classes
 */
public record Schema(List<String> attributes, List<String> classes) {
  /** Copies the lists. */
  public Schema {
    attributes = List.copyOf(attributes);
    classes = List.copyOf(classes);
  }
}
