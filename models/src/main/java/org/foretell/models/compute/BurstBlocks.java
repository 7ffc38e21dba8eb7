package org.foretell.models.compute;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.foretell.machine.BurstRule;
import org.foretell.machine.Machine;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * The event blocks that each rank is in, as far as the machine has a rule for their bursts. The
 * innermost counts. As in Dimemas an end of a type ends the innermost block if it is of that type,
 * and nothing otherwise.
 */
final class BurstBlocks {
  private final List<BurstRule> rules;
  private final @Nullable Deque<BurstRule>[] open;

  @SuppressWarnings({"unchecked", "rawtypes"})
  private BurstBlocks(List<BurstRule> rules, int ranks) {
    this.rules = rules;
    open = new Deque[ranks];
  }

  /** Those of a machine, null when it has no rules. */
  static @Nullable BurstBlocks of(@Nullable Machine machine, int ranks) {
    List<BurstRule> rules =
        machine == null || machine.busLinks().isEmpty()
            ? List.of()
            : machine.busLinks().get().burstRules();
    return rules.isEmpty() ? null : new BurstBlocks(rules, ranks);
  }

  void event(int rank, long type, long value) {
    Deque<BurstRule> blocks = open[rank];
    if (value == 0) {
      BurstRule innermost = blocks == null ? null : blocks.peek();
      if (blocks != null && innermost != null && innermost.eventType() == type) {
        blocks.pop();
      }
      return;
    }
    for (BurstRule rule : rules) {
      if (rule.eventType() == type && rule.eventValue() == value) {
        if (blocks == null) {
          blocks = new ArrayDeque<>();
          open[rank] = blocks;
        }
        blocks.push(rule);
        return;
      }
    }
  }

  long durationPs(int rank, long tracedPs) {
    Deque<BurstRule> blocks = open[rank];
    BurstRule rule = blocks == null ? null : blocks.peek();
    if (rule == null) {
      return tracedPs;
    }
    if (rule.ratio() < 0) {
      return Ps.fromSeconds(-rule.ratio());
    }
    return rule.ratio() == 0 ? 0 : Ps.scale(tracedPs, 1 / rule.ratio());
  }
}
