package org.foretell.engine.reference;

import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.OUTCOMES;
import static org.foretell.trace.OpField.REQUESTS;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.trace.OpView;

/** Waits and tests. */
public final class Completions {
  private final Replay replay;

  public Completions(Replay replay) {
    this.replay = replay;
  }

  public void wait(RankState rank) {
    waitFor(rank, new long[] {rank.op.request()});
  }

  public void waitAll(RankState rank) {
    waitFor(rank, rank.op.list(REQUESTS));
  }

  public void waitAny(RankState rank) {
    long outcome = rank.op.get(OUTCOME);
    if (outcome == OpView.NONE) {
      waitForFirst(rank, false);
    } else {
      waitFor(rank, chosen(rank, outcome));
    }
  }

  public void waitSome(RankState rank) {
    if (rank.op.listLength(OUTCOMES) == 0) {
      waitForFirst(rank, true);
    } else {
      waitFor(rank, chosen(rank, rank.op.list(OUTCOMES)));
    }
  }

  public void test(RankState rank) {
    testAll(rank, new long[] {rank.op.request()});
  }

  public void testAll(RankState rank) {
    testAll(rank, rank.op.list(REQUESTS));
  }

  public void testAny(RankState rank) {
    long outcome = rank.op.get(OUTCOME);
    if (outcome == OpView.NONE) {
      finish(rank, completeByNow(rank).stream().limit(1).toList());
    } else {
      waitFor(rank, chosen(rank, outcome));
    }
  }

  public void testSome(RankState rank) {
    if (rank.op.listLength(OUTCOMES) > 0) {
      waitFor(rank, chosen(rank, rank.op.list(OUTCOMES)));
    } else if (rank.op.get(OUTCOME) != OpView.NONE) {
      replay.endNow(rank, Told.NOTHING);
    } else {
      finish(rank, completeByNow(rank));
    }
  }

  private void testAll(RankState rank, long[] slots) {
    long outcome = rank.op.get(OUTCOME);
    List<Request> requests = active(rank, slots);
    if (outcome == 1) {
      waitFor(rank, slots);
    } else if (outcome == OpView.NONE
        && requests.stream().allMatch(request -> request.completePs <= replay.nowPs())) {
      finish(rank, requests);
    } else {
      replay.endNow(rank, Told.NOTHING);
    }
  }

  /** The slots at recorded positions of the list; a negative position is none. */
  public long[] chosen(RankState rank, long... positions) {
    long[] slots = new long[(int) java.util.Arrays.stream(positions).filter(p -> p >= 0).count()];
    int count = 0;
    for (long position : positions) {
      if (position >= rank.op.listLength(REQUESTS)) {
        throw replay.invalid(rank, "no request at " + position);
      }
      if (position >= 0) {
        slots[count++] = rank.op.listElement(REQUESTS, (int) position);
      }
    }
    return slots;
  }

  private void waitFor(RankState rank, long[] slots) {
    List<Request> requests = active(rank, slots);
    replay.endAfter(
        rank,
        requests,
        () -> {
          requests.forEach(request -> release(rank, request));
          return Told.NOTHING;
        });
  }

  /** Waits until the first is complete; takes that, or all that are complete then. */
  private void waitForFirst(RankState rank, boolean some) {
    if (active(rank, rank.op.list(REQUESTS)).isEmpty()) {
      replay.endNow(rank, Told.NOTHING);
      return;
    }
    List<Request> complete = completeByNow(rank);
    if (complete.isEmpty()) {
      expectFirst(rank, some, Request.UNKNOWN);
    } else {
      finish(rank, some ? complete : complete.subList(0, 1));
    }
  }

  /** Makes the decision an event at the earliest completion that is known. */
  private void expectFirst(RankState rank, boolean some, long expectedPs) {
    long firstPs =
        active(rank, rank.op.list(REQUESTS)).stream()
            .mapToLong(request -> request.completePs)
            .min()
            .orElseThrow();
    rank.onProgress = () -> expectFirst(rank, some, firstPs);
    if (firstPs < expectedPs) {
      long op = rank.executed;
      long sequence = replay.timeline.nextSequence();
      replay.timeline.at(
          firstPs,
          sequence,
          () -> {
            if (rank.executed == op) {
              List<Request> complete = completeByNow(rank);
              take(rank, some ? complete : complete.subList(0, 1));
              replay.nextInThisEvent(rank, sequence);
            }
          });
    }
  }

  public List<Request> completeByNow(RankState rank) {
    return active(rank, rank.op.list(REQUESTS)).stream()
        .filter(request -> request.completePs <= replay.nowPs())
        .toList();
  }

  /** The active requests among slots, each once. */
  public List<Request> active(RankState rank, long[] slots) {
    List<Request> requests = new ArrayList<>();
    for (long slot : slots) {
      Request request = rank.slots.get((int) slot);
      if (request != null && request.active && !requests.contains(request)) {
        requests.add(request);
      }
    }
    return requests;
  }

  /** Ends an op now that takes requests which are complete. */
  private void finish(RankState rank, List<Request> taken) {
    take(rank, taken);
    replay.next(rank);
  }

  public void take(RankState rank, List<Request> taken) {
    long othersPs = taken.stream().mapToLong(request -> request.othersPs).max().orElse(0);
    taken.forEach(request -> release(rank, request));
    replay.close(rank, replay.nowPs(), othersPs, Told.NOTHING);
  }

  private static void release(RankState rank, Request request) {
    request.active = false;
    if (request.persistent == null) {
      rank.slots.values().remove(request);
    }
  }
}
