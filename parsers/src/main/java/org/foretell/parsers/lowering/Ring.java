package org.foretell.parsers.lowering;

import java.util.function.IntToLongFunction;

/**
 * Collectives around the ring of all members: an allreduce is a reduce-scatter and an allgather of
 * {@code p - 1} steps each, with parts of {@code 1/p} of the vector; broadcast and reduce are a
 * chain that passes {@code p} parts one after the other.
 */
final class Ring {
  private static final int CHANNEL = 0;

  private Ring() {}

  static void add(CollectiveCall call, MemberTasks tasks) {
    int steps = call.members() - 1;
    switch (call.kind()) {
      case ALL_REDUCE -> pass(call, tasks, 2 * steps, call::part);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> pass(call, tasks, steps, call::part);
      case ALL_GATHER -> pass(call, tasks, steps, block -> call.bytes());
      case BROADCAST -> spread(call, tasks);
      case REDUCE -> collect(call, tasks);
      case ALL_TO_ALL, GATHER, SCATTER -> Direct.add(call, tasks);
      case BARRIER -> Dissemination.add(call, tasks);
    }
  }

  /** In each step a member passes on the block that it got in the step before. */
  private static void pass(
      CollectiveCall call, MemberTasks tasks, int steps, IntToLongFunction bytes) {
    int got = MemberTasks.NONE;
    for (int step = 0; step < steps; step++) {
      int sent = Math.floorMod(call.member() - step, call.members());
      int received = Math.floorMod(call.member() - step - 1, call.members());
      tasks.send(CHANNEL, call.after(1), bytes.applyAsLong(sent), got);
      got = tasks.receive(CHANNEL, call.after(-1), bytes.applyAsLong(received), got);
    }
  }

  private static void spread(CollectiveCall call, MemberTasks tasks) {
    for (int part = 0; part < call.members(); part++) {
      int got = MemberTasks.NONE;
      if (call.fromRoot() > 0) {
        got = tasks.receive(CHANNEL, call.after(-1), call.part(part), MemberTasks.NONE);
      }
      if (call.fromRoot() < call.members() - 1) {
        tasks.send(CHANNEL, call.after(1), call.part(part), got);
      }
    }
  }

  /** The way of {@link #spread} back. */
  private static void collect(CollectiveCall call, MemberTasks tasks) {
    for (int part = 0; part < call.members(); part++) {
      int got = MemberTasks.NONE;
      if (call.fromRoot() < call.members() - 1) {
        got = tasks.receive(CHANNEL, call.after(1), call.part(part), MemberTasks.NONE);
      }
      if (call.fromRoot() > 0) {
        tasks.send(CHANNEL, call.after(-1), call.part(part), got);
      }
    }
  }
}
