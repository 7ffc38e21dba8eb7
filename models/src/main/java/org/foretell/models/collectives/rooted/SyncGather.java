package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Gather in which the root asks one place after the other with an empty message; the first segment
 * of the answer is waited for, the rest comes while the next place is asked.
 */
public record SyncGather(Payload payload, long firstBytes) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return me == 0 ? 3 * (p - 1) + 1 : 3;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int place = me == 0 ? index / 3 + 1 : me;
    if (place == p) {
      step.waitAll();
      return;
    }
    int peer = me == 0 ? place : 0;
    long bytes = payload.part(call, p, place);
    long first = Math.min(bytes, firstBytes);
    switch (index % 3) {
      case 0 -> {
        if (me == 0) {
          step.send(peer, 0);
        } else {
          step.receive(peer, 0);
        }
      }
      case 1 -> {
        if (me == 0) {
          step.receive(peer, first);
        } else {
          step.send(peer, first);
        }
      }
      default -> {
        if (me == 0) {
          step.startReceive(peer, bytes - first);
        } else {
          step.send(peer, bytes - first);
        }
      }
    }
  }
}
