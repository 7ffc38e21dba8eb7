package org.foretell.classification.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The classes of examples, against the classes predicted by trees that were not trained on them.
 * Immutable.
 *
 * @param classes their names
 * @param counts a row for each actual class, a column for each predicted class
 */
public record ConfusionMatrix(List<String> classes, List<List<Integer>> counts) {
  /** Copies the lists. */
  public ConfusionMatrix {
    classes = List.copyOf(classes);
    counts = counts.stream().map(List::copyOf).toList();
  }

  /**
   * Cross validation: divides the examples into folds at random, grows a tree from all but one fold
   * and applies it to that fold, and so on for each.
   *
   * @param schema of the examples
   * @param examples at least as many as folds
   * @param folds at least 2
   * @param seed of the deal
   * @return the sums over all folds
   */
  public static ConfusionMatrix crossValidated(
      Schema schema, List<Example> examples, int folds, long seed) {
    List<Example> shuffled = Growth.shuffled(examples, new SplittableRandom(seed));
    int[][] counts = new int[schema.classes().size()][schema.classes().size()];
    for (int fold = 0; fold < folds; fold++) {
      List<Example> rest = new ArrayList<>();
      List<Example> held = new ArrayList<>();
      for (int i = 0; i < shuffled.size(); i++) {
        (i % folds == fold ? held : rest).add(shuffled.get(i));
      }
      DecisionTree tree = Growth.grow(schema, rest);
      for (Example example : held) {
        counts[example.label()][tree.label(tree.leaf(example.values()))]++;
      }
    }
    List<List<Integer>> rows = new ArrayList<>();
    for (int[] row : counts) {
      List<Integer> list = new ArrayList<>();
      for (int count : row) {
        list.add(count);
      }
      rows.add(list);
    }
    return new ConfusionMatrix(schema.classes(), rows);
  }

  /** {@return the number of examples} */
  public int total() {
    return counts.stream().flatMap(List::stream).mapToInt(Integer::intValue).sum();
  }

  /** {@return the share of correctly classified examples, 0 to 1; 0 without examples} */
  public double accuracy() {
    int right = 0;
    for (int i = 0; i < counts.size(); i++) {
      right += counts.get(i).get(i);
    }
    return total() == 0 ? 0 : (double) right / total();
  }

  /**
   * {@return the share of a class's examples that were classified correctly, 0 to 1; 0 without any}
   *
   * @param label index of the class
   */
  public double recall(int label) {
    int all = counts.get(label).stream().mapToInt(Integer::intValue).sum();
    return all == 0 ? 0 : (double) counts.get(label).get(label) / all;
  }
}
