package org.foretell.engine;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.foretell.engine.buslink.BusLinkCollectives;
import org.foretell.engine.buslink.BusLinkEvents;
import org.foretell.engine.buslink.BusLinkLoop;
import org.foretell.engine.buslink.BusLinkState;
import org.foretell.engine.buslink.BusLinkStepMessages;
import org.foretell.engine.buslink.BusLinkTransport;
import org.foretell.engine.buslink.NodeCpus;
import org.foretell.engine.buslink.NodeTurns;
import org.foretell.engine.buslink.Startups;
import org.foretell.engine.buslink.TurnCpus;
import org.foretell.engine.collective.CollectiveMatching;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.collective.LargeCollectives;
import org.foretell.engine.collective.PlainStepMessages;
import org.foretell.engine.collective.RunLoop;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.files.FileRequests;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.FlowTransport;
import org.foretell.engine.message.FreeCpus;
import org.foretell.engine.message.Leftovers;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessageState;
import org.foretell.engine.message.OccupancyTransport;
import org.foretell.engine.message.OwnCpus;
import org.foretell.engine.message.Probes;
import org.foretell.engine.message.Transport;
import org.foretell.engine.onesided.OneSided;
import org.foretell.engine.onesided.WindowAccess;
import org.foretell.engine.onesided.Windows;
import org.foretell.engine.ops.CollectiveOps;
import org.foretell.engine.ops.DeadlockReport;
import org.foretell.engine.ops.FileOps;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.OpOutcome;
import org.foretell.engine.ops.PlainOps;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.RmaOps;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.ForeignFailure;
import org.foretell.engine.state.InvalidTrace;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.Resume;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.SequenceTexts;
import org.foretell.engine.state.Unsupported;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.ReplayOrder;
import org.foretell.time.TimeOverflowException;
import org.foretell.trace.Capability;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.inplace.InPlaceCursor;
import org.jspecify.annotations.Nullable;

/**
 * One run of a simulation: takes events from the event list and executes ops until nothing is left.
 */
final class SequenceReplay {
  /**
   * Ops after which a rank lets others catch up if it runs ahead, so that few messages pile up, and
   * after which progress is looked at.
   */
  private static final int OPS_AT_ONCE = 512;

  private final RunSettings settings;
  private final TraceSource trace;
  private final int rankCount;
  private final RankPrograms programs;
  private final EventList eventList;
  private final RankTable ranks;
  private final RequestTable requests;
  private final ProblemLog problems = new ProblemLog();
  private final @Nullable OpRecorder recorder;
  private final Matcher matcher;
  private final Probes probes;
  private final CommunicatorTable communicators;
  private final CollectiveMatching matching;
  private final WaitOps waits;
  private final Transport transport;
  private final OneSided oneSided;
  private final WindowAccess windowAccess;
  private final FileServers fileServers;
  private final Unsupported unsupported;
  private final OpExecutor executor;
  private final boolean strict;

  /** Executes ops where they stand; null where that is not possible. */
  private final @Nullable PlainOps inPlace;

  private final CpuPolicy cpus;

  /** Collectives in steps; all three are null where all go by formula. */
  private final @Nullable StepMessages stepMessages;

  private final @Nullable ScheduleExecutor steps;
  private final @Nullable RunLoop runs;

  /** What only replays under a bus-link model have; all are null under others. */
  private final @Nullable BusLinkState bus;

  private final @Nullable BusLinkCollectives busCollectives;
  private final @Nullable NodeTurns turns;
  private final @Nullable BusLinkLoop loop;

  private long nextProgress;
  private long operations;

  SequenceReplay(RunSettings settings) {
    this.settings = settings;
    trace = settings.trace();
    rankCount = trace.info().ranks();
    strict = settings.schedule() == ReplayOrder.STRICT;
    Set<Capability> capabilities = trace.capabilities();
    CommunicationModel communication = settings.communication();
    MpiModel model = communication.mpi();
    BusLinkModel busLinks = model instanceof BusLinkModel one ? one : null;
    boolean shmem = capabilities.contains(Capability.SHMEM);
    boolean rma = capabilities.contains(Capability.RMA);
    boolean inParts = shmem || rma || capabilities.contains(Capability.FILE_IO);
    recorder =
        settings.observers().isEmpty() ? null : new OpRecorder(settings.observer(), rankCount);
    SimObserver observer = recorder == null ? null : recorder.observer;
    matcher =
        new Matcher(
            rankCount,
            capabilities.contains(Capability.UNRESOLVED_WILDCARDS)
                || capabilities.contains(Capability.PROBES));
    eventList = new EventList(settings.schedule(), rankCount, model, matcher.messages);
    CpuQueues queues = eventList.cpus();
    if (busLinks != null) {
      cpus = new TurnCpus(new LaterTurns());
    } else if (queues != null) {
      cpus = new OwnCpus(eventList, queues, rankCount);
    } else {
      cpus = new FreeCpus(eventList, rankCount);
    }
    boolean severalEvents = cpus.competes() || cpus.paysAhead() || inParts;
    programs = new RankPrograms(rankCount, severalEvents);
    bus =
        busLinks == null
            ? null
            : new BusLinkState(busLinks, settings.placement(), observer, this::ticketGoesOn);
    ranks = new RankTable(programs, cpus, recorder);
    requests =
        new RequestTable(ranks, recorder != null, this::candidateCompletes, this::stepCompletes);
    ReplayState state = new ReplayState(ranks, requests, problems, recorder);
    probes = new Probes(ranks);
    MessageState messages =
        new MessageState(
            settings.placement(),
            ranks,
            requests,
            matcher,
            probes,
            new Deliveries(state, matcher),
            shmem || rma ? this::oneSidedComes : null);
    BusLinkTransport busTransport = bus == null ? null : new BusLinkTransport(bus, messages);
    transport = busTransport == null ? transport(model, messages, observer) : busTransport;
    communicators = new CommunicatorTable(trace, settings.placement());
    ExpandedCollectives expanded = communication.expanded();
    LargeCollectives large =
        expanded == null
            ? null
            : new LargeCollectives(expanded, model, communication.collectives());
    busCollectives = bus == null ? null : new BusLinkCollectives(bus, state);
    matching =
        new CollectiveMatching(
            state, communicators, communication.collectives(), large, busCollectives);
    waits =
        new WaitOps(
            state,
            bus == null ? eventList : null,
            busTransport,
            bus != null || capabilities.contains(Capability.UNRESOLVED_COMPLETIONS));
    inPlace =
        transport instanceof DirectTransport direct ? new PlainOps(state, waits, direct) : null;
    if (expanded == null || large == null) {
      stepMessages = null;
      steps = null;
      runs = null;
    } else {
      ScheduleRuns all = new ScheduleRuns(communicators.world());
      if (bus == null || busTransport == null) {
        stepMessages = new PlainStepMessages(state, matcher, transport, all, cpus);
      } else {
        stepMessages = new BusLinkStepMessages(bus, busTransport, all, cpus);
      }
      steps = new ScheduleExecutor(expanded, large, state, matching, stepMessages, all, cpus);
      runs = new RunLoop(steps, ranks, eventList, cpus, settings.schedule());
    }
    OneSided.Clock clock = bus == null ? eventList::nowPs : bus.events::nowPs;
    oneSided = new OneSided(state, transport, matcher.messages, clock);
    Windows windows = new Windows(ranks, problems);
    windowAccess = new WindowAccess(windows, state, transport, matcher.messages, clock);
    fileServers =
        new FileServers(settings.files(), settings.placement(), requests, new FileEvents());
    PointToPoint pointToPoint =
        new PointToPoint(
            state,
            communicators,
            messages,
            transport,
            waits,
            matching.calls,
            windowAccess,
            fileServers);
    LocalOps local = new LocalOps(state, communicators);
    unsupported = new Unsupported(settings.unsupported());
    OpExecutor.Kinds kinds =
        new OpExecutor.Kinds(
            pointToPoint,
            waits,
            new CollectiveOps(pointToPoint, matching, steps),
            new ShmemOps(state, oneSided, pointToPoint, local, shmem),
            new RmaOps(windows, windowAccess, state, communicators, pointToPoint, rma),
            new FileOps(state, fileServers, pointToPoint, unsupported),
            local);
    executor = new OpExecutor(state, kinds, settings.compute(), cpus, bus != null);
    if (bus == null || busTransport == null || busCollectives == null || busLinks == null) {
      turns = null;
      loop = null;
    } else {
      NodeCpus nodeCpus = new NodeCpus(busLinks, settings.placement());
      Startups startups = new Startups(bus, requests, busTransport, kinds, steps);
      turns = new NodeTurns(state, programs, bus, nodeCpus, executor, steps, startups);
      loop = new BusLinkLoop(bus, nodeCpus, busTransport, busCollectives, turns, fileServers);
    }
    nextProgress = settings.progressEvery();
  }

  private Transport transport(
      MpiModel model, MessageState messages, @Nullable SimObserver observer) {
    if (model instanceof OccupancyModel occupancy) {
      CpuQueues queues = Objects.requireNonNull(eventList.cpus());
      return new OccupancyTransport(occupancy, messages, eventList, queues, observer);
    }
    return model instanceof FlowModel flows
        ? new FlowTransport(flows, messages, eventList)
        : new DirectTransport((DirectModel) model, messages, eventList);
  }

  // What has happened, for those who are made later than those who say it.

  private void candidateCompletes(int rank, long timePs) {
    waits.candidateCompletes(rank, timePs);
  }

  private void stepCompletes(int name, long timePs, long partnerPs) {
    Objects.requireNonNull(stepMessages).completes(name, timePs, partnerPs);
  }

  private void oneSidedComes(int message) {
    if (windowAccess.isItsOwn(message)) {
      windowAccess.comes(message);
    } else {
      oneSided.comes(message);
    }
  }

  private final class LaterTurns implements TurnCpus.Turns {
    @Override
    public void rankGoesOn(int rank) {
      Objects.requireNonNull(turns).rankGoesOn(rank);
    }

    @Override
    public void joins(int strand, int rank) {
      Objects.requireNonNull(turns).joins(strand, rank);
    }

    @Override
    public void collectiveGoesOn(int strand) {
      Objects.requireNonNull(turns).collectiveGoesOn(strand);
    }
  }

  private void ticketGoesOn(int ticket) {
    Objects.requireNonNull(busCollectives).hasBuses(ticket);
  }

  /**
   * Arrivals at file servers are events among others. What comes of them is known at once, but
   * under a bus-link model it is an event, too.
   */
  private final class FileEvents implements FileServers.Events {
    @Override
    public long nowPs() {
      return bus == null ? eventList.nowPs() : bus.events.nowPs();
    }

    @Override
    public void fileRequestArrives(int request, long timePs) {
      if (bus == null) {
        eventList.fileRequestArrives(request, timePs);
      } else {
        bus.events.add(BusLinkEvents.FILE_REQUEST_ARRIVES, request / FileRequests.STRIDE, timePs);
      }
    }

    @Override
    public void fileRequestEnds(int request, long timePs) {
      if (bus == null) {
        fileServers.end(request, timePs);
      } else {
        bus.events.add(BusLinkEvents.FILE_REQUEST_ENDS, request / FileRequests.STRIDE, timePs);
      }
    }
  }

  /** Runs the simulation; to be called once. */
  Prediction run() {
    try (programs) {
      programs.open(trace);
      if (recorder != null) {
        recorder.observer.begin(rankCount);
      }
      return replay() ? ended() : prediction(Prediction.Outcome.INVALID_TRACE, Optional.empty());
    }
  }

  /** Whether the replay came to an end other than by a problem. */
  private boolean replay() {
    int rank = 0;
    try {
      if (loop != null) {
        loop.run(this::noteProgress);
        return true;
      }
      for (int first = 0; first < rankCount; first++) {
        eventList.rankGoesOn(first, 0);
      }
      for (int event = eventList.next(); event != EventList.NOTHING; event = eventList.next()) {
        if (event >= 0) {
          rank = event;
          advance(rank);
        } else if (EventList.isFileRequest(event)) {
          rank = fileServers.rank(EventList.fileRequest(event));
          fileServers.arrive(EventList.fileRequest(event));
        } else if (!EventList.isBackground(event)) {
          rank = matcher.messages.destination(~event);
          transport.messageComes(~event);
        } else if (runs != null) {
          rank = runs.rankOf(event);
          runs.goOnInBackground(event);
        }
      }
      return true;
    } catch (InvalidTrace invalid) {
      return false;
    } catch (TimeOverflowException overflow) {
      int where = loop == null ? rank : loop.rank();
      throw overflow.at("rank " + where + ", op " + ranks.operation(where));
    } catch (IndexOutOfBoundsException | NullPointerException | ClassCastException broken) {
      throw ForeignFailure.orInternal(broken, state(loop == null ? rank : loop.rank()));
    }
  }

  private String state(int rank) {
    return "rank "
        + rank
        + ", op "
        + ranks.operation(rank)
        + " ("
        + programs.interrupted(rank)
        + "), clock "
        + ranks.clockPs(rank)
        + " ps, now "
        + (bus == null ? eventList.nowPs() : bus.events.nowPs())
        + " ps, schedule "
        + settings.schedule()
        + ", "
        + operations
        + " ops done";
  }

  /** A rank goes on until it blocks, or until something else comes before. */
  private void advance(int rank) {
    RankCursor cursor = programs.cursor(rank);
    long before = cursor.delivered();
    if (ranks.resume(rank) == Resume.NEXT_OP || resumes(rank)) {
      execute(rank, cursor, programs.view(rank));
    }
    operations += cursor.delivered() - before;
    if (operations >= nextProgress) {
      progress(rank);
    }
  }

  /** Goes on with an interrupted op; whether the next one may follow at once. */
  private boolean resumes(int rank) {
    int how = ranks.resume(rank);
    if (how == Resume.IN_COLLECTIVE && runs != null) {
      return runs.goOn(rank) && goesOn(rank);
    }
    if (!Resume.isAtStep(how)) {
      waits.chooseComplete(rank);
      return true;
    }
    ranks.resume(rank, Resume.NEXT_OP);
    OpView op = programs.interrupted(rank);
    int step = Resume.step(how);
    OpOutcome outcome = executor.execute(rank, op, step);
    return (outcome == OpOutcome.DONE || goesOn(rank, op, step, outcome)) && goesOn(rank);
  }

  /** Begins an op at the clock of its rank; whether it is over. */
  private boolean begin(int rank, OpView op) {
    if (recorder != null) {
      recorder.begin(rank, op, ranks.clockPs(rank));
    }
    OpOutcome outcome = executor.execute(rank, op, 0);
    if (outcome == OpOutcome.DONE || outcome == OpOutcome.BLOCKED) {
      return outcome == OpOutcome.DONE;
    }
    return goesOn(rank, op, 0, outcome);
  }

  /** Goes on with an op after a step; whether it is over. */
  private boolean goesOn(int rank, OpView op, int executed, OpOutcome outcome) {
    OpOutcome latest = outcome;
    int step = executed;
    while (latest != OpOutcome.DONE) {
      if (latest == OpOutcome.BLOCKED) {
        return false;
      }
      if (latest == OpOutcome.IN_COLLECTIVE) {
        return runs != null && runs.goOn(rank);
      }
      step++;
      if (latest == OpOutcome.NEXT_STEP_AS_EVENT
          || (latest == OpOutcome.NEXT_STEP_AT_CLOCK && ranks.clockPs(rank) > eventList.nowPs())) {
        if (op == programs.view(rank)) {
          programs.interrupt(rank);
        }
        ranks.resume(rank, Resume.at(step));
        eventList.rankGoesOn(rank, ranks.clockPs(rank));
        return false;
      }
      latest = executor.execute(rank, op, step);
    }
    return true;
  }

  private void execute(int rank, RankCursor cursor, OpView op) {
    PlainOps direct = inPlace;
    InPlaceCursor plain = cursor instanceof InPlaceCursor one ? one : null;
    for (int left = OPS_AT_ONCE; left > 0; left--) {
      PlainOps.Outcome outcome =
          direct != null && plain != null && plain.reachOp()
              ? direct.execute(rank, plain)
              : PlainOps.Outcome.LEFT;
      boolean onward;
      if (outcome != PlainOps.Outcome.LEFT) {
        onward = outcome == PlainOps.Outcome.DONE;
      } else if (cursor.next(op)) {
        onward = begin(rank, op);
      } else {
        finish(rank);
        return;
      }
      if (!onward || (strict && !goesOn(rank))) {
        return;
      }
    }
    eventList.rankGoesOn(rank, ranks.clockPs(rank));
  }

  /** Whether a rank's next op may be executed at once; otherwise it is put in the event list. */
  private boolean goesOn(int rank) {
    long clock = ranks.clockPs(rank);
    if (eventList.goesOnInline(rank, clock)) {
      return true;
    }
    eventList.rankGoesOn(rank, clock);
    return false;
  }

  /** An event under a bus-link model is over; it has executed about one op. */
  private void noteProgress() {
    operations++;
    if (operations >= nextProgress && loop != null) {
      progress(loop.rank());
    }
  }

  private void progress(int rank) {
    nextProgress = operations + settings.progressEvery();
    settings.progress().progress(ranks.clockPs(rank), operations, trace.operations().orElse(-1));
  }

  private void finish(int rank) {
    programs.finish(rank);
    if (recorder != null && !cpus.competes()) {
      recorder.observer.finished(rank, ranks.clockPs(rank));
    }
  }

  /** Where messages stand that may not move yet, if not with the others; else null. */
  private @Nullable Matcher waiting() {
    return transport instanceof BusLinkTransport slot ? slot.waiting : null;
  }

  /** No event is left. */
  private Prediction ended() {
    if (programs.areFinished()) {
      new Leftovers(matcher, waiting(), true, problems).report();
      return prediction(Prediction.Outcome.COMPLETED, Optional.empty());
    }
    DeadlockReport report =
        new DeadlockReport(
            new ReplayState(ranks, requests, problems, recorder),
            new DeadlockReport.Waiting(
                matcher, waiting(), probes, oneSided, windowAccess, matching, steps),
            communicators,
            programs,
            new SequenceTexts(trace));
    return prediction(Prediction.Outcome.DEADLOCKED, Optional.of(report.make()));
  }

  private Prediction prediction(Prediction.Outcome outcome, Optional<Deadlock> deadlock) {
    unsupported.report(problems);
    long[] finishPs = new long[rankCount];
    long makespan = 0;
    for (int rank = 0; rank < rankCount; rank++) {
      finishPs[rank] = cpus.finishedPs(rank, ranks.clockPs(rank));
      if (cpus.competes() && recorder != null && programs.isFinished(rank)) {
        recorder.observer.finished(rank, finishPs[rank]);
      }
      makespan = Math.max(makespan, finishPs[rank]);
    }
    return new Prediction(
        outcome,
        makespan,
        finishPs,
        programs.delivered(),
        settings.schedule(),
        deadlock,
        problems.problems(new SequenceTexts(trace)),
        problems.counts());
  }
}
