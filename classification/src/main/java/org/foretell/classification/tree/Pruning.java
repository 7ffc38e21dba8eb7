package org.foretell.classification.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Error-based pruning as in C4.5 (Quinlan, "C4.5: Programs for Machine Learning", 1993, chapter 4):
 * a subtree becomes a leaf if that is expected to err no more often. Expected errors of a leaf are
 * the upper bound that its training errors allow with a confidence of 25 %.
 */
final class Pruning {
  private static final double CONFIDENCE = 0.25;

  /** The quantile of the normal distribution above which a share of {@link #CONFIDENCE} lies. */
  private static final double QUANTILE = 0.674_489_750_196_081_7;

  private Pruning() {}

  static DecisionTree prune(DecisionTree tree) {
    List<DecisionTree.Node> nodes = tree.nodes();
    boolean[] isLeaf = new boolean[nodes.size()];
    double[] errors = new double[nodes.size()];
    // Children come after their parents.
    for (int i = nodes.size() - 1; i >= 0; i--) {
      DecisionTree.Node node = nodes.get(i);
      double asLeaf = expectedErrors(node);
      double below =
          node.isLeaf() ? Double.POSITIVE_INFINITY : errors[node.atMost()] + errors[node.above()];
      // A tenth of an error is what C4.5 gives for simplicity.
      isLeaf[i] = asLeaf <= below + 0.1;
      errors[i] = isLeaf[i] ? asLeaf : below;
    }
    List<DecisionTree.Node> kept = new ArrayList<>();
    keep(nodes, 0, isLeaf, kept);
    return new DecisionTree(tree.schema(), kept);
  }

  private static int keep(
      List<DecisionTree.Node> nodes, int at, boolean[] isLeaf, List<DecisionTree.Node> into) {
    DecisionTree.Node node = nodes.get(at);
    int index = into.size();
    into.add(new DecisionTree.Node(DecisionTree.LEAF, 0, 0, 0, node.counts()));
    if (!isLeaf[at]) {
      int atMost = keep(nodes, node.atMost(), isLeaf, into);
      int above = keep(nodes, node.above(), isLeaf, into);
      into.set(
          index,
          new DecisionTree.Node(node.attribute(), node.threshold(), atMost, above, node.counts()));
    }
    return index;
  }

  /** Errors among as many examples as came to a node, were it a leaf. */
  private static double expectedErrors(DecisionTree.Node node) {
    int total = node.total();
    int errors = total - node.counts().get(node.label());
    return total == 0 ? 0 : total * upperBound(errors, total);
  }

  /** The share of errors that is exceeded with {@link #CONFIDENCE}. */
  static double upperBound(int errors, int total) {
    if (errors == 0) {
      return 1 - Math.pow(CONFIDENCE, 1.0 / total);
    }
    double share = (errors + 0.5) / total;
    if (share >= 1) {
      return 1;
    }
    double square = QUANTILE * QUANTILE;
    return Math.min(
        1,
        (share
                + square / (2 * total)
                + QUANTILE
                    * Math.sqrt(
                        share / total - share * share / total + square / (4.0 * total * total)))
            / (1 + square / total));
  }
}
