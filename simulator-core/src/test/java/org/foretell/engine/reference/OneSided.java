package org.foretell.engine.reference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The ops of OpenSHMEM. What comes of a message is an action that it carries. */
public final class OneSided {
  private final Replay replay;
  private final Turns turns;
  private final Collectives collectives;
  private final OneSidedTransport transport;
  private final Placement placement;
  private final Map<List<Integer>, Context> contexts = new HashMap<>();
  private final Map<List<Integer>, Account> accounts = new HashMap<>();
  private final Map<Long, Lock> locks = new HashMap<>();

  /** Who says when a rank may send. */
  public interface Turns {
    /** Sends a message of a rank's op as soon as all is free that this needs. */
    void whenFree(RankState rank, Message message, Runnable send);

    /** Goes on with an op after one of its messages, at the time at which its rank may. */
    void afterMessage(RankState rank, long callerPs, Runnable rest);

    /**
     * Does the rest of an op in which a rank has waited, in an event of its own.
     *
     * @param first the message that it sends first, null if it sends none
     */
    void resume(RankState rank, long timePs, @Nullable Message first, Runnable rest);
  }

  private static final class Context {
    int fences;
    int underWay;
    long latestPs;
    Runnable onQuiet = () -> {};
    final Map<Integer, Lane> lanes = new HashMap<>();
  }

  /** All that a context writes to one target. */
  private static final class Lane {
    final List<Write> all = new ArrayList<>();

    /** What is there and has not taken effect. */
    final List<Write> arrived = new ArrayList<>();

    /** The first of those that has nothing before it on the other side of a fence, else null. */
    Write next() {
      return arrived.stream()
          .filter(one -> all.stream().allMatch(each -> each.done || each.fences >= one.fences))
          .findFirst()
          .orElse(null);
    }
  }

  /** Something that is written to a target. */
  private static final class Write {
    final int fences;
    final Runnable effect;
    boolean done;

    Write(int fences, Runnable effect) {
      this.fences = fences;
      this.effect = effect;
    }
  }

  /** Updates of a variable that no wait has taken. */
  private static final class Account {
    long left;
    Runnable onUpdate = () -> {};
  }

  private static final class Lock {
    int holder = -1;
    boolean givenBack;
    final Deque<Runnable> waiting = new ArrayDeque<>();
    final Deque<Integer> askers = new ArrayDeque<>();
  }

  public OneSided(
      Replay replay,
      Turns turns,
      Collectives collectives,
      OneSidedTransport transport,
      Placement placement) {
    this.replay = replay;
    this.turns = turns;
    this.collectives = collectives;
    this.transport = transport;
    this.placement = placement;
  }

  public void execute(RankState rank) {
    OpView op = rank.op;
    switch (op.code()) {
      case SHMEM_PUT, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL, SHMEM_ATOMIC -> put(rank, true);
      case SHMEM_PUT_NBI, SHMEM_PUT_SIGNAL_NBI -> put(rank, false);
      case SHMEM_GET, SHMEM_IGET, SHMEM_G, SHMEM_ATOMIC_FETCH -> get(rank, true);
      case SHMEM_GET_NBI, SHMEM_ATOMIC_FETCH_NBI -> get(rank, false);
      case SHMEM_FENCE -> {
        context(rank).fences++;
        replay.endNow(rank, told(rank));
      }
      case SHMEM_QUIET, SHMEM_CTX_DESTROY -> {
        Request request = new Request(rank);
        quiet(rank, context(rank), () -> {}, endPs -> request.complete(endPs, 0));
        Told told = told(rank);
        replay.endAfter(rank, List.of(request), () -> told);
      }
      case SHMEM_WAIT_UNTIL -> await(rank);
      case SHMEM_TEST -> test(rank);
      case SHMEM_SET_LOCK -> ask(rank, true, true);
      case SHMEM_TEST_LOCK -> {
        long outcome = op.get(OpField.OUTCOME);
        ask(rank, outcome != 0, outcome == 1);
      }
      case SHMEM_CLEAR_LOCK ->
          afterQuiet(rank, message(rank.rank, home(rank), 0, true), () -> freeLock(rank));
      case SHMEM_BARRIER -> afterQuiet(rank, null, () -> collective(rank));
      case SHMEM_CTX_CREATE -> replay.endNow(rank, told(rank));
      case SHMEM_TEAM_DESTROY -> collectives.free(rank);
      default -> collective(rank);
    }
  }

  private static Told told(RankState rank) {
    boolean named = rank.op.code().has(OpField.COMMUNICATOR);
    return new Told(OpView.NONE, named ? rank.op.communicator() : 0, 0);
  }

  private int target(RankState rank) {
    int target = rank.op.peer();
    if (target < 0 || target >= replay.ranks.length) {
      throw replay.invalid(rank, "no target " + target);
    }
    return target;
  }

  private int home(RankState rank) {
    return (int) (rank.op.get(OpField.OBJECT) % replay.ranks.length);
  }

  private Context context(RankState rank) {
    int named = (int) rank.op.get(OpField.OBJECT);
    return context(rank, named == OpView.NONE ? 0 : named);
  }

  private Context context(RankState rank, int name) {
    return contexts.computeIfAbsent(List.of(rank.rank, name), key -> new Context());
  }

  private MutableMessage message(int from, int to, long bytes, boolean blocks) {
    return new MutableMessage()
        .set(from, to, placement.node(from), placement.node(to), bytes, blocks);
  }

  private void put(RankState rank, boolean blocking) {
    int target = target(rank);
    int variable = rank.op.tag();
    long bytes = rank.op.bytes();
    Message message =
        message(rank.rank, target, bytes, blocking).with(variable, Message.Traced.UNKNOWN);
    turns.whenFree(
        rank,
        message,
        () -> {
          Context context = context(rank);
          context.underWay++;
          long sentPs = replay.nowPs();
          Runnable effect =
              () -> {
                update(rank.rank, target, variable, bytes, sentPs);
                MutableMessage back = message(target, rank.rank, 0, false);
                completes(context, replay.nowPs() + transport.acknowledgePs(back));
              };
          long callerPs = transport.transmit(message, true, write(context, target, effect));
          replay.end(rank, callerPs, 0, new Told(target, 0, bytes));
        });
  }

  private void get(RankState rank, boolean blocking) {
    int target = target(rank);
    int variable = rank.op.tag();
    long bytes = rank.op.bytes();
    boolean atomic = rank.op.code().has(OpField.TAG);
    Message asks =
        message(rank.rank, target, atomic ? bytes : 0, blocking)
            .with(atomic ? variable : 0, Message.Traced.UNKNOWN);
    turns.whenFree(
        rank,
        asks,
        () -> {
          Context context = context(rank);
          Request request = new Request(rank);
          if (blocking) {
            request.completePs = Request.UNKNOWN;
          } else {
            context.underWay++;
          }
          long sentPs = replay.nowPs();
          Runnable effect =
              () -> {
                if (atomic) {
                  update(rank.rank, target, variable, bytes, sentPs);
                }
                long answeredPs = replay.nowPs();
                transport.transmit(
                    message(target, rank.rank, bytes, false),
                    false,
                    () -> {
                      long nowPs = replay.nowPs();
                      replay.observer.oneSidedMessage(
                          target, rank.rank, 0, bytes, answeredPs, nowPs);
                      if (blocking) {
                        request.complete(nowPs, 0);
                      } else {
                        completes(context, nowPs);
                      }
                    });
              };
          long callerPs =
              transport.transmit(asks, true, atomic ? write(context, target, effect) : effect);
          Told told = new Told(target, 0, bytes);
          if (blocking) {
            Request sent = Request.completeAt(rank, callerPs);
            replay.endAfter(rank, List.of(sent, request), () -> told);
          } else {
            replay.end(rank, callerPs, 0, told);
          }
        });
  }

  /** What happens when something written arrives: its effect, when no fence forbids that. */
  private static Runnable write(Context context, int target, Runnable effect) {
    Lane lane = context.lanes.computeIfAbsent(target, key -> new Lane());
    Write write = new Write(context.fences, effect);
    lane.all.add(write);
    return () -> {
      lane.arrived.add(write);
      Write next = lane.next();
      while (next != null) {
        next.done = true;
        lane.arrived.remove(next);
        next.effect.run();
        next = lane.next();
      }
    };
  }

  private void update(int source, int target, int variable, long bytes, long sentPs) {
    replay.observer.oneSidedMessage(source, target, variable, bytes, sentPs, replay.nowPs());
    Account all = account(target, variable, OpView.NONE);
    Account own = account(target, variable, source);
    all.left++;
    own.left++;
    latestSentPs = sentPs;
    all.onUpdate.run();
    own.onUpdate.run();
  }

  /** When what has just updated a variable was sent. */
  private long latestSentPs;

  private Account account(int rank, int variable, int source) {
    return accounts.computeIfAbsent(List.of(rank, variable, source), key -> new Account());
  }

  private Account account(RankState rank) {
    int peer = (int) rank.op.get(OpField.MATCHED_PEER);
    return account(rank.rank, rank.op.tag(), Math.max(peer, OpView.NONE));
  }

  private static long count(RankState rank) {
    return Math.max(1, rank.op.get(OpField.COUNT));
  }

  private void await(RankState rank) {
    Account account = account(rank);
    long count = count(rank);
    Told told = told(rank);
    if (account.left >= count) {
      account.left -= count;
      replay.endNow(rank, told);
      return;
    }
    account.onUpdate =
        () -> {
          if (account.left >= count) {
            account.left -= count;
            account.onUpdate = () -> {};
            replay.end(rank, replay.nowPs(), latestSentPs, told);
          }
        };
  }

  private void test(RankState rank) {
    long outcome = rank.op.get(OpField.OUTCOME);
    if (outcome == 1) {
      await(rank);
      return;
    }
    Account account = account(rank);
    if (outcome == OpView.NONE && account.left >= count(rank)) {
      account.left -= count(rank);
    }
    replay.endNow(rank, told(rank));
  }

  private static void completes(Context context, long timePs) {
    context.latestPs = Math.max(context.latestPs, timePs);
    if (--context.underWay == 0) {
      Runnable waiting = context.onQuiet;
      context.onQuiet = () -> {};
      waiting.run();
    }
  }

  /** Somebody who is told a time. */
  private interface At {
    void time(long timePs);
  }

  /** Says when all of a context is complete, after {@code ifLater} if that is not known yet. */
  private void quiet(RankState rank, Context context, Runnable ifLater, At then) {
    if (context.underWay == 0) {
      then.time(Math.max(rank.clockPs, context.latestPs));
    } else {
      ifLater.run();
      context.onQuiet = () -> then.time(Math.max(rank.clockPs, context.latestPs));
    }
  }

  private void afterQuiet(RankState rank, @Nullable Message first, Runnable rest) {
    Context context = context(rank, 0);
    boolean atOnce = context.underWay == 0 && context.latestPs <= replay.nowPs();
    if (atOnce) {
      rest.run();
      return;
    }
    quiet(
        rank,
        context,
        () -> {},
        endPs ->
            turns.resume(
                rank,
                endPs,
                first,
                () -> {
                  rank.waitsFromPs = endPs;
                  rest.run();
                }));
  }

  /** A rank asks for a lock, or just how it is. */
  private void ask(RankState rank, boolean takes, boolean waits) {
    int home = home(rank);
    long name = rank.op.get(OpField.OBJECT);
    Lock lock = locks.computeIfAbsent(name, key -> new Lock());
    Message message = message(rank.rank, home, 0, true);
    turns.whenFree(
        rank,
        message,
        () -> {
          Request request = new Request(rank);
          long callerPs =
              transport.transmit(
                  message,
                  true,
                  () -> {
                    if (takes && lock.holder < 0) {
                      lock.holder = rank.rank;
                      answer(home, rank, request, 0);
                    } else if (waits) {
                      lock.askers.add(rank.rank);
                      lock.waiting.add(() -> answer(home, rank, request, replay.nowPs()));
                    } else {
                      answer(home, rank, request, 0);
                    }
                  });
          Request sent = Request.completeAt(rank, callerPs);
          replay.endAfter(rank, List.of(sent, request), () -> new Told(home, 0, 0));
        });
  }

  private void answer(int home, RankState rank, Request request, long grantedPs) {
    transport.transmit(
        message(home, rank.rank, 0, false),
        false,
        () -> request.complete(replay.nowPs(), grantedPs));
  }

  private void freeLock(RankState rank) {
    int home = home(rank);
    Lock lock = locks.computeIfAbsent(rank.op.get(OpField.OBJECT), key -> new Lock());
    Message message = message(rank.rank, home, 0, true);
    turns.whenFree(
        rank,
        message,
        () -> {
          if (lock.holder != rank.rank || lock.givenBack) {
            throw replay.invalid(rank, "has not the lock");
          }
          lock.givenBack = true;
          long callerPs =
              transport.transmit(
                  message,
                  true,
                  () -> {
                    lock.givenBack = false;
                    lock.holder = lock.waiting.isEmpty() ? -1 : lock.askers.remove();
                    if (!lock.waiting.isEmpty()) {
                      lock.waiting.remove().run();
                    }
                  });
          replay.end(rank, callerPs, 0, new Told(home, 0, 0));
        });
  }

  /** The rank's op becomes the collective of MPI that stands for it. */
  private void collective(RankState rank) {
    OpView shmem = new OpView();
    shmem.copyFrom(rank.op);
    OpView op = rank.op;
    OpCode code = shmem.code();
    int size = code.has(OpField.COMMUNICATOR) ? replay.group(rank, shmem.communicator()).size() : 0;
    switch (code) {
      case SHMEM_BROADCAST -> op.reset(OpCode.BCAST).set(OpField.ROOT, shmem.root());
      case SHMEM_COLLECT, SHMEM_FCOLLECT ->
          op.reset(OpCode.ALLGATHER).set(OpField.RECEIVE_BYTES, shmem.bytes());
      case SHMEM_REDUCE -> op.reset(OpCode.ALLREDUCE).set(OpField.COUNT, shmem.get(OpField.COUNT));
      case SHMEM_ALLTOALL, SHMEM_ALLTOALLS ->
          op.reset(OpCode.ALLTOALL).set(OpField.RECEIVE_BYTES, shmem.bytes());
      case SHMEM_TEAM_SPLIT -> {
        long[] part = shmem.list(OpField.RANKS);
        long[] members = new long[(int) part[2]];
        for (int i = 0; i < members.length; i++) {
          members[i] = part[0] + i * part[1];
          if (members[i] >= size) {
            throw replay.invalid(rank, "no such team");
          }
        }
        op.reset(OpCode.COMM_CREATE)
            .set(OpField.NEW_COMMUNICATOR, shmem.get(OpField.NEW_COMMUNICATOR))
            .setList(OpField.RANKS, members);
      }
      default -> op.reset(OpCode.BARRIER);
    }
    op.set(OpField.COMMUNICATOR, code.has(OpField.COMMUNICATOR) ? shmem.communicator() : 0)
        .set(OpField.CALL_SITE, shmem.callSite());
    if (code.has(OpField.BYTES) && code != OpCode.SHMEM_MALLOC) {
      op.set(OpField.BYTES, shmem.bytes());
    }
    rank.standsFor = shmem;
    if (code == OpCode.SHMEM_TEAM_SPLIT) {
      collectives.create(rank);
    } else {
      collectives.call(rank, code != OpCode.SHMEM_COLLECT);
    }
  }
}
