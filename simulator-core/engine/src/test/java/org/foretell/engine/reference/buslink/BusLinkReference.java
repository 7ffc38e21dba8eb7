package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.Collectives;
import org.foretell.engine.reference.Files;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.OneSided;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.Request;
import org.foretell.engine.reference.Rma;
import org.foretell.engine.reference.StepCall;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * Replays a trace under a model of links and buses as {@code docs/semantics.md} says: slow and
 * obvious, to compare the engine with. Deadlocks name the blocked ranks and their ops, but not whom
 * they wait for.
 */
public final class BusLinkReference {
  private final RankState[] ranks;
  private final Life[] all;
  private final SharedReplay replay;
  private final Cpus cpus;
  private final Ranks lives;
  private final Messages messages;
  private final Operations operations;
  private final OneSided oneSided;

  /** Ops end when the last thing that they wait for has happened; then CPUs are queued for. */
  private static final class SharedReplay extends Replay {
    private Ranks lives;
    private Cpus cpus;

    SharedReplay(RankState[] ranks, SimObserver observer) {
      super(
          ranks,
          observer,
          rank -> {
            throw new AssertionError("rank " + rank.rank + " has no CPU");
          });
    }

    @Override
    public void end(RankState rank, long endPs, long othersPs, Told told) {
      close(rank, nowPs(), othersPs, told);
      next(rank);
    }

    @Override
    public void later(long timePs, Runnable action) {
      cpus.at(timePs, action);
    }

    @Override
    public void completeAt(long timePs, Request request, long othersPs) {
      cpus.at(timePs, () -> request.complete(timePs, othersPs));
    }

    @Override
    public void next(RankState rank) {
      lives.opEnded(rank);
    }
  }

  private BusLinkReference(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      FileSystem fileSystem,
      ShmemSupport support,
      SimObserver observer) {
    BusLinkModel model = (BusLinkModel) communication.mpi();
    ranks = new RankState[trace.info().ranks()];
    all = new Life[ranks.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RankState(rank, trace.open(rank));
      all[rank] = new Life(ranks[rank], placement.node(rank));
    }
    replay = new SharedReplay(ranks, observer);
    replay.defineCommunicators(trace);
    cpus = new Cpus(replay.timeline, model.machine().cpusOfNodes());
    replay.cpus = cpus;
    Ways ways = new Ways(model, placement, replay.timeline, cpus);
    lives = new Ranks(cpus, ways, compute, observer, all);
    replay.lives = lives;
    boolean ownReceives =
        trace.capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
            || trace.capabilities().contains(Capability.PROBES);
    messages = new Messages(replay, ways, cpus, ownReceives);
    ExpandedCollectives expanded = communication.expanded();
    Startups startups =
        new Startups(
            replay,
            model,
            ways,
            rank -> expanded != null && goesInSteps(expanded, placement, rank));
    StepProgram.World steps = new StepProgram.World(replay, cpus, ways, messages, model, expanded);
    Collectives collectives =
        new FormulaCollectives(
            replay,
            communication.collectives(),
            placement,
            expanded == null ? null : expanded.schedules(),
            (rank, group, call, schedule, background, over) ->
                new StepProgram(steps, all[rank.rank], group, call, schedule, background, over)
                    .begin(),
            model,
            ways,
            cpus);
    oneSided = new OneSided(replay, lives, collectives, messages, placement, support);
    operations =
        new Operations(
            replay,
            model,
            ways,
            messages,
            startups,
            collectives,
            oneSided,
            new Rma(replay, lives, collectives, messages, placement),
            new Files(replay, lives, collectives, placement, fileSystem));
  }

  private boolean goesInSteps(ExpandedCollectives expanded, Placement placement, RankState rank) {
    OpView op = rank.op;
    if (op.code().family() != OpCode.Family.COLLECTIVE || Startups.isByMessages(op)) {
      return false;
    }
    Group group = replay.group(rank, op.communicator());
    StepCall call = new StepCall(op, group, group.memberOf(rank.rank), placement);
    return expanded.schedules().choose(call) != null;
  }

  /** Replays a trace to its end, or to where it cannot go on. */
  public static Prediction run(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      FileSystem files,
      SimObserver observer) {
    return run(trace, placement, communication, compute, files, ShmemSupport.HARDWARE, observer);
  }

  /** As above, with what the machine does for OpenSHMEM. */
  public static Prediction run(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      FileSystem files,
      ShmemSupport shmem,
      SimObserver observer) {
    return new BusLinkReference(trace, placement, communication, compute, files, shmem, observer)
        .run();
  }

  private Prediction run() {
    Outcome outcome =
        replay.run(
            () -> {
              lives.begin(replay, operations);
              cpus.serveAll();
            });
    if (outcome == Outcome.COMPLETED) {
      reportLeftovers();
    }
    return replay.prediction(
        outcome,
        rank -> rank.finished ? rank.clockPs : all[rank.rank].executedPs,
        rank -> all[rank.rank].executedPs);
  }

  private void reportLeftovers() {
    oneSided.reportLeftovers();
    List<Sent> left = new ArrayList<>(messages.unexpected);
    messages.waiting.stream().filter(message -> !left.contains(message)).forEach(left::add);
    left.forEach(
        message -> replay.problem(Problem.Kind.LEFTOVER_MESSAGE, "from " + message.view.source()));
    messages.posted.forEach(
        receive -> replay.problem(Problem.Kind.LEFTOVER_RECEIVE, "leftover", receive.position));
  }
}
