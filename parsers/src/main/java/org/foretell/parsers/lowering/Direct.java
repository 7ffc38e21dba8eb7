package org.foretell.parsers.lowering;

import java.util.function.IntToLongFunction;

/**
 * Each member sends each block straight to the member that needs it, in the order of their distance
 * around the ring; nothing waits for anything else. An allreduce is a reduce-scatter and then an
 * allgather.
 */
final class Direct {
  private static final int CHANNEL = 0;

  private Direct() {}

  static void add(CollectiveCall call, MemberTasks tasks) {
    switch (call.kind()) {
      case ALL_REDUCE -> {
        int reduced = exchange(call, tasks, call::part, MemberTasks.NONE);
        exchange(call, tasks, to -> call.part(call.member()), from -> call.part(from), reduced);
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, ALL_TO_ALL ->
          exchange(call, tasks, call::part, MemberTasks.NONE);
      case ALL_GATHER ->
          exchange(call, tasks, to -> call.bytes(), from -> call.bytes(), MemberTasks.NONE);
      case GATHER, REDUCE -> toRoot(call, tasks);
      case SCATTER -> fromRoot(call, tasks, call::part);
      case BROADCAST -> fromRoot(call, tasks, to -> call.bytes());
      case BARRIER -> Dissemination.add(call, tasks);
    }
  }

  /** Sends parts by their receiver, so that all that a member receives are of its own size. */
  private static int exchange(
      CollectiveCall call, MemberTasks tasks, IntToLongFunction sent, int after) {
    return exchange(call, tasks, sent, from -> call.part(call.member()), after);
  }

  private static int exchange(
      CollectiveCall call,
      MemberTasks tasks,
      IntToLongFunction sent,
      IntToLongFunction received,
      int after) {
    int done = tasks.join(CHANNEL, after);
    for (int distance = 1; distance < call.members(); distance++) {
      int to = call.after(distance);
      int from = call.after(-distance);
      tasks.send(CHANNEL, to, sent.applyAsLong(to), after);
      tasks.alsoAfter(done, tasks.receive(CHANNEL, from, received.applyAsLong(from), after));
    }
    return done;
  }

  private static void toRoot(CollectiveCall call, MemberTasks tasks) {
    if (call.fromRoot() > 0) {
      tasks.send(CHANNEL, call.root(), call.bytes(), MemberTasks.NONE);
      return;
    }
    for (int distance = 1; distance < call.members(); distance++) {
      tasks.receive(CHANNEL, call.after(distance), call.bytes(), MemberTasks.NONE);
    }
  }

  private static void fromRoot(CollectiveCall call, MemberTasks tasks, IntToLongFunction bytes) {
    if (call.fromRoot() > 0) {
      tasks.receive(CHANNEL, call.root(), bytes.applyAsLong(call.member()), MemberTasks.NONE);
      return;
    }
    for (int distance = 1; distance < call.members(); distance++) {
      int to = call.after(distance);
      tasks.send(CHANNEL, to, bytes.applyAsLong(to), MemberTasks.NONE);
    }
  }
}
