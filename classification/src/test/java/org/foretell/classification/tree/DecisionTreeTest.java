package org.foretell.classification.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecisionTreeTest {
  private static final Schema SCHEMA =
      new Schema(List.of("x", "y"), List.of("none", "some", "much"), List.of());

  private static List<Example> examples(int count, double noise) {
    Random random = new Random(7);
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = 2 * random.nextDouble();
      double y = 2 * random.nextDouble();
      int label = x <= 1 ? 0 : y <= 0.5 ? 1 : 2;
      examples.add(
          new Example(
              new double[] {x, y}, random.nextDouble() < noise ? random.nextInt(3) : label));
    }
    return examples;
  }

  @Test
  void rulesAreThoseThatMadeTheExamples() {
    DecisionTree tree = Growth.grow(SCHEMA, examples(2000, 0));
    List<Rule> rules = Rule.of(tree);
    assertThat(rules).extracting(Rule::label).containsExactly(0, 1, 2);
    assertThat(rules.get(0).conditions())
        .singleElement()
        .satisfies(
            condition -> {
              assertThat(condition.attribute()).isZero();
              assertThat(condition.isAbove()).isFalse();
              assertThat(condition.threshold()).isCloseTo(1, within(0.03));
            });
    assertThat(rules.get(1).conditions()).hasSize(2);
    assertThat(rules.stream().mapToInt(Rule::support).sum()).isEqualTo(2000);
    assertThat(tree.label(tree.leaf(new double[] {1.5, 0.1}))).isEqualTo(1);
    assertThat(tree.label(tree.leaf(new double[] {1.5, Double.NaN}))).isEqualTo(2);
  }

  /** A fifth of the labels are chance; the tree is not much larger for that. */
  @Test
  void chanceIsPruned() {
    DecisionTree tree = Growth.grow(SCHEMA, examples(2000, 0.2));
    assertThat(tree.leaves()).isLessThan(40);
    assertThat(ConfusionMatrix.crossValidated(SCHEMA, examples(2000, 0.2), 5, 1).accuracy())
        .isBetween(0.8, 0.9);
  }

  /** Quinlan's table: the bound of 0 errors among 6 is 0.206, among 9 0.143, among 1 0.750. */
  @Test
  void boundsOfErrorsAreThoseOfC45() {
    assertThat(Pruning.upperBound(0, 6)).isCloseTo(0.206, within(0.001));
    assertThat(Pruning.upperBound(0, 9)).isCloseTo(0.143, within(0.001));
    assertThat(Pruning.upperBound(0, 1)).isCloseTo(0.750, within(0.001));
    assertThat(Pruning.upperBound(1, 16)).isCloseTo(0.157, within(0.01));
  }

  /** Two leaves of one class say no more than one. */
  @Test
  void leavesThatAgreeBecomeOne() {
    DecisionTree tree =
        new DecisionTree(
            SCHEMA,
            List.of(
                new DecisionTree.Node(0, 1, 1, 2, List.of(10, 0, 0)),
                new DecisionTree.Node(-1, 0, 0, 0, List.of(5, 0, 0)),
                new DecisionTree.Node(-1, 0, 0, 0, List.of(5, 0, 0))));
    assertThat(Pruning.prune(tree).nodes()).hasSize(1);
  }

  /** What decides which classes there can be is asked first, even where it says nothing. */
  @Test
  void modesAreAskedFirst() {
    Schema schema = new Schema(SCHEMA.attributes(), SCHEMA.classes(), List.of(1));
    List<Example> examples = new ArrayList<>();
    for (Example each : examples(2000, 0)) {
      examples.add(
          new Example(
              new double[] {each.values()[0], each.values()[1] > 1 ? 1 : 0},
              each.values()[0] > 1 ? 1 : 0));
    }
    DecisionTree tree = Growth.grow(schema, examples);
    assertThat(tree.nodes().get(0).attribute()).isEqualTo(1);
    assertThat(tree.leaves()).isEqualTo(4);
    assertThat(tree.nodes().get(0).total()).isEqualTo(2000);
  }

  @Test
  void oneClassIsALeaf() {
    DecisionTree tree = Growth.grow(SCHEMA, List.of(new Example(new double[] {1, 2}, 1)));
    assertThat(tree.leaves()).isEqualTo(1);
    assertThat(tree.confidence(0)).isEqualTo(0.5);
  }
}
