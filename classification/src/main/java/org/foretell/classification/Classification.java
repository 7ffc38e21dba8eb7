package org.foretell.classification;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
 * Classifies the messages that it receives, and counts them. Memory is proportional to the number
 * of pairs of call sites. For one thread at a time.
 */
public final class Classification implements MessageSink {
  private final Normals.Ratios ratios;
  private final Together together;
  private final Map<CommunicationKind, DecisionTree> trees;
  private final Map<Key, Sums> pairs = new HashMap<>();
  private long unclassified;

  private record Key(CommunicationKind kind, @Nullable OpCode code, int sender, int receiver) {}

  /** Of each class how many there are, and how sure they are in all. */
  private static final class Sums {
    private final long[] counts;
    private final double[] confidences;

    private Sums(int classes) {
      counts = new long[classes];
      confidences = new double[classes];
    }

    private void add(Sums other) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += other.counts[i];
        confidences[i] += other.confidences[i];
      }
    }

    private double confidence(int label) {
      return counts[label] == 0 ? 0 : confidences[label] / counts[label];
    }

    private List<Long> countList() {
      return LongStream.of(counts).boxed().toList();
    }

    private List<Double> confidenceList() {
      return IntStream.range(0, counts.length).mapToObj(this::confidence).toList();
    }
  }

  /** The placement of ranks. */
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
   * Creates an empty classification.
   *
   * @param classifier that decides the classes
   * @param together where ranks are
   */
  public Classification(Classifier classifier, Together together) {
    ratios = classifier.normals().ratios();
    trees = classifier.trees();
    this.together = together;
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
    Sums sums =
        pairs.computeIfAbsent(
            new Key(kind, code, sender, receiver), key -> new Sums(tree.schema().classes().size()));
    sums.counts[label]++;
    sums.confidences[label] += tree.confidence(leaf);
  }

  /**
   * {@return the counts so far}
   *
   * @param open how many messages could not be put together
   */
  public ClassificationSummary summary(long open) {
    Map<CommunicationKind, Sums> kinds = new EnumMap<>(CommunicationKind.class);
    List<ClassificationSummary.OfPair> ofPairs = new ArrayList<>();
    pairs.forEach(
        (key, sums) ->
            ofPairs.add(
                new ClassificationSummary.OfPair(
                    key.kind(),
                    Optional.ofNullable(key.code()),
                    key.sender(),
                    key.receiver(),
                    sums.countList(),
                    sums.confidenceList())));
    ofPairs.sort(
        Comparator.comparing(ClassificationSummary.OfPair::kind)
            .thenComparing(
                Comparator.comparingLong(ClassificationSummary.OfPair::abnormal).reversed())
            .thenComparing(Comparator.comparingLong(ClassificationSummary.OfPair::total).reversed())
            .thenComparing(pair -> pair.code().map(OpCode::ordinal).orElse(-1))
            .thenComparingInt(ClassificationSummary.OfPair::sender)
            .thenComparingInt(ClassificationSummary.OfPair::receiver));
    // Added up in an order that does not depend on hashes, so that equal runs give equal digits.
    for (ClassificationSummary.OfPair pair : ofPairs) {
      Sums all = kinds.computeIfAbsent(pair.kind(), kind -> new Sums(pair.counts().size()));
      OpCode code = pair.code().orElse(null);
      all.add(
          Objects.requireNonNull(
              pairs.get(new Key(pair.kind(), code, pair.sender(), pair.receiver()))));
    }
    List<ClassificationSummary.OfClass> ofClasses = new ArrayList<>();
    kinds.forEach(
        (kind, sums) -> {
          List<CommunicationClass> classes = CommunicationClass.of(kind);
          for (int i = 0; i < classes.size(); i++) {
            if (sums.counts[i] > 0) {
              ofClasses.add(
                  new ClassificationSummary.OfClass(
                      kind, classes.get(i), sums.counts[i], sums.confidence(i)));
            }
          }
        });
    return new ClassificationSummary(ofClasses, ofPairs, unclassified + open);
  }
}
