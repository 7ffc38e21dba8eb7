package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.machines.file.SetValue;
import org.foretell.observe.CallSiteSummary;
import org.foretell.observe.EfficiencySummary;
import org.foretell.observe.EventSummary;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.PhaseSummary;
import org.foretell.observe.QueueWaitSummary;
import org.foretell.observe.RankSummary;
import org.foretell.observe.RankView;
import org.foretell.observe.ResourceSummary;
import org.foretell.observe.Total;
import org.foretell.observe.UpdateWaitSummary;
import org.foretell.result.Deadlock;
import org.foretell.result.Position;
import org.foretell.result.Problem;
import org.jspecify.annotations.Nullable;

/**
 * The JSON that {@code sim run --json} writes. Names and meanings are stable and documented in
 * {@code docs/output.md}; a change that breaks readers raises {@link #FORMAT_VERSION}.
 *
 * @param formatVersion rises when a change would break a reader
 * @param version of Foretell
 * @param outcome "completed", "deadlocked" or "invalid_trace"
 * @param predictedSeconds the run time; null unless the program came to its end
 * @param predictedPicoseconds the same, exact
 * @param reachedSeconds the latest time that any rank reached
 * @param trace which program was replayed
 * @param machine the machine; null without one
 * @param placement where its ranks ran
 * @param model name of the communication model
 * @param modelReason the reason for choosing it; null if the caller set it
 * @param parameters each parameter of the model with its value and, unless it was given, its origin
 * @param collectives how collectives were executed
 * @param compute how bursts were scaled
 * @param noise the sources of randomness of the run
 * @param seed of everything random
 * @param replications null unless there were some
 * @param interval between which times the prediction lies; null if that was not found
 * @param intervalLeftOut the reason why no interval was found, if the trace is too long; null, and
 *     not in the JSON, otherwise
 * @param energy of the nodes in use; null if the machine states no power
 * @param efficiency the useful share of the time
 * @param ranks in order; of a result a view, which computes an entry at each {@code get}
 * @param events by kind of op
 * @param callSites by call site and kind of op
 * @param phases by marker
 * @param resources use of resources by messages
 * @param updateWaits how OpenSHMEM's waits and tests were matched; null if there were none
 * @param deadlock null without a deadlock
 * @param problems defects of the trace
 * @param warnings reasons to doubt the prediction
 */
@JsonInclude(Include.ALWAYS)
public record RunDocument(
    int formatVersion,
    String version,
    String outcome,
    @Nullable Double predictedSeconds,
    @Nullable Long predictedPicoseconds,
    double reachedSeconds,
    TraceEntry trace,
    @Nullable MachineEntry machine,
    PlacementEntry placement,
    String model,
    @Nullable String modelReason,
    Map<String, String> parameters,
    Map<String, String> collectives,
    Map<String, String> compute,
    Map<String, String> noise,
    long seed,
    @Nullable ReplicationsEntry replications,
    @Nullable IntervalEntry interval,
    @JsonInclude(Include.NON_NULL) @Nullable String intervalLeftOut,
    @Nullable EnergyEntry energy,
    EfficiencyEntry efficiency,
    List<RankEntry> ranks,
    List<EventEntry> events,
    List<CallSiteEntry> callSites,
    List<PhaseEntry> phases,
    List<ResourceEntry> resources,
    @Nullable UpdateWaitEntry updateWaits,
    @Nullable DeadlockEntry deadlock,
    List<ProblemEntry> problems,
    List<String> warnings) {

  static final int FORMAT_VERSION = 1;

  /**
   * The replayed program.
   *
   * @param name file name
   * @param sha256 of the file
   * @param format name of the format
   * @param origin the program that wrote the trace
   * @param ranks how many
   * @param ops how many were replayed
   * @param notes remarks of the reader
   * @param counted what the processor counted during bursts, by call site; null and not written if
   *     the trace has no counts
   */
  public record TraceEntry(
      String name,
      String sha256,
      String format,
      String origin,
      int ranks,
      long ops,
      List<String> notes,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<CountedEntry> counted) {
    static TraceEntry of(TraceSummary trace, long ops) {
      return new TraceEntry(
          trace.name(),
          trace.sha256(),
          trace.format(),
          trace.info().origin(),
          trace.info().ranks(),
          ops,
          trace.info().notes(),
          CountedEntry.of(trace));
    }
  }

  /**
   * The simulated machine.
   *
   * @param name as in the catalogue or the file
   * @param title for people
   * @param sha256 of the file that describes it; null if none can
   * @param set values of its file that were replaced
   * @param unverified figures that no source confirms
   * @param sources of the figures
   */
  public record MachineEntry(
      String name,
      String title,
      @Nullable String sha256,
      List<SetValue> set,
      List<String> unverified,
      List<String> sources) {}

  /**
   * The placement of the ranks.
   *
   * @param policy in words
   * @param nodesUsed how many nodes have a rank
   */
  public record PlacementEntry(String policy, int nodesUsed) {}

  /**
   * The useful share of the time.
   *
   * @param parallelEfficiency mean compute over run time
   * @param loadBalance mean over maximum compute
   * @param communicationEfficiency maximum compute over run time
   * @param meanComputeSeconds of all ranks
   * @param maxComputeSeconds of the rank that computes longest
   */
  public record EfficiencyEntry(
      double parallelEfficiency,
      double loadBalance,
      double communicationEfficiency,
      double meanComputeSeconds,
      double maxComputeSeconds) {
    static EfficiencyEntry of(EfficiencySummary summary) {
      return new EfficiencyEntry(
          summary.parallelEfficiency(),
          summary.loadBalance(),
          summary.communicationEfficiency(),
          summary.meanComputePs() / 1e12,
          summary.maxComputePs() / 1e12);
    }
  }

  /**
   * Messages and their size.
   *
   * @param messages how many
   * @param bytes of all together, exact
   * @param meanBytes mean size
   */
  public record VolumeEntry(long messages, Number bytes, double meanBytes) {
    static VolumeEntry of(MessageVolume volume) {
      return new VolumeEntry(volume.messages(), number(volume.bytes()), volume.meanBytes());
    }
  }

  /**
   * A single rank.
   *
   * @param rank its number
   * @param node where it ran
   * @param finishSeconds when it came to its end
   * @param finishPicoseconds the same, exact
   * @param computeSeconds in bursts
   * @param communicationSeconds in communication that is not waiting
   * @param waitSeconds for other ranks
   * @param idleSeconds from the end of the rank to the end of the run
   * @param linkWaitSeconds that messages it sent waited for links
   * @param busWaitSeconds that messages it sent waited for buses
   * @param sentOnNode to ranks of its node
   * @param sentOffNode to other nodes
   * @param receivedOnNode from ranks of its node
   * @param receivedOffNode from other nodes
   * @param collectives its contribution to collectives
   */
  public record RankEntry(
      int rank,
      int node,
      double finishSeconds,
      long finishPicoseconds,
      double computeSeconds,
      double communicationSeconds,
      double waitSeconds,
      double idleSeconds,
      double linkWaitSeconds,
      double busWaitSeconds,
      VolumeEntry sentOnNode,
      VolumeEntry sentOffNode,
      VolumeEntry receivedOnNode,
      VolumeEntry receivedOffNode,
      VolumeEntry collectives) {
    static RankEntry of(RankSummary summary, int node, QueueWaitSummary waits) {
      return new RankEntry(
          summary.rank(),
          node,
          inSeconds(summary.finishPs()),
          summary.finishPs(),
          inSeconds(summary.computePs()),
          inSeconds(summary.communicationPs()),
          inSeconds(summary.waitPs()),
          inSeconds(summary.idlePs()),
          inSeconds(waits.linkWaitPs()),
          inSeconds(waits.busWaitPs()),
          VolumeEntry.of(summary.sentOnNode()),
          VolumeEntry.of(summary.sentOffNode()),
          VolumeEntry.of(summary.receivedOnNode()),
          VolumeEntry.of(summary.receivedOffNode()),
          VolumeEntry.of(summary.collectives()));
    }
  }

  /**
   * All ops of one kind.
   *
   * @param type kind of op
   * @param count how many
   * @param seconds of all ranks together, waiting included
   * @param meanSeconds mean duration
   * @param maxSeconds of the longest
   * @param waitSeconds of all ranks together
   * @param maxWaitSeconds the longest wait
   * @param maxRankWaitSeconds of the rank that waited longest
   * @param bytes of all together, exact
   * @param meanBytes mean size
   * @param maxBytes of the largest
   * @param onNode messages within nodes
   * @param offNode messages between nodes
   */
  public record EventEntry(
      String type,
      long count,
      double seconds,
      double meanSeconds,
      double maxSeconds,
      double waitSeconds,
      double maxWaitSeconds,
      double maxRankWaitSeconds,
      Number bytes,
      double meanBytes,
      long maxBytes,
      VolumeEntry onNode,
      VolumeEntry offNode) {
    static EventEntry of(EventSummary summary) {
      return new EventEntry(
          word(summary.code()),
          summary.count(),
          summary.timePs().toSeconds(),
          summary.meanTimePs() / 1e12,
          inSeconds(summary.maxTimePs()),
          summary.waitPs().toSeconds(),
          inSeconds(summary.maxWaitPs()),
          inSeconds(summary.maxRankWaitPs()),
          number(summary.bytes()),
          summary.meanBytes(),
          summary.maxBytes(),
          VolumeEntry.of(summary.onNode()),
          VolumeEntry.of(summary.offNode()));
    }
  }

  /**
   * Ops of a kind at a call site.
   *
   * @param callSite its text
   * @param type kind of op
   * @param count how many
   * @param seconds of all ranks together, waiting included
   * @param meanSeconds mean duration
   * @param maxSeconds of the longest
   * @param waitSeconds of all ranks together
   * @param bytes of all together, exact
   */
  public record CallSiteEntry(
      String callSite,
      String type,
      long count,
      double seconds,
      double meanSeconds,
      double maxSeconds,
      double waitSeconds,
      Number bytes) {
    static CallSiteEntry of(CallSiteSummary summary, String name) {
      return new CallSiteEntry(
          name,
          word(summary.code()),
          summary.count(),
          summary.timePs().toSeconds(),
          summary.meanTimePs() / 1e12,
          inSeconds(summary.maxTimePs()),
          summary.waitPs().toSeconds(),
          number(summary.bytes()));
    }
  }

  /**
   * How waits and tests of OpenSHMEM were matched with updates.
   *
   * @param byAnyRank how many took updates by any rank
   * @param byRecordedRank how many took updates by the rank that the trace names
   * @param withoutUpdate how many took none
   */
  public record UpdateWaitEntry(long byAnyRank, long byRecordedRank, long withoutUpdate) {
    static @Nullable UpdateWaitEntry of(UpdateWaitSummary waits) {
      return waits.all() == 0
          ? null
          : new UpdateWaitEntry(waits.byAnyRank(), waits.byRecordedRank(), waits.withoutUpdate());
    }
  }

  /**
   * A phase.
   *
   * @param phase its name
   * @param count how often it was entered
   * @param ranks how many entered it
   * @param inclusiveSeconds with the phases inside
   * @param inclusiveComputeSeconds of that, in bursts
   * @param inclusiveCommunicationSeconds of that, in communication
   * @param inclusiveWaitSeconds of that, waiting
   * @param exclusiveSeconds without the phases inside
   * @param exclusiveComputeSeconds of that, in bursts
   * @param exclusiveCommunicationSeconds of that, in communication
   * @param exclusiveWaitSeconds of that, waiting
   * @param maxRankSeconds of the slowest rank
   * @param loadBalance mean over maximum of the ranks
   */
  public record PhaseEntry(
      String phase,
      long count,
      int ranks,
      double inclusiveSeconds,
      double inclusiveComputeSeconds,
      double inclusiveCommunicationSeconds,
      double inclusiveWaitSeconds,
      double exclusiveSeconds,
      double exclusiveComputeSeconds,
      double exclusiveCommunicationSeconds,
      double exclusiveWaitSeconds,
      double maxRankSeconds,
      double loadBalance) {
    static PhaseEntry of(PhaseSummary summary, String name) {
      return new PhaseEntry(
          name,
          summary.count(),
          summary.ranks(),
          summary.inclusive().timePs().toSeconds(),
          summary.inclusive().computePs().toSeconds(),
          summary.inclusive().communicationPs().toSeconds(),
          summary.inclusive().waitPs().toSeconds(),
          summary.exclusive().timePs().toSeconds(),
          summary.exclusive().computePs().toSeconds(),
          summary.exclusive().communicationPs().toSeconds(),
          summary.exclusive().waitPs().toSeconds(),
          inSeconds(summary.maxRankTimePs()),
          summary.loadBalance());
    }
  }

  /**
   * Use of a CPU or NIC by messages.
   *
   * @param resource which kind
   * @param index its number
   * @param messages how many used it
   * @param bytes of these, exact
   * @param busySeconds in use
   * @param utilisation busy over run time; above 1 where several are in use at once
   */
  public record ResourceEntry(
      String resource,
      int index,
      long messages,
      Number bytes,
      double busySeconds,
      double utilisation) {
    static ResourceEntry of(ResourceSummary summary) {
      return new ResourceEntry(
          summary.resource().name().toLowerCase(Locale.ROOT),
          summary.index(),
          summary.volume().messages(),
          number(summary.volume().bytes()),
          inSeconds(summary.busyPs()),
          summary.utilisation());
    }
  }

  /**
   * A place in the trace.
   *
   * @param rank of the op
   * @param op counted from 0, with repeats unrolled
   * @param text the op as text
   */
  public record PositionEntry(int rank, long op, String text) {
    static PositionEntry of(Position position) {
      return new PositionEntry(position.rank(), position.operation(), position.text());
    }
  }

  /**
   * Why the program cannot finish.
   *
   * @param seconds when
   * @param blocked all that wait
   * @param cycle ranks that wait for each other
   */
  public record DeadlockEntry(double seconds, List<BlockedEntry> blocked, List<Integer> cycle) {
    static DeadlockEntry of(Deadlock deadlock) {
      return new DeadlockEntry(
          inSeconds(deadlock.timePs()),
          deadlock.blocked().stream().map(BlockedEntry::of).toList(),
          deadlock.cycle());
    }
  }

  /**
   * A blocked rank.
   *
   * @param position where it blocks
   * @param seconds since when
   * @param waitsFor ranks
   * @param reason in words
   */
  public record BlockedEntry(
      PositionEntry position, double seconds, List<Integer> waitsFor, String reason) {
    static BlockedEntry of(Deadlock.Blocked blocked) {
      return new BlockedEntry(
          PositionEntry.of(blocked.position()),
          inSeconds(blocked.timePs()),
          blocked.waitsFor(),
          blocked.reason());
    }
  }

  /**
   * A defect of the trace.
   *
   * @param kind as a word
   * @param message in words
   * @param positions where
   */
  public record ProblemEntry(String kind, String message, List<PositionEntry> positions) {
    static ProblemEntry of(Problem problem) {
      return new ProblemEntry(
          problem.kind().name().toLowerCase(Locale.ROOT),
          problem.message(),
          problem.positions().stream().map(PositionEntry::of).toList());
    }
  }

  /**
   * Creates the document of a result.
   *
   * @param result as {@code sim run} gives it
   * @return the same, with times in seconds and kinds as words
   */
  public static RunDocument of(RunResult result) {
    var prediction = result.prediction();
    var statistics = result.statistics();
    var tables = result.trace().tables();
    boolean completed = result.completed();
    return new RunDocument(
        FORMAT_VERSION,
        result.version(),
        prediction.outcome().name().toLowerCase(Locale.ROOT),
        completed ? inSeconds(prediction.makespanPs()) : null,
        completed ? prediction.makespanPs() : null,
        inSeconds(prediction.makespanPs()),
        TraceEntry.of(result.trace(), prediction.operations()),
        result.machine().map(RunDocument::machine).orElse(null),
        new PlacementEntry(result.placement().description(), result.placement().nodesUsed()),
        result.model(),
        result.modelReason().orElse(null),
        result.parameters(),
        result.collectives(),
        result.compute(),
        result.noise(),
        result.seed(),
        result.replications().map(ReplicationsEntry::of).orElse(null),
        result.interval().map(IntervalEntry::of).orElse(null),
        result.intervalLeftOutBecause().orElse(null),
        result.energy().map(EnergyEntry::of).orElse(null),
        EfficiencyEntry.of(statistics.efficiency()),
        rankEntries(result),
        statistics.events().stream().map(EventEntry::of).toList(),
        statistics.callSites().stream()
            .map(site -> CallSiteEntry.of(site, tables.callSites().get(site.callSite())))
            .toList(),
        statistics.phases().stream()
            .map(phase -> PhaseEntry.of(phase, tables.phase(phase.marker())))
            .toList(),
        statistics.resources().stream().map(ResourceEntry::of).toList(),
        UpdateWaitEntry.of(statistics.updateWaits()),
        prediction.deadlock().map(DeadlockEntry::of).orElse(null),
        prediction.problems().stream().map(ProblemEntry::of).toList(),
        result.warnings());
  }

  /** Computed when they are read: a million of them are never in memory. */
  private static List<RankEntry> rankEntries(RunResult result) {
    var statistics = result.statistics();
    List<RankSummary> ranks = statistics.ranks();
    return new RankView<>(
        ranks.size(),
        rank ->
            RankEntry.of(
                ranks.get(rank), result.placement().node(rank), statistics.queueWaits(rank)));
  }

  private static MachineEntry machine(RunResult.MachineChoice choice) {
    return new MachineEntry(
        choice.machine().name(),
        choice.machine().title(),
        choice.sha256(),
        choice.set(),
        choice.machine().unverified(),
        choice.machine().sources());
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static double inSeconds(long ps) {
    return ps / 1e12;
  }

  static Number number(Total total) {
    return total.carries() == 0 ? (Number) total.rest() : total.toBigInteger();
  }
}
