package org.foretell.engine.reference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.Placement;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The ops of MPI one-sided communication. What comes of a message is an action that it carries. */
public final class Rma {
  /** The communicator of a window has the window's name and this for a name. */
  private static final int OWN = 1 << 30;

  private final Replay replay;
  private final OneSided.Turns turns;
  private final Collectives collectives;
  private final OneSidedTransport transport;
  private final Placement placement;
  private final Map<Group, Window> windows = new HashMap<>();

  private static final class Window {
    final Map<Integer, Part> parts = new HashMap<>();
    final List<OpCode> collectives = new ArrayList<>();

    Part of(int rank) {
      return parts.computeIfAbsent(rank, key -> new Part());
    }
  }

  /** What one rank has to do with a window. */
  private static final class Part {
    boolean fenced;
    final Set<Integer> locked = new HashSet<>();

    /** Null when not all is locked. */
    Epoch all;

    List<Integer> started;
    List<Integer> posted;
    final List<Access> accesses = new ArrayList<>();
    final Sync posts = new Sync();
    final Sync completes = new Sync();
    final Lock lock = new Lock();
    int collectives;
  }

  private record Access(int target, Request atOrigin, Request atTarget) {}

  /** In which all is locked: by target whether the lock has been asked for. */
  private static final class Epoch {
    final Map<Integer, Admission> targets = new TreeMap<>();
  }

  private static final class Admission {
    boolean asked;
    boolean has;
    final List<LongConsumer> waiting = new ArrayList<>();
  }

  private record Ask(boolean exclusive, Runnable given) {}

  private static final class Lock {
    int holders;
    boolean exclusive;
    final Deque<Ask> asks = new ArrayDeque<>();

    void ask(Ask ask) {
      asks.add(ask);
      give();
    }

    void giveBack() {
      holders--;
      give();
    }

    private void give() {
      while (!asks.isEmpty() && (holders == 0 || !(exclusive || asks.peek().exclusive))) {
        Ask next = asks.remove();
        holders++;
        exclusive = next.exclusive;
        next.given.run();
      }
    }
  }

  /** Messages that tell of the begin or end of an epoch: when they were sent, by rank. */
  private static final class Sync {
    final Map<Integer, Deque<Long>> sentPs = new HashMap<>();
    Runnable onNews = () -> {};

    Deque<Long> of(int rank) {
      return sentPs.computeIfAbsent(rank, key -> new ArrayDeque<>());
    }

    boolean have(List<Integer> ranks) {
      return ranks.stream().noneMatch(rank -> of(rank).isEmpty());
    }

    /** Takes one of each; when the last of them was sent. */
    long take(List<Integer> ranks) {
      return ranks.stream().mapToLong(rank -> of(rank).remove()).max().orElse(0);
    }
  }

  public Rma(
      Replay replay,
      OneSided.Turns turns,
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
    OpCode code = op.code();
    long name = op.get(OpField.OBJECT);
    Group group = name < 0 || name >= OWN ? null : rank.groups.get(OWN + (int) name);
    if (code == OpCode.WIN_CREATE) {
      if (group != null || name < 0 || name >= OWN) {
        throw replay.invalid(rank, "the window cannot be called that");
      }
      rank.standsFor = copy(op);
      op.reset(OpCode.COMM_DUP)
          .set(OpField.COMMUNICATOR, rank.standsFor.communicator())
          .set(OpField.NEW_COMMUNICATOR, OWN + name)
          .set(OpField.CALL_SITE, rank.standsFor.callSite());
      collectives.create(rank);
      return;
    }
    if (group == null) {
      throw replay.invalid(rank, "no window " + name);
    }
    Window window = windows.computeIfAbsent(group, key -> new Window());
    Part part = window.of(rank.rank);
    int target = code.has(OpField.PEER) ? member(rank, group, op.peer()) : OpView.NONE;
    List<Integer> listed = new ArrayList<>();
    if (code.has(OpField.RANKS)) {
      for (long one : op.list(OpField.RANKS)) {
        int member = member(rank, group, one);
        if (member < 0 || listed.contains(member)) {
          throw replay.invalid(rank, "rank " + one + " in the list");
        }
        listed.add(member);
      }
    }
    check(rank, part, target);
    Told nothing = Told.NOTHING;
    switch (code) {
      case WIN_FENCE, WIN_FREE ->
          afterQuiet(
              rank,
              requests(part, OpView.NONE, true),
              List.of(),
              () -> {
                part.fenced = true;
                barrier(rank, window, part, code);
              });
      case WIN_LOCK -> lock(rank, window, target);
      case WIN_UNLOCK -> {
        if (target == OpView.PROC_NULL) {
          replay.endNow(rank, nothing);
          return;
        }
        afterQuiet(
            rank,
            requests(part, target, true),
            List.of(target),
            () -> {
              part.locked.remove(target);
              Runnable there = () -> window.of(target).lock.giveBack();
              send(rank, List.of(target), to -> there, new Told(target, 0, 0));
            });
      }
      case WIN_LOCK_ALL -> {
        part.all = new Epoch();
        replay.endNow(rank, nothing);
      }
      case WIN_UNLOCK_ALL -> {
        List<Integer> targets = List.copyOf(part.all.targets.keySet());
        part.all = null;
        tellAfterQuiet(rank, part, targets, to -> () -> window.of(to).lock.giveBack());
      }
      case WIN_FLUSH, WIN_FLUSH_LOCAL -> {
        List<Request> requests = requests(part, target, code == OpCode.WIN_FLUSH);
        replay.endAfter(rank, target < 0 ? List.of() : requests, () -> nothing);
      }
      case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL ->
          replay.endAfter(
              rank, requests(part, OpView.NONE, code == OpCode.WIN_FLUSH_ALL), () -> nothing);
      case WIN_POST -> {
        part.posted = listed;
        send(rank, listed, to -> news(window.of(to).posts, rank), nothing);
      }
      case WIN_START -> {
        part.started = listed;
        await(rank, part.posts, listed, () -> {});
      }
      case WIN_COMPLETE -> {
        List<Integer> targets = part.started;
        part.started = null;
        tellAfterQuiet(rank, part, targets, to -> news(window.of(to).completes, rank));
      }
      case WIN_WAIT -> await(rank, part.completes, part.posted, () -> part.posted = null);
      case WIN_TEST -> {
        long outcome = op.get(OpField.OUTCOME);
        if (outcome == 1) {
          await(rank, part.completes, part.posted, () -> part.posted = null);
          return;
        }
        if (outcome == OpView.NONE && part.completes.have(part.posted)) {
          part.completes.take(part.posted);
          part.posted = null;
        }
        replay.endNow(rank, nothing);
      }
      case WIN_SYNC -> replay.endNow(rank, nothing);
      default -> access(rank, window, part, target);
    }
  }

  private static OpView copy(OpView op) {
    OpView copy = new OpView();
    copy.copyFrom(op);
    return copy;
  }

  private int member(RankState rank, Group group, long named) {
    if (named == OpView.PROC_NULL) {
      return OpView.PROC_NULL;
    }
    if (named < 0 || named >= group.size()) {
      throw replay.invalid(rank, "rank " + named + " of the window");
    }
    return group.worldRanks[(int) named];
  }

  private void check(RankState rank, Part part, int target) {
    boolean nobody = target == OpView.PROC_NULL;
    boolean inLocks = part.all != null || !part.locked.isEmpty();
    boolean inEpoch = inLocks || part.started != null;
    boolean hasLock = nobody || part.all != null || part.locked.contains(target);
    boolean fine =
        switch (rank.op.code()) {
          case WIN_FENCE, WIN_FREE -> !inEpoch && part.posted == null;
          case WIN_LOCK ->
              nobody || (part.all == null && part.started == null && !part.locked.contains(target));
          case WIN_LOCK_ALL, WIN_START -> !inEpoch;
          case WIN_UNLOCK -> nobody || part.locked.contains(target);
          case WIN_UNLOCK_ALL -> part.all != null;
          case WIN_FLUSH, WIN_FLUSH_LOCAL -> hasLock;
          case WIN_FLUSH_ALL, WIN_FLUSH_LOCAL_ALL -> inLocks;
          case WIN_POST -> part.posted == null;
          case WIN_COMPLETE -> part.started != null;
          case WIN_WAIT, WIN_TEST -> part.posted != null;
          case WIN_SYNC -> true;
          default ->
              hasLock
                  || (part.started == null
                      ? part.fenced && part.locked.isEmpty()
                      : part.started.contains(target));
        };
    if (!fine) {
      throw replay.invalid(rank, "the rank is not in the epoch for that");
    }
  }

  /** What the rank has under way, to one target or to all. */
  private static List<Request> requests(Part part, int target, boolean atTarget) {
    return part.accesses.stream()
        .filter(access -> target == OpView.NONE || access.target == target)
        .map(access -> atTarget ? access.atTarget : access.atOrigin)
        .toList();
  }

  private Message message(int from, int to, long bytes) {
    return new MutableMessage()
        .set(from, to, placement.node(from), placement.node(to), bytes, false)
        .oneSided(true);
  }

  private void access(RankState rank, Window window, Part part, int target) {
    OpView op = rank.op;
    OpCode code = op.code();
    long bytes = op.bytes();
    int slot = code.has(OpField.REQUEST) ? op.request() : OpView.NONE;
    if (target == OpView.PROC_NULL) {
      Request done = new Request(rank);
      replay.put(rank, slot, done);
      done.complete(replay.nowPs(), 0);
      replay.endNow(rank, Told.NOTHING);
      return;
    }
    boolean reads =
        !Set.of(OpCode.PUT, OpCode.RPUT, OpCode.ACCUMULATE, OpCode.RACCUMULATE).contains(code);
    boolean writes = code != OpCode.GET && code != OpCode.RGET;
    long operands = !writes ? 0 : code == OpCode.COMPARE_AND_SWAP ? bytes + bytes : bytes;
    Message message = message(rank.rank, target, operands);
    turns.whenFree(
        rank,
        message,
        () -> {
          Request atOrigin = new Request(rank);
          Request atTarget = new Request(rank);
          replay.put(rank, slot, atOrigin);
          part.accesses.add(new Access(target, atOrigin, atTarget));
          long sentPs = replay.nowPs();
          LongConsumer effect =
              heldPs -> {
                if (writes) {
                  replay.observer.oneSidedMessage(
                      rank.rank, target, 0, operands, sentPs, replay.nowPs());
                }
                if (reads) {
                  answer(target, rank, bytes, atOrigin, atTarget, heldPs);
                } else {
                  long backPs = transport.acknowledgePs(message(target, rank.rank, 0));
                  transport.know(
                      rank.rank,
                      replay.nowPs() + backPs,
                      knownPs -> atTarget.complete(knownPs, heldPs));
                }
              };
          long callerPs =
              transport.transmit(
                  message,
                  true,
                  part.all == null
                      ? () -> effect.accept(0)
                      : admitted(part.all, window.of(target), target, effect));
          if (!reads) {
            atOrigin.complete(transport.sourceDonePs(callerPs), 0);
          }
          replay.end(rank, callerPs, 0, new Told(target, 0, bytes));
        });
  }

  private void answer(
      int from, RankState rank, long bytes, Request atOrigin, Request atTarget, long heldPs) {
    long sentPs = replay.nowPs();
    transport.transmit(
        message(from, rank.rank, bytes),
        false,
        () -> {
          long nowPs = replay.nowPs();
          replay.observer.oneSidedMessage(from, rank.rank, 0, bytes, sentPs, nowPs);
          atTarget.completePs = nowPs;
          atTarget.othersPs = heldPs;
          atOrigin.complete(nowPs, heldPs);
        });
  }

  /** What happens when a message of an epoch arrives in which all is locked. */
  private Runnable admitted(Epoch epoch, Part there, int target, LongConsumer effect) {
    Admission admission = epoch.targets.computeIfAbsent(target, key -> new Admission());
    return () -> {
      if (admission.has) {
        effect.accept(0);
        return;
      }
      admission.waiting.add(effect);
      if (!admission.asked) {
        admission.asked = true;
        boolean[] waits = {false};
        there.lock.ask(
            new Ask(
                false,
                () -> {
                  admission.has = true;
                  long heldPs = waits[0] ? replay.nowPs() : 0;
                  admission.waiting.forEach(each -> each.accept(heldPs));
                }));
        waits[0] = true;
      }
    };
  }

  private void lock(RankState rank, Window window, int target) {
    if (target == OpView.PROC_NULL) {
      replay.endNow(rank, Told.NOTHING);
      return;
    }
    boolean exclusive = rank.op.get(OpField.FLAGS) != 1;
    Message message = message(rank.rank, target, 0);
    turns.whenFree(
        rank,
        message,
        () -> {
          window.of(rank.rank).locked.add(target);
          Request request = new Request(rank);
          Lock lock = window.of(target).lock;
          long callerPs =
              transport.transmit(
                  message,
                  true,
                  () -> {
                    boolean[] waits = {false};
                    lock.ask(
                        new Ask(
                            exclusive,
                            () ->
                                answerLock(target, rank, request, waits[0] ? replay.nowPs() : 0)));
                    waits[0] = true;
                  });
          replay.endAfter(
              rank,
              List.of(Request.completeAt(rank, callerPs), request),
              () -> new Told(target, 0, 0));
        });
  }

  private void answerLock(int from, RankState rank, Request request, long givenPs) {
    transport.transmit(
        message(from, rank.rank, 0), false, () -> request.complete(replay.nowPs(), givenPs));
  }

  /** What a message does that arrives at a target. */
  private interface Effects {
    Runnable at(int target);
  }

  /** Sends an empty message to each target, which ends the op. */
  private void send(RankState rank, List<Integer> targets, Effects effects, Told told) {
    if (targets.isEmpty()) {
      replay.end(rank, replay.nowPs(), 0, told);
      return;
    }
    int target = targets.get(0);
    Message message = message(rank.rank, target, 0);
    turns.whenFree(
        rank,
        message,
        () -> {
          long callerPs = transport.transmit(message, true, effects.at(target));
          List<Integer> others = targets.subList(1, targets.size());
          if (others.isEmpty()) {
            replay.end(rank, callerPs, 0, told);
            return;
          }
          turns.afterMessage(rank, callerPs, () -> send(rank, others, effects, told));
        });
  }

  private Runnable news(Sync sync, RankState from) {
    long sentPs = replay.nowPs();
    return () -> {
      sync.of(from.rank).add(sentPs);
      sync.onNews.run();
    };
  }

  private void await(RankState rank, Sync sync, List<Integer> from, Runnable then) {
    if (!sync.have(from)) {
      sync.onNews = () -> await(rank, sync, from, then);
      return;
    }
    sync.onNews = () -> {};
    long othersPs = sync.take(from);
    then.run();
    replay.end(rank, replay.nowPs(), othersPs, Told.NOTHING);
  }

  /** Ends an epoch with a quiet of the window and a message to each target, if there are any. */
  private void tellAfterQuiet(RankState rank, Part part, List<Integer> targets, Effects effects) {
    List<Request> requests = requests(part, OpView.NONE, true);
    if (targets.isEmpty()) {
      replay.endAfter(rank, requests, () -> Told.NOTHING);
    } else {
      afterQuiet(rank, requests, targets, () -> send(rank, targets, effects, Told.NOTHING));
    }
  }

  /** Does the rest of an op when requests are complete; it begins with messages to targets. */
  private void afterQuiet(
      RankState rank, List<Request> requests, List<Integer> targets, Runnable rest) {
    Message first = targets.isEmpty() ? null : message(rank.rank, targets.get(0), 0);
    afterQuiet(rank, requests, first, rest, true);
  }

  private void afterQuiet(
      RankState rank,
      List<Request> requests,
      @Nullable Message first,
      Runnable rest,
      boolean mayBeAtOnce) {
    if (!requests.stream().allMatch(Request::known)) {
      rank.onProgress = () -> afterQuiet(rank, requests, first, rest, false);
      return;
    }
    rank.onProgress = null;
    long endPs =
        Math.max(rank.clockPs, requests.stream().mapToLong(one -> one.completePs).max().orElse(0));
    if (mayBeAtOnce && endPs == rank.clockPs) {
      rest.run();
      return;
    }
    long othersPs = requests.stream().mapToLong(one -> one.othersPs).max().orElse(0);
    rank.waitedPs = rank.waitPs(othersPs, endPs);
    turns.resume(
        rank,
        endPs,
        first,
        () -> {
          rank.waitsFromPs = endPs;
          rest.run();
        });
  }

  private void barrier(RankState rank, Window window, Part part, OpCode code) {
    int number = part.collectives++;
    if (number == window.collectives.size()) {
      window.collectives.add(code);
    } else if (window.collectives.get(number) != code) {
      String message = code + " and " + window.collectives.get(number);
      replay.problem(Problem.Kind.MISMATCHED_COLLECTIVE, message, rank.position());
      throw new Replay.Stop(message);
    }
    OpView op = rank.op;
    OpView standsFor = copy(op);
    int name = OWN + (int) op.get(OpField.OBJECT);
    op.reset(OpCode.BARRIER)
        .set(OpField.COMMUNICATOR, name)
        .set(OpField.CALL_SITE, standsFor.callSite());
    rank.standsFor = standsFor;
    collectives.call(rank);
    if (code == OpCode.WIN_FREE) {
      rank.groups.remove(name);
    }
  }
}
