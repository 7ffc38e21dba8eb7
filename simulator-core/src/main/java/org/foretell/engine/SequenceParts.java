package org.foretell.engine;

import java.util.Objects;
import java.util.Set;
import org.foretell.engine.buslink.BusLinkCollectives;
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
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.collective.ScheduleRuns;
import org.foretell.engine.collective.StepMessages;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.Deliveries;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.FlowTransport;
import org.foretell.engine.message.FreeCpus;
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
import org.foretell.engine.ops.FileOps;
import org.foretell.engine.ops.LocalOps;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.PointToPoint;
import org.foretell.engine.ops.RmaOps;
import org.foretell.engine.ops.ShmemOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.engine.state.RunSettings;
import org.foretell.engine.state.Unsupported;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;

/** All that a replay of sequences of ops consists of, made one after the other. */
final class SequenceParts {
  final ProblemLog problems = new ProblemLog();
  final @Nullable OpRecorder recorder;
  final Matcher matcher;
  final EventList eventList;
  final CpuPolicy cpus;
  final RankPrograms programs;
  final RankTable ranks;
  final RequestTable requests;
  final ReplayState state;
  final Probes probes;
  final Transport transport;
  final CommunicatorTable communicators;
  final CollectiveMatching matching;
  final WaitOps waits;
  final OneSided oneSided;
  final WindowAccess windowAccess;
  final FileServers fileServers;
  final Unsupported unsupported;
  final OpExecutor executor;

  /** Collectives in steps; both are null where all go by formula. */
  private final @Nullable StepMessages stepMessages;

  final @Nullable ScheduleExecutor steps;

  /** What only replays under a bus-link model have; all are null under others. */
  private final @Nullable BusLinkState bus;

  private final @Nullable BusLinkCollectives busCollectives;
  private final @Nullable NodeTurns turns;
  final @Nullable BusLinkLoop busLinkLoop;

  SequenceParts(RunSettings settings) {
    TraceSource trace = settings.trace();
    int rankCount = trace.info().ranks();
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
    state = new ReplayState(ranks, requests, problems, recorder);
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
    if (expanded == null || large == null) {
      stepMessages = null;
      steps = null;
    } else {
      ScheduleRuns all = new ScheduleRuns(communicators.world());
      if (bus == null || busTransport == null) {
        stepMessages = new PlainStepMessages(state, matcher, transport, all, cpus);
      } else {
        stepMessages = new BusLinkStepMessages(bus, busTransport, all, cpus);
      }
      steps = new ScheduleExecutor(expanded, large, state, matching, stepMessages, all, cpus);
    }
    OneSided.Clock clock = bus == null ? eventList::nowPs : bus.events::nowPs;
    oneSided = new OneSided(state, transport, matcher.messages, clock);
    Windows windows = new Windows(ranks, problems);
    windowAccess = new WindowAccess(windows, state, transport, matcher.messages, clock);
    fileServers =
        new FileServers(
            settings.files(),
            settings.placement(),
            requests,
            bus == null ? new FileEvents() : bus.events);
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
      busLinkLoop = null;
    } else {
      NodeCpus nodeCpus = new NodeCpus(busLinks, settings.placement());
      Startups startups = new Startups(bus, requests, busTransport, kinds, steps);
      turns = new NodeTurns(state, programs, bus, nodeCpus, executor, steps, startups);
      busLinkLoop =
          new BusLinkLoop(bus, nodeCpus, busTransport, busCollectives, turns, fileServers);
    }
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

  /** Arrivals at file servers are events among others; what comes of them is known at once. */
  private final class FileEvents implements FileServers.Events {
    @Override
    public long nowPs() {
      return eventList.nowPs();
    }

    @Override
    public void fileRequestArrives(int request, long timePs) {
      eventList.fileRequestArrives(request, timePs);
    }

    @Override
    public void fileRequestEnds(int request, long timePs) {
      fileServers.end(request, timePs);
    }
  }

  /** Where messages stand that may not move yet, if not with the others; else null. */
  @Nullable Matcher waiting() {
    return transport instanceof BusLinkTransport busLink ? busLink.waiting : null;
  }
}
