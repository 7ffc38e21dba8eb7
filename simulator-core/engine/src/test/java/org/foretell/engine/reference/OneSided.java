package org.foretell.engine.reference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.result.Problem;
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
  private final Map<List<Integer>, Variable> variables = new HashMap<>();
  private final Map<Long, Lock> locks = new HashMap<>();
  private final ShmemSupport support;

  /** By rank when its last atomic is done. */
  private final Map<Integer, Long> atomicsPs = new HashMap<>();

  /** Who says when a rank may send. */
  public interface Turns {
    /** Sends a message of a rank's op as soon as all is free that this needs. */
    void whenFree(RankState rank, Message message, Runnable send);

    /** As above, but the interface may be busy, and sends the message when it is not. */
    default void whenCpuIsFree(RankState rank, Message message, Runnable send) {
      whenFree(rank, message, send);
    }

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
    boolean destroyed;
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

  /** Updates of a variable: who made those that no wait has taken, and how many polls have seen. */
  private static final class Variable {
    final List<Integer> left = new ArrayList<>();
    long updates;
    long taken;
    @Nullable Boolean bySource;
    final Map<Integer, Long> seen = new HashMap<>();
    final List<Runnable> polls = new ArrayList<>();

    long left(int source) {
      return left.stream().filter(by -> source == OpView.NONE || by == source).count();
    }

    boolean take(int source, long count) {
      if (left(source) < count) {
        return false;
      }
      taken += count;
      for (long i = 0; i < count; i++) {
        left.remove(source == OpView.NONE ? left.get(0) : (Integer) source);
      }
      return true;
    }
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
      Placement placement,
      ShmemSupport support) {
    this.support = support;
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
      case SHMEM_QUIET -> awaitQuiet(rank, context(rank));
      case SHMEM_CTX_DESTROY -> {
        if (Math.max(0, op.get(OpField.OBJECT)) == 0) {
          throw replay.invalid(rank, "the default context stays");
        }
        Context context = context(rank);
        context.destroyed = true;
        awaitQuiet(rank, context);
      }
      case SHMEM_WAIT_UNTIL -> await(rank);
      case SHMEM_TEST -> test(rank);
      case SHMEM_WAIT_UNTIL_ALL -> awaitAll(rank, listed(rank), count(rank));
      case SHMEM_WAIT_UNTIL_ANY -> awaitAny(rank);
      case SHMEM_WAIT_UNTIL_SOME -> awaitSome(rank);
      case SHMEM_TEST_ALL -> {
        List<Variable> listed = listed(rank);
        if (outcome(rank) == 1) {
          awaitAll(rank, listed, 1);
        } else {
          replay.endNow(rank, told(rank));
        }
      }
      case SHMEM_TEST_ANY -> {
        List<Variable> listed = listed(rank);
        if (op.get(OpField.OUTCOME) >= 0) {
          awaitAll(rank, List.of(listed.get(index(rank, op.get(OpField.OUTCOME)))), 1);
        } else {
          replay.endNow(rank, told(rank));
        }
      }
      case SHMEM_TEST_SOME -> {
        listed(rank);
        if (op.listLength(OpField.OUTCOMES) > 0) {
          awaitSome(rank);
        } else {
          replay.endNow(rank, told(rank));
        }
      }
      case SHMEM_POLL -> poll(rank);
      case SHMEM_SET_LOCK -> ask(rank, true, true);
      case SHMEM_TEST_LOCK -> {
        long outcome = outcome(rank);
        ask(rank, outcome != 0, outcome == 1);
      }
      case SHMEM_CLEAR_LOCK ->
          afterQuiet(rank, message(rank.rank, home(rank), 0, true), () -> freeLock(rank));
      case SHMEM_BARRIER, SHMEM_MALLOC, SHMEM_FREE ->
          afterQuiet(rank, null, () -> collective(rank));
      case SHMEM_FINALIZE -> afterQuietOfAll(rank);
      case SHMEM_CTX_CREATE -> {
        int named = (int) op.get(OpField.OBJECT);
        Context context = contexts.get(List.of(rank.rank, named));
        if (context != null) {
          context.destroyed = false;
        }
        replay.endNow(rank, told(rank));
      }
      case SHMEM_TEAM_DESTROY -> collectives.free(rank);
      default -> collective(rank);
    }
  }

  /** Reports what is left when all ranks have finished. */
  public void reportLeftovers() {
    locks.forEach(
        (name, lock) -> {
          if (lock.holder >= 0) {
            replay.problem(Problem.Kind.LEFTOVER_LOCK, "lock " + name);
          }
        });
    variables.forEach(
        (name, variable) -> {
          if (variable.taken > 0 && !variable.left.isEmpty()) {
            replay.problem(Problem.Kind.LEFTOVER_UPDATE, "variable " + name);
          }
        });
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
    long lock = rank.op.get(OpField.OBJECT);
    if (lock == OpView.NONE) {
      throw replay.invalid(rank, "no lock");
    }
    return (int) (lock % replay.ranks.length);
  }

  private long outcome(RankState rank) {
    long outcome = rank.op.get(OpField.OUTCOME);
    if (outcome != OpView.NONE && outcome != 0 && outcome != 1) {
      throw replay.invalid(rank, "neither true nor false");
    }
    return outcome;
  }

  private Context context(RankState rank) {
    int named = (int) rank.op.get(OpField.OBJECT);
    Context context = context(rank, named == OpView.NONE ? 0 : named);
    if (context.destroyed) {
      throw replay.invalid(rank, "context " + named + " is no more");
    }
    return context;
  }

  private void awaitQuiet(RankState rank, Context context) {
    Request request = new Request(rank);
    quiet(rank, context, () -> {}, endPs -> request.complete(endPs, 0));
    Told told = told(rank);
    replay.endAfter(rank, List.of(request), () -> told);
  }

  private static boolean leavesToInterface(RankState rank) {
    return switch (rank.op.code()) {
      case SHMEM_PUT_NBI, SHMEM_PUT_SIGNAL_NBI, SHMEM_GET_NBI, SHMEM_ATOMIC_FETCH_NBI -> true;
      default -> false;
    };
  }

  private void whenItMaySend(RankState rank, Message message, Runnable send) {
    if (leavesToInterface(rank)) {
      turns.whenCpuIsFree(rank, message, send);
    } else {
      turns.whenFree(rank, message, send);
    }
  }

  private Context context(RankState rank, int name) {
    return contexts.computeIfAbsent(List.of(rank.rank, name), key -> new Context());
  }

  private MutableMessage message(int from, int to, long bytes, boolean blocks) {
    return new MutableMessage()
        .set(from, to, placement.node(from), placement.node(to), bytes, blocks)
        .oneSided(true);
  }

  private static boolean isAtomic(OpView op) {
    return switch (op.code()) {
      case SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> true;
      default -> false;
    };
  }

  /** What happens when a message is there that its target serves, perhaps later. */
  private Runnable served(int target, boolean atomic, Runnable effect) {
    return () -> {
      long nowPs = replay.nowPs();
      boolean waits =
          support.progress() == ShmemSupport.Progress.SOFTWARE
              && replay.ranks[target].burstEndPs > nowPs;
      if (waits) {
        replay.later(replay.ranks[target].burstEndPs, served(target, atomic, effect));
      } else if (atomic && support.atomicPs() > 0) {
        long donePs = Math.max(nowPs, atomicsPs.getOrDefault(target, 0L)) + support.atomicPs();
        atomicsPs.put(target, donePs);
        replay.later(donePs, effect);
      } else {
        effect.run();
      }
    };
  }

  /** A strided put as a message for each element. */
  private void putElements(RankState rank, long index) {
    int target = target(rank);
    long count = rank.op.get(OpField.COUNT);
    boolean last = index == count - 1;
    long each = rank.op.bytes() / count;
    long bytes = last ? rank.op.bytes() - (count - 1) * each : each;
    List<Integer> updated = last ? updated(rank.op) : List.of();
    Message message =
        message(rank.rank, target, bytes, true)
            .with(updated.isEmpty() ? 0 : updated.get(0), Message.Traced.UNKNOWN);
    turns.whenFree(
        rank,
        message,
        () -> {
          Context context = context(rank);
          checkUpdated(rank);
          long callerPs = write(rank, context, message, updated);
          if (last) {
            replay.end(rank, callerPs, 0, new Told(target, 0, rank.op.bytes()));
          } else {
            turns.afterMessage(rank, callerPs, () -> putElements(rank, index + 1));
          }
        });
  }

  /** Sends what a rank writes; tells when it goes on. */
  private long write(RankState rank, Context context, Message message, List<Integer> updated) {
    int target = message.destination();
    long bytes = message.bytes();
    context.underWay++;
    long sentPs = replay.nowPs();
    Runnable effect =
        () -> {
          update(rank.rank, target, updated, bytes, sentPs);
          MutableMessage back = message(target, rank.rank, 0, false);
          if (transport.acknowledgesByMessage()) {
            transport.transmit(back, false, () -> completes(context, replay.nowPs()));
          } else {
            transport.know(
                rank.rank,
                replay.nowPs() + transport.acknowledgePs(back),
                knownPs -> completes(context, knownPs));
          }
        };
    Runnable arrives = served(target, isAtomic(rank.op), write(context, target, effect));
    return transport.transmit(message, true, arrives);
  }

  private void put(RankState rank, boolean blocking) {
    boolean elements =
        rank.op.code() == OpCode.SHMEM_IPUT
            && support.strided() == ShmemSupport.Strided.ELEMENTS
            && rank.op.get(OpField.COUNT) > 1;
    if (elements) {
      putElements(rank, 0);
      return;
    }
    int target = target(rank);
    long bytes = rank.op.bytes();
    List<Integer> updated = updated(rank.op);
    Message message =
        message(rank.rank, target, bytes, blocking)
            .with(updated.isEmpty() ? 0 : updated.get(0), Message.Traced.UNKNOWN);
    whenItMaySend(
        rank,
        message,
        () -> {
          Context context = context(rank);
          checkUpdated(rank);
          long callerPs = write(rank, context, message, updated);
          replay.end(rank, callerPs, 0, new Told(target, 0, bytes));
        });
  }

  private void get(RankState rank, boolean blocking) {
    int target = target(rank);
    long bytes = rank.op.bytes();
    boolean atomic = rank.op.code().has(OpField.TAG);
    List<Integer> updated = atomic ? updated(rank.op) : List.of();
    boolean compares = atomic && (rank.op.get(OpField.FLAGS) & 1) != 0;
    long operands = !atomic ? 0 : compares ? bytes + bytes : bytes;
    Message asks =
        message(rank.rank, target, operands, blocking)
            .with(updated.isEmpty() ? 0 : updated.get(0), Message.Traced.UNKNOWN);
    whenItMaySend(
        rank,
        asks,
        () -> {
          Context context = context(rank);
          if (atomic) {
            checkUpdated(rank);
          }
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
                  update(rank.rank, target, updated, operands, sentPs);
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
              transport.transmit(
                  asks,
                  true,
                  served(target, atomic, atomic ? write(context, target, effect) : effect));
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

  /** The variables that an op updates. */
  private static List<Integer> updated(OpView op) {
    if (op.listLength(OpField.VARIABLES) > 0) {
      return Arrays.stream(op.list(OpField.VARIABLES)).mapToObj(each -> (int) each).toList();
    }
    return op.tag() < 0 ? List.of() : List.of(op.tag());
  }

  private void checkUpdated(RankState rank) {
    OpView op = rank.op;
    boolean listed = op.listLength(OpField.VARIABLES) > 0;
    boolean signal =
        op.code() == OpCode.SHMEM_PUT_SIGNAL || op.code() == OpCode.SHMEM_PUT_SIGNAL_NBI;
    boolean wrong =
        listed ? op.tag() != OpView.NONE : op.tag() < 0 && (signal || op.tag() != OpView.NONE);
    if (wrong) {
      throw replay.invalid(rank, "updates no variable");
    }
  }

  private void update(int source, int target, List<Integer> names, long bytes, long sentPs) {
    int first = names.isEmpty() ? 0 : names.get(0);
    replay.observer.oneSidedMessage(source, target, first, bytes, sentPs, replay.nowPs());
    latestSentPs = sentPs;
    for (int name : names) {
      Variable variable = variable(target, name);
      variable.left.add(source);
      variable.updates++;
    }
    if (!names.isEmpty()) {
      onUpdate.getOrDefault(target, () -> {}).run();
    }
    for (int name : names) {
      for (Runnable poll : List.copyOf(variable(target, name).polls)) {
        poll.run();
      }
    }
  }

  /** When what has just updated a variable was sent. */
  private long latestSentPs;

  /** By rank what it does when a variable of its own has been updated. */
  private final Map<Integer, Runnable> onUpdate = new HashMap<>();

  private Variable variable(int rank, int name) {
    return variables.computeIfAbsent(List.of(rank, name), key -> new Variable());
  }

  private int name(RankState rank) {
    if (rank.op.tag() < 0) {
      throw replay.invalid(rank, "no variable");
    }
    return rank.op.tag();
  }

  private int source(RankState rank) {
    int peer = (int) rank.op.get(OpField.MATCHED_PEER);
    if (peer >= replay.ranks.length) {
      throw replay.invalid(rank, "no rank " + peer);
    }
    return Math.max(peer, OpView.NONE) < 0 ? OpView.NONE : peer;
  }

  private static long count(RankState rank) {
    long count = rank.op.get(OpField.COUNT);
    return count == OpView.NONE ? 1 : count;
  }

  private void takesBy(RankState rank, Variable variable, int source) {
    boolean bySource = source != OpView.NONE;
    if (variable.bySource == null) {
      variable.bySource = bySource;
    } else if (variable.bySource != bySource) {
      throw replay.invalid(rank, "waits by source and without on one variable");
    }
  }

  private List<Variable> listed(RankState rank) {
    OpView op = rank.op;
    if (op.listLength(OpField.VARIABLES) == 0) {
      throw replay.invalid(rank, "no variables");
    }
    List<Variable> listed = new ArrayList<>();
    for (long name : op.list(OpField.VARIABLES)) {
      Variable variable = variable(rank.rank, (int) name);
      takesBy(rank, variable, OpView.NONE);
      listed.add(variable);
    }
    return listed;
  }

  private int index(RankState rank, long outcome) {
    if (outcome < 0 || outcome >= rank.op.listLength(OpField.VARIABLES)) {
      throw replay.invalid(rank, "no variable of index " + outcome);
    }
    return (int) outcome;
  }

  /** Ends the op of a rank as soon as something has been taken; tries again at each update. */
  private void when(RankState rank, BooleanSupplier taken) {
    Told told = told(rank);
    if (taken.getAsBoolean()) {
      replay.endNow(rank, told);
      return;
    }
    onUpdate.put(
        rank.rank,
        () -> {
          if (taken.getAsBoolean()) {
            onUpdate.remove(rank.rank);
            replay.end(rank, replay.nowPs(), latestSentPs, told);
          }
        });
  }

  private void await(RankState rank) {
    int source = source(rank);
    Variable variable = variable(rank.rank, name(rank));
    long count = count(rank);
    if (count > 0) {
      takesBy(rank, variable, source);
    }
    when(rank, () -> variable.take(source, count));
  }

  private void awaitAll(RankState rank, List<Variable> all, long count) {
    List<Variable> missing = new ArrayList<>(all);
    when(
        rank,
        () -> {
          missing.removeIf(one -> one.take(OpView.NONE, count));
          return missing.isEmpty();
        });
  }

  private void awaitAny(RankState rank) {
    List<Variable> listed = listed(rank);
    long outcome = rank.op.get(OpField.OUTCOME);
    if (outcome == OpView.NONE) {
      when(rank, () -> listed.stream().anyMatch(one -> one.take(OpView.NONE, 1)));
    } else {
      awaitAll(rank, List.of(listed.get(index(rank, outcome))), 1);
    }
  }

  private void awaitSome(RankState rank) {
    List<Variable> listed = listed(rank);
    if (rank.op.listLength(OpField.OUTCOMES) == 0) {
      when(rank, () -> listed.stream().filter(one -> one.take(OpView.NONE, 1)).count() > 0);
      return;
    }
    List<Variable> chosen = new ArrayList<>();
    for (long outcome : rank.op.list(OpField.OUTCOMES)) {
      chosen.add(listed.get(index(rank, outcome)));
    }
    awaitAll(rank, chosen, 1);
  }

  private void test(RankState rank) {
    if (outcome(rank) == 1) {
      await(rank);
      return;
    }
    name(rank);
    source(rank);
    replay.endNow(rank, told(rank));
  }

  /** Asks for a variable of another rank, where the request waits for its updates. */
  private void poll(RankState rank) {
    int target = target(rank);
    long count = count(rank);
    long bytes = rank.op.bytes();
    Message asks = message(rank.rank, target, 0, true);
    turns.whenFree(
        rank,
        asks,
        () -> {
          Variable variable = variable(target, name(rank));
          Request request = new Request(rank);
          Runnable arrives =
              () -> {
                if (!answered(rank, target, variable, count, bytes, request, 0)) {
                  List<Runnable> self = new ArrayList<>();
                  self.add(
                      () -> {
                        if (answered(rank, target, variable, count, bytes, request, latestSentPs)) {
                          variable.polls.remove(self.get(0));
                        }
                      });
                  variable.polls.add(self.get(0));
                }
              };
          Request sent =
              Request.completeAt(
                  rank, transport.transmit(asks, true, served(target, false, arrives)));
          replay.endAfter(rank, List.of(sent, request), () -> new Told(target, 0, bytes));
        });
  }

  private boolean answered(
      RankState rank,
      int target,
      Variable variable,
      long count,
      long bytes,
      Request request,
      long othersPs) {
    long seen = variable.seen.getOrDefault(rank.rank, 0L);
    if (variable.updates - seen < count) {
      return false;
    }
    variable.seen.put(rank.rank, seen + count);
    long answeredPs = replay.nowPs();
    transport.transmit(
        message(target, rank.rank, bytes, false),
        false,
        () -> {
          long nowPs = replay.nowPs();
          replay.observer.oneSidedMessage(target, rank.rank, 0, bytes, answeredPs, nowPs);
          request.complete(nowPs, othersPs);
        });
    return true;
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

  private void afterQuietOfAll(RankState rank) {
    List<Context> all =
        contexts.entrySet().stream()
            .filter(each -> each.getKey().get(0) == rank.rank)
            .map(Map.Entry::getValue)
            .toList();
    long latestPs = all.stream().mapToLong(each -> each.latestPs).max().orElse(0);
    List<Context> open = all.stream().filter(each -> each.underWay > 0).toList();
    if (open.isEmpty()) {
      afterQuiet(rank, latestPs <= replay.nowPs(), latestPs);
      return;
    }
    int[] left = {open.size()};
    for (Context context : open) {
      context.onQuiet =
          () -> {
            if (--left[0] == 0) {
              afterQuiet(
                  rank, false, all.stream().mapToLong(each -> each.latestPs).max().orElse(0));
            }
          };
    }
  }

  private void afterQuiet(RankState rank, boolean atOnce, long latestPs) {
    if (atOnce) {
      collective(rank);
      return;
    }
    long endPs = Math.max(rank.clockPs, latestPs);
    turns.resume(
        rank,
        endPs,
        null,
        () -> {
          rank.waitsFromPs = endPs;
          collective(rank);
        });
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
                  served(
                      home,
                      false,
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
                      }));
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
                  served(
                      home,
                      false,
                      () -> {
                        lock.givenBack = false;
                        lock.holder = lock.waiting.isEmpty() ? -1 : lock.askers.remove();
                        if (!lock.waiting.isEmpty()) {
                          lock.waiting.remove().run();
                        }
                      }));
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
          if (members[i] >= size || members[i] < 0 || (i > 0 && part[1] == 0)) {
            throw replay.invalid(rank, "no such team");
          }
        }
        op.reset(OpCode.COMM_CREATE)
            .set(OpField.NEW_COMMUNICATOR, shmem.get(OpField.NEW_COMMUNICATOR))
            .setList(OpField.RANKS, members);
      }
      default -> op.reset(OpCode.BARRIER);
    }
    op.set(OpField.COMMUNICATOR, code.has(OpField.COMMUNICATOR) ? shmem.communicator() : rank.world)
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
