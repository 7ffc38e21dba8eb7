package org.foretell.models.collectives.profile;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.CollectiveRule;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** Rules of which the first that fits decides; where none does, another profile. */
public final class DecisionTable implements CollectiveSchedules {
  private final String name;
  private final Map<OpCode, List<Line>> lines = new EnumMap<>(OpCode.class);
  private final CollectiveSchedules otherwise;

  public DecisionTable(String name, List<CollectiveRule> rules, CollectiveSchedules otherwise) {
    this.name = name;
    this.otherwise = otherwise;
    for (CollectiveRule rule : rules) {
      PatternSchedule schedule = Selection.parse(rule.algorithm()).schedule(rule.op());
      lines.computeIfAbsent(rule.op(), op -> new ArrayList<>()).add(new Line(rule, schedule));
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    CollectiveSchedule found = find(call.code(), call.participants(), call);
    return found == null ? otherwise.choose(call) : found;
  }

  private @Nullable CollectiveSchedule find(OpCode op, int p, MemberCall call) {
    List<Line> candidates = lines.get(op);
    return candidates == null ? null : find(candidates, p, CallSize.bytes(call));
  }

  /** What the rules for an op say of a call of a size, null if nothing. */
  @Nullable PatternSchedule find(OpCode op, int p, long bytes) {
    List<Line> candidates = lines.get(op);
    return candidates == null ? null : find(candidates, p, bytes);
  }

  private static @Nullable PatternSchedule find(List<Line> candidates, int p, long bytes) {
    for (int i = 0; i < candidates.size(); i++) {
      if (candidates.get(i).fits(p, bytes)) {
        return candidates.get(i).schedule;
      }
    }
    return null;
  }

  private record Line(CollectiveRule rule, PatternSchedule schedule) {
    boolean fits(int p, long bytes) {
      return p >= rule.minRanks()
          && p <= rule.maxRanks()
          && bytes >= rule.minBytes()
          && bytes <= rule.maxBytes()
          && (rule.powerOfTwo() == null || rule.powerOfTwo() == (Fold.staying(p) == p));
    }
  }
}
