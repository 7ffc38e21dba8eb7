package org.foretell.procurement.metric;

import java.util.Collections;
import java.util.List;

/**
 * NERSC's sustained system performance (SSP): nodes of the system times the geometric mean of the
 * rates that its nodes reach in the programs.
 *
 * <p>Kramer, "PERCU: A Holistic Method for Evaluating High Performance Computing Systems", 2008.
 */
public final class SustainedPerformance {
  private SustainedPerformance() {}

  /**
   * The run of one program.
   *
   * @param operations reference count of the program's operations, above 0, in any unit
   * @param nodes that it uses, at least 1
   * @param seconds its duration, above 0
   */
  public record ProgramRun(double operations, long nodes, double seconds) {
    /** Checks. */
    public ProgramRun {
      Amount.positive("the count of operations", operations);
      Amount.count("the count of nodes", 1, nodes);
      Amount.positive("the time", seconds);
    }

    /** {@return operations per second and node} */
    public double perNodePerSecond() {
      return operations / (nodes * seconds);
    }
  }

  /**
   * {@return the SSP, in operations a second}
   *
   * @param nodes of the system, at least 1
   * @param runs one for each program, at least one
   */
  public static double perSecond(long nodes, List<ProgramRun> runs) {
    List<Double> rates = runs.stream().map(ProgramRun::perNodePerSecond).toList();
    List<Double> equal = Collections.nCopies(rates.size(), 1.0);
    return Amount.count("the count of nodes", 1, nodes)
        * new WeightedGeometricMean(rates, equal).mean();
  }

  /**
   * A period in which a system is unchanged.
   *
   * @param perSecond its SSP meanwhile, at least 0
   * @param seconds how long, at least 0
   */
  public record Phase(double perSecond, double seconds) {
    /** Checks. */
    public Phase {
      Amount.notNegative("the performance", perSecond);
      Amount.notNegative("the time", seconds);
    }
  }

  /**
   * {@return the potency: the operations that a system could do in all its phases. Potency over
   * cost is the value of an offer}
   *
   * @param phases from one upgrade to the next
   */
  public static double potency(List<Phase> phases) {
    return phases.stream().mapToDouble(phase -> phase.perSecond * phase.seconds).sum();
  }
}
