package org.foretell.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.Classifier;
import org.foretell.classification.Origin;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.classification.tree.Rule;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * The classes of messages, collectives and updates, in the JSON of {@code sim explain} and {@code
 * sim classify}. Each count comes with a confidence.
 *
 * @param training the training data of the trees, and how good the trees are
 * @param classes those that occur, by kind, the normal class first
 * @param pairs by kind and call sites, those with most abnormal messages first
 * @param unclassified how many messages, collectives and updates have no class
 */
public record ClassesEntry(
    TrainingEntry training, List<ClassEntry> classes, List<PairEntry> pairs, long unclassified) {

  /**
   * The training data of the trees, and how good the trees are.
   *
   * @param version of Foretell
   * @param times {@code simulated} or {@code recorded}
   * @param trace the trace whose times were used, if they were recorded
   * @param machine its name
   * @param model of communication; null if times were recorded
   * @param seed of delays and folds
   * @param trees one for each kind that has examples
   */
  public record TrainingEntry(
      String version,
      String times,
      @Nullable String trace,
      @Nullable String machine,
      @Nullable String model,
      long seed,
      List<TreeEntry> trees) {
    static TrainingEntry of(Origin origin, Classifier classifier) {
      List<TreeEntry> trees = new ArrayList<>();
      classifier
          .trees()
          .forEach(
              (kind, tree) ->
                  trees.add(TreeEntry.of(kind, tree, classifier.confusions().get(kind))));
      return new TrainingEntry(
          origin.version(),
          word(origin.recorded()),
          origin.trace(),
          origin.machine(),
          origin.model(),
          origin.seed(),
          trees);
    }
  }

  /**
   * A tree.
   *
   * @param kind of communication
   * @param examples that it was trained on
   * @param accuracy share of examples that were held out and recognised, 0 to 1
   * @param classNames the classes that it distinguishes
   * @param confusion for each class how its held-out examples were classified
   * @param rules its leaves
   */
  public record TreeEntry(
      String kind,
      @Nullable Integer examples,
      @Nullable Double accuracy,
      List<String> classNames,
      List<List<Integer>> confusion,
      List<RuleEntry> rules) {
    static TreeEntry of(
        CommunicationKind kind, DecisionTree tree, @Nullable ConfusionMatrix confusion) {
      return new TreeEntry(
          kind.word(),
          confusion == null ? null : confusion.total(),
          confusion == null ? null : confusion.accuracy(),
          tree.schema().classes(),
          confusion == null ? List.of() : confusion.counts(),
          Rule.of(tree).stream().map(rule -> RuleEntry.of(tree, rule)).toList());
    }
  }

  /**
   * A rule of a tree.
   *
   * @param conditions all of which must hold
   * @param label the class
   * @param confidence of the rule, above 0 and below 1
   * @param support how many training examples it holds for
   */
  public record RuleEntry(
      List<ConditionEntry> conditions, String label, double confidence, int support) {
    static RuleEntry of(DecisionTree tree, Rule rule) {
      return new RuleEntry(
          rule.conditions().stream()
              .map(
                  each ->
                      new ConditionEntry(
                          tree.schema().attributes().get(each.attribute()),
                          each.isAbove() ? ">" : "<=",
                          each.threshold()))
              .toList(),
          tree.schema().classes().get(rule.label()),
          rule.confidence(),
          rule.support());
    }
  }

  /**
   * A condition of a rule.
   *
   * @param attribute its name
   * @param comparison {@code >} or {@code <=}
   * @param threshold compared with the attribute
   */
  public record ConditionEntry(String attribute, String comparison, double threshold) {}

  /**
   * A class.
   *
   * @param kind of communication
   * @param label the class
   * @param count how many
   * @param share of all of the kind, 0 to 1
   * @param confidence mean of how sure they are, 0 to 1
   */
  public record ClassEntry(
      String kind, String label, long count, double share, double confidence) {}

  /**
   * The messages from one call site to another, or the collectives at one call site.
   *
   * @param kind of communication
   * @param type of collective; null for messages and updates
   * @param sender call site; null if unknown
   * @param receiver call site; null if unknown, and for collectives
   * @param counts by class
   * @param confidence mean confidence of all of them, 0 to 1
   * @param confidences mean confidence by class, for classes that occur
   */
  public record PairEntry(
      String kind,
      @Nullable String type,
      @Nullable String sender,
      @Nullable String receiver,
      Map<String, Long> counts,
      double confidence,
      Map<String, Double> confidences) {
    static PairEntry of(ClassificationSummary.OfPair pair, List<String> sites) {
      Map<String, Long> counts = new LinkedHashMap<>();
      Map<String, Double> confidences = new LinkedHashMap<>();
      List<CommunicationClass> classes = CommunicationClass.of(pair.kind());
      for (int i = 0; i < classes.size(); i++) {
        counts.put(classes.get(i).words(), pair.counts().get(i));
        if (pair.counts().get(i) > 0) {
          confidences.put(classes.get(i).words(), pair.confidences().get(i));
        }
      }
      Optional<String> type = pair.code().map(RunDocument::word);
      return new PairEntry(
          pair.kind().word(),
          type.orElse(null),
          pair.sender() == OpView.NONE ? null : sites.get(pair.sender()),
          pair.receiver() == OpView.NONE ? null : sites.get(pair.receiver()),
          counts,
          pair.confidence(),
          confidences);
    }
  }

  static String word(boolean recorded) {
    return recorded ? "recorded" : "simulated";
  }

  static ClassesEntry of(
      ClassifierFile classifier, ClassificationSummary summary, TraceTables tables) {
    return new ClassesEntry(
        TrainingEntry.of(classifier.origin(), classifier.classifier()),
        summary.classes().stream()
            .map(
                each ->
                    new ClassEntry(
                        each.kind().word(),
                        each.label().words(),
                        each.count(),
                        (double) each.count() / summary.total(each.kind()),
                        each.confidence()))
            .toList(),
        summary.pairs().stream().map(pair -> PairEntry.of(pair, tables.callSites())).toList(),
        summary.unclassified());
  }
}
