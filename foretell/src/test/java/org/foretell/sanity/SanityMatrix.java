package org.foretell.sanity;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.foretell.Foretell;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.model.ModelProvider;
import org.foretell.result.Prediction;

/** The cases of a machine, and what each model answers to them. */
final class SanityMatrix {
  /** Answers of models may differ by this factor. */
  static final double FACTOR = 3;

  /** Times may fall by roundings as sizes grow. */
  private static final double ROUNDING = 1e-6;

  /** Models in which the ranks of a node, or all senders to one, do not share an interface. */
  static final Set<String> UNSHARED = Set.of("loggops-atlahs", "simple");

  private static final int NODES_OF_BISECTION = 16;
  private static final int MOST_RANKS_OF_BISECTION = 16;

  private SanityMatrix() {}

  /**
   * What a model answers.
   *
   * @param machine its name
   * @param of the case
   * @param limits floor and ceiling
   * @param answersPs by model
   */
  record Row(String machine, SanityCase of, SanityLimits limits, Map<String, Long> answersPs) {}

  /** One answer that is not what it should be. */
  record Finding(String machine, SanityCase of, String model, Deviation deviation, double factor) {}

  /** How much is asked. */
  enum Extent {
    /** For the build: seconds for all machines. */
    REDUCED,
    /** For the page. */
    WHOLE;

    private long[] sizes() {
      return this == REDUCED
          ? new long[] {8, 65_536}
          : new long[] {8, 64, 512, 4_096, 32_768, 262_144, 1 << 20};
    }

    private int[] ranks() {
      return this == REDUCED ? new int[] {2, 64} : new int[] {2, 16, 128, 1024};
    }

    private int[] senders() {
      return this == REDUCED ? new int[] {15} : new int[] {1, 3, 15, 63};
    }
  }

  /** All models that there are, by name. */
  static List<String> models() {
    return ServiceLoader.load(ModelProvider.class).stream()
        .map(provider -> provider.get().name())
        .sorted()
        .toList();
  }

  /** The cases of a machine; those that differ in size only follow each other, smallest first. */
  static List<SanityCase> cases(Machine machine, Extent extent) {
    NodeGroup group = machine.groups().get(0);
    int cores = group.coresPerNode();
    List<SanityCase> shapes = new ArrayList<>();
    if (cores > 1) {
      shapes.add(new SanityCase(Workload.PING_PONG_WITHIN, 2, 2, 0));
    }
    shapes.add(new SanityCase(Workload.PING_PONG_BETWEEN, 2, 1, 0));
    LongStream.of(1, 4, cores)
        .filter(pairs -> pairs <= cores)
        .distinct()
        .forEach(
            pairs -> shapes.add(new SanityCase(Workload.STREAMS, 2 * (int) pairs, (int) pairs, 0)));
    for (int senders : extent.senders()) {
      shapes.add(new SanityCase(Workload.INCAST, senders + 1, 1, 0));
    }
    int perNode = Math.min(cores, MOST_RANKS_OF_BISECTION);
    shapes.add(new SanityCase(Workload.BISECTION, NODES_OF_BISECTION * perNode, perNode, 0));
    List<SanityCase> cases = new ArrayList<>();
    for (SanityCase shape : shapes) {
      for (long bytes : extent.sizes()) {
        cases.add(shape.of(bytes));
      }
    }
    for (Workload workload : Workload.values()) {
      for (int ranks : workload.isCollective() ? extent.ranks() : new int[0]) {
        if (ranks > machine.cores()) {
          continue;
        }
        if (workload == Workload.BARRIER) {
          cases.add(new SanityCase(workload, ranks, cores, 1));
        } else {
          for (long bytes : extent.sizes()) {
            cases.add(new SanityCase(workload, ranks, cores, bytes));
          }
        }
      }
    }
    return cases;
  }

  /** What each model answers to a case. */
  static Row row(Machine machine, SanityCase of, List<String> models) {
    Map<String, Long> answers = new TreeMap<>();
    for (String model : models) {
      answers.put(model, answerPs(machine, of, model));
    }
    return new Row(machine.name(), of, SanityLimits.of(of, machine), answers);
  }

  private static long answerPs(Machine machine, SanityCase of, String model) {
    Prediction prediction =
        Foretell.prediction()
            .machine(machine)
            .trace(of.trace(), of.title())
            .placement(of.placement())
            .model(model)
            .matrix(false)
            .interval(false)
            .run()
            .prediction();
    if (prediction.outcome() != Prediction.Outcome.COMPLETED) {
      throw new AssertionError(
          machine.name() + ", " + of.title() + ", " + model + ": " + prediction.outcome());
    }
    return prediction.makespanPs() / of.workload().repetitions();
  }

  /** All that is not as it should be in rows of one machine. */
  static List<Finding> findings(List<Row> rows) {
    List<Finding> findings = new ArrayList<>();
    Row before = null;
    for (Row row : rows) {
      boolean larger = before != null && before.of().of(row.of().bytes()).equals(row.of());
      double least = leastPs(row);
      for (Map.Entry<String, Long> answer : row.answersPs().entrySet()) {
        String model = answer.getKey();
        double ps = answer.getValue();
        if (ps < row.limits().floorPs()) {
          add(findings, row, model, Deviation.BELOW, row.limits().floorPs() / ps);
        }
        if (ps > row.limits().ceilingPs()) {
          add(findings, row, model, Deviation.ABOVE, ps / row.limits().ceilingPs());
        }
        if (ps > FACTOR * least) {
          add(findings, row, model, Deviation.APART, ps / least);
        }
        if (larger && before != null && ps < before.answersPs().get(model) * (1 - ROUNDING)) {
          add(findings, row, model, Deviation.FALLS, before.answersPs().get(model) / ps);
        }
      }
      before = row;
    }
    return findings;
  }

  /**
   * The least answer that is not below the floor. Where nodes share interfaces, models that do not
   * know that are no measure.
   */
  private static double leastPs(Row row) {
    return row.answersPs().entrySet().stream()
        .filter(answer -> row.of().nodes() == 1 || !UNSHARED.contains(answer.getKey()))
        .mapToDouble(answer -> answer.getValue().doubleValue())
        .filter(ps -> ps >= row.limits().floorPs())
        .min()
        .orElse(row.limits().floorPs());
  }

  private static void add(
      List<Finding> findings, Row row, String model, Deviation deviation, double factor) {
    findings.add(new Finding(row.machine(), row.of(), model, deviation, factor));
  }
}
