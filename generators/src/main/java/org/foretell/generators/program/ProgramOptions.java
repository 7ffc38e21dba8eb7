package org.foretell.generators.program;

/**
 * What a program is to be like.
 *
 * @param name of the program and its source, for people; made a name that files may have
 * @param api what it calls
 * @param compute how long its bursts are
 * @param vectors how much the members of irregular collectives exchange
 * @param skipping whether to leave out what cannot be said in C, with a comment, instead of giving
 *     up
 */
public record ProgramOptions(
    String name, Api api, Compute compute, Vectors vectors, boolean skipping) {
  /** The library that the program calls. */
  public enum Api {
    /** MPI 3.1. */
    MPI,
    /** OpenSHMEM 1.4. */
    SHMEM;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** How long bursts are, all of them of one place of the program. */
  public enum Compute {
    /** Each as long as the trace has it, from a file for each rank. */
    EXACT,
    /** Drawn from their distribution, rank by rank where ranks differ, from a fixed seed. */
    SAMPLED,
    /** As long as their mean, rank by rank where ranks differ. */
    MEAN;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** What each member of an irregular collective sends and receives. */
  public enum Vectors {
    /** As the trace has it. */
    EXACT,
    /** All members alike: the total over the members, divided. */
    MEAN;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
