package org.foretell.observe;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.machine.Placement;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The standard statistics of a simulation: attach it, run, then query it.
 *
 * <p>It always counts by kind of op and by rank; each {@link Part} is optional. Counting an op
 * takes a few nanoseconds and allocates nothing once every kind of op (pair, call site, phase) has
 * occurred. Memory is 32 bytes for each rank and kind of op, and another 64 for each rank with
 * messages. Results of parts that were not chosen are empty or zero. Results are records with units
 * in their names, in a stable order, the same whatever the schedule; all times are picoseconds.
 * Each call computes them from the calls received so far, but for {@link #ranks}. Used by one
 * thread at a time, for one simulation.
 */
public final class Statistics implements PartedObserver {
  /** The optional parts. */
  public enum Part {
    /** Messages and bytes of each rank. */
    MESSAGES,
    /** Time by call site. */
    CALL_SITES,
    /** Time by phase marker. */
    PHASES,
    /** Use of CPUs and NICs by messages. */
    RESOURCES,
    /** Messages and bytes by pair of ranks; about 40 bytes for each pair that occurs. */
    MATRIX
  }

  private final Placement placement;
  private final Set<Part> parts;
  private final RankStatistics ranks;
  private final EventStatistics events;
  private final @Nullable MessageStatistics messages;
  private final @Nullable CallSiteStatistics callSites;
  private final @Nullable PhaseStatistics phases;
  private final @Nullable ResourceStatistics resources;
  private final @Nullable CommunicationMatrix matrix;
  private long stepMessages;
  private long waitsByAnyRank;
  private long waitsByRecordedRank;
  private long waitsWithoutUpdate;
  private long stepBytes;

  /**
   * Creates statistics with all parts but the matrix.
   *
   * @param placement the simulated placement
   */
  public Statistics(Placement placement) {
    this(placement, EnumSet.complementOf(EnumSet.of(Part.MATRIX)));
  }

  /**
   * Creates statistics with chosen parts.
   *
   * @param placement the simulated placement
   * @param parts in addition to the kinds of op and the ranks
   */
  public Statistics(Placement placement, Set<Part> parts) {
    this.placement = placement;
    this.parts = parts.isEmpty() ? Set.of() : EnumSet.copyOf(parts);
    ranks = new RankStatistics(placement.ranks());
    events = new EventStatistics(placement);
    messages = parts.contains(Part.MESSAGES) ? new MessageStatistics(placement) : null;
    callSites = parts.contains(Part.CALL_SITES) ? new CallSiteStatistics() : null;
    phases = parts.contains(Part.PHASES) ? new PhaseStatistics(ranks) : null;
    resources = parts.contains(Part.RESOURCES) ? new ResourceStatistics(placement.ranks()) : null;
    matrix = parts.contains(Part.MATRIX) ? new CommunicationMatrix() : null;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the placement is for another number of ranks
   */
  @Override
  public void begin(int ranks) {
    if (ranks != placement.ranks()) {
      throw new IllegalArgumentException(
          "statistics for " + placement.ranks() + " ranks cannot watch " + ranks);
    }
  }

  @Override
  public Statistics ofPart() {
    return new Statistics(placement, parts);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the other observer counts other things
   */
  @Override
  public void add(PartedObserver part) {
    if (!(part instanceof Statistics other) || !other.parts.equals(parts)) {
      throw new IllegalArgumentException("statistics of other parts cannot be added");
    }
    ranks.add(other.ranks);
    events.add(other.events);
    if (messages != null && other.messages != null) {
      messages.add(other.messages);
    }
    if (callSites != null && other.callSites != null) {
      callSites.add(other.callSites);
    }
    if (phases != null && other.phases != null) {
      phases.add(other.phases);
    }
    if (resources != null && other.resources != null) {
      resources.add(other.resources);
    }
    if (matrix != null && other.matrix != null) {
      matrix.add(other.matrix);
    }
    stepMessages += other.stepMessages;
    long bytes = stepBytes + other.stepBytes;
    stepBytes = bytes < 0 ? Long.MAX_VALUE : bytes;
    waitsByAnyRank += other.waitsByAnyRank;
    waitsByRecordedRank += other.waitsByRecordedRank;
    waitsWithoutUpdate += other.waitsWithoutUpdate;
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    ranks.compute(rank, startPs, endPs);
    events.compute(rank, code, endPs - startPs);
    if (callSite >= 0 && callSites != null) {
      callSites.op(callSite, code, 0, endPs - startPs, 0);
    }
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    ranks.op(rank, waitPs, endPs);
    events.op(rank, code, peer, bytes, endPs - startPs, waitPs);
    if (callSite >= 0 && callSites != null) {
      callSites.op(callSite, code, bytes, endPs - startPs, waitPs);
    }
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    moved(source, destination, bytes);
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    moved(source, destination, bytes);
  }

  private void moved(int source, int destination, long bytes) {
    if (messages != null) {
      messages.message(source, destination, bytes);
    }
    if (matrix != null) {
      matrix.message(source, destination, bytes);
    }
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    stepMessages++;
    long sum = stepBytes + bytes;
    stepBytes = sum < 0 ? Long.MAX_VALUE : sum;
  }

  @Override
  public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
    if (resources != null) {
      resources.busy(resource, index, bytes, endPs - startPs);
    }
  }

  @Override
  public void waitedInQueue(int rank, boolean bus, long startPs, long endPs) {
    ranks.waitedInQueue(rank, bus, endPs - startPs);
  }

  @Override
  public void takesUpdates(int rank, int source, long updates) {
    if (updates == 0) {
      waitsWithoutUpdate++;
    } else if (source >= 0) {
      waitsByRecordedRank++;
    } else {
      waitsByAnyRank++;
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    if (phases == null) {
      return;
    }
    if (begin) {
      phases.begin(rank, marker, timePs);
    } else {
      phases.end(rank, marker, timePs);
    }
  }

  @Override
  public void finished(int rank, long timePs) {
    ranks.finished(rank, timePs);
  }

  /** {@return when the last rank finished, or got as far as it could} */
  public long makespanPs() {
    return ranks.makespanPs();
  }

  /** {@return the kinds of op that occurred, in the order of {@link OpCode}} */
  public List<EventSummary> events() {
    return events.summaries();
  }

  /**
   * {@return the kinds of op that occurred in one rank, in the order of {@link OpCode}}
   *
   * @param rank world rank
   */
  public List<RankEventSummary> events(int rank) {
    return events.summaries(rank);
  }

  /**
   * {@return all ranks in order; a view of this object, which computes a summary at each {@code
   * get}} To be called after the simulation.
   */
  public List<RankSummary> ranks() {
    long makespanPs = makespanPs();
    return new RankView<>(ranks.ranks(), rank -> rank(rank, makespanPs));
  }

  /**
   * {@return the time of a rank in bursts, picoseconds}
   *
   * @param rank world rank
   */
  public long computePs(int rank) {
    return ranks.computePs(rank);
  }

  /**
   * {@return when a rank finished, or got as far as it could, picoseconds}
   *
   * @param rank world rank
   */
  public long finishPs(int rank) {
    return ranks.lastPs(rank);
  }

  private RankSummary rank(int rank, long makespanPs) {
    long finishPs = ranks.lastPs(rank);
    long computePs = ranks.computePs(rank);
    long waitPs = ranks.waitPs(rank);
    return new RankSummary(
        rank,
        finishPs,
        computePs,
        finishPs - computePs - waitPs,
        waitPs,
        makespanPs - finishPs,
        messages == null ? MessageVolume.NONE : messages.sent(rank, true),
        messages == null ? MessageVolume.NONE : messages.sent(rank, false),
        messages == null ? MessageVolume.NONE : messages.received(rank, true),
        messages == null ? MessageVolume.NONE : messages.received(rank, false),
        events.collectives(rank));
  }

  /**
   * {@return how long messages of a rank waited for links and buses, in models that have them}
   *
   * @param rank world rank
   */
  public QueueWaitSummary queueWaits(int rank) {
    return ranks.queueWaits(rank);
  }

  /**
   * {@return the call sites and the kinds of op that occurred there, by call site, then by {@link
   * OpCode}}
   */
  public List<CallSiteSummary> callSites() {
    return callSites == null ? List.of() : callSites.summaries();
  }

  /**
   * {@return the phases that occurred, by marker} To be called after the simulation: phases that
   * are still open end at the current time of their rank.
   */
  public List<PhaseSummary> phases() {
    return phases == null ? List.of() : phases.summaries();
  }

  /** {@return the CPUs and NICs that messages kept busy, by kind, then by number} */
  public List<ResourceSummary> resources() {
    return resources == null ? List.of() : resources.summaries(makespanPs());
  }

  /** {@return the pairs of ranks that exchanged messages, by source, then by destination} */
  public List<MatrixEntry> matrix() {
    return matrix == null ? List.of() : matrix.entries();
  }

  /**
   * {@return the messages inside collectives; none if these are computed by a formula} No other
   * count includes them.
   */
  public MessageVolume collectiveMessages() {
    return new MessageVolume(stepMessages, Total.of(stepBytes));
  }

  /** {@return how OpenSHMEM's waits and tests were matched} */
  public UpdateWaitSummary updateWaits() {
    return new UpdateWaitSummary(waitsByAnyRank, waitsByRecordedRank, waitsWithoutUpdate);
  }

  /** {@return the parallel efficiency and its factors} */
  public EfficiencySummary efficiency() {
    return ranks.efficiency();
  }
}
