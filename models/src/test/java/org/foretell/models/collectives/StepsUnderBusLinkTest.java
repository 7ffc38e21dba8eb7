package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSite;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CollectiveStep;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.models.buslink.BusLinkModelProvider;
import org.foretell.observe.EventSummary;
import org.foretell.observe.Statistics;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A collective under bus-link takes as long as the sends, receives and waits of its algorithm. */
class StepsUnderBusLinkTest {
  private static final long LATENCY_PS = 5_000_000;
  private static final int CORES = 2;

  /** 5 us and 1 GB/s between nodes of two CPUs, 1 us and 4 GB/s within; 0 for no limit. */
  private static CommunicationModel model(int ranks, int links, int buses) {
    return model(placement(ranks), CORES, links, buses);
  }

  private static CommunicationModel model(Placement placement, int cpus, int links, int buses) {
    int nodes = placement.nodesUsed();
    LinkSpeed within = new LinkSpeed(1_000_000, 4e9);
    BusNodes group =
        BusNodes.builder(nodes)
            .cpus(cpus)
            .intraNode(within)
            .latencyPs(LATENCY_PS)
            .links(links, links)
            .build();
    BusSite site =
        BusSite.builder("site").nodes(List.of(group)).bytesPerSecond(1e9).buses(buses).build();
    WideArea none = WideArea.builder().bytesPerSecond(1e9).flightPs(new long[1][1]).build();
    Machine machine =
        Machine.builder("made-up")
            .nodes(
                NodeGroup.builder("nodes")
                    .nodes(nodes)
                    .coresPerNode(CORES)
                    .intraNode(within)
                    .build())
            .network(new LinkSpeed(LATENCY_PS, 1e9))
            .eagerThresholdBytes(16 * 1024)
            .busLinks(new BusLinks(List.of(site), none, List.of()))
            .build();
    return new BusLinkModelProvider().create(new ModelContext(machine, placement, Map.of()));
  }

  private static Placement placement(int ranks) {
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    Arrays.setAll(nodes, rank -> rank / CORES);
    Arrays.setAll(cores, rank -> rank % CORES);
    return new Placement("pairs", nodes, cores);
  }

  private static Prediction run(OpListTrace trace, CommunicationModel model, Statistics heard) {
    return run(trace, model, placement(trace.info().ranks()), heard);
  }

  private static Prediction run(
      OpListTrace trace, CommunicationModel model, Placement placement, Statistics heard) {
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(model)
            .compute((rank, burst, marker) -> burst.durationPs())
            .observer(heard)
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    assertThat(prediction.problems()).isEmpty();
    return prediction;
  }

  private static OpView burst(int rank) {
    return new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 700_000L * (rank % 3));
  }

  private static OpListTrace calls(OpCode op, int ranks, long bytes) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      OpView call = new OpView().reset(op).set(OpField.BYTES, bytes);
      trace.add(rank, burst(rank));
      trace.add(
          rank, op.has(OpField.RECEIVE_BYTES) ? call.set(OpField.RECEIVE_BYTES, bytes) : call);
      trace.add(rank, burst(rank));
    }
    return trace;
  }

  /** The same as ops that a program could call. */
  private static OpListTrace writtenOut(
      CollectiveSchedules profile, OpCode op, int ranks, long bytes) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      trace.add(rank, burst(rank));
      writeOut(trace, rank, 0, profile, TestCall.of(op, ranks, rank, 0, bytes));
      trace.add(rank, burst(rank));
    }
    return trace;
  }

  /** Member {@code m} of the call is rank {@code first + m}. */
  private static void writeOut(
      OpListTrace trace, int rank, int first, CollectiveSchedules profile, TestCall of) {
    CollectiveStep step = new CollectiveStep();
    TestCall call = of.on(member -> member / CORES);
    CollectiveSchedule schedule = profile.choose(call);
    List<Long> started = new ArrayList<>();
    for (int i = 0; schedule.step(call, i, step); i++) {
      OpView view = new OpView();
      switch (step.kind()) {
        case SEND -> trace.add(rank, message(view, OpCode.SEND, first, step));
        case RECEIVE -> trace.add(rank, message(view, OpCode.RECV, first, step));
        case SEND_RECEIVE ->
            trace.add(
                rank,
                view.reset(OpCode.SENDRECV)
                    .set(OpField.PEER, first + step.peer())
                    .set(OpField.BYTES, step.bytes())
                    .set(OpField.RECEIVE_PEER, first + step.receivePeer())
                    .set(OpField.RECEIVE_BYTES, -1));
        case START_SEND, START_RECEIVE -> {
          boolean sends = step.kind() == CollectiveStep.Kind.START_SEND;
          message(view, sends ? OpCode.ISEND : OpCode.IRECV, first, step)
              .set(OpField.REQUEST, started.size());
          started.add((long) started.size());
          trace.add(rank, view);
        }
        case WAIT_ALL -> waitAll(trace, rank, started);
        case REDUCE -> {}
      }
    }
    waitAll(trace, rank, started);
  }

  private static OpView message(OpView view, OpCode code, int first, CollectiveStep step) {
    view.reset(code).set(OpField.PEER, first + step.peer());
    return code.has(OpField.BYTES)
        ? view.set(OpField.BYTES, step.bytes())
        : view.set(OpField.RECEIVE_BYTES, -1);
  }

  private static void waitAll(OpListTrace trace, int rank, List<Long> started) {
    if (!started.isEmpty()) {
      long[] requests = started.stream().mapToLong(Long::longValue).toArray();
      trace.add(rank, new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, requests));
      started.clear();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BARRIER, dissemination, 0",
    "BARRIER, tree, 0",
    "BCAST, binomial, 3000",
    "BCAST, binomial, 100000",
    "BCAST, scatter-ring, 100000",
    "BCAST, pipeline/8KiB, 100000",
    "REDUCE, binomial, 3000",
    "REDUCE, rabenseifner, 100000",
    "ALLREDUCE, recursive-doubling, 3000",
    "ALLREDUCE, rabenseifner, 100000",
    "ALLREDUCE, ring, 100000",
    "ALLGATHER, bruck, 3000",
    "ALLGATHER, ring, 100000",
    "ALLTOALL, linear, 3000",
    "ALLTOALL, pairwise, 100000",
    "ALLTOALL, bruck, 300",
    "GATHER, linear, 3000",
    "SCATTER, binomial, 3000",
    "SCAN, recursive-doubling, 3000",
  })
  void itTakesAsLongAsTheProgramWrittenOut(OpCode op, String algorithm, long bytes) {
    String text = "dimemas," + op.name().toLowerCase(Locale.ROOT) + "=" + algorithm;
    CollectiveSchedules profile = CollectiveProfiles.parse(text);
    for (int ranks : new int[] {2, 5, 8, 13}) {
      for (int limit : new int[] {0, 1, 2}) {
        CommunicationModel model = model(ranks, limit, 2 * limit);
        Statistics statistics = new Statistics(placement(ranks));
        Prediction inSteps =
            run(calls(op, ranks, bytes), model.with(new ExpandedCollectives(profile)), statistics);
        Prediction writtenOut =
            run(writtenOut(profile, op, ranks, bytes), model, new Statistics(placement(ranks)));
        assertThat(inSteps.finishPs())
            .as("%s on %d ranks, %d links", text, ranks, limit)
            .isEqualTo(writtenOut.finishPs());
        assertThat(statistics.events().stream().map(EventSummary::code))
            .as("events")
            .containsExactlyInAnyOrder(OpCode.COMPUTE, op);
      }
    }
  }

  /** The others of a node's CPUs compete with what goes on in the background. */
  @ParameterizedTest
  @CsvSource({
    "IBARRIER, dissemination, 0",
    "IBCAST, binomial, 3000",
    "IBCAST, binomial, 100000",
    "IBCAST, scatter-ring, 100000",
    "IREDUCE, binomial, 3000",
    "IALLREDUCE, recursive-doubling, 3000",
    "IALLREDUCE, rabenseifner, 100000",
    "IALLGATHER, ring, 100000",
    "IALLTOALL, linear, 3000",
    "IALLTOALL, linear, 100000",
    "IALLTOALL, pairwise, 100000",
    "IGATHER, linear, 3000",
  })
  void aNonBlockingOneTakesAsLongAsTheProgramOfAnotherRankOfTheNode(
      OpCode op, String algorithm, long bytes) {
    String text = "dimemas," + op.blockingForm().name().toLowerCase(Locale.ROOT) + "=" + algorithm;
    CollectiveSchedules profile = CollectiveProfiles.parse(text);
    for (int ranks : new int[] {2, 5, 8, 13}) {
      for (int cpus : new int[] {1, 2, 4}) {
        Placement alone = placement(ranks);
        Placement withHelpers = withHelpers(alone);
        CommunicationModel model = model(alone, cpus, 1, 2).with(new ExpandedCollectives(profile));
        long[] finishPs =
            run(overlapped(op, ranks, bytes), model, alone, new Statistics(alone)).finishPs();
        long[] written =
            run(
                    helped(profile, op.blockingForm(), ranks, bytes),
                    model(withHelpers, cpus, 1, 2),
                    withHelpers,
                    new Statistics(withHelpers))
                .finishPs();
        long[] expected = new long[ranks];
        Arrays.setAll(expected, rank -> Math.max(written[rank], written[ranks + rank]));
        assertThat(finishPs)
            .as("%s on %d ranks, %d CPUs a node", text, ranks, cpus)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALLREDUCE", "IALLREDUCE"})
  void aMissingMemberIsReported(OpCode op) {
    int ranks = 4;
    CollectiveSchedules profile = CollectiveProfiles.parse("dimemas,allreduce=recursive-doubling");
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks - 1; rank++) {
      OpView call = new OpView().reset(op).set(OpField.BYTES, 100_000);
      if (op == OpCode.IALLREDUCE) {
        trace.add(rank, call.set(OpField.REQUEST, 0));
        trace.add(rank, new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, 0));
      } else {
        trace.add(rank, call);
      }
    }
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement(ranks))
            .communication(model(ranks, 1, 1).with(new ExpandedCollectives(profile)))
            .compute((rank, burst, marker) -> burst.durationPs())
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.DEADLOCKED);
    assertThat(prediction.deadlock().orElseThrow().blocked())
        .extracting(Deadlock.Blocked::reason)
        .containsExactly(
            "is in step 2 of allreduce (recursive-doubling) and waits for rank 2, which is itself"
                + " blocked in "
                + (op == OpCode.IALLREDUCE ? "wait" : "allreduce")
                + "; and for 1 more",
            "is in step 2 of allreduce (recursive-doubling) and waits for rank 3, which has"
                + " finished; and for 1 more",
            "is in step 0 of allreduce (recursive-doubling) and waits for rank 3, which has"
                + " finished; and for 1 more");
  }

  private static Placement withHelpers(Placement placement) {
    int ranks = placement.nodes().length;
    int[] nodes = Arrays.copyOf(placement.nodes(), 2 * ranks);
    System.arraycopy(nodes, 0, nodes, ranks, ranks);
    return new Placement("with helpers", nodes, new int[2 * ranks]);
  }

  private static OpListTrace overlapped(OpCode op, int ranks, long bytes) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      OpView call = new OpView().reset(op).set(OpField.BYTES, bytes).set(OpField.REQUEST, 0);
      trace.add(
          rank, op.has(OpField.RECEIVE_BYTES) ? call.set(OpField.RECEIVE_BYTES, bytes) : call);
      trace.add(rank, overlap(rank));
      trace.add(rank, new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, 0));
    }
    return trace;
  }

  private static OpView overlap(int rank) {
    return new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 20_000_000L * (rank % 3));
  }

  /** Rank {@code ranks + r} is to rank {@code r} what a non-blocking collective is to its rank. */
  private static OpListTrace helped(CollectiveSchedules profile, OpCode op, int ranks, long bytes) {
    OpListTrace trace = new OpListTrace(2 * ranks);
    for (int rank = 0; rank < ranks; rank++) {
      OpView nothing = new OpView().reset(OpCode.IRECV).set(OpField.PEER, OpView.PROC_NULL);
      trace.add(rank, nothing.set(OpField.REQUEST, 0));
      trace.add(rank, overlap(rank));
      writeOut(trace, ranks + rank, ranks, profile, TestCall.of(op, ranks, rank, 0, bytes));
    }
    return trace;
  }

  /** Two members of one node; a reduction keeps the CPU. */
  @Test
  void reductionsCostWhatTheirBytesCost() {
    int ranks = 2;
    CollectiveSchedules profile = CollectiveProfiles.parse("dimemas,allreduce=recursive-doubling");
    long bytes = 1000;
    // The bytes move while the receiver pays its startup.
    long within = 2 * 1_000_000;
    Prediction free =
        run(
            calls(OpCode.ALLREDUCE, ranks, bytes),
            model(ranks, 0, 0).with(new ExpandedCollectives(profile)),
            new Statistics(placement(ranks)));
    Prediction paid =
        run(
            calls(OpCode.ALLREDUCE, ranks, bytes),
            model(ranks, 0, 0).with(new ExpandedCollectives(profile, 40, 1 << 20)),
            new Statistics(placement(ranks)));
    // The second rank computes 0.7 us before and after.
    assertThat(free.makespanPs()).isEqualTo(2 * 700_000 + within);
    assertThat(paid.makespanPs()).isEqualTo(2 * 700_000 + within + 40 * bytes);
  }

  /** Too many steps: as long as by itself, which is said. */
  @ParameterizedTest
  @EnumSource(names = {"ALLTOALL", "ALLREDUCE", "SHMEM_ALLTOALL", "REDUCE"})
  void oneWithTooManyStepsIsReportedAndTakesAsLongAsByItself(OpCode op) {
    int ranks = 6;
    OpListTrace trace = calls(op, ranks, 1000);
    long[] makespans = new long[2];
    for (long upTo : new long[] {3, Long.MAX_VALUE}) {
      Prediction prediction =
          Simulation.builder()
              .trace(trace)
              .placement(placement(ranks))
              .communication(
                  model(ranks, 1, 2)
                      .with(new ExpandedCollectives(CollectiveProfiles.parse("mpich4"), 0, upTo)))
              .compute((rank, burst, marker) -> burst.durationPs())
              .build()
              .run();
      makespans[upTo == 3 ? 0 : 1] = prediction.makespanPs();
      if (upTo == 3) {
        assertThat(prediction.problems())
            .singleElement()
            .satisfies(
                problem -> {
                  assertThat(problem.kind()).isEqualTo(Problem.Kind.LARGE_COLLECTIVE);
                  assertThat(problem.message()).contains("as long as an execution of it");
                });
      }
    }
    assertThat((double) makespans[0] / makespans[1]).isBetween(0.99, 1.3);
  }
}
