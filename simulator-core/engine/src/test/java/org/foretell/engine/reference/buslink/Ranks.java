package org.foretell.engine.reference.buslink;

import java.util.function.Predicate;
import org.foretell.engine.reference.OneSided;
import org.foretell.engine.reference.RankState;
import org.foretell.engine.reference.Replay;
import org.foretell.model.ComputeModel;
import org.foretell.model.Message;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The life of ranks: bursts, each on a CPU of the node, and what is executed between them. */
final class Ranks implements OneSided.Turns {
  /** Communication ops. */
  interface Operations {
    /** How long the CPU is busy before the next part of the op at hand. */
    long startupPs(Life life);

    /** Executes the next part; whether another one follows. */
    boolean execute(Life life);

    /** A communicator goes. */
    void free(RankState rank);
  }

  private final Cpus cpus;
  private final Ways ways;
  private final ComputeModel compute;
  private final SimObserver observer;
  private final Life[] lives;
  private Operations operations;
  private Replay replay;

  Ranks(Cpus cpus, Ways ways, ComputeModel compute, SimObserver observer, Life[] lives) {
    this.cpus = cpus;
    this.ways = ways;
    this.compute = compute;
    this.observer = observer;
    this.lives = lives;
  }

  void begin(Replay shared, Operations ops) {
    replay = shared;
    operations = ops;
    for (Life life : lives) {
      next(life, false);
    }
  }

  private static void fetch(Life life) {
    life.hasOp = life.rank.cursor.next(life.rank.op);
  }

  private void finish(Life life) {
    life.rank.clockPs = replay.nowPs();
    life.rank.finished = true;
  }

  /** The next op, which comes after a burst: itself, or one of no time. */
  private void next(Life life, boolean atHead) {
    fetch(life);
    if (life.hasOp) {
      cpus.ready(life.node, atHead, () -> burst(life), () -> goOn(life));
    } else {
      finish(life);
    }
  }

  private static boolean isBurst(OpView op) {
    return op.code() == OpCode.COMPUTE || op.code() == OpCode.ELAPSE;
  }

  private long burst(Life life) {
    RankState rank = life.rank;
    OpView op = rank.op;
    if (!isBurst(op)) {
      return 0;
    }
    long nowPs = replay.nowPs();
    int marker = rank.markers.isEmpty() ? OpView.NONE : rank.markers.peek();
    long spanPs = compute.durationPs(rank.rank, op, marker, nowPs);
    rank.burstEndPs = nowPs + spanPs;
    observer.compute(rank.rank, op.code(), op.callSite(), nowPs, nowPs + spanPs);
    rank.executed++;
    fetch(life);
    return spanPs;
  }

  /** A burst has ended, or what counts as one: executes what follows. */
  private void goOn(Life life) {
    RankState rank = life.rank;
    while (life.hasOp) {
      rank.clockPs = replay.nowPs();
      if (isBurst(rank.op)) {
        cpus.ready(life.node, false, () -> burst(life), () -> goOn(life));
        return;
      }
      if (!isLocal(rank.op)) {
        life.step = 0;
        proceed(life);
        return;
      }
      local(life);
      fetch(life);
    }
    finish(life);
  }

  private static boolean isLocal(OpView op) {
    return switch (op.code()) {
      case MARKER_BEGIN, MARKER_END, EVENT, INIT, FINALIZE, COMM_FREE -> true;
      default -> false;
    };
  }

  private void local(Life life) {
    RankState rank = life.rank;
    life.executing = true;
    switch (rank.op.code()) {
      case MARKER_BEGIN, MARKER_END -> replay.marker(rank);
      case EVENT -> {
        compute.event(rank.rank, rank.op.get(OpField.OBJECT), rank.op.get(OpField.COUNT));
        replay.close(rank, replay.nowPs());
      }
      case COMM_FREE -> operations.free(rank);
      default -> replay.close(rank, replay.nowPs(), 0, Replay.Told.NOTHING);
    }
    life.executing = false;
  }

  /** Pays for the next part of the op at hand, then executes it. */
  void proceed(Life life) {
    pay(life, true, () -> inOp(life, operations::execute));
  }

  private void pay(Life life, boolean atHead, Runnable then) {
    long startupPs = operations.startupPs(life);
    if (startupPs > 0) {
      cpus.ready(life.node, atHead, () -> startupPs, then);
    } else {
      then.run();
    }
  }

  /** Executes a part of the op at hand. */
  void inOp(Life life, Predicate<Life> part) {
    life.executing = true;
    life.executedPs = replay.nowPs();
    life.over = false;
    boolean more = part.test(life);
    life.executing = false;
    if (life.over) {
      if (life.keepsCpu) {
        life.keepsCpu = false;
        fetch(life);
        goOn(life);
      } else {
        after(life, true);
      }
    } else if (more) {
      life.step++;
      proceed(life);
    }
  }

  /** The op of a rank has ended. */
  void opEnded(RankState rank) {
    Life life = lives[rank.rank];
    if (life.executing) {
      life.over = true;
    } else {
      after(life, life.atHead);
    }
  }

  private void after(Life life, boolean atHead) {
    life.atHead = false;
    long afterPs = life.afterPs;
    life.afterPs = 0;
    if (afterPs > 0) {
      cpus.ready(life.node, atHead, () -> afterPs, () -> next(life, true));
    } else {
      next(life, atHead);
    }
  }

  @Override
  public void whenFree(RankState rank, Message message, Runnable send) {
    Life life = lives[rank.rank];
    long startupPs = life.paid ? 0 : ways.startupPs(message);
    life.paid = false;
    if (startupPs > 0) {
      cpus.ready(life.node, true, () -> startupPs, () -> inOp(life, send));
    } else {
      send.run();
    }
  }

  @Override
  public void afterMessage(RankState rank, long callerPs, Runnable rest) {
    rest.run();
  }

  @Override
  public void resume(RankState rank, long timePs, @Nullable Message first, Runnable rest) {
    Life life = lives[rank.rank];
    cpus.ready(
        life.node,
        false,
        () -> first == null ? 0 : ways.startupPs(first),
        () -> {
          life.paid = first != null;
          inOp(life, rest);
        });
  }

  private void inOp(Life life, Runnable part) {
    inOp(
        life,
        one -> {
          part.run();
          return false;
        });
  }
}
