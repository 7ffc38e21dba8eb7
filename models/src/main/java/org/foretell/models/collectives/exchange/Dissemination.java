package org.foretell.models.collectives.exchange;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * In each round a place sends to the {@code k - 1} places at the distances 1, 2, .. times a power
 * of k, and receives from as many.
 *
 * @param k at least 2
 * @param combine whether what is received is combined
 */
public record Dissemination(int k, Payload payload, boolean combine) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    int steps = 0;
    for (long unit = 1; unit < p; unit *= k) {
      steps += stepsOfRound(p, unit);
    }
    return steps;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    long unit = 1;
    int left = index;
    while (left >= stepsOfRound(p, unit)) {
      left -= stepsOfRound(p, unit);
      unit *= k;
    }
    int peers = peers(p, unit);
    long bytes = payload.all(call, p);
    if (combine && left == stepsOfRound(p, unit) - 1) {
      step.reduce(peers * bytes);
    } else if (peers == 1) {
      step.sendReceive(to(p, me, unit), bytes, from(p, me, unit), bytes);
    } else if (left < peers) {
      step.startReceive(from(p, me, (left + 1) * unit), bytes);
    } else if (left < 2 * peers) {
      step.startSend(to(p, me, (left - peers + 1) * unit), bytes);
    } else {
      step.waitAll();
    }
  }

  private int stepsOfRound(int p, long unit) {
    int peers = peers(p, unit);
    return (peers == 1 ? 1 : 2 * peers + 1) + (combine ? 1 : 0);
  }

  /** In the last round there may be fewer places than k - 1 that have not been heard of. */
  private int peers(int p, long unit) {
    return (int) Math.min(k - 1, (p - 1) / unit);
  }

  private static int to(int p, int me, long distance) {
    return (int) ((me + distance) % p);
  }

  private static int from(int p, int me, long distance) {
    return (int) ((me + p - distance) % p);
  }
}
