package org.foretell.parsers.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

/**
 * Collectives as NCCL does them: rings and double binary trees, on several channels with a part of
 * the data each. World ranks {@code gpus * n} to {@code gpus * (n + 1) - 1} are the GPUs of node n.
 * Each channel enters and leaves a node at other GPUs, so that all of their interfaces are used.
 * What NCCL does with sends and receives (alltoall, gather, scatter) is {@link Direct}.
 *
 * @param gpus in a node
 * @param channels even
 * @param tuning chooses between rings, trees and protocols
 */
record Nccl(int gpus, int channels, NcclTuning tuning) implements Algorithm {
  /** A barrier is an allreduce of one number. */
  private static final int BARRIER_BYTES = 4;

  /** A slot of NCCL's buffer of 4 MiB with 8 slots. */
  private static final int PART_BYTES = 512 << 10;

  /** More parts hardly change the time of a tree. */
  private static final int MOST_PARTS = 16;

  @Override
  public void add(CollectiveCall call, MemberTasks tasks) {
    switch (call.kind()) {
      case ALL_TO_ALL, GATHER, SCATTER -> Direct.add(call, tasks);
      case BARRIER -> chosen(call.as(CollectiveKind.ALL_REDUCE, BARRIER_BYTES), tasks);
      case ALL_REDUCE, REDUCE, ALL_GATHER, BROADCAST, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          chosen(call, tasks);
    }
  }

  private void chosen(CollectiveCall call, MemberTasks tasks) {
    NcclNodes nodes = NcclNodes.of(call, gpus, tasks);
    long all =
        call.kind() == CollectiveKind.ALL_GATHER
            ? Math.multiplyExact(call.bytes(), call.members())
            : call.bytes();
    NcclTuning.Choice choice = tuning.choose(call.kind(), all, call.members(), nodes.count());
    for (int channel = 0; channel < channels; channel++) {
      CollectiveCall part =
          call.as(call.kind(), CollectiveCall.part(call.bytes(), channel, channels));
      if (part.bytes() == 0 && channel > 0) {
        continue; // little data use fewer channels
      }
      NcclSteps steps = new NcclSteps(tasks, nodes, channel, choice.protocol());
      if (choice.isTree()) {
        tree(part, nodes, steps);
      } else {
        ring(part, nodes, steps);
      }
    }
  }

  private static void ring(CollectiveCall call, NcclNodes nodes, NcclSteps steps) {
    int[] order = nodes.ring(steps.channel());
    int members = order.length;
    int place = IntArrayList.wrap(order).indexOf(call.member());
    int next = order[(place + 1) % members];
    int before = order[(place + members - 1) % members];
    switch (call.kind()) {
      case ALL_REDUCE -> pass(call, place, steps, next, before, 2 * (members - 1), call::part);
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          pass(call, place, steps, next, before, members - 1, call::part);
      case ALL_GATHER -> pass(call, place, steps, next, before, members - 1, block -> call.bytes());
      default -> {
        // Broadcast and reduce, the only other rings, are chains.
        int fromRoot =
            Math.floorMod(place - IntArrayList.wrap(order).indexOf(call.root()), members);
        boolean isReduce = call.kind() == CollectiveKind.REDUCE;
        boolean hasBefore = isReduce ? fromRoot < members - 1 : fromRoot > 0;
        boolean hasNext = isReduce ? fromRoot > 0 : fromRoot < members - 1;
        int parts = parts(call);
        for (int part = 0; part < parts; part++) {
          long bytes = CollectiveCall.part(call.bytes(), part, parts);
          int got = MemberTasks.NONE;
          if (hasBefore) {
            got = steps.receive(isReduce ? next : before, bytes, got);
          }
          if (hasNext) {
            steps.send(isReduce ? before : next, bytes, got);
          }
        }
      }
    }
  }

  private static void pass(
      CollectiveCall call,
      int place,
      NcclSteps steps,
      int next,
      int before,
      int count,
      IntToLongFunction bytes) {
    int got = MemberTasks.NONE;
    for (int step = 0; step < count; step++) {
      steps.send(next, bytes.applyAsLong(Math.floorMod(place - step, call.members())), got);
      long received = bytes.applyAsLong(Math.floorMod(place - step - 1, call.members()));
      got = steps.receive(before, received, got);
    }
  }

  /** Up to the root, and down from there, one part after the other. */
  private static void tree(CollectiveCall call, NcclNodes nodes, NcclSteps steps) {
    int parent = nodes.parent(steps.channel());
    List<Integer> children = nodes.children(steps.channel());
    int parts = parts(call);
    for (int part = 0; part < parts; part++) {
      long bytes = CollectiveCall.part(call.bytes(), part, parts);
      int got = MemberTasks.NONE;
      for (int child : children) {
        got = steps.receive(child, bytes, got);
      }
      if (parent != NcclNodes.NOBODY) {
        steps.send(parent, bytes, got);
        got = steps.receive(parent, bytes, MemberTasks.NONE);
      }
      for (int child : children) {
        steps.send(child, bytes, got);
      }
    }
  }

  private static int parts(CollectiveCall call) {
    return (int) Math.max(1, Math.min(MOST_PARTS, call.bytes() / PART_BYTES));
  }
}
