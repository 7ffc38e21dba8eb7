package org.foretell.classification.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A leaf of a tree as a rule: if all conditions hold, the class follows.
 *
 * @param leaf index of the node
 * @param conditions one for each attribute and direction on the path to the leaf
 * @param label index of the class
 * @param confidence of the rule, above 0 and below 1
 * @param support how many training examples came to the leaf
 */
public record Rule(
    int leaf, List<Condition> conditions, int label, double confidence, int support) {
  /** Copies the list. */
  public Rule {
    conditions = List.copyOf(conditions);
  }

  /**
   * A condition of a rule.
   *
   * @param attribute index of the attribute
   * @param isAbove whether it has to be above the threshold, rather than at most that
   * @param threshold compared with the attribute
   */
  public record Condition(int attribute, boolean isAbove, double threshold) {}

  /**
   * {@return the rules of a tree, class by class, largest support first}
   *
   * @param tree any
   */
  public static List<Rule> of(DecisionTree tree) {
    List<Rule> rules = new ArrayList<>();
    collect(tree, 0, List.of(), rules);
    rules.sort(
        Comparator.comparingInt(Rule::label)
            .thenComparing(Comparator.comparingInt(Rule::support).reversed())
            .thenComparingInt(Rule::leaf));
    return rules;
  }

  private static void collect(
      DecisionTree tree, int at, List<Condition> conditions, List<Rule> into) {
    DecisionTree.Node node = tree.nodes().get(at);
    if (node.isLeaf()) {
      into.add(new Rule(at, conditions, tree.label(at), tree.confidence(at), node.total()));
      return;
    }
    collect(
        tree,
        node.atMost(),
        and(conditions, new Condition(node.attribute(), false, node.threshold())),
        into);
    collect(
        tree,
        node.above(),
        and(conditions, new Condition(node.attribute(), true, node.threshold())),
        into);
  }

  /** A later condition on the same attribute is the narrower one. */
  private static List<Condition> and(List<Condition> conditions, Condition next) {
    List<Condition> all = new ArrayList<>(conditions);
    all.removeIf(each -> each.attribute() == next.attribute() && each.isAbove() == next.isAbove());
    all.add(next);
    return all;
  }
}
