package org.foretell.parsers.lowering;

/**
 * Collectives over a binomial tree: an allreduce is a reduce to a member and a broadcast from it,
 * an allgather a gather and a broadcast, a reduce-scatter a reduce and a scatter. The members of a
 * subtree follow each other in their distance from the root.
 */
final class Binomial {
  private static final int CHANNEL = 0;

  /** Bytes of the data of several members that follow each other, from a distance on. */
  @FunctionalInterface
  private interface Span {
    long bytes(int first, int count);
  }

  private Binomial() {}

  static void add(CollectiveCall call, MemberTasks tasks) {
    int members = call.members();
    long bytes = call.bytes();
    Span vector = (first, count) -> bytes;
    Span blocks = (first, count) -> Math.multiplyExact(bytes, count);
    Span parts = (first, count) -> upTo(call, first + count) - upTo(call, first);
    switch (call.kind()) {
      case BROADCAST -> down(call, tasks, vector, MemberTasks.NONE);
      case REDUCE -> up(call, tasks, vector);
      case GATHER -> up(call, tasks, blocks);
      case SCATTER -> down(call, tasks, parts, MemberTasks.NONE);
      case ALL_REDUCE -> down(call, tasks, vector, up(call, tasks, vector));
      case ALL_GATHER -> {
        long all = Math.multiplyExact(bytes, members);
        down(call, tasks, (first, count) -> all, up(call, tasks, blocks));
      }
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
          down(call, tasks, parts, up(call, tasks, vector));
      case ALL_TO_ALL -> Direct.add(call, tasks);
      case BARRIER -> Dissemination.add(call, tasks);
    }
  }

  /** The parts of so many members, the larger ones first. */
  private static long upTo(CollectiveCall call, int count) {
    return call.bytes() / call.members() * count + Math.min(count, call.bytes() % call.members());
  }

  /**
   * Messages from the leaves to the root.
   *
   * @param span of a message, by the members below its sender, with the sender
   * @return the task after which the member has all that it gets
   */
  private static int up(CollectiveCall call, MemberTasks tasks, Span span) {
    int place = call.fromRoot();
    int got = MemberTasks.NONE;
    for (int step = 1; step < call.members(); step *= 2) {
      if ((place & step) != 0) {
        int parent = call.atDistanceFromRoot(place - step);
        int below = Math.min(step, call.members() - place);
        tasks.send(CHANNEL, parent, span.bytes(place, below), got);
        return got;
      }
      int child = place + step;
      if (child < call.members()) {
        int below = Math.min(step, call.members() - child);
        got = tasks.receive(CHANNEL, call.atDistanceFromRoot(child), span.bytes(child, below), got);
      }
    }
    return got;
  }

  /** Messages from the root to the leaves, those to the largest subtrees first. */
  private static void down(CollectiveCall call, MemberTasks tasks, Span span, int after) {
    int place = call.fromRoot();
    int highest = Integer.highestOneBit(call.members() - 1);
    int own = place == 0 ? 2 * highest : Integer.lowestOneBit(place);
    int got = after;
    if (place > 0) {
      int below = Math.min(own, call.members() - place);
      got =
          tasks.receive(
              CHANNEL, call.atDistanceFromRoot(place - own), span.bytes(place, below), after);
    }
    for (int step = own / 2; step > 0; step /= 2) {
      int child = place + step;
      if (child < call.members()) {
        int below = Math.min(step, call.members() - child);
        tasks.send(CHANNEL, call.atDistanceFromRoot(child), span.bytes(child, below), got);
      }
    }
  }
}
