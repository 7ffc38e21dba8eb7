package org.foretell.generators.synthetic;

import java.util.Locale;

/**
 * An option of synthetic programs. Each program accepts some of them ({@link
 * SyntheticProgram#options}). Values are text with units, as on the command line.
 */
public enum SyntheticOption {
  /** Time steps. */
  STEPS(Group.PROGRAM, "N", "Time steps or iterations."),
  /** Exchanges of small vectors per step. */
  ALLREDUCES(Group.PROGRAM, "N", "Allreduces of 8 bytes in each step."),
  /** Tasks of all workers together. */
  TASKS(Group.PROGRAM, "N", "Tasks of all workers together."),
  /** Ranks to which each rank sends. */
  PARTNERS(Group.PROGRAM, "N", "Ranks that each rank sends to, chosen at random."),
  /** Levels of a multigrid. */
  LEVELS(Group.PROGRAM, "N", "Levels of the multigrid; each halves the points of all axes."),
  /** Angles in an octant. */
  ANGLES(Group.PROGRAM, "N", "Angles in each of the eight octants."),
  /** Angles that go together. */
  ANGLE_BLOCK(Group.PROGRAM, "N", "Angles that are computed and sent together."),
  /** Planes that go together. */
  PLANE_BLOCK(Group.PROGRAM, "N", "Planes of the third axis that are computed and sent together."),
  /** The call of a benchmark of collectives. */
  COLLECTIVE(
      Group.PROGRAM,
      "WHICH",
      "barrier, bcast, reduce, allreduce, gather, scatter, allgather or alltoall, of all ranks."),
  /** Pencils or slabs. */
  DECOMPOSITION(Group.PROGRAM, "HOW", "pencil (a grid of two dimensions) or slab (one dimension)."),
  /** The collective of a transpose. */
  EXCHANGE(
      Group.PROGRAM,
      "HOW",
      "alltoallv (blocks as they are), alltoall (all blocks as large as the largest) or put (of"
          + " OpenSHMEM, without blocking, then a barrier)."),

  /** Dimensions of the grid of ranks. */
  DIMENSIONS(Group.GRID, "N", "Dimensions of the grid of ranks, 1 to 4."),
  /** Ranks in each dimension. */
  GRID(
      Group.GRID,
      "AxBxC",
      "Ranks in each dimension; the last one is the fastest, as in MPI_Cart_create."),
  /** Whether opposite sides are neighbours. */
  BOUNDARY(Group.GRID, "HOW", "periodic (opposite sides are neighbours) or open."),
  /** Which ranks are neighbours. */
  NEIGHBOURS(
      Group.GRID,
      "WHICH",
      "faces (differ in one coordinate), edges (in one or two) or corners (in any number)."),

  /** Points of all ranks. */
  POINTS(Group.DATA, "AxBxC", "Points of all ranks in each axis (strong scaling)."),
  /** Points of a rank. */
  POINTS_PER_RANK(Group.DATA, "AxBxC", "Points of each rank in each axis (weak scaling)."),
  /** Bytes of a value. */
  POINT_BYTES(Group.DATA, "SIZE", "Bytes that a message holds for each point and field."),
  /** Values of a point. */
  FIELDS(Group.DATA, "N", "Values of each point that are exchanged."),
  /** Layers of points. */
  WIDTH(Group.DATA, "N", "Layers of points that neighbours exchange."),
  /** Size of messages. */
  BYTES(
      Group.DATA,
      "SIZE",
      "Size of each message; in collective: of the vector, or of the block of each rank."),
  /** Size of results. */
  RESULT_BYTES(Group.DATA, "SIZE", "Size of the message that returns a result."),

  /** Computation of a point. */
  TIME_PER_POINT(
      Group.COMPUTATION,
      "TIME",
      "Computation per point and step; 0ns for none. In sweep: per point and angle. In fft: per"
          + " point and transform of one axis. In cg: per row and product with the matrix."),
  /** Computation of a step. */
  BURST(Group.COMPUTATION, "TIME", "Time of computation of a rank in each step, or of a task."),
  /** Floating-point work. */
  FLOPS_PER_POINT(Group.COMPUTATION, "N", "Floating-point operations per point, for rooflines."),
  /** Memory traffic. */
  MEMORY_PER_POINT(
      Group.COMPUTATION,
      "SIZE",
      "Bytes per point that computation reads from memory and writes to it, for rooflines."),
  /** Speed of the core. */
  CORE_SPEED(
      Group.COMPUTATION,
      "SPEED",
      "Speed of the core to which the times apply, like 4Gflop/s. Without --time-per-point,"
          + " computation takes --flops-per-point at this speed."),
  /** Differences between ranks. */
  IMBALANCE(
      Group.COMPUTATION,
      "PERCENT",
      "Computation of each rank is longer or shorter by up to this, the same in all steps."),
  /** Start of random numbers. */
  SEED(Group.COMPUTATION, "N", "Seed of the random numbers; the same seed gives the same trace.");

  /** Headings for the help. */
  public enum Group {
    /** What the program does. */
    PROGRAM("Program"),
    /** The grid of ranks. */
    GRID("Grid of ranks"),
    /** Points and messages. */
    DATA("Data"),
    /** Durations of bursts. */
    COMPUTATION("Computation");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    /** {@return the heading} */
    public String heading() {
      return heading;
    }
  }

  private final Group group;
  private final String value;
  private final String description;

  SyntheticOption(Group group, String value, String description) {
    this.group = group;
    this.value = value;
    this.description = description;
  }

  /** {@return the option as it is typed, like {@code --point-bytes}} */
  public String label() {
    return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** {@return the heading to which it belongs} */
  public Group group() {
    return group;
  }

  /** {@return what its value is called in the help, like {@code SIZE}} */
  public String valueLabel() {
    return value;
  }

  /** {@return a sentence for the help} */
  public String description() {
    return description;
  }
}
