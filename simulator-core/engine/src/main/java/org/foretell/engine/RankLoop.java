package org.foretell.engine;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.collective.RunLoop;
import org.foretell.engine.collective.ScheduleExecutor;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.DirectTransport;
import org.foretell.engine.message.EventCode;
import org.foretell.engine.message.EventList;
import org.foretell.engine.message.MessagePool;
import org.foretell.engine.message.Transport;
import org.foretell.engine.onesided.CompletionAccounts;
import org.foretell.engine.ops.OpExecutor;
import org.foretell.engine.ops.OpOutcome;
import org.foretell.engine.ops.PlainOps;
import org.foretell.engine.ops.WaitOps;
import org.foretell.engine.state.CpuPolicy;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.ReplayProgress;
import org.foretell.engine.state.Resume;
import org.foretell.engine.state.StopCheck;
import org.foretell.result.ReplayOrder;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.inplace.InPlaceCursor;
import org.jspecify.annotations.Nullable;

/** Executes the ops of ranks as events of one list, whose order says who is next. */
final class RankLoop implements ReplayLoop {
  /**
   * Ops after which a rank lets others catch up if it runs ahead, so that few messages pile up, and
   * after which progress is looked at.
   */
  private static final int OPS_AT_ONCE = 512;

  private final RankPrograms programs;
  private final RankTable ranks;
  private final EventList eventList;
  private final MessagePool messages;
  private final Transport transport;
  private final WaitOps waits;
  private final FileServers files;
  private final CompletionAccounts accounts;
  private final OpExecutor executor;
  private final CpuPolicy cpus;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final boolean strict;

  /** Executes ops where they stand; null where that is not possible. */
  private final @Nullable PlainOps inPlace;

  /** Null where all collectives go by formula. */
  private final @Nullable RunLoop runs;

  /** What other parts of the replay send; null where there is one part. */
  private final @Nullable OtherParts others;

  private final int firstRank;
  private final int endRank;

  private int current;

  RankLoop(
      RankParts parts,
      OpParts ops,
      Transport transport,
      EventList eventList,
      ReplayOrder order,
      @Nullable Part part,
      @Nullable OtherParts others) {
    this.others = others;
    firstRank = part == null ? 0 : part.first();
    endRank = part == null ? parts.table.size() : part.end();
    programs = parts.programs;
    ranks = parts.table;
    this.eventList = eventList;
    messages = parts.matcher.messages;
    this.transport = transport;
    waits = ops.waits;
    files = ops.fileServers;
    accounts = ops.accounts;
    executor = ops.executor;
    cpus = parts.cpus;
    recorder = parts.recorder;
    causes = parts.causes;
    strict = order == ReplayOrder.STRICT;
    inPlace =
        transport instanceof DirectTransport direct
            ? new PlainOps(parts.state, waits, direct)
            : null;
    ScheduleExecutor steps = ops.steps;
    runs = steps == null ? null : new RunLoop(steps, ranks, eventList, cpus, order, causes);
  }

  @Override
  public int rank() {
    return current;
  }

  @Override
  public long nowPs() {
    return eventList.nowPs();
  }

  @Override
  public void run(ReplayProgress progress, StopCheck stop) {
    for (int rank = firstRank; rank < endRank; rank++) {
      eventList.rankGoesOn(rank, 0, causes.clock(rank));
    }
    Runnable awake = stop::now;
    Runnable executes = () -> executeAll(progress, stop, awake);
    if (others == null) {
      executes.run();
    } else {
      others.replay(executes, awake);
    }
  }

  /** Executes events until there is none. */
  private void executeAll(ReplayProgress progress, StopCheck stop, Runnable awake) {
    for (int event = eventList.next(); event != EventCode.NOTHING; event = eventList.next()) {
      stop.event();
      if (others != null && !others.eventIsOver(awake)) {
        return;
      }
      causes.eventBegins(eventList.nowPs());
      if (event >= 0) {
        current = event;
        advance(progress, event);
      } else if (EventCode.isMessage(event)) {
        current = messages.destination(~event);
        transport.messageComes(~event);
      } else if (EventCode.isFileRequest(event)) {
        current = files.rank(EventCode.fileRequest(event));
        files.arrive(EventCode.fileRequest(event));
      } else if (EventCode.isAccount(event)) {
        current = accounts.owner(EventCode.account(event));
        accounts.isKnown(EventCode.account(event));
      } else if (runs != null) {
        current = runs.rankOf(event);
        runs.goOnInBackground(event);
      }
    }
  }

  /** A rank goes on until it blocks, or until something else comes before. */
  private void advance(ReplayProgress progress, int rank) {
    RankCursor cursor = programs.cursor(rank);
    long before = cursor.delivered();
    if (!strict) {
      eventList.isAt(ranks.clockPs(rank));
    }
    if (ranks.resume(rank) == Resume.NEXT_OP || resumes(rank)) {
      execute(rank, cursor, programs.view(rank));
    }
    progress.executed(rank, cursor.delivered() - before);
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
    ranks.step(rank);
    OpOutcome outcome = executor.execute(rank, op, step);
    return (outcome == OpOutcome.DONE || goesOn(rank, op, step, outcome)) && goesOn(rank);
  }

  /** Begins an op at the clock of its rank; whether it is over. */
  private boolean begin(int rank, OpView op) {
    if (op.code() == OpCode.COMPUTE) { // every second op of many a trace
      return executor.burst(rank, op) == OpOutcome.DONE;
    }
    if (!strict) {
      eventList.isAt(ranks.clockPs(rank));
    }
    if (recorder != null) {
      recorder.begin(rank, op, ranks.clockPs(rank));
    }
    ranks.step(rank);
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
      boolean waitsForClock = latest == OpOutcome.NEXT_STEP_AT_CLOCK;
      if (latest == OpOutcome.SAME_STEP_AT_CLOCK) {
        waitsForClock = true;
      } else {
        step++;
      }
      if (latest == OpOutcome.NEXT_STEP_AS_EVENT
          || (waitsForClock && ranks.clockPs(rank) > eventList.nowPs())) {
        if (op == programs.view(rank)) {
          programs.interrupt(rank);
        }
        ranks.resume(rank, Resume.at(step));
        eventList.rankGoesOn(rank, ranks.clockPs(rank), ranks.latest(rank));
        return false;
      }
      ranks.step(rank);
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
    eventList.pauses(rank, ranks.clockPs(rank), causes.clock(rank));
  }

  /** Whether a rank's next op may be executed at once; otherwise it is put in the event list. */
  private boolean goesOn(int rank) {
    long clock = ranks.clockPs(rank);
    if (eventList.goesOnInline(rank, clock)) {
      return true;
    }
    eventList.rankGoesOn(rank, clock, ranks.latest(rank));
    return false;
  }

  private void finish(int rank) {
    programs.finish(rank);
    causes.finished(rank);
    if (recorder != null && !cpus.competes()) {
      recorder.observer.finished(rank, ranks.clockPs(rank));
    }
  }
}
