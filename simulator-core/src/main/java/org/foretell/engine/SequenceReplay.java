package org.foretell.engine;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.LargeCollectives;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.FlowTransport;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.OccupancyTransport;
import org.foretell.engine.message.Probes;
import org.foretell.engine.message.Transport;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.ops.DeadlockReport;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
import org.foretell.engine.state.Unsupported;
import org.foretell.engine.turns.TurnReplay;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.Capability;
import org.foretell.trace.InPlaceCursor;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** One run of a simulation: takes events from the agenda and executes ops until nothing is left. */
final class SequenceReplay {
  /**
   * Ops after which a rank lets others catch up if it runs ahead, so that few messages pile up, and
   * after which progress is looked at.
   */
  private static final int OPS_AT_ONCE = 512;

  private final RunSettings settings;
  private final TraceSource trace;
  private final int rankCount;
  private final EventList agenda;
  private final RankTable ranks;
  private final RequestTable requests;
  private final Matcher matcher;
  private final Probes probes;
  private final CommunicatorTable communicators;
  private final CollectiveMatching gate;
  private final @Nullable ScheduleExecutor steps;
  private final WaitOps completions;
  private final Transport transport;
  private final OpExecutor executor;

  /** Executes ops where they stand; null where that is not possible. */
  private final @Nullable DirectTransport inPlace;

  private final ProblemLog problems = new ProblemLog();
  private final OneSided oneSided;
  private final Unsupported unsupported;
  private final @Nullable OpRecorder watch;
  private final @Nullable RankCursor[] cursors;
  private final boolean[] finished;
  private final boolean strict;

  /**
   * The op of each rank where some are executed in several events: under models where they have to
   * wait for their CPU, and those of OpenSHMEM. Otherwise one for all.
   */
  private final OpView[] ops;

  private final @Nullable CpuQueues cpus;

  /** Runs the simulation under a bus-link model; null under others. */
  private final @Nullable TurnReplay slots;

  private long nextProgress;
  private long operations;

  SequenceReplay(RunSettings settings) {
    this.settings = settings;
    trace = settings.trace();
    rankCount = trace.info().ranks();
    Set<Capability> capabilities = trace.capabilities();
    watch = settings.observers().isEmpty() ? null : new OpRecorder(settings.observer(), rankCount);
    agenda = new EventList(settings.schedule(), rankCount);
    cursors = new RankCursor[rankCount];
    MpiModel model = settings.communication().mpi();
    Placement placement = settings.placement();
    NodeCpus nodeCpus = model instanceof BusLinkModel slot ? new NodeCpus(slot, placement) : null;
    ranks = new RankTable(cursors, nodeCpus == null ? agenda::rankGoesOn : nodeCpus, watch);
    requests = new RequestTable(ranks, watch != null);
    matcher =
        new Matcher(
            rankCount,
            capabilities.contains(Capability.UNRESOLVED_WILDCARDS)
                || capabilities.contains(Capability.PROBES));
    probes = new Probes(ranks);
    communicators = new CommunicatorTable(trace, settings.placement());
    CommunicationModel communication = settings.communication();
    ExpandedCollectives expanded = communication.expanded();
    LargeCollectives large =
        expanded == null
            ? null
            : new LargeCollectives(expanded, communication.mpi(), communication.collectives());
    slots =
        nodeCpus == null
            ? null
            : new TurnReplay(
                (BusLinkModel) model,
                placement,
                nodeCpus,
                ranks,
                requests,
                problems,
                watch == null ? null : watch.observer);
    gate =
        new CollectiveMatching(
            ranks,
            requests,
            communicators,
            communication.collectives(),
            large,
            problems,
            watch,
            slots == null ? null : slots.collectives());
    completions =
        new WaitOps(
            ranks,
            requests,
            agenda,
            problems,
            watch,
            capabilities.contains(Capability.UNRESOLVED_COMPLETIONS));
    requests.watcher(completions);
    Deliveries deliveries = new Deliveries(ranks, requests, matcher, problems, watch);
    strict = settings.schedule() == ReplayOrder.STRICT;
    if (model instanceof OccupancyModel occupancy) {
      cpus = agenda.competeForCpus(occupancy, rankCount, matcher.messages);
      transport =
          new OccupancyTransport(
              occupancy,
              placement,
              ranks,
              requests,
              matcher,
              agenda,
              cpus,
              probes,
              deliveries,
              watch == null ? null : watch.observer);
    } else if (model instanceof FlowModel flows) {
      cpus = null;
      agenda.awaitFlows(flows);
      transport =
          new FlowTransport(flows, placement, ranks, requests, matcher, agenda, probes, deliveries);
    } else if (slots != null) {
      cpus = null;
      transport = slots.transport(matcher, probes, deliveries);
    } else {
      cpus = null;
      transport =
          new DirectTransport(
              (DirectModel) model, placement, ranks, requests, matcher, agenda, probes, deliveries);
    }
    inPlace = watch == null && transport instanceof DirectTransport d ? d : null;
    boolean oneForAll = cpus == null && slots == null && !capabilities.contains(Capability.SHMEM);
    ops = new OpView[oneForAll ? 1 : rankCount];
    Arrays.setAll(ops, rank -> new OpView());
    PointToPoint pointToPoint =
        new PointToPoint(
            ranks,
            requests,
            communicators,
            matcher,
            transport,
            probes,
            completions,
            gate,
            problems,
            watch);
    steps =
        expanded == null || large == null || slots != null
            ? null
            : new ScheduleExecutor(
                expanded,
                large,
                settings.schedule(),
                ranks,
                requests,
                communicators,
                matcher,
                transport,
                gate,
                agenda,
                cpus,
                watch);
    unsupported = new Unsupported(settings.unsupported());
    LocalOps local = new LocalOps(ranks, communicators, problems, watch);
    oneSided =
        new OneSided(
            ranks,
            transport,
            matcher.messages,
            slots == null ? agenda::nowPs : slots::nowPs,
            problems,
            watch);
    if (capabilities.contains(Capability.SHMEM)) {
      transport.oneSided(oneSided);
    }
    ShmemOps shmem =
        new ShmemOps(
            oneSided,
            ranks,
            pointToPoint,
            local,
            problems,
            capabilities.contains(Capability.SHMEM));
    executor =
        new OpExecutor(
            ranks,
            pointToPoint,
            completions,
            gate,
            steps,
            local,
            settings.compute(),
            agenda,
            cpus,
            shmem,
            unsupported,
            watch);
    finished = new boolean[rankCount];
    if (slots != null) {
      slots.complete(
          (BusLinkTransport) transport,
          expanded,
          large,
          communicators.world(),
          pointToPoint,
          completions,
          gate,
          shmem,
          unsupported,
          cursors,
          ops,
          settings.compute(),
          local,
          watch,
          finished);
    }
    nextProgress = settings.progressEvery();
  }

  /** Runs the simulation; to be called once. */
  Prediction run() {
    try {
      for (int rank = 0; rank < rankCount; rank++) {
        cursors[rank] = trace.open(rank);
      }
      if (watch != null) {
        watch.observer.begin(rankCount);
      }
      return replay() ? ended() : prediction(Prediction.Outcome.INVALID_TRACE, Optional.empty());
    } finally {
      for (RankCursor cursor : cursors) {
        if (cursor != null) {
          cursor.close();
        }
      }
    }
  }

  private OpView op(int rank) {
    return ops[ops.length == 1 ? 0 : rank];
  }

  /** Whether the replay came to an end other than by a problem. */
  private boolean replay() {
    int rank = 0;
    try {
      if (slots != null) {
        slots.run(this::noteProgress);
        return true;
      }
      for (int first = 0; first < rankCount; first++) {
        agenda.rankGoesOn(first, 0);
      }
      for (int event = agenda.next(); event != EventList.NOTHING; event = agenda.next()) {
        if (event >= 0) {
          rank = event;
          advance(rank);
        } else if (!EventList.isBackground(event)) {
          rank = matcher.messages.destination(~event);
          transport.messageComes(~event);
        } else if (steps != null) {
          rank = steps.rankOf(~event);
          steps.goOnInBackground(~event);
        }
      }
      return true;
    } catch (InvalidTrace invalid) {
      return false;
    } catch (TimeOverflowException overflow) {
      int where = slots == null ? rank : slots.rank();
      throw overflow.at("rank " + where + ", op " + ranks.operation(where));
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(broken, state(slots == null ? rank : slots.rank()));
    }
  }

  private String state(int rank) {
    return "rank "
        + rank
        + ", op "
        + ranks.operation(rank)
        + " ("
        + op(rank)
        + "), clock "
        + ranks.clockPs(rank)
        + " ps, now "
        + (slots == null ? agenda.nowPs() : slots.nowPs())
        + " ps, schedule "
        + settings.schedule()
        + ", "
        + operations
        + " ops done";
  }

  /** A rank goes on until it blocks, or until something else comes before. */
  private void advance(int rank) {
    RankCursor cursor = cursors[rank];
    if (cursor == null) {
      throw new AssertionError("no cursor in " + state(rank));
    }
    OpView op = op(rank);
    long before = cursor.delivered();
    if (ranks.resume(rank) == Resume.NEXT_OP || resumes(rank, op)) {
      execute(rank, cursor, op);
    }
    operations += cursor.delivered() - before;
    if (operations >= nextProgress) {
      progress(rank);
    }
  }

  /** Goes on with an interrupted op; whether the next one may follow at once. */
  private boolean resumes(int rank, OpView op) {
    int how = ranks.resume(rank);
    if (how >= Resume.CHOOSE_ANY) {
      completions.choose(rank, how == Resume.CHOOSE_SOME);
      return true;
    }
    return executor.resume(rank, op) && goesOn(rank);
  }

  private void execute(int rank, RankCursor cursor, OpView op) {
    DirectTransport direct = inPlace;
    InPlaceCursor plain = direct != null && cursor instanceof InPlaceCursor one ? one : null;
    for (int left = OPS_AT_ONCE; left > 0; left--) {
      boolean onward;
      if (direct != null && plain != null && plain.reachOp() && direct.executePlain(rank, plain)) {
        onward = true;
      } else if (plain != null && plain.isWaitAll()) {
        onward = executor.executeWaitAll(rank, plain);
      } else if (cursor.next(op)) {
        onward = executor.execute(rank, op);
      } else {
        finish(rank);
        return;
      }
      if (!onward || (strict && !goesOn(rank))) {
        return;
      }
    }
    agenda.rankGoesOn(rank, ranks.clockPs(rank));
  }

  /** Whether a rank's next op may be executed at once; otherwise it is put on the agenda. */
  private boolean goesOn(int rank) {
    long clock = ranks.clockPs(rank);
    if (agenda.goesOnInline(rank, clock)) {
      return true;
    }
    agenda.rankGoesOn(rank, clock);
    return false;
  }

  /** An event under a bus-link model is over; it has executed about one op. */
  private void noteProgress() {
    operations++;
    if (operations >= nextProgress && slots != null) {
      progress(slots.rank());
    }
  }

  private void progress(int rank) {
    nextProgress = operations + settings.progressEvery();
    settings.progress().progress(ranks.clockPs(rank), operations, trace.operations().orElse(-1));
  }

  private void finish(int rank) {
    finished[rank] = true;
    if (watch != null && cpus == null) {
      watch.observer.finished(rank, ranks.clockPs(rank));
    }
  }

  /** Where messages stand that may not move yet, if not with the others; else null. */
  private @Nullable Matcher waiting() {
    return transport instanceof BusLinkTransport slot ? slot.waiting : null;
  }

  /** No event is left. */
  private Prediction ended() {
    boolean all = true;
    for (boolean one : finished) {
      all &= one;
    }
    if (all) {
      new Leftovers(matcher, waiting(), true, problems).report();
      return prediction(Prediction.Outcome.COMPLETED, Optional.empty());
    }
    return prediction(
        Prediction.Outcome.DEADLOCKED,
        Optional.of(
            new DeadlockReport(
                    ranks,
                    requests,
                    matcher,
                    waiting(),
                    probes,
                    oneSided,
                    gate,
                    slots == null ? steps : slots.steps(),
                    communicators,
                    finished,
                    new SequenceTexts(trace))
                .make()));
  }

  private Prediction prediction(Prediction.Outcome outcome, Optional<Deadlock> deadlock) {
    unsupported.report(problems);
    long executed = 0;
    for (RankCursor cursor : cursors) {
      executed += cursor == null ? 0 : cursor.delivered();
    }
    long[] finishPs = new long[rankCount];
    long makespan = 0;
    for (int rank = 0; rank < rankCount; rank++) {
      finishPs[rank] = ranks.clockPs(rank);
      if (cpus != null) {
        finishPs[rank] = Math.max(finishPs[rank], cpus.cpuPs(rank));
        if (watch != null && finished[rank]) {
          watch.observer.finished(rank, finishPs[rank]);
        }
      }
      makespan = Math.max(makespan, finishPs[rank]);
    }
    return new Prediction(
        outcome,
        makespan,
        finishPs,
        executed,
        settings.schedule(),
        deadlock,
        problems.problems(new SequenceTexts(trace)),
        problems.counts());
  }
}
