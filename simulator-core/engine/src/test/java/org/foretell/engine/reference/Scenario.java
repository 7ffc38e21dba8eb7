package org.foretell.engine.reference;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CallCosts;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.RandomSchedules;
import org.foretell.model.TestSchedules;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/**
 * All that a replay needs, made up from a seed.
 *
 * @param communication gives a model that has not been used
 */
public record Scenario(
    String description,
    OpListTrace trace,
    Placement placement,
    Supplier<CommunicationModel> communication,
    ComputeModel compute,
    FileSystem files,
    ShmemSupport shmem,
    Set<RandomTraces.Feature> features) {
  /** What kind of trace. */
  public enum Kind {
    /** Completes. */
    COOPERATIVE,
    /**
     * Completes; more ranks, many tags, and a hundred times as many events, but at most {@value
     * #CROWD_EVENTS}, and at most {@value #CROWD_RANK_EVENTS} of all ranks together. Collectives of
     * more than {@value #CROWD_STEPS_RANKS} ranks are by formula. The slow twin looks at all
     * messages that wait, and an alltoall in steps sends one for each pair of ranks.
     */
    CROWDED,
    /** One thing is wrong. */
    DAMAGED,
    /** Nothing fits. */
    ARBITRARY
  }

  /** How several threads could replay it. */
  public enum Threads {
    /** Perhaps not at all. */
    PERHAPS,
    /** Ranks can run ahead, unless their ops of OpenSHMEM are ordered. */
    RUNNING_AHEAD,
    /** Nodes go through time together. */
    IN_ROUNDS
  }

  private static final int CROWD_EVENTS = 800;
  private static final int CROWD_RANK_EVENTS = 90_000;
  private static final int CROWD_STEPS_RANKS = 24;
  private static final long[] TIMES = {0, 0, 1, 5, 10, 10, 100};

  /**
   * Makes up a scenario.
   *
   * @param events of how many global events the trace consists, or ops of each rank
   */
  public static Scenario of(Kind kind, long seed, int events) {
    return of(kind, seed, events, 1);
  }

  /** The same with all times multiplied. */
  public static Scenario of(Kind kind, long seed, int events, long factor) {
    return of(kind, seed, events, factor, Threads.PERHAPS);
  }

  /** One for several threads. */
  public static Scenario of(Kind kind, long seed, int events, Threads threads) {
    return of(kind, seed, events, 1, threads);
  }

  private static Scenario of(Kind kind, long seed, int events, long factor, Threads threads) {
    Random random = new Random(seed);
    int ranks = ranks(kind, random);
    Set<RandomTraces.Feature> features = RandomTraces.features(random);
    if (threads == Threads.RUNNING_AHEAD) {
      features.retainAll(
          Set.of(
              RandomTraces.Feature.COMMUNICATORS,
              RandomTraces.Feature.DEFECTS,
              RandomTraces.Feature.SHMEM));
    }
    if (threads == Threads.IN_ROUNDS) {
      features.remove(RandomTraces.Feature.FILES);
    }
    OpListTrace trace =
        switch (kind) {
          case COOPERATIVE -> RandomTraces.cooperative(seed, ranks, events, features);
          case CROWDED -> RandomTraces.crowded(seed, ranks, crowdEvents(ranks, events), features);
          case DAMAGED -> RandomTraces.damaged(seed, ranks, events, features);
          case ARBITRARY -> RandomTraces.arbitrary(seed, ranks, events);
        };
    int[] nodes = random.ints(ranks, 0, 1 + random.nextInt(ranks)).toArray();
    if (threads == Threads.IN_ROUNDS) {
      Arrays.sort(nodes);
    }
    Supplier<MpiModel> mpi = model(random, factor, kind, ranks, threads);
    CollectiveModel collectives = collectives(factor, random.nextInt(2));
    // The slow twin replays nothing in rounds.
    boolean tooManySteps =
        kind == Kind.CROWDED && ranks > CROWD_STEPS_RANKS && threads != Threads.IN_ROUNDS;
    ExpandedCollectives expanded = tooManySteps ? null : expanded(new Random(~seed), factor);
    CallCosts calls = calls(new Random(seed + 3), factor);
    return new Scenario(
        "%s trace of seed %d, %d ranks, %d events, %s, %s, collectives %s, calls free: %b"
            .formatted(kind, seed, ranks, events, features, mpi.get(), expanded, calls.isNone()),
        trace,
        new Placement("made up", nodes, new int[ranks]),
        () -> new CommunicationModel("test", mpi.get(), collectives, expanded, calls),
        new Bursts(factor),
        files(new Random(seed + 1), factor),
        shmem(new Random(seed + 2), factor),
        features);
  }

  /** The same machine and models for another trace, of any number of ranks. */
  static Scenario around(
      String description, OpListTrace shown, Placement placement, long seed, Kind kind) {
    Random random = new Random(seed);
    Supplier<MpiModel> mpi = model(random, 1, kind, placement.ranks(), Threads.PERHAPS);
    CollectiveModel collectives = collectives(1, random.nextInt(2));
    ExpandedCollectives expanded = expanded(new Random(~seed), 1);
    CallCosts calls = calls(new Random(seed + 3), 1);
    return new Scenario(
        description + ", " + mpi.get(),
        shown,
        placement,
        () -> new CommunicationModel("test", mpi.get(), collectives, expanded, calls),
        new Bursts(1),
        files(new Random(seed + 1), 1),
        shmem(new Random(seed + 2), 1),
        Set.of());
  }

  /** What it is, and all ops. */
  public String text() {
    StringBuilder text = new StringBuilder(description);
    trace
        .tables()
        .communicators()
        .forEach(
            c ->
                text.append("\n")
                    .append(c.id())
                    .append(" = ")
                    .append(Arrays.toString(c.worldRanks())));
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      text.append("\nrank ").append(rank).append(" on node ").append(placement.node(rank));
      trace.program(rank).forEach(op -> text.append("\n  ").append(op));
    }
    return text.toString();
  }

  /** Bursts that depend on rank, marker and time of day. */
  private record Bursts(long factor) implements ComputeModel {
    @Override
    public long durationPs(int rank, OpView burst, int marker) {
      return factor * (burst.durationPs() + (marker == OpView.NONE ? 0 : marker + rank % 2));
    }

    @Override
    public long durationPs(int rank, OpView burst, int marker, long startPs) {
      return durationPs(rank, burst, marker) + factor * (startPs / factor % 13);
    }
  }

  /** Half of the scenarios have calls that cost time. */
  private static CallCosts calls(Random random, long factor) {
    Map<OpCode, List<CallCosts.SizedTime>> times = new EnumMap<>(OpCode.class);
    if (random.nextBoolean()) {
      for (OpCode code : OpCode.values()) {
        if (CallCosts.hasCost(code) && random.nextInt(3) > 0) {
          times.put(
              code,
              List.of(
                  new CallCosts.SizedTime(0, factor * TIMES[random.nextInt(TIMES.length)], 0),
                  new CallCosts.SizedTime(
                      1 + random.nextInt(100), factor * 3, factor * random.nextInt(2))));
        }
      }
    }
    return new CallCosts(times);
  }

  private static int ranks(Kind kind, Random random) {
    if (kind != Kind.CROWDED) {
      return 1 + random.nextInt(8);
    }
    return random.nextInt(4) == 0 ? 300 : 1 + random.nextInt(60);
  }

  private static int crowdEvents(int ranks, int events) {
    return Math.min(100 * events, Math.min(CROWD_EVENTS, CROWD_RANK_EVENTS / ranks));
  }

  private static ShmemSupport shmem(Random random, long factor) {
    return new ShmemSupport(
        random.nextInt(3) == 0 ? ShmemSupport.Progress.SOFTWARE : ShmemSupport.Progress.HARDWARE,
        random.nextInt(3) == 0 ? factor * 3 : 0,
        random.nextInt(3) == 0 ? ShmemSupport.Strided.ELEMENTS : ShmemSupport.Strided.WHOLE);
  }

  private static FileSystem files(Random random, long factor) {
    int servers = 1 + random.nextInt(5);
    return new FileSystem(
        servers,
        speed(random, factor),
        speed(random, factor),
        factor * TIMES[random.nextInt(TIMES.length)],
        1 + random.nextInt(100),
        1 + random.nextInt(servers));
  }

  private static LinkSpeed speed(Random random, long factor) {
    long psPerByte = factor * random.nextInt(4);
    return new LinkSpeed(
        factor * TIMES[random.nextInt(TIMES.length)],
        psPerByte == 0 ? Double.POSITIVE_INFINITY : 1e12 / psPerByte);
  }

  /** Null: by formula. */
  private static ExpandedCollectives expanded(Random random, long factor) {
    double reducePsPerByte = factor * (random.nextInt(3) - 1.0);
    return switch (random.nextInt(3)) {
      case 0 -> null;
      case 1 ->
          new ExpandedCollectives(
              TestSchedules.usual(),
              Math.max(0, reducePsPerByte),
              ExpandedCollectives.DEFAULT_EXACT_UP_TO);
      default ->
          new ExpandedCollectives(
              new RandomSchedules(random.nextInt()),
              Math.max(0, reducePsPerByte),
              ExpandedCollectives.DEFAULT_EXACT_UP_TO);
    };
  }

  /** Depends on all that a call says. */
  private static CollectiveModel collectives(long factor, long perByte) {
    return call -> factor * (5 + costPs(call) * perByte);
  }

  private static long costPs(CollectiveCall call) {
    int last = call.worldRank(call.participants() - 1);
    return call.code().id() % 7
        + 3L * call.participants()
        + call.nodes()
        + call.root()
        + 2L * last
        + call.vectorBytes()
        + call.maxSentBytes() * 3
        + call.maxReceivedBytes() * 5
        + call.totalSentBytes();
  }

  /** Of crowds no flows: the naive model needs minutes for thousands of them at once. */
  private static Supplier<MpiModel> model(
      Random random, long factor, Kind kind, int nodes, Threads threads) {
    long anyLatencyPs = factor * TIMES[random.nextInt(TIMES.length)];
    long anyOverheadPs = factor * TIMES[random.nextInt(TIMES.length)];
    long gapPs = factor * TIMES[random.nextInt(TIMES.length)];
    long perBytePs = factor * random.nextInt(3);
    long skewPs = factor * random.nextInt(2);
    long blockingPs = factor * random.nextInt(3) * 20;
    long sometimesEagerBytes = random.nextBoolean() ? 64 : random.nextBoolean() ? -1 : 1000;
    boolean envelopes = random.nextBoolean();
    boolean sharesNics = random.nextInt(3) == 0;
    // Where many ranks share an interface they wait for it in line.
    int sharing = kind == Kind.CROWDED && threads == Threads.PERHAPS ? 40 : 2;
    int ranksPerNic = sharesNics ? sharing : 1;
    boolean startsWhenSent = random.nextBoolean();
    int portsPerNode = 1 + random.nextInt(3);
    boolean memory = random.nextBoolean();
    int chosen =
        switch (threads) {
          case PERHAPS -> random.nextInt(9);
          case RUNNING_AHEAD -> 1;
          case IN_ROUNDS -> 4 + random.nextInt(5);
        };
    boolean inRounds = threads == Threads.IN_ROUNDS;
    long latencyPs = inRounds ? 1 + anyLatencyPs % 10 : anyLatencyPs;
    long overheadPs = inRounds ? anyOverheadPs % 11 : anyOverheadPs;
    // There a rendezvous lets its sender go on in the same moment.
    boolean eager = inRounds && chosen < 7 && random.nextInt(8) > 0;
    long eagerBytes = eager ? Long.MAX_VALUE : sometimesEagerBytes;
    return switch (chosen == 3 && kind == Kind.CROWDED ? 4 : chosen) {
      case 5 ->
          () ->
              new LogGopsVariant(
                  new LogGopsModel(
                      latencyPs, overheadPs, gapPs, perBytePs, skewPs, eagerBytes, ranksPerNic),
                  OccupancyModel.Intake.ON_MATCH,
                  false);
      case 7, 8 ->
          () ->
              new SharedInterfacesModel(
                      nodes,
                      portsPerNode,
                      latencyPs,
                      overheadPs,
                      gapPs,
                      perBytePs,
                      skewPs,
                      eagerBytes,
                      500,
                      memory,
                      1 + (int) (blockingPs / factor / 20),
                      startsWhenSent)
                  .takingInLast(envelopes);
      case 0 -> () -> new BusModel(latencyPs, perBytePs, eagerBytes);
      case 1, 2 ->
          () ->
              new LinearModel(
                  latencyPs,
                  perBytePs,
                  eagerBytes,
                  skewPs,
                  blockingPs,
                  overheadPs,
                  gapPs,
                  envelopes);
      case 3 ->
          () ->
              new SharedLinksModel(
                  latencyPs,
                  perBytePs == 0 ? 1e9 : 1.0 / perBytePs,
                  eagerBytes,
                  overheadPs,
                  gapPs,
                  startsWhenSent);
      default ->
          () ->
              new LogGopsModel(
                  latencyPs, overheadPs, gapPs, perBytePs, skewPs, eagerBytes, ranksPerNic);
    };
  }
}
