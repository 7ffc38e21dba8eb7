package org.foretell.classification;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.classification.call.CollectiveTimes;
import org.foretell.classification.call.MessageSink;
import org.foretell.classification.call.MessageTimes;
import org.foretell.classification.call.UpdateTimes;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Classifies what it is told of, and counts. Memory is for each pair of call sites. Used by one
 * thread at a time.
 */
public final class Classification implements MessageSink {
  private final Normals.Ratios ratios;
  private final Together together;
  private final Map<CommunicationKind, DecisionTree> trees;
  private final Map<CommunicationKind, double[]> confidences =
      new EnumMap<>(CommunicationKind.class);
  private final Map<Key, long[]> pairs = new HashMap<>();
  private long unclassified;

  private record Key(CommunicationKind kind, @Nullable OpCode code, int sender, int receiver) {}

  /** Where ranks are. */
  @FunctionalInterface
  public interface Together {
    /**
     * {@return whether two ranks are in one node}
     *
     * @param rank world rank
     * @param otherRank world rank
     */
    boolean areInOneNode(int rank, int otherRank);
  }

  /**
   * Nothing has been counted.
   *
   * @param classifier what decides
   * @param together where ranks are
   */
  public Classification(Classifier classifier, Together together) {
    ratios = classifier.normals().ratios();
    trees = classifier.trees();
    this.together = together;
    for (CommunicationKind kind : CommunicationKind.values()) {
      List<CommunicationClass> classes = CommunicationClass.of(kind);
      confidences.put(kind, new double[classes.size()]);
    }
  }

  @Override
  public void message(MessageTimes times) {
    boolean within = together.areInOneNode(times.source(), times.destination());
    count(
        CommunicationKind.MESSAGE,
        ratios.of(times, within),
        null,
        times.sendSite(),
        times.receiveSite());
  }

  @Override
  public void collective(CollectiveTimes times) {
    count(
        CommunicationKind.COLLECTIVE,
        ratios.of(times),
        times.code(),
        times.callSite(),
        OpView.NONE);
  }

  @Override
  public void update(UpdateTimes times) {
    boolean within = together.areInOneNode(times.source(), times.destination());
    count(
        CommunicationKind.UPDATE,
        ratios.of(times, within),
        null,
        times.sendSite(),
        times.waitSite());
  }

  private void count(
      CommunicationKind kind,
      double @Nullable [] values,
      @Nullable OpCode code,
      int sender,
      int receiver) {
    DecisionTree tree = trees.get(kind);
    if (values == null || tree == null) {
      unclassified++;
      return;
    }
    int leaf = tree.leaf(values);
    int label = tree.label(leaf);
    long[] counts =
        pairs.computeIfAbsent(
            new Key(kind, code, sender, receiver), key -> new long[tree.schema().classes().size()]);
    counts[label]++;
    confidencesOf(kind)[label] += tree.confidence(leaf);
  }

  private double[] confidencesOf(CommunicationKind kind) {
    return Objects.requireNonNull(confidences.get(kind));
  }

  /**
   * {@return what has been counted so far}
   *
   * @param open how many messages could not be put together
   */
  public ClassificationSummary summary(long open) {
    Map<CommunicationKind, long[]> sums = new EnumMap<>(CommunicationKind.class);
    List<ClassificationSummary.OfPair> ofPairs = new ArrayList<>();
    pairs.forEach(
        (key, counts) -> {
          long[] all = sums.computeIfAbsent(key.kind(), kind -> new long[counts.length]);
          List<Long> list = new ArrayList<>();
          for (int i = 0; i < counts.length; i++) {
            all[i] += counts[i];
            list.add(counts[i]);
          }
          ofPairs.add(
              new ClassificationSummary.OfPair(
                  key.kind(), Optional.ofNullable(key.code()), key.sender(), key.receiver(), list));
        });
    ofPairs.sort(
        Comparator.comparing(ClassificationSummary.OfPair::kind)
            .thenComparing(
                Comparator.comparingLong(ClassificationSummary.OfPair::abnormal).reversed())
            .thenComparing(Comparator.comparingLong(ClassificationSummary.OfPair::total).reversed())
            .thenComparing(pair -> pair.code().map(OpCode::ordinal).orElse(-1))
            .thenComparingInt(ClassificationSummary.OfPair::sender)
            .thenComparingInt(ClassificationSummary.OfPair::receiver));
    List<ClassificationSummary.OfClass> ofClasses = new ArrayList<>();
    sums.forEach(
        (kind, counts) -> {
          List<CommunicationClass> classes = CommunicationClass.of(kind);
          for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
              ofClasses.add(
                  new ClassificationSummary.OfClass(
                      kind, classes.get(i), counts[i], confidencesOf(kind)[i] / counts[i]));
            }
          }
        });
    return new ClassificationSummary(ofClasses, ofPairs, unclassified + open);
  }
}
