package org.foretell.cli.text;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.foretell.result.Deadlock;
import org.foretell.time.Quantity;

/** A deadlock in words: the cycle first, then the ranks that cannot go on. */
public final class DeadlockText {
  private static final int RANKS_SHOWN = 16;

  private final Deadlock deadlock;

  public DeadlockText(Deadlock deadlock) {
    this.deadlock = deadlock;
  }

  public void print(PrintWriter out) {
    List<Integer> cycle = deadlock.cycle();
    if (cycle.isEmpty()) {
      out.println("No ranks wait for each other in a cycle; what they wait for never happens.");
    } else {
      String circle = cycle.stream().map(String::valueOf).collect(Collectors.joining(" -> "));
      out.println("Cycle (each waits for the next): rank " + circle + " -> " + cycle.get(0));
    }
    List<Deadlock.Blocked> blocked = deadlock.blocked();
    List<Deadlock.Blocked> shown =
        blocked.stream()
            .sorted(
                java.util.Comparator.comparing(
                    (Deadlock.Blocked b) -> !cycle.contains(b.position().rank())))
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
