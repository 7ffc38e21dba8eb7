package org.foretell.cli.text;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.result.Deadlock;
import org.foretell.time.Quantity;

/** A deadlock in words: the cycle first, then the ranks that cannot go on. */
public final class DeadlockText {
  private static final int RANKS_SHOWN = 16;

  /** Ranks of a cycle that are named, an even number. */
  private static final int CYCLE_SHOWN = 16;

  private final Deadlock deadlock;

  public DeadlockText(Deadlock deadlock) {
    this.deadlock = deadlock;
  }

  /** All of a short cycle, the ends of a long one. */
  private static String circle(List<Integer> cycle) {
    int size = cycle.size();
    if (size <= CYCLE_SHOWN) {
      return joined(cycle);
    }
    int half = CYCLE_SHOWN / 2;
    return joined(cycle.subList(0, half))
        + " -> ("
        + Words.counted(size - 2L * half, "more rank")
        + ") -> "
        + joined(cycle.subList(size - half, size));
  }

  private static String joined(List<Integer> ranks) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(" -> "));
  }

  public void print(PrintWriter out) {
    List<Integer> cycle = deadlock.cycle();
    if (cycle.isEmpty()) {
      out.println("No cycle: ranks wait for events that never happen.");
    } else {
      out.println("Cycle (each waits for the next): rank " + circle(cycle) + " -> " + cycle.get(0));
    }
    List<Deadlock.Blocked> blocked = deadlock.blocked();
    Set<Integer> inCycle = new HashSet<>(cycle);
    List<Deadlock.Blocked> shown =
        Stream.of(true, false)
            .flatMap(
                first ->
                    blocked.stream()
                        .filter(rank -> inCycle.contains(rank.position().rank()) == first))
            .limit(RANKS_SHOWN)
            .toList();
    for (Deadlock.Blocked rank : shown) {
      out.println(
          "  "
              + rank.position()
              + ", since "
              + Quantity.formatTime(rank.timePs())
              + ": "
              + rank.reason());
    }
    if (shown.size() < blocked.size()) {
      out.println(
          "  and "
              + Words.counted(blocked.size() - shown.size(), "more rank")
              + "; --json lists all");
    }
  }
}
