package org.foretell.classification.tree;

import java.util.Arrays;
import java.util.List;

/**
 * A binary decision tree: an inner node compares an attribute with a threshold, a leaf has the
 * classes of the training examples that reached it. Immutable; for any number of threads.
 * Classifying takes time in proportion to the depth, and allocates nothing.
 */
public final class DecisionTree {
  /** The attribute of a leaf. */
  static final int LEAF = -1;

  private static final int MOST_NODES = 1 << 20;

  private final Schema schema;
  private final List<Node> nodes;

  /** Of each node, a copy of what the record has, for the way down. */
  private final int[] attributes;

  private final double[] thresholds;
  private final int[] atMost;
  private final int[] above;
  private final int[] labels;
  private final double[] confidences;

  /**
   * A node.
   *
   * @param attribute index of the attribute, -1 for a leaf
   * @param threshold examples with at most this value go to {@code atMost}
   * @param atMost index of a later node; 0 for a leaf
   * @param above index of a later node; 0 for a leaf
   * @param counts how many training examples of each class came here
   */
  public record Node(int attribute, double threshold, int atMost, int above, List<Integer> counts) {
    /** Copies the list. */
    public Node {
      counts = List.copyOf(counts);
    }

    /** {@return whether it asks for nothing} */
    boolean isLeaf() {
      return attribute == LEAF;
    }

    /** {@return how many training examples came here} */
    int total() {
      return counts.stream().mapToInt(Integer::intValue).sum();
    }

    /** {@return the class of most training examples, the first of equals} */
    int label() {
      int best = 0;
      for (int i = 1; i < counts.size(); i++) {
        best = counts.get(i) > counts.get(best) ? i : best;
      }
      return best;
    }
  }

  /**
   * Checks and takes over a tree.
   *
   * @param schema its attributes and classes
   * @param nodes the root first, children after their parents
   * @throws IllegalArgumentException if the nodes are not a tree: a node that is not the child of
   *     exactly one other, an attribute or a class that the schema does not have, a threshold that
   *     is not a number
   */
  public DecisionTree(Schema schema, List<Node> nodes) {
    this.schema = schema;
    this.nodes = List.copyOf(nodes);
    if (nodes.isEmpty() || nodes.size() > MOST_NODES) {
      throw new IllegalArgumentException(
          "a tree has 1 to " + MOST_NODES + " nodes, this one has " + nodes.size());
    }
    int size = nodes.size();
    attributes = new int[size];
    thresholds = new double[size];
    atMost = new int[size];
    above = new int[size];
    labels = new int[size];
    confidences = new double[size];
    int[] parents = new int[size];
    for (int i = 0; i < size; i++) {
      Node node = nodes.get(i);
      check(node, i, parents);
      attributes[i] = node.attribute();
      thresholds[i] = node.threshold();
      atMost[i] = node.atMost();
      above[i] = node.above();
      labels[i] = node.label();
      // Laplace: a leaf of few examples is less sure than one of many.
      confidences[i] =
          (node.counts().get(labels[i]) + 1.0) / (node.total() + schema.classes().size());
    }
    for (int i = 1; i < size; i++) {
      if (parents[i] != 1) {
        throw new IllegalArgumentException(
            "node " + i + " has " + parents[i] + " parents; expected 1");
      }
    }
  }

  private void check(Node node, int index, int[] parents) {
    if (node.counts().size() != schema.classes().size()
        || node.counts().stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException(
          "node "
              + index
              + " has the counts "
              + node.counts()
              + "; expected one of 0 or more for each of "
              + schema.classes().size()
              + " classes");
    }
    if (node.isLeaf()) {
      return;
    }
    if (node.attribute() < 0 || node.attribute() >= schema.attributes().size()) {
      throw new IllegalArgumentException(
          "node "
              + index
              + " asks for attribute "
              + node.attribute()
              + "; there are "
              + schema.attributes().size());
    }
    if (!Double.isFinite(node.threshold())) {
      throw new IllegalArgumentException(
          "node " + index + " has the threshold " + node.threshold() + "; expected a number");
    }
    for (int child : new int[] {node.atMost(), node.above()}) {
      if (child <= index || child >= parents.length) {
        throw new IllegalArgumentException(
            "node "
                + index
                + " has the child "
                + child
                + "; expected "
                + (index + 1)
                + " to "
                + (parents.length - 1));
      }
      parents[child]++;
    }
  }

  /** {@return its attributes and classes} */
  public Schema schema() {
    return schema;
  }

  /** {@return the nodes, the root first, children after their parents} */
  public List<Node> nodes() {
    return nodes;
  }

  /** {@return the number of leaves, each of which is a rule} */
  public int leaves() {
    return (int) nodes.stream().filter(Node::isLeaf).count();
  }

  /**
   * {@return the leaf that an example reaches, as an index into {@link #nodes}}
   *
   * @param values one for each attribute; NaN counts as above any threshold
   */
  public int leaf(double[] values) {
    int node = 0;
    while (attributes[node] != LEAF) {
      node = values[attributes[node]] <= thresholds[node] ? atMost[node] : above[node];
    }
    return node;
  }

  /**
   * {@return the class of a leaf}
   *
   * @param leaf of {@link #leaf}
   */
  public int label(int leaf) {
    return labels[leaf];
  }

  /**
   * {@return the confidence of a leaf's class, above 0 and below 1: its share of the training
   * examples in the leaf, with one more of each class}
   *
   * @param leaf of {@link #leaf}
   */
  public double confidence(int leaf) {
    return confidences[leaf];
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DecisionTree tree
        && tree.schema.equals(schema)
        && tree.nodes.equals(nodes);
  }

  @Override
  public int hashCode() {
    return nodes.hashCode();
  }

  @Override
  public String toString() {
    return "tree of "
        + nodes.size()
        + " nodes over "
        + schema.attributes()
        + " "
        + Arrays.toString(attributes);
  }
}
