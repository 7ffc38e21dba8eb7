package org.foretell.generators.synthetic;

/** The pattern of each program. */
final class Patterns {
  private Patterns() {}

  static Pattern of(Settings settings) {
    return switch (settings.program()) {
      case RING -> Rounds.ring(settings);
      case HALO -> Halo.of(settings);
      case SWEEP -> Sweep.of(settings);
      case FFT -> Fft.of(settings);
      case DISSEMINATION -> Rounds.dissemination(settings);
      case RECURSIVE_DOUBLING -> Rounds.recursiveDoubling(settings);
      case ALLTOALL -> Rounds.alltoall(settings);
      case COLLECTIVE -> Rounds.collective(settings);
      case CG -> ConjugateGradient.of(settings);
      case MASTER_WORKER -> MasterWorker.of(settings);
      case RANDOM -> RandomPartners.of(settings);
      case LULESH -> Lulesh.of(settings);
      case LATTICE -> Halo.lattice(settings);
    };
  }
}
