package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.Classifier;
import org.foretell.classification.Origin;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.classification.tree.Rule;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The JSON that {@code sim classify --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record ClassificationDocument(
    int formatVersion,
    String version,
    String trace,
    String sha256,
    @Nullable String machine,
    String model,
    String times,
    TrainingEntry training,
    List<ClassEntry> classes,
    List<PairEntry> pairs,
    long unclassified,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** What the trees were trained on, and how good they are. */
  record TrainingEntry(
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

  /** A tree. */
  record TreeEntry(
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
          Rule.of(tree).stream().map(rule -> RuleEntry.of(kind, tree, rule)).toList());
    }
  }

  /** A rule of a tree. */
  record RuleEntry(List<ConditionEntry> conditions, String label, double confidence, int support) {
    static RuleEntry of(CommunicationKind kind, DecisionTree tree, Rule rule) {
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

  /** What a rule asks for. */
  record ConditionEntry(String attribute, String comparison, double threshold) {}

  /** A class. */
  record ClassEntry(String kind, String label, long count, double confidence) {}

  /** What goes from one call site to another. */
  record PairEntry(
      String kind,
      @Nullable String type,
      @Nullable String sender,
      @Nullable String receiver,
      Map<String, Long> counts) {
    static PairEntry of(ClassificationSummary.OfPair pair, List<String> sites) {
      Map<String, Long> counts = new LinkedHashMap<>();
      List<CommunicationClass> classes = CommunicationClass.of(pair.kind());
      for (int i = 0; i < classes.size(); i++) {
        counts.put(classes.get(i).words(), pair.counts().get(i));
      }
      Optional<String> type = pair.code().map(RunDocument::word);
      return new PairEntry(
          pair.kind().word(),
          type.orElse(null),
          pair.sender() == OpView.NONE ? null : sites.get(pair.sender()),
          pair.receiver() == OpView.NONE ? null : sites.get(pair.receiver()),
          counts);
    }
  }

  private static String word(boolean recorded) {
    return recorded ? "recorded" : "simulated";
  }

  static ClassificationDocument of(ClassificationResult result) {
    List<String> sites = result.trace().tables().callSites();
    return new ClassificationDocument(
        FORMAT_VERSION,
        result.version(),
        result.trace().name(),
        result.trace().sha256(),
        result.machine().orElse(null),
        result.model(),
        word(result.recorded()),
        TrainingEntry.of(result.classifier().origin(), result.classifier().classifier()),
        result.summary().classes().stream()
            .map(
                each ->
                    new ClassEntry(
                        each.kind().word(), each.label().words(), each.count(), each.confidence()))
            .toList(),
        result.summary().pairs().stream().map(pair -> PairEntry.of(pair, sites)).toList(),
        result.summary().unclassified(),
        result.warnings());
  }
}
