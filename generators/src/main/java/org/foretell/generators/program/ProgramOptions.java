package org.foretell.generators.program;

/**
 * Options for generating a program.
 *
 * @param name of the program and its source, for people; converted to a valid file name
 * @param api the library that it calls
 * @param compute how long its bursts are
 * @param vectors how much the members of irregular collectives exchange
 * @param skipping whether to leave out ops that C cannot express, with a comment, instead of
 *     failing
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

  /** How long bursts are, for all bursts at one place of the program. */
  public enum Compute {
    /** As long as in the trace, from a file for each rank. */
    EXACT,
    /** Drawn from their distribution, separately for ranks that differ, from a fixed seed. */
    SAMPLED,
    /** As long as their mean, separately for ranks that differ. */
    MEAN;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /** The sizes for each member of an irregular collective. */
  public enum Vectors {
    /** As in the trace. */
    EXACT,
    /** Equal for all members: the total over the members, divided. */
    MEAN;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
