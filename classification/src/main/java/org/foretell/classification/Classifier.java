package org.foretell.classification;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;

/**
 * The result of training: normal times, and trees that distinguish the classes. Immutable; for any
 * number of threads.
 *
 * @param normals the reference times
 * @param trees one for each kind of communication with examples
 * @param confusions how often trees were right about examples that they had not seen, by kind
 */
public record Classifier(
    Normals normals,
    Map<CommunicationKind, DecisionTree> trees,
    Map<CommunicationKind, ConfusionMatrix> confusions) {
  /**
   * Copies the maps.
   *
   * @throws IllegalArgumentException if a tree is for something else than its kind
   */
  public Classifier {
    Map<CommunicationKind, DecisionTree> copy = new EnumMap<>(CommunicationKind.class);
    copy.putAll(trees);
    trees = copy;
    Map<CommunicationKind, ConfusionMatrix> checks = new EnumMap<>(CommunicationKind.class);
    checks.putAll(confusions);
    confusions = checks;
    copy.forEach(
        (kind, tree) -> {
          if (!tree.schema().equals(kind.schema())) {
            throw new IllegalArgumentException(
                "the tree for kind " + kind.word() + " is for " + tree.schema());
          }
        });
  }
}
