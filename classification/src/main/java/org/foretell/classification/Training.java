package org.foretell.classification;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.foretell.classification.benchmark.CollectiveBenchmark;
import org.foretell.classification.benchmark.Delays;
import org.foretell.classification.benchmark.MessageBenchmark;
import org.foretell.classification.benchmark.UpdateBenchmark;
import org.foretell.classification.call.CallJoin;
import org.foretell.classification.call.MessageSink;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.classification.tree.Example;
import org.foretell.classification.tree.Growth;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/**
 * Trains on micro-benchmarks: it measures normal times, runs programs that emulate each class, and
 * grows trees that distinguish them.
 *
 * @param delays how late messages and updates are that are late
 * @param ofCollectives how late members are that are late
 * @param iterations of each class, way to call it and size; at least 1
 * @param largestBytes sizes of messages are the powers of two up to this, at least 1
 * @param mostRanks collectives are of 2, 4, 8, .. ranks up to this, at least 2
 * @param folds of the cross validation, at least 2
 * @param seed of delays and folds
 */
public record Training(
    Delays delays,
    Delays ofCollectives,
    int iterations,
    long largestBytes,
    int mostRanks,
    int folds,
    long seed) {
  /** The defaults for everything but the seed and the ranks. */
  /** How many names of phases that are no classes a message has. */
  private static final int SHOWN_NAMES = 5;

  private static final Training USUAL =
      new Training(Delays.OF_MESSAGES, Delays.OF_COLLECTIVES, 4, 1L << 22, 16, 10, 1);

  /** Checks the figures. */
  public Training {
    if (iterations < 1 || largestBytes < 1 || mostRanks < 2 || folds < 2) {
      throw new IllegalArgumentException(
          "training with "
              + iterations
              + " iterations, sizes up to "
              + largestBytes
              + ", up to "
              + mostRanks
              + " ranks and "
              + folds
              + " folds; expected at least 1, 1, 2 and 2");
    }
  }

  /** Runs programs. */
  @FunctionalInterface
  public interface Runner {
    /**
     * Runs a program whose ranks compute exactly as long as it states.
     *
     * @param program of a micro-benchmark
     * @param place where its ranks are
     * @param observer of the run
     */
    void run(TraceSource program, Place place, SimObserver observer);
  }

  /** The placement of the ranks of a micro-benchmark. */
  public enum Place {
    /** Two ranks on one node. */
    WITHIN_NODE,
    /** Two ranks on two nodes. */
    BETWEEN_NODES,
    /** All available ranks, in their usual places. */
    AS_PLACED
  }

  /**
   * {@return the default training}
   *
   * @param mostRanks of collectives, at least 2
   * @param seed any
   */
  public static Training usual(int mostRanks, long seed) {
    return new Training(
        USUAL.delays,
        USUAL.ofCollectives,
        USUAL.iterations,
        USUAL.largestBytes,
        mostRanks,
        USUAL.folds,
        seed);
  }

  /**
   * Trains.
   *
   * @param places the available kinds of pairs; at least one
   * @param hasUpdates whether OpenSHMEM can be run
   * @param runner runs micro-benchmarks
   * @return equal settings and equal times give an equal classifier
   */
  public Classifier train(List<Place> places, boolean hasUpdates, Runner runner) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> sizes = powers(1, largestBytes, 1);
    List<Long> blocks = powers(8, Math.min(largestBytes, 1L << 20), 3);
    NormalsSink measured = new NormalsSink(true);
    for (Place place : places) {
      measured.expect(place == Place.WITHIN_NODE, marker -> true);
      watch(MessageBenchmark.normal(sizes, 1), place, measured, runner);
      if (hasUpdates) {
        watch(UpdateBenchmark.normal(sizes), place, measured, runner);
      }
    }
    for (int ranks = 2; ranks <= mostRanks; ranks *= 2) {
      measured.expect(false, marker -> true);
      watch(CollectiveBenchmark.normal(ranks, blocks), Place.AS_PLACED, measured, runner);
    }
    Normals normals = measured.normals();
    Normals.Ratios ratios = normals.ratios();
    ExampleSink examples = new ExampleSink(normals);
    for (Place place : places) {
      boolean within = place == Place.WITHIN_NODE;
      label(
          MessageBenchmark.labelled(
              sizes,
              iterations,
              delays,
              shape -> ratios.messagePs(shape.send(), shape.receive(), within, shape.bytes()),
              random.split()),
          place,
          examples,
          runner);
      if (hasUpdates) {
        label(
            UpdateBenchmark.labelled(
                sizes,
                8 * iterations,
                delays,
                bytes -> ratios.updatePs(within, bytes),
                random.split()),
            place,
            examples,
            runner);
      }
    }
    for (int ranks = 2; ranks <= mostRanks; ranks *= 2) {
      int members = ranks;
      label(
          CollectiveBenchmark.labelled(
              ranks,
              blocks,
              ofCollectives,
              (code, bytes) -> ratios.collectivePs(code, members, bytes),
              random.split()),
          Place.AS_PLACED,
          examples,
          runner);
    }
    return grown(normals, examples.examples());
  }

  /**
   * Trains on a run of micro-benchmarks with recorded times, whose phases are named after classes.
   * Phases named {@code normal} define what is normal.
   *
   * @param recorded a trace with recorded times
   * @param runner runs the trace, to match sends and receives
   * @return the classifier
   * @throws IllegalArgumentException if no phase has such a name, there are too few examples, or
   *     there is communication in a phase of another name
   */
  public Classifier train(TraceSource recorded, Runner runner) {
    List<String> markers = recorded.tables().markers();
    NormalsSink measured = new NormalsSink(false);
    String normal = CommunicationClass.NORMAL.words();
    watchRecorded(
        recorded,
        measured.expect(
            false,
            marker ->
                marker != OpView.NONE && markers.get(marker).strip().equalsIgnoreCase(normal)),
        runner);
    Normals normals = measured.normals();
    ExampleSink examples = new ExampleSink(normals);
    watchRecorded(recorded, examples.expect(false, marker -> named(markers, marker)), runner);
    refuseOtherNames(examples.unlabelled(), markers);
    Classifier found = grown(normals, examples.examples());
    if (found.trees().isEmpty()) {
      throw new IllegalArgumentException(
          "has no messages, collectives or updates in phases that are named \"normal\", \"late"
              + " send\" and so on; expected a trace of micro-benchmarks");
    }
    return found;
  }

  /** A user's own class would be left out of the trees, and its examples with it. */
  private static void refuseOtherNames(SortedSet<Integer> unlabelled, List<String> markers) {
    if (!unlabelled.isEmpty()) {
      throw new IllegalArgumentException(
          "communicates in phases whose names are not classes: "
              + unlabelled.stream()
                  .limit(SHOWN_NAMES)
                  .map(marker -> '"' + markers.get(marker) + '"')
                  .collect(Collectors.joining(", "))
              + (unlabelled.size() > SHOWN_NAMES ? ", .." : "")
              + "; expected "
              + Arrays.stream(CommunicationClass.values())
                  .map(CommunicationClass::words)
                  .collect(Collectors.joining(", "))
              + ", each alone or with more text after a colon; rename these phases, or end them"
              + " before the program communicates");
    }
  }

  private static void watchRecorded(TraceSource recorded, MessageSink sink, Runner runner) {
    try (CallJoin join = new CallJoin(recorded, true, sink)) {
      runner.run(recorded, Place.AS_PLACED, join);
    }
  }

  /** The powers of two from one to another, or every second, third of them. */
  private static List<Long> powers(long from, long to, int step) {
    return LongStream.iterate(from, size -> size <= to, size -> size << step).boxed().toList();
  }

  private static void watch(TraceSource program, Place place, MessageSink sink, Runner runner) {
    try (program;
        CallJoin join = new CallJoin(program, false, sink)) {
      runner.run(program, place, join);
    }
  }

  private static void label(TraceSource program, Place place, ExampleSink examples, Runner runner) {
    examples.expect(
        place == Place.WITHIN_NODE, marker -> named(program.tables().markers(), marker));
    watch(program, place, examples, runner);
  }

  private static @Nullable CommunicationClass named(List<String> markers, int marker) {
    return marker == OpView.NONE
        ? null
        : CommunicationClass.named(markers.get(marker)).orElse(null);
  }

  private Classifier grown(Normals normals, Map<CommunicationKind, List<Example>> all) {
    Map<CommunicationKind, DecisionTree> trees = new EnumMap<>(CommunicationKind.class);
    Map<CommunicationKind, ConfusionMatrix> confusions = new EnumMap<>(CommunicationKind.class);
    all.forEach(
        (kind, examples) -> {
          if (examples.size() >= folds) {
            trees.put(kind, Growth.grow(kind.schema(), examples));
            confusions.put(
                kind, ConfusionMatrix.crossValidated(kind.schema(), examples, folds, seed));
          }
        });
    return new Classifier(normals, trees, confusions);
  }
}
