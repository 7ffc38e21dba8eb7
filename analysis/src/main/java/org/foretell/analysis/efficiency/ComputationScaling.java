package org.foretell.analysis.efficiency;

/**
 * How much the computation of a program grows from a run on some ranks to a run on another number
 * (POP's computation scaling). Useful times are sums over ranks, in picoseconds.
 *
 * @param reference the name of the other run's trace, for the reader
 * @param referenceSha256 of its bytes, in hexadecimal
 * @param isWeak whether the problem grows with the ranks; otherwise it stays the same
 * @param referenceRanks ranks of the other run
 * @param referenceTimePs run time of that
 * @param referenceUsefulPs useful time of that
 * @param ranks of this run
 * @param timePs run time of this run
 * @param usefulPs useful time of this run
 */
public record ComputationScaling(
    String reference,
    String referenceSha256,
    boolean isWeak,
    int referenceRanks,
    long referenceTimePs,
    double referenceUsefulPs,
    int ranks,
    long timePs,
    double usefulPs) {

  private double growth() {
    return isWeak ? (double) ranks / referenceRanks : 1;
  }

  /** {@return useful time of the reference over that of this run, for the same work} */
  public double computation() {
    return usefulPs == 0 ? 1 : referenceUsefulPs / usefulPs * growth();
  }

  /** {@return run time of the reference over that of this run, for the same work} */
  public double speedUp() {
    return timePs == 0 ? 1 : (double) referenceTimePs / timePs * growth();
  }

  /** {@return whether the same work takes less time here than in the reference, beyond rounding} */
  public boolean isSuperlinear() {
    return computation() > 1.0005;
  }
}
