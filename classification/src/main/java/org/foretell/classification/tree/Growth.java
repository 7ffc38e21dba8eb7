package org.foretell.classification.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.tribuo.ImmutableFeatureMap;
import org.tribuo.MutableDataset;
import org.tribuo.classification.Label;
import org.tribuo.classification.LabelFactory;
import org.tribuo.classification.dtree.CARTClassificationTrainer;
import org.tribuo.classification.dtree.impurity.GiniIndex;
import org.tribuo.common.tree.Node;
import org.tribuo.common.tree.SplitNode;
import org.tribuo.common.tree.TreeModel;
import org.tribuo.impl.ArrayExample;
import org.tribuo.provenance.SimpleDataSourceProvenance;

/**
 * Grows trees with Tribuo's CART (Gini index), which does not prune, and then prunes them. Each
 * split considers all attributes, so nothing is random.
 */
public final class Growth {
  private static final int DEEPEST = 24;

  /** A side of a split has at least this many, or this share of all: fewer are chance. */
  private static final int FEWEST_EXAMPLES = 4;

  private static final double LEAST_SHARE = 0.005;
  private static final double HALF = 0.5;
  private static final double LEAST = 1e-3;
  private static final double MOST = 1e4;
  private static final double STEPS_PER_E = 64;

  private Growth() {}

  /**
   * Grows and prunes a tree.
   *
   * @param schema of the examples
   * @param examples at least one; of each, as many values as attributes
   * @return the tree; equal examples in equal order give an equal tree
   * @throws IllegalArgumentException if there are no examples
   */
  public static DecisionTree grow(Schema schema, List<Example> examples) {
    if (examples.isEmpty()) {
      throw new IllegalArgumentException("a tree needs examples");
    }
    return new DecisionTree(schema, byMode(schema, examples, 0));
  }

  /** The nodes of a tree that asks for modes from one on, and then grows. */
  private static List<DecisionTree.Node> byMode(Schema schema, List<Example> examples, int mode) {
    if (mode == schema.modes().size()) {
      return Pruning.prune(grown(schema, examples)).nodes();
    }
    int attribute = schema.modes().get(mode);
    List<Example> no = new ArrayList<>();
    List<Example> yes = new ArrayList<>();
    for (Example example : examples) {
      (example.values()[attribute] > HALF ? yes : no).add(example);
    }
    if (no.isEmpty() || yes.isEmpty()) {
      return byMode(schema, examples, mode + 1);
    }
    List<DecisionTree.Node> ofNo = byMode(schema, no, mode + 1);
    List<DecisionTree.Node> ofYes = byMode(schema, yes, mode + 1);
    List<DecisionTree.Node> nodes = new ArrayList<>();
    nodes.add(
        new DecisionTree.Node(
            attribute, HALF, 1, 1 + ofNo.size(), sum(ofNo.get(0).counts(), ofYes.get(0).counts())));
    ofNo.forEach(node -> nodes.add(moved(node, 1)));
    ofYes.forEach(node -> nodes.add(moved(node, 1 + ofNo.size())));
    return nodes;
  }

  private static List<Integer> sum(List<Integer> one, List<Integer> other) {
    return IntStream.range(0, one.size()).mapToObj(i -> one.get(i) + other.get(i)).toList();
  }

  private static DecisionTree.Node moved(DecisionTree.Node node, int by) {
    return node.isLeaf()
        ? node
        : new DecisionTree.Node(
            node.attribute(),
            node.threshold(),
            node.atMost() + by,
            node.above() + by,
            node.counts());
  }

  private static DecisionTree grown(Schema schema, List<Example> examples) {
    List<Split> splits = new ArrayList<>();
    if (examples.stream().allMatch(each -> each.label() == examples.get(0).label())) {
      splits.add(new Split(DecisionTree.LEAF, 0, 0, 0)); // Tribuo refuses a single class.
    } else {
      TreeModel<Label> model = trained(schema, examples);
      flatten(model.getRoot(), model.getFeatureIDMap(), schema, splits);
    }
    return new DecisionTree(schema, counted(splits, schema, examples));
  }

  private record Split(int attribute, double threshold, int atMost, int above) {}

  private static TreeModel<Label> trained(Schema schema, List<Example> examples) {
    LabelFactory factory = new LabelFactory();
    MutableDataset<Label> data =
        new MutableDataset<>(new SimpleDataSourceProvenance("micro-benchmarks", factory), factory);
    String[] names = schema.attributes().toArray(String[]::new);
    for (Example example : examples) {
      data.add(
          new ArrayExample<>(
              new Label(schema.classes().get(example.label())), names, rounded(example.values())));
    }
    float fewest = (float) Math.max(FEWEST_EXAMPLES, Math.rint(LEAST_SHARE * examples.size()));
    // With a fraction of 1 all attributes are looked at, whatever the seed.
    return new CARTClassificationTrainer(DEEPEST, fewest, 0f, 1f, false, new GiniIndex(), 1L)
        .train(data);
  }

  /** Tribuo takes time for each different value, so values are rounded to a percent. */
  private static double[] rounded(double[] values) {
    double[] rounded = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double value = Math.min(values[i], MOST);
      rounded[i] =
          value < LEAST ? 0 : Math.exp(Math.rint(Math.log(value) * STEPS_PER_E) / STEPS_PER_E);
    }
    return rounded;
  }

  private static int flatten(
      Node<Label> node, ImmutableFeatureMap ids, Schema schema, List<Split> into) {
    int index = into.size();
    into.add(new Split(DecisionTree.LEAF, 0, 0, 0));
    if (node instanceof SplitNode<Label> split) {
      int attribute = schema.attributes().indexOf(ids.get(split.getFeatureID()).getName());
      int atMost = flatten(split.getLessThanOrEqual(), ids, schema, into);
      int above = flatten(split.getGreaterThan(), ids, schema, into);
      into.set(index, new Split(attribute, split.splitValue(), atMost, above));
    }
    return index;
  }

  private static List<DecisionTree.Node> counted(
      List<Split> splits, Schema schema, List<Example> examples) {
    int[][] counts = new int[splits.size()][schema.classes().size()];
    for (Example example : examples) {
      int at = 0;
      counts[at][example.label()]++;
      while (splits.get(at).attribute() != DecisionTree.LEAF) {
        Split split = splits.get(at);
        at =
            example.values()[split.attribute()] <= split.threshold()
                ? split.atMost()
                : split.above();
        counts[at][example.label()]++;
      }
    }
    List<DecisionTree.Node> nodes = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      Split split = splits.get(i);
      List<Integer> list = new ArrayList<>();
      for (int count : counts[i]) {
        list.add(count);
      }
      nodes.add(
          new DecisionTree.Node(
              split.attribute(), split.threshold(), split.atMost(), split.above(), list));
    }
    return nodes;
  }

  /** {@return the same in random order} */
  static List<Example> shuffled(List<Example> examples, RandomGenerator random) {
    List<Example> shuffled = new ArrayList<>(examples);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      Collections.swap(shuffled, i, random.nextInt(i + 1));
    }
    return shuffled;
  }
}
