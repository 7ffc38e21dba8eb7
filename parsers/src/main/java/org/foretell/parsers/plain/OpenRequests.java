package org.foretell.parsers.plain;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.foretell.parsers.Losses;
import org.foretell.parsers.plain.PlainTarget.Detail;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;

/** What a rank has started and not yet waited for, and the waits and tests of it. */
final class OpenRequests {
  private final PlainTarget target;
  private final Set<Detail> details;
  private final Losses losses;

  /** The op that the rank has come to. */
  private final OpView op;

  /** Makes a failure of why the format cannot express that op. */
  private final Function<String, TraceException> refusal;

  private final Int2ObjectLinkedOpenHashMap<PlainRequest> open =
      new Int2ObjectLinkedOpenHashMap<>();
  private final Int2ObjectOpenHashMap<PlainRequest> persistent = new Int2ObjectOpenHashMap<>();
  private boolean freed;

  OpenRequests(
      PlainTarget target, Losses losses, OpView op, Function<String, TraceException> refusal) {
    this.target = target;
    this.losses = losses;
    this.op = op;
    this.refusal = refusal;
    details = target.details();
  }

  /** For the next rank. */
  void clear() {
    open.clear();
    persistent.clear();
    freed = false;
  }

  /** What the target was just given has a request; {@link OpView#NONE} if it is freed at once. */
  void start(int slot, PlainRequest request) throws IOException {
    if (slot == OpView.NONE) {
      freed = true;
    } else {
      open.put(slot, request);
      target.started(request);
    }
  }

  /** A request is made that can be started again and again. */
  void initialise(int slot, PlainRequest request) {
    losses.add("initialisations of persistent requests", "each start is a call of its own");
    persistent.put(slot, request);
  }

  /** Starts a persistent request. */
  void restart(int slot) throws IOException {
    PlainRequest request = persistent.get(slot);
    if (request == null) {
      throw refusal.apply("starts a request that nothing has initialised");
    }
    if (request.isReceive()) {
      target.receive(request.started(), request.ofMessage());
    } else {
      target.send(request.started(), request.ofMessage());
    }
    open.put(slot, request);
    target.started(request);
  }

  /** Frees a request, persistent or not. */
  void free(int slot) {
    persistent.remove(slot);
    if (open.remove(slot) != null) {
      freed = true;
      if (!details.contains(Detail.HANDLES)) {
        losses.add("requests that were freed", "a later wait for an alike one may take them");
      }
    }
  }

  /** The rank waits or tests. */
  void completion() throws IOException {
    long outcome = op.code().has(OpField.OUTCOME) ? op.get(OpField.OUTCOME) : OpView.NONE;
    switch (op.code()) {
      case WAIT -> complete(new long[] {op.request()});
      case WAITALL -> complete(op.list(OpField.REQUESTS));
      case WAITANY -> {
        if (outcome == OpView.NONE && anyIsOpen()) {
          throw refusal.apply("waits for one of several requests, and which was not recorded");
        }
        complete(outcome >= 0 ? chosen(outcome) : new long[0]);
      }
      case WAITSOME -> {
        long[] outcomes = op.list(OpField.OUTCOMES);
        if (outcomes.length == 0 && anyIsOpen()) {
          throw refusal.apply("waits for some of several requests, and which was not recorded");
        }
        complete(chosen(outcomes));
      }
      case TEST -> {
        PlainRequest request = open.get(op.request());
        if (outcome == OpView.NONE && request != null) {
          target.test(request);
        } else {
          tested(outcome == 1, new long[] {op.request()});
        }
      }
      case TESTALL -> tested(outcome == 1, op.list(OpField.REQUESTS));
      case TESTANY -> tested(outcome >= 0, outcome >= 0 ? chosen(outcome) : new long[0]);
      // Any other op of this family is a testsome.
      default -> {
        long[] outcomes = op.list(OpField.OUTCOMES);
        tested(outcomes.length > 0, chosen(outcomes));
      }
    }
  }

  private boolean anyIsOpen() {
    return Arrays.stream(op.list(OpField.REQUESTS)).anyMatch(slot -> open.containsKey((int) slot));
  }

  private long[] chosen(long... indices) {
    long[] chosen = new long[indices.length];
    for (int i = 0; i < indices.length; i++) {
      if (indices[i] < 0 || indices[i] >= op.listLength(OpField.REQUESTS)) {
        throw refusal.apply("completes request " + indices[i] + " of a shorter list");
      }
      chosen[i] = op.listElement(OpField.REQUESTS, (int) indices[i]);
    }
    return chosen;
  }

  /** A test that was true waits, one that was not changes nothing. */
  private void tested(boolean complete, long[] slots) throws IOException {
    if (complete) {
      if (!details.contains(Detail.TESTS)) {
        losses.add("tests that were true", "they are waits");
      }
      complete(slots);
    } else if (details.contains(Detail.TESTS)) {
      for (long slot : tested()) {
        PlainRequest request = slot == OpView.NONE ? null : open.get((int) slot);
        if (request != null) {
          target.test(request);
        }
      }
    } else {
      losses.add("tests that were false, or whose outcome was not recorded", "they took no time");
    }
  }

  /** The slots of the requests that a test names. */
  private long[] tested() {
    return op.code() == OpCode.TEST ? new long[] {op.request()} : op.list(OpField.REQUESTS);
  }

  private int oldestLike(PlainRequest request) {
    for (Int2ObjectMap.Entry<PlainRequest> each : open.int2ObjectEntrySet()) {
      if (request.isLike(each.getValue())) {
        return each.getIntKey();
      }
    }
    return OpView.NONE;
  }

  private void complete(long[] slots) throws IOException {
    List<PlainRequest> done = new ArrayList<>(slots.length);
    for (long slot : slots) {
      PlainRequest request = slot == OpView.NONE ? null : open.get((int) slot);
      if (request != null) {
        if (!details.contains(Detail.HANDLES) && oldestLike(request) != slot) {
          losses.add("waits for the younger of alike requests", "a wait is for the oldest of them");
        }
        open.remove((int) slot);
        done.add(request);
      }
    }
    if (!done.isEmpty()) {
      target.complete(done, open.isEmpty() && !freed);
    }
  }
}
