package org.foretell.models.compute;

import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.ComputeModel;
import org.foretell.time.Ps;
import org.foretell.trace.BurstKind;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Bursts as traced, scaled to the speed of the simulated cores: the traced duration, divided by the
 * core's CPU ratio, times the number of ranks that take turns on the core, times the factors of the
 * burst's call site and of the innermost open marker. Before that, the machine's rule for the
 * current event block may change it.
 *
 * <p>Bursts of a call site with known work are scaled by roofs instead of the CPU ratio: they reach
 * the same fraction of the roof of the simulated machine as of that of the traced one. The same
 * applies to bursts with work of their own, if their call site has none. Bursts of a call site that
 * was measured on both machines are scaled by the measured ratio, those of a kind whose CPU ratio
 * the node group states by that. A share of all other bursts may be memory-bound ({@link
 * MemoryShares}).
 *
 * <p>The CPU ratio of a core is the value stated by its node group; else its speed over that of the
 * traced machine if both are known; else 1, with a warning. An {@code ELAPSE} is not scaled.
 *
 * <p>Random draws come from {@link org.foretell.models.random.RankStreams}, so they depend only on
 * the seed, the rank and the burst's place in the rank's program. Without draws an instance has no
 * mutable state; with draws it is for one simulation.
 */
public final class ScaledCompute implements ComputeModel {
  private final double[] factorOfRank;
  private final double[] cpuRatioOfRank;
  private final int[] ranksOnCore;
  private final Int2DoubleOpenHashMap factorOfCallSite;
  private final Int2DoubleOpenHashMap factorOfMarker;
  private final SiteRatios siteRatios;
  private final boolean workOfBursts;
  private final boolean hasRatios;
  private final HistogramDurations histograms;
  private final List<String> warnings;
  private final @Nullable BurstBlocks blocks;
  private final @Nullable MemoryShares memory;

  private ScaledCompute(Builder builder) {
    Placement placement = builder.placement;
    int ranks = placement.ranks();
    factorOfRank = new double[ranks];
    cpuRatioOfRank = new double[ranks];
    ranksOnCore = new int[ranks];
    CpuRatios known = new CpuRatios(builder.machine, placement, builder.tracedFlopsPerSecond);
    int assumed = 0;
    for (int rank = 0; rank < ranks; rank++) {
      OptionalDouble ratio = known.of(rank);
      assumed += ratio.isPresent() ? 0 : 1;
      cpuRatioOfRank[rank] = ratio.orElse(1);
      ranksOnCore[rank] = placement.ranksOnCore(rank);
      // Dimemas: on a CPU of ratio 0 bursts take no time.
      factorOfRank[rank] = cpuRatioOfRank[rank] == 0 ? 0 : ranksOnCore[rank] / cpuRatioOfRank[rank];
    }
    warnings = assumed == 0 ? List.of() : List.of(known.assumed(assumed));
    memory = builder.memory;
    siteRatios =
        new SiteRatios(
            builder.measured,
            builder.work,
            builder.tracedRoof,
            builder.roofs(),
            new KindRatios(builder.machine, placement, builder.kinds));
    workOfBursts = builder.workOfBursts;
    hasRatios = workOfBursts || !siteRatios.isEmpty();
    blocks = BurstBlocks.of(builder.machine, ranks);
    factorOfCallSite = builder.factorOfCallSite.clone();
    factorOfMarker = builder.factorOfMarker.clone();
    histograms = new HistogramDurations(builder.histograms, builder.choice, ranks, builder.seed);
  }

  /**
   * Starts with bursts as traced, CPU ratios of 1 and no histograms.
   *
   * @param placement where the ranks run
   * @return a builder for one thread
   */
  public static Builder builder(Placement placement) {
    return new Builder(placement);
  }

  @Override
  public long durationPs(int rank, OpView burst, int marker) {
    long tracedPs = histograms.tracedPs(rank, burst);
    if (burst.code() == OpCode.ELAPSE) {
      return tracedPs;
    }
    if (blocks != null) {
      tracedPs = blocks.durationPs(rank, tracedPs);
    }
    double factor = factorOfRank[rank];
    if (memory != null) {
      factor *= memory.factor(rank, burst.callSite(), cpuRatioOfRank[rank]);
    }
    if (hasRatios) {
      double ratio = ratio(rank, burst);
      factor = Double.isNaN(ratio) ? factor : ranksOnCore[rank] * ratio;
    }
    if (!factorOfCallSite.isEmpty()) {
      factor *= factorOfCallSite.get(burst.callSite());
    }
    if (!factorOfMarker.isEmpty()) {
      factor *= factorOfMarker.get(marker);
    }
    return Ps.scale(tracedPs, factor);
  }

  /** How many times longer than traced; not a number where the CPU ratio counts. */
  private double ratio(int rank, OpView burst) {
    double ratio = siteRatios.of(rank, burst.callSite());
    return Double.isNaN(ratio) && workOfBursts && burst.hasWork()
        ? siteRatios.ofWork(
            rank, (double) burst.get(OpField.FLOPS), (double) burst.get(OpField.MEMORY_BYTES))
        : ratio;
  }

  @Override
  public void event(int rank, long type, long value) {
    if (blocks != null) {
      blocks.event(rank, type, value);
    }
  }

  /**
   * {@return the speed of a rank's core relative to the traced machine, 1 if unknown}
   *
   * @param rank world rank
   */
  public double cpuRatio(int rank) {
    return cpuRatioOfRank[rank];
  }

  /**
   * {@return how many times longer than traced the bursts of a call site take on a rank's core;
   * empty if its CPU ratio applies}
   *
   * @param rank world rank
   * @param callSite its number in the trace
   */
  public OptionalDouble ratioOfCallSite(int rank, int callSite) {
    double ratio = siteRatios.of(rank, callSite);
    return Double.isNaN(ratio) ? OptionalDouble.empty() : OptionalDouble.of(ratio);
  }

  /**
   * {@return how many times longer than traced bursts of this work take on a rank's core}
   *
   * @param rank world rank
   * @param work the work of the bursts
   */
  public double ratioOfWork(int rank, BurstWork work) {
    return siteRatios.ofWork(rank, work.flops(), work.bytes());
  }

  /**
   * {@return the roof of a rank's bursts; empty if no work is known}
   *
   * @param rank world rank
   */
  public Optional<Roof> roof(int rank) {
    return siteRatios.roof(rank);
  }

  /** {@return whether some bursts follow a CPU ratio of their kind} */
  public boolean followsKinds() {
    return siteRatios.hasKinds();
  }

  /** {@return the memory-bound shares of bursts; empty if there are none} */
  public Optional<MemoryShares> memory() {
    return Optional.ofNullable(memory);
  }

  /** {@return the assumptions made, one sentence each, for the report} */
  public List<String> warnings() {
    return warnings;
  }

  /** Collects the properties of the machine and of the trace, and the user's settings. */
  public static final class Builder {
    private final Placement placement;
    private final Int2DoubleOpenHashMap factorOfCallSite = new Int2DoubleOpenHashMap();
    private final Int2DoubleOpenHashMap factorOfMarker = new Int2DoubleOpenHashMap();
    private final Int2DoubleOpenHashMap measured = new Int2DoubleOpenHashMap();
    private final Int2ObjectOpenHashMap<BurstWork> work = new Int2ObjectOpenHashMap<>();
    private Map<Integer, BurstKind> kinds = Map.of();
    private @Nullable Roof tracedRoof;
    private boolean workOfBursts;
    private @Nullable MemoryShares memory;
    private @Nullable Machine machine;
    private double tracedFlopsPerSecond;
    private List<DurationHistogram> histograms = List.of();
    private HistogramChoice choice = HistogramChoice.MEAN;
    private long seed;

    private Builder(Placement placement) {
      this.placement = placement;
      factorOfCallSite.defaultReturnValue(1);
      factorOfMarker.defaultReturnValue(1);
    }

    /**
     * Sets the simulated machine; null if there is none.
     *
     * @param simulated speeds of its cores; null for none
     * @return this
     */
    public Builder machine(@Nullable Machine simulated) {
      machine = simulated;
      return this;
    }

    /**
     * Sets the core speed of the traced machine.
     *
     * @param flopsPerSecond floating-point operations per second, 0 when unknown
     * @return this
     */
    public Builder tracedFlopsPerSecond(double flopsPerSecond) {
      if (!(flopsPerSecond >= 0) || Double.isInfinite(flopsPerSecond)) {
        throw new IllegalArgumentException("core speed must be finite and not negative");
      }
      tracedFlopsPerSecond = flopsPerSecond;
      return this;
    }

    /**
     * Sets the trace's histograms and how to use them.
     *
     * @param traced by id
     * @param choice mean, maximum or a draw
     * @param seed of the random draws; any value
     * @return this
     */
    public Builder histograms(List<DurationHistogram> traced, HistogramChoice choice, long seed) {
      this.histograms = List.copyOf(traced);
      this.choice = choice;
      this.seed = seed;
      return this;
    }

    /**
     * Multiplies the duration of the bursts of a call site.
     *
     * @param callSite its number in the trace
     * @param factor finite, at least 0; 0.5 makes them take half as long
     * @return this
     */
    public Builder factorOfCallSite(int callSite, double factor) {
      factorOfCallSite.put(callSite, checked(factor));
      return this;
    }

    /**
     * Multiplies the duration of the bursts whose innermost open phase marker is the given one.
     *
     * @param marker its number in the trace
     * @param factor finite, at least 0
     * @return this
     */
    public Builder factorOfMarker(int marker, double factor) {
      factorOfMarker.put(marker, checked(factor));
      return this;
    }

    /**
     * Sets the measured ratio of the bursts of a call site between both machines, instead of the
     * CPU ratio.
     *
     * @param callSite its number in the trace
     * @param ratio time on the simulated machine over the traced time, finite, at least 0
     * @return this
     */
    public Builder measuredRatio(int callSite, double ratio) {
      measured.put(callSite, checked(ratio));
      return this;
    }

    /**
     * Sets the roof of bursts on the traced machine; required for work.
     *
     * @param roof of each of its ranks
     * @return this
     */
    public Builder tracedRoof(Roof roof) {
      tracedRoof = roof;
      return this;
    }

    /**
     * Sets the work of the bursts of a call site, so that the roofs of both machines give their
     * duration, instead of the CPU ratio.
     *
     * @param callSite its number in the trace
     * @param done flops and bytes
     * @return this
     */
    public Builder work(int callSite, BurstWork done) {
      work.put(callSite, done);
      return this;
    }

    /**
     * Uses the work that bursts themselves state ({@link OpField#FLOPS}, {@link
     * OpField#MEMORY_BYTES}) if that of their call site is unknown.
     *
     * @return this
     */
    public Builder workOfBursts() {
      workOfBursts = true;
      return this;
    }

    /**
     * Sets what limits bursts, for node groups that state a CPU ratio of the kind.
     *
     * @param ofCallSite by number of the call site
     * @return this
     */
    public Builder kinds(Map<Integer, BurstKind> ofCallSite) {
      kinds = Map.copyOf(ofCallSite);
      return this;
    }

    /**
     * Sets the memory-bound shares of bursts without other information.
     *
     * @param shares of the time of bursts; null for none
     * @return this
     */
    public Builder memoryBound(@Nullable MemoryShares shares) {
      memory = shares;
      return this;
    }

    /**
     * {@return the model; linear in the number of ranks}
     *
     * @throws IllegalStateException if work is known but a roof is not
     */
    public ScaledCompute build() {
      return new ScaledCompute(this);
    }

    private static double checked(double factor) {
      if (!(factor >= 0) || Double.isInfinite(factor)) {
        throw new IllegalArgumentException(
            "a factor must be finite and not negative, but is " + factor);
      }
      return factor;
    }

    /** Of each rank; empty if no work is known. */
    private Roof[] roofs() {
      if (work.isEmpty() && !workOfBursts) {
        return new Roof[0];
      }
      Machine simulated = machine;
      if (simulated == null || tracedRoof == null) {
        throw new IllegalStateException("work needs a machine, and the roof of the traced one");
      }
      return Roof.ofRanks(simulated, placement);
    }
  }
}
