package org.foretell.classification.tree;

import java.util.List;

/**
 * What a tree looks at, and what it tells apart.
 *
 * @param attributes names of the values of each example
 * @param classes names of the classes
 * @param modes indices of attributes that say yes (1) or no (0), and decide which classes there can
 *     be at all; a tree asks for them before anything else
 */
public record Schema(List<String> attributes, List<String> classes, List<Integer> modes) {
  /** Copies the lists. */
  public Schema {
    attributes = List.copyOf(attributes);
    classes = List.copyOf(classes);
    modes = List.copyOf(modes);
  }
}
