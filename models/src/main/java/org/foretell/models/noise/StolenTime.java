package org.foretell.models.noise;

import org.foretell.time.Ps;
import umontreal.ssj.rng.RandomStream;

/** A recorded noise on the cores of all ranks, each from a place of its own or all from one. */
final class StolenTime {
  private final NoiseTrace trace;
  private final long[] offsetPs;

  /**
   * @param streams one for each rank, and the last for what ranks have in common
   * @param together whether all cores are interrupted at the same time
   */
  StolenTime(NoiseTrace trace, RandomStream[] streams, boolean together) {
    this.trace = trace;
    offsetPs = new long[streams.length - 1];
    double common = streams[offsetPs.length].nextDouble();
    for (int rank = 0; rank < offsetPs.length; rank++) {
      offsetPs[rank] = (long) ((together ? common : streams[rank].nextDouble()) * trace.periodPs());
    }
  }

  /** How long work of a rank takes that would take a span without interruptions. */
  long prolongedPs(int rank, long startPs, long spanPs) {
    return Ps.plus(spanPs, trace.prolongationPs(Ps.plus(startPs, offsetPs[rank]), spanPs));
  }
}
