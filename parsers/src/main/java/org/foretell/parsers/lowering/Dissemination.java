package org.foretell.parsers.lowering;

/** A barrier of {@code ceil(log2(p))} rounds: in round k a member signals the one 2^k after it. */
final class Dissemination {
  private static final int CHANNEL = 0;

  private Dissemination() {}

  static void add(CollectiveCall call, MemberTasks tasks) {
    int got = MemberTasks.NONE;
    for (int distance = 1; distance < call.members(); distance *= 2) {
      tasks.send(CHANNEL, call.after(distance), 0, got);
      got = tasks.receive(CHANNEL, call.after(-distance), 0, got);
    }
  }
}
