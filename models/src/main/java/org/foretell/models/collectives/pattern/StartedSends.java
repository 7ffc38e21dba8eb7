package org.foretell.models.collectives.pattern;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;

/**
 * A pattern whose sends do not block: they end when all that was started does, which is at the end
 * of the schedule if nothing waits for it before.
 *
 * @param blocking the same with blocking sends
 */
public record StartedSends(Pattern blocking) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return blocking.steps(call, p, me);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    blocking.at(call, p, me, index, step);
    if (step.kind() == CollectiveStep.Kind.SEND) {
      step.startSend(step.peer(), step.bytes());
    }
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    return blocking.phases(call, p, me);
  }
}
