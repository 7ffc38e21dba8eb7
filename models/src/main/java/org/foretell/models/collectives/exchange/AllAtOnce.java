package org.foretell.models.collectives.exchange;

import java.util.List;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.Phases;
import org.foretell.models.collectives.pattern.Blocks;
import org.foretell.models.collectives.pattern.Pattern;

/**
 * Every place sends to every other one what is for it, without waiting for any.
 *
 * @param batch after so many receives and as many sends all are waited for; 0 for no limit
 */
public record AllAtOnce(int batch) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int batch = batch(p);
    int waits = batch == p - 1 ? 0 : (p - 2) / batch;
    return 2 * (p - 1) + waits + 1;
  }

  @Override
  public List<Phases> phases(MemberCall call, int p, int me) {
    int others = p - 1;
    int here = batch(p);
    // Where all are started at once, each phase has a receive, and much later a send.
    return here < others
        ? List.of(new Phases(0, 2 * here + 1, others / here))
        : List.of(new Phases(0, 1, others), new Phases(others, 1, others));
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int batch = batch(p);
    // All at once is the usual case, which needs no divisions.
    int first = batch == p - 1 ? 0 : index / (2 * batch + 1) * batch;
    int left = batch == p - 1 ? index : index % (2 * batch + 1);
    int here = Math.min(batch, p - 1 - first);
    if (left < here) {
      int from = RingReduceScatter.before(p, me, p - (1 + first + left));
      step.startReceive(from, Blocks.from(call, from));
    } else if (left < 2 * here) {
      int to = RingReduceScatter.before(p, me, 1 + first + left - here);
      step.startSend(to, Blocks.to(call, to));
    } else {
      step.waitAll();
    }
  }

  private int batch(int p) {
    return batch == 0 ? p - 1 : Math.min(batch, p - 1);
  }
}
