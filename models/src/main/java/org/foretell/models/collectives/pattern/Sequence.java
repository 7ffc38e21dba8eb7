package org.foretell.models.collectives.pattern;

import java.util.ArrayList;
import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;

/** One pattern after the other; a member begins the next one when it has done its part of one. */
public record Sequence(List<Pattern> phases) implements Pattern {
  public Sequence(Pattern... phases) {
    this(List.of(phases));
  }

  @Override
  public int steps(MemberCall call, int p, int me) {
    int sum = 0;
    for (int phase = 0; phase < phases.size(); phase++) {
      sum += phases.get(phase).steps(call, p, me);
    }
    return sum;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int left = index;
    for (int phase = 0; ; phase++) {
      int steps = phases.get(phase).steps(call, p, me);
      if (left < steps) {
        phases.get(phase).at(call, p, me, left, step);
        return;
      }
      left -= steps;
    }
  }

  @Override
  public int reach(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int left = index;
    for (int phase = 0; phase < phases.size() && left != REACHED; phase++) {
      left = phases.get(phase).reach(call, p, me, left, step);
    }
    return left;
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    List<Phases> all = new ArrayList<>();
    int before = 0;
    for (Pattern pattern : phases) {
      for (Phases one : pattern.phases(call, p, me)) {
        all.add(one.after(before));
      }
      before += pattern.steps(call, p, me);
    }
    return all;
  }
}
