package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.foretell.ClusteringSetup;
import org.foretell.Foretell;
import org.foretell.engine.reference.RandomTraces;
import org.foretell.engine.reference.RandomTraces.Feature;
import org.foretell.failure.ForetellException;
import org.foretell.report.RunResult;
import org.foretell.structure.cluster.lead.Durations;
import org.foretell.structure.cluster.lead.Partners;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/**
 * Clustered traces of random programs come to their end, or are refused. {@code
 * -Dclustered.programs=N} tries so many; the text of a failure has the seed.
 */
class ClusteredProgramsTest {
  private static final int PROGRAMS = Integer.getInteger("clustered.programs", 5);
  private static final List<String> METHODS =
      List.of("acurdion", "call-path", "reference", "dynamic", "chameleon");

  /**
   * A random program that comes to its end, several times side by side, so that there are ranks to
   * be clustered; in some the copies take turns, so that partners are at another distance.
   */
  private static OpListTrace program(long seed) {
    Random random = new Random(seed);
    int ranks = 2 + random.nextInt(3);
    int copies = 2 + random.nextInt(3);
    Set<Feature> features =
        random.nextBoolean() ? Set.of() : Set.of(Feature.UNRESOLVED_COMPLETIONS, Feature.PROBES);
    OpListTrace one = RandomTraces.cooperative(seed, ranks, 6 + random.nextInt(40), features);
    List<Integer> order = new ArrayList<>();
    for (int rank = 0; rank < ranks * copies; rank++) {
      order.add(rank);
    }
    if (random.nextBoolean()) {
      Collections.shuffle(order, random);
    }
    OpListTrace all = new OpListTrace(ranks * copies);
    for (int copy = 0; copy < copies; copy++) {
      for (int rank = 0; rank < ranks; rank++) {
        for (OpView op : one.program(rank)) {
          all.add(order.get(copy * ranks + rank), moved(op, copy * ranks, order, copies, random));
        }
      }
    }
    return all;
  }

  private static OpView moved(
      OpView original, int first, List<Integer> order, int copies, Random random) {
    OpView op = new OpView();
    op.copyFrom(original);
    boolean alone = op.code().has(OpField.COMMUNICATOR) && op.communicator() == Communicator.SELF;
    for (OpField field : op.code().fields()) {
      if (field == OpField.DURATION_PS) {
        op.set(field, random.nextInt(3) * 1_000_000L);
      } else if (!alone && field.isList() && op.listLength(field) > 1 && op.code().isCollective()) {
        long[] once = op.list(field);
        long[] often = new long[once.length * copies];
        Arrays.setAll(often, i -> once[i % once.length]);
        op.setList(field, often);
      } else if (!alone && field.isRank() && field != OpField.ROOT && op.get(field) >= 0) {
        op.set(field, order.get((int) op.get(field) + first));
      }
    }
    return op;
  }

  @Test
  void clusteredTracesReplayOrAreRefused() {
    Map<Partners, Integer> replayed = new EnumMap<>(Partners.class);
    for (long seed = 0; seed < PROGRAMS; seed++) {
      OpListTrace program = program(seed);
      for (Partners partners : Partners.values()) {
        String method = METHODS.get((int) ((seed + partners.ordinal()) % METHODS.size()));
        Durations durations = Durations.values()[(int) (seed % Durations.values().length)];
        if (replays(seed, program, method, partners, durations)) {
          replayed.merge(partners, 1, Integer::sum);
        }
      }
    }
    // Only merged partners, and programs without markers, may be refused.
    assertThat(replayed.keySet()).contains(Partners.KEEP, Partners.SPLIT);
  }

  private static boolean replays(
      long seed, TraceSource program, String method, Partners partners, Durations durations) {
    String what = "seed " + seed + ", " + method + ", " + partners + ", " + durations;
    ClusteringSetup setup =
        Foretell.clustering()
            .trace(program, what)
            .method(method)
            .partners(partners)
            .durations(durations);
    if (method.equals("chameleon")) {
      setup.marker("loop");
    }
    TraceSource clustered;
    try {
      clustered = setup.run().clustered();
    } catch (ForetellException refused) {
      assertThat(refused.getMessage())
          .as(what)
          .containsAnyOf(
              partners == Partners.MERGE ? "merged partners do not match" : "marker", "marker");
      return false;
    }
    for (String model : List.of("simple", "loggops")) {
      RunResult run =
          Foretell.prediction().machine("jaguar-xt5").model(model).trace(clustered, what).run();
      assertThat(run.predictedSeconds()).as(what).isNotNegative();
      assertThat(run.prediction().outcome())
          .as(what)
          .isEqualTo(org.foretell.result.Prediction.Outcome.COMPLETED);
    }
    return true;
  }
}
