package org.foretell.procurement.metric;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The scalable system improvement (SSI) of a system over a reference: the weighted geometric mean
 * of {@code c U S} over the programs. Capability {@code c} is the work of the problem over that of
 * the reference problem; utilisation {@code U = (n_r / n) (N / N_r)} is how many more such runs the
 * system holds at once; speed-up {@code S = t_r / t} must be at least 1.
 *
 * <p>Fewer nodes for a program raise U and lower S, so the nodes are searched.
 */
public final class ScalableImprovement {
  private ScalableImprovement() {}

  /**
   * A run of a program.
   *
   * @param nodes that it uses, at least 1
   * @param seconds its duration, above 0
   */
  public record SizedRun(long nodes, double seconds) {
    /** Checks. */
    public SizedRun {
      Amount.count("the count of nodes", 1, nodes);
      Amount.positive("the time", seconds);
    }
  }

  /**
   * A program on the reference, and its possible runs on the system.
   *
   * @param weight at least 0
   * @param capability work over that of the reference problem, above 0
   * @param reference its run on the reference
   * @param runs its runs on the system, by number of nodes, at least one
   */
  public record Program(double weight, double capability, SizedRun reference, List<SizedRun> runs) {
    /** Checks and copies. */
    public Program {
      Amount.notNegative("the weight", weight);
      Amount.positive("the capability", capability);
      runs = List.copyOf(runs);
      if (runs.isEmpty()) {
        throw new IllegalArgumentException("a program without a run on the system");
      }
    }
  }

  /**
   * The contribution of a program.
   *
   * @param run the chosen run
   * @param utilisation how many more such runs the system holds at once than the reference
   * @param speedup over the reference, at least 1
   * @param improvement capability times the two
   */
  public record Term(SizedRun run, double utilisation, double speedup, double improvement) {}

  /**
   * {@return the best run of a program that is no slower than on the reference; empty if all are
   * slower}
   *
   * @param program which
   * @param nodes of the system
   * @param referenceNodes of the reference
   */
  public static Optional<Term> best(Program program, long nodes, long referenceNodes) {
    double systems =
        Amount.count("the count of nodes", 1, nodes)
            / Amount.count("the count of nodes of the reference", 1, referenceNodes);
    return program.runs.stream()
        .filter(run -> run.nodes <= nodes)
        .map(run -> term(program, run, systems))
        .filter(term -> term.speedup >= 1)
        .max(Comparator.comparingDouble(Term::improvement));
  }

  private static Term term(Program program, SizedRun run, double systems) {
    double utilisation = (double) program.reference.nodes / run.nodes * systems;
    double speedup = program.reference.seconds / run.seconds;
    return new Term(run, utilisation, speedup, program.capability * utilisation * speedup);
  }

  /**
   * {@return the SSI; empty if a program is slower than on the reference, however many nodes it
   * gets}
   *
   * @param programs at least one
   * @param nodes of the system
   * @param referenceNodes of the reference
   */
  public static Optional<Double> of(List<Program> programs, long nodes, long referenceNodes) {
    List<Term> terms =
        programs.stream().flatMap(one -> best(one, nodes, referenceNodes).stream()).toList();
    return terms.size() < programs.size()
        ? Optional.empty()
        : Optional.of(
            new WeightedGeometricMean(
                    terms.stream().map(Term::improvement).toList(),
                    programs.stream().map(Program::weight).toList())
                .mean());
  }

  /**
   * {@return the SSNI, for programs that fill one node: {@code (N / N_r)} times the weighted
   * geometric mean of the speed-ups of a node}
   *
   * @param speedups of single nodes, above 0
   * @param weights one for each
   * @param nodes of the system
   * @param referenceNodes of the reference
   */
  public static double ofSingleNodes(
      List<Double> speedups, List<Double> weights, long nodes, long referenceNodes) {
    return Amount.count("the count of nodes", 1, nodes)
        / Amount.count("the count of nodes of the reference", 1, referenceNodes)
        * new WeightedGeometricMean(speedups, weights).mean();
  }
}
