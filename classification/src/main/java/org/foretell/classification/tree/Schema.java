package org.foretell.classification.tree;

import java.util.List;

/**
 * The attributes and the classes of a tree.
 *
 * @param attributes names of the values of each example
 * @param classes names of the classes
 * @param modes indices of attributes that are yes (1) or no (0), and decide which classes are
 *     possible; a tree tests them first
 */
public record Schema(List<String> attributes, List<String> classes, List<Integer> modes) {
  /** Copies the lists. */
  public Schema {
    attributes = List.copyOf(attributes);
    classes = List.copyOf(classes);
    modes = List.copyOf(modes);
  }
}
