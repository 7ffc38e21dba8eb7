package org.foretell.engine.reference.buslink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.engine.reference.Collectives;
import org.foretell.engine.reference.Group;
import org.foretell.engine.reference.OneSided;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.engine.reference.StepCall;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.observe.SimObserver;
import org.foretell.result.Deadlock;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * Replays a trace under a model of links and buses as {@code docs/semantics.md} says: slow and
 * obvious, to compare the engine with. Deadlocks name the blocked ranks and their ops, but not whom
 * they wait for.
 */
public final class BusLinkReference {
  private final SimObserver observer;
  private final RankState[] ranks;
  private final Life[] all;
  private final SharedReplay replay;
  private final Cpus cpus;
  private final Ranks lives;
  private final Messages messages;
  private final Operations operations;

  /** Ops end when the last thing that they wait for has happened; then CPUs are queued for. */
  private static final class SharedReplay extends Replay {
    private Ranks lives;

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
    public void next(RankState rank) {
      lives.opEnded(rank);
    }
  }

  private BusLinkReference(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      SimObserver observer) {
    this.observer = observer;
    BusLinkModel model = (BusLinkModel) communication.mpi();
    ranks = new RankState[trace.info().ranks()];
    all = new Life[ranks.length];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RankState(rank, trace.open(rank));
      all[rank] = new Life(ranks[rank], placement.node(rank));
    }
    defineCommunicators(trace);
    replay = new SharedReplay(ranks, observer);
    cpus = new Cpus(replay.timeline, model.machine().cpusOfNodes());
    lives = new Ranks(cpus, compute, observer, all);
    replay.lives = lives;
    Ways ways = new Ways(model, placement, replay.timeline, cpus);
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
    OneSided oneSided = new OneSided(replay, lives, collectives, messages, placement);
    operations = new Operations(replay, model, ways, messages, startups, collectives, oneSided);
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
      SimObserver observer) {
    return new BusLinkReference(trace, placement, communication, compute, observer).run();
  }

  private void defineCommunicators(TraceSource trace) {
    Group world = new Group(IntStream.range(0, ranks.length).toArray());
    for (RankState rank : ranks) {
      rank.groups.put(Communicator.WORLD, world);
      rank.groups.put(Communicator.SELF, new Group(new int[] {rank.rank}));
    }
    for (Communicator communicator : trace.tables().communicators()) {
      Group group = new Group(communicator.worldRanks());
      for (int member : communicator.worldRanks()) {
        ranks[member].groups.put(communicator.id(), group);
      }
    }
  }

  private Prediction run() {
    observer.begin(ranks.length);
    Outcome outcome;
    try {
      lives.begin(replay, operations);
      cpus.serveAll();
      replay.timeline.run();
      outcome =
          Arrays.stream(ranks).allMatch(rank -> rank.finished)
              ? Outcome.COMPLETED
              : Outcome.DEADLOCKED;
    } catch (Replay.Stop stop) {
      outcome = Outcome.INVALID_TRACE;
    }
    if (outcome == Outcome.COMPLETED) {
      reportLeftovers();
    }
    return prediction(outcome);
  }

  private void reportLeftovers() {
    List<Sent> left = new ArrayList<>(messages.unexpected);
    messages.waiting.stream().filter(message -> !left.contains(message)).forEach(left::add);
    left.forEach(
        message -> replay.problem(Problem.Kind.LEFTOVER_MESSAGE, "from " + message.view.source()));
    messages.posted.forEach(
        receive -> replay.problem(Problem.Kind.LEFTOVER_RECEIVE, "leftover", receive.position));
  }

  private Prediction prediction(Outcome outcome) {
    long[] finishPs = new long[ranks.length];
    long executed = 0;
    List<Deadlock.Blocked> blocked = new ArrayList<>();
    for (RankState rank : ranks) {
      finishPs[rank.rank] = Math.max(rank.clockPs, rank.waitsFromPs);
      executed += rank.executed + (rank.finished ? 0 : 1);
      if (rank.finished) {
        observer.finished(rank.rank, finishPs[rank.rank]);
      } else {
        long sincePs = all[rank.rank].executedPs;
        finishPs[rank.rank] = sincePs;
        blocked.add(new Deadlock.Blocked(rank.position(), sincePs, List.of(), "blocked"));
      }
    }
    long[] counts = new long[Problem.Kind.values().length];
    for (Problem problem : replay.problems) {
      counts[problem.kind().ordinal()]++;
    }
    long makespanPs = Arrays.stream(finishPs).max().orElse(0);
    return new Prediction(
        outcome,
        makespanPs,
        finishPs,
        executed,
        ReplayOrder.STRICT,
        outcome == Outcome.DEADLOCKED
            ? Optional.of(new Deadlock(makespanPs, blocked, List.of()))
            : Optional.empty(),
        replay.problems,
        counts);
  }
}
