package org.foretell.parsers.lowering;

/**
 * Exchanges with partners whose numbers differ in one bit: a reduce-scatter halves the vector in
 * each of {@code log2(p)} steps, an allgather doubles it, an allreduce does both. Other
 * collectives, and numbers of members that are no powers of two, take the {@link Ring}.
 */
final class HalvingDoubling {
  private static final int CHANNEL = 0;

  private HalvingDoubling() {}

  static void add(CollectiveCall call, MemberTasks tasks) {
    if (Integer.bitCount(call.members()) != 1) {
      Ring.add(call, tasks);
      return;
    }
    switch (call.kind()) {
      case ALL_REDUCE -> {
        int halved = halve(call, tasks);
        doubleUp(call, tasks, call.bytes(), halved);
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> halve(call, tasks);
      case ALL_GATHER ->
          doubleUp(call, tasks, Math.multiplyExact(call.bytes(), call.members()), MemberTasks.NONE);
      default -> Ring.add(call, tasks); // that has all kinds
    }
  }

  private static int halve(CollectiveCall call, MemberTasks tasks) {
    int got = MemberTasks.NONE;
    for (int distance = call.members() / 2; distance > 0; distance /= 2) {
      got = exchange(call, tasks, distance, share(call.bytes(), call, distance), got);
    }
    return got;
  }

  private static void doubleUp(CollectiveCall call, MemberTasks tasks, long whole, int after) {
    int got = after;
    for (int distance = 1; distance < call.members(); distance *= 2) {
      got = exchange(call, tasks, distance, share(whole, call, distance), got);
    }
  }

  /** As many parts of the whole as a partner at this distance stands for, rounded up. */
  private static long share(long whole, CollectiveCall call, int distance) {
    return -Math.floorDiv(-whole, call.members() / distance);
  }

  private static int exchange(
      CollectiveCall call, MemberTasks tasks, int distance, long bytes, int after) {
    int partner = call.member() ^ distance;
    tasks.send(CHANNEL, partner, bytes, after);
    return tasks.receive(CHANNEL, partner, bytes, after);
  }
}
