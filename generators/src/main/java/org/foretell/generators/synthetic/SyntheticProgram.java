package org.foretell.generators.synthetic;

import static java.util.Map.entry;
import static org.foretell.generators.synthetic.SyntheticOption.ALLREDUCES;
import static org.foretell.generators.synthetic.SyntheticOption.ANGLES;
import static org.foretell.generators.synthetic.SyntheticOption.ANGLE_BLOCK;
import static org.foretell.generators.synthetic.SyntheticOption.BOUNDARY;
import static org.foretell.generators.synthetic.SyntheticOption.BURST;
import static org.foretell.generators.synthetic.SyntheticOption.BYTES;
import static org.foretell.generators.synthetic.SyntheticOption.CORE_SPEED;
import static org.foretell.generators.synthetic.SyntheticOption.DECOMPOSITION;
import static org.foretell.generators.synthetic.SyntheticOption.DIMENSIONS;
import static org.foretell.generators.synthetic.SyntheticOption.EXCHANGE;
import static org.foretell.generators.synthetic.SyntheticOption.FIELDS;
import static org.foretell.generators.synthetic.SyntheticOption.FLOPS_PER_POINT;
import static org.foretell.generators.synthetic.SyntheticOption.GRID;
import static org.foretell.generators.synthetic.SyntheticOption.IMBALANCE;
import static org.foretell.generators.synthetic.SyntheticOption.LEVELS;
import static org.foretell.generators.synthetic.SyntheticOption.MEMORY_PER_POINT;
import static org.foretell.generators.synthetic.SyntheticOption.NEIGHBOURS;
import static org.foretell.generators.synthetic.SyntheticOption.PARTNERS;
import static org.foretell.generators.synthetic.SyntheticOption.PLANE_BLOCK;
import static org.foretell.generators.synthetic.SyntheticOption.POINTS;
import static org.foretell.generators.synthetic.SyntheticOption.POINTS_PER_RANK;
import static org.foretell.generators.synthetic.SyntheticOption.POINT_BYTES;
import static org.foretell.generators.synthetic.SyntheticOption.RESULT_BYTES;
import static org.foretell.generators.synthetic.SyntheticOption.SEED;
import static org.foretell.generators.synthetic.SyntheticOption.STEPS;
import static org.foretell.generators.synthetic.SyntheticOption.TASKS;
import static org.foretell.generators.synthetic.SyntheticOption.TIME_PER_POINT;
import static org.foretell.generators.synthetic.SyntheticOption.WIDTH;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Programs whose traces can be written for any number of ranks, each from the documented
 * decomposition of a class of real programs.
 */
public enum SyntheticProgram {
  /** Every rank sends to the next one and receives from the one before, in a circle. */
  RING(
      "each rank sends to the next and receives from the previous one",
      perBurst("0us", entry(BYTES, "8B"))),
  /**
   * Exchange with the neighbours in a grid of one to four dimensions, as stencil codes do it, then
   * computation: receives and sends without blocking, and a wait for all.
   */
  HALO(
      "exchange with neighbours in a 1D to 4D grid, as in stencil codes",
      perPoint(
          entry(DIMENSIONS, "3"),
          entry(BOUNDARY, "periodic"),
          entry(NEIGHBOURS, "faces"),
          entry(POINTS, ""),
          entry(POINTS_PER_RANK, ""),
          entry(POINT_BYTES, "8B"),
          entry(FIELDS, "1"),
          entry(WIDTH, "1"),
          entry(ALLREDUCES, "0"))),
  /**
   * Wavefronts of discrete ordinates in a grid of two dimensions, as in Sweep3D and SNAP. A rank
   * receives a block of planes and angles from two neighbours, computes, and sends to the other
   * two. Two octants start at each corner. Hoisie, Lubeck and Wasserman, "Performance and
   * Scalability Analysis of Teraflop-Scale Parallel Architectures Using Multidimensional Wavefront
   * Applications", IJHPCA 14(4), 2000.
   */
  SWEEP(
      "wavefronts from all corners of a 2D grid, as in Sweep3D and SNAP",
      perPoint(
          entry(POINTS, ""),
          entry(POINTS_PER_RANK, ""),
          entry(ANGLES, "6"),
          entry(ANGLE_BLOCK, "3"),
          entry(PLANE_BLOCK, "10"),
          entry(POINT_BYTES, "8B"),
          entry(FIELDS, "1"),
          entry(ALLREDUCES, "1"))),
  /**
   * A three-dimensional FFT there and back, in pencils or slabs: transforms of one axis, and
   * transposes in communicators of rows and columns. Pekurovsky, "P3DFFT: A Framework for Parallel
   * Computations of Fourier Transforms in Three Dimensions", SIAM J. Sci. Comput. 34(4), 2012.
   */
  FFT(
      "3D FFT there and back, transposes in rows and columns, as in P3DFFT",
      perPoint(
          entry(DECOMPOSITION, "pencil"),
          entry(EXCHANGE, "alltoallv"),
          entry(POINTS, SyntheticProgram.REQUIRED),
          entry(POINT_BYTES, "16B"),
          entry(FIELDS, "1"))),
  /**
   * Rounds at distances 1, 2, 4, ..: each rank sends to the one after it and receives from the one
   * before. Hensgen, Finkel and Manber, "Two Algorithms for Barrier Synchronization", IJPP 17(1),
   * 1988.
   */
  DISSEMINATION("rounds of messages at distances 1, 2, 4, ..", perBurst("0us", entry(BYTES, "8B"))),
  /**
   * Pairs of ranks that differ in one bit; if the number of ranks is no power of two, pairs merge
   * first and part last. Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication
   * Operations in MPICH", IJHPCA 19(1), 2005.
   */
  RECURSIVE_DOUBLING(
      "pairs of ranks that differ in one bit, for each bit", perBurst("0us", entry(BYTES, "8B"))),
  /**
   * All pairs exchange messages without blocking, each rank beginning with the next one: a linear
   * alltoall.
   */
  ALLTOALL("all pairs exchange messages without blocking", perBurst("0us", entry(BYTES, "1KiB"))),
  /**
   * Calls of one collective in a row, as in the benchmarks of OSU and in IMB. Vectors of reductions
   * have elements of 4 bytes; the root is rank 0.
   */
  COLLECTIVE(
      "calls of one collective of MPI, as in the benchmarks of OSU and in IMB",
      perBurst(
          "0us", entry(SyntheticOption.COLLECTIVE, SyntheticProgram.REQUIRED), entry(BYTES, ""))),
  /**
   * Conjugate gradients with a multigrid preconditioner, as in HPCG: exchanges with 26 neighbours
   * before each smoothing and each product with the matrix, and three dot products an iteration.
   * Dongarra, Heroux and Luszczek, "High-performance conjugate-gradient benchmark", IJHPCA 30(1),
   * 2016. The time per point is that of a product with the matrix of 27 entries a row.
   */
  CG(
      "conjugate gradients with multigrid, 26 neighbours and dot products, as in HPCG",
      perPoint(
          entry(POINTS_PER_RANK, "104x104x104"), entry(LEVELS, "4"), entry(POINT_BYTES, "8B"))),
  /** A master hands out tasks one by one, to all workers in turn. */
  MASTER_WORKER("a master hands out tasks one by one, to all workers in turn", masterWorker()),
  /** Each rank sends to some others, which are chosen at random once. */
  RANDOM(
      "each rank sends to a few others, chosen at random",
      perBurst("0us", entry(PARTNERS, "4"), entry(BYTES, "1KiB"))),
  /**
   * Explicit hydrodynamics, as in LULESH: three exchanges a step (forces with 26 neighbours,
   * positions to lower ranks, gradients with 6 neighbours) and an allreduce of the time step.
   * Karlin, Keasler and Neely, "LULESH 2.0 Updates and Changes", LLNL-TR-641973, 2013. Half of the
   * time per point comes before the exchange of forces, a quarter each before and after that of
   * gradients.
   */
  LULESH(
      "hydrodynamics with 26 neighbours and an allreduce of the time step, as in LULESH",
      perPoint(entry(POINTS_PER_RANK, "30x30x30"), entry(POINT_BYTES, "8B"))),
  /**
   * Exchange of the 8 faces of a periodic lattice of four dimensions X, Y, Z, T, as in programs of
   * lattice QCD. Prime factors of the number of ranks go to T, Z, Y and X by turns. Boyle, Cossu,
   * Yamaguchi and Portelli, "Grid: A next generation data parallel C++ QCD library",
   * arXiv:1512.03487. A half spinor in single precision has 48 bytes; domain-wall fermions have a
   * fifth dimension, whose length is the number of fields.
   */
  LATTICE(
      "exchange of the faces of a periodic 4D grid, as in lattice QCD",
      perPoint(
          entry(POINTS, ""),
          entry(POINTS_PER_RANK, "24x24x24x24"),
          entry(POINT_BYTES, "48B"),
          entry(FIELDS, "12"),
          entry(WIDTH, "1"),
          entry(ALLREDUCES, "2")));

  /** In {@link #options}: the option has no default. */
  public static final String REQUIRED = "required";

  private final String summary;

  @SuppressWarnings("ImmutableEnumChecker") // Unmodifiable.
  private final Map<SyntheticOption, String> options;

  SyntheticProgram(String summary, Map<SyntheticOption, String> options) {
    this.summary = summary;
    this.options = Collections.unmodifiableMap(options);
  }

  @SafeVarargs
  private static Map<SyntheticOption, String> options(
      Map.Entry<SyntheticOption, String>... defaults) {
    Map<SyntheticOption, String> options = new EnumMap<>(SyntheticOption.class);
    for (Map.Entry<SyntheticOption, String> option : defaults) {
      options.put(option.getKey(), option.getValue());
    }
    return options;
  }

  /** Options of a program on a grid, whose computation goes by points. */
  @SafeVarargs
  private static Map<SyntheticOption, String> perPoint(Map.Entry<SyntheticOption, String>... own) {
    Map<SyntheticOption, String> options = options(own);
    options.putAll(
        options(
            entry(STEPS, "100"),
            entry(GRID, ""),
            entry(TIME_PER_POINT, ""),
            entry(FLOPS_PER_POINT, ""),
            entry(MEMORY_PER_POINT, ""),
            entry(CORE_SPEED, ""),
            entry(IMBALANCE, "0%"),
            entry(SEED, "1")));
    return options;
  }

  /** Options of a program without a grid, whose steps have a burst each. */
  @SafeVarargs
  private static Map<SyntheticOption, String> perBurst(
      String burst, Map.Entry<SyntheticOption, String>... own) {
    Map<SyntheticOption, String> options = options(own);
    options.putAll(
        options(
            entry(STEPS, "100"),
            entry(BURST, burst),
            entry(CORE_SPEED, ""),
            entry(IMBALANCE, "0%"),
            entry(SEED, "1")));
    return options;
  }

  private static Map<SyntheticOption, String> masterWorker() {
    Map<SyntheticOption, String> options =
        perBurst(
            REQUIRED, entry(TASKS, REQUIRED), entry(BYTES, "1KiB"), entry(RESULT_BYTES, "1KiB"));
    options.remove(STEPS);
    return options;
  }

  /**
   * {@return the options that it accepts, with the default of each; empty if the option is left out
   * by default, {@link #REQUIRED} if it has to be given}
   */
  public Map<SyntheticOption, String> options() {
    return options;
  }

  /** {@return one line for lists of programs} */
  public String summary() {
    return summary;
  }

  /** {@return the name as it is typed, like {@code master-worker}} */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
