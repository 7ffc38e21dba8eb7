package org.foretell.engine.reference;

import static org.foretell.trace.OpField.OUTCOME;
import static org.foretell.trace.OpField.OUTCOMES;
import static org.foretell.trace.OpField.REQUEST;
import static org.foretell.trace.OpField.REQUESTS;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** The program of one rank while it is being made up, with the state of its requests. */
final class Script {
  private static final long[] DURATIONS = {0, 1, 5, 10, 10, 20, 100, 100, 300};

  final int rank;
  private final OpListTrace trace;
  private final Random random;
  private final boolean unresolved;
  private final Set<Integer> freeSlots = new TreeSet<>();
  private int slots;

  /** Slots whose request is surely active. */
  private final List<Integer> pending = new ArrayList<>();

  /** Slots whose request may be complete, who knows. */
  private final List<Integer> doubtful = new ArrayList<>();

  /** Slots with a persistent request, active or not. */
  private final Set<Integer> persistent = new TreeSet<>();

  private final List<Integer> markers = new ArrayList<>();

  /**
   * @param unresolved whether completions may be left without outcome
   */
  Script(int rank, OpListTrace trace, Random random, boolean unresolved) {
    this.rank = rank;
    this.trace = trace;
    this.random = random;
    this.unresolved = unresolved;
  }

  void add(OpView op) {
    if (op.code().has(OpField.CALL_SITE) && random.nextBoolean()) {
      op.set(OpField.CALL_SITE, random.nextInt(3));
    }
    trace.add(rank, op);
  }

  /** A slot for a new request; sometimes that of an inactive persistent one. */
  int newSlot() {
    if (random.nextInt(10) == 0) {
      for (int slot : persistent) {
        if (idle(slot)) {
          persistent.remove(slot);
          return slot;
        }
      }
    }
    if (freeSlots.isEmpty()) {
      return slots++;
    }
    int slot = freeSlots.iterator().next();
    freeSlots.remove(slot);
    return slot;
  }

  void nowPending(int slot) {
    pending.add(slot);
  }

  void nowPersistent(int slot) {
    persistent.add(slot);
  }

  /** Whether a slot holds an inactive persistent request. */
  boolean idle(int slot) {
    return persistent.contains(slot) && !pending.contains(slot) && !doubtful.contains(slot);
  }

  List<Integer> idleSlots() {
    return new ArrayList<>(persistent.stream().filter(this::idle).toList());
  }

  private void done(int slot) {
    pending.remove((Integer) slot);
    doubtful.remove((Integer) slot);
    if (!persistent.contains(slot)) {
      freeSlots.add(slot);
    }
  }

  private void nowDoubtful(List<Integer> which) {
    for (int slot : which) {
      if (pending.remove((Integer) slot)) {
        doubtful.add(slot);
      }
    }
  }

  /** Something that needs no other rank. */
  void local() {
    switch (random.nextInt(13)) {
      case 0 -> {
        int marker = random.nextInt(3);
        markers.add(marker);
        add(new OpView().reset(OpCode.MARKER_BEGIN).set(OpField.MARKER, marker));
      }
      case 1 -> endMarker();
      case 2 -> add(Ops.op(random.nextBoolean() ? OpCode.INIT : OpCode.FINALIZE));
      case 3 -> add(burst(OpCode.ELAPSE));
      case 4 ->
          add(
              new OpView()
                  .reset(OpCode.EVENT)
                  .set(OpField.OBJECT, random.nextInt(3))
                  .set(OpField.COUNT, random.nextInt(3)));
      default -> add(burst(OpCode.COMPUTE));
    }
  }

  private OpView burst(OpCode code) {
    return Ops.op(code).set(OpField.DURATION_PS, DURATIONS[random.nextInt(DURATIONS.length)]);
  }

  private void endMarker() {
    if (!markers.isEmpty()) {
      int marker = markers.remove(markers.size() - 1);
      add(new OpView().reset(OpCode.MARKER_END).set(OpField.MARKER, marker));
    }
  }

  /** A wait, test or release of some requests. */
  void complete() {
    List<Integer> all = new ArrayList<>(pending);
    all.addAll(doubtful);
    Collections.shuffle(all, random);
    List<Integer> some = all.subList(0, all.isEmpty() ? 0 : 1 + random.nextInt(all.size()));
    if (some.isEmpty() && random.nextInt(4) > 0) {
      return;
    }
    List<Integer> listed = new ArrayList<>(some);
    if (listed.isEmpty() || random.nextInt(3) == 0) {
      listed.add(random.nextInt(listed.size() + 1), OpView.NONE);
      listed.addAll(idleSlots());
    }
    Collections.shuffle(listed, random);
    boolean resolve = !unresolved || random.nextBoolean();
    boolean yes = random.nextInt(3) > 0;
    switch (random.nextInt(10)) {
      case 0, 1 -> single(listed.get(random.nextInt(listed.size())), OpCode.WAIT, true, true);
      case 2 -> single(listed.get(random.nextInt(listed.size())), OpCode.TEST, resolve, yes);
      case 3 -> waitAll(listed);
      case 4 -> {
        if (resolve) {
          add(list(OpCode.TESTALL, listed).set(OUTCOME, yes ? 1 : 0));
          (yes ? some : List.<Integer>of()).forEach(this::done);
        } else {
          add(list(OpCode.TESTALL, listed));
          nowDoubtful(some);
        }
      }
      case 5, 6 -> any(listed, some, random.nextBoolean(), resolve, yes);
      case 7, 8 -> several(listed, some, random.nextBoolean(), resolve, yes);
      default -> {
        if (!pending.isEmpty()) {
          release(pending.get(random.nextInt(pending.size())));
        }
      }
    }
  }

  private void single(int slot, OpCode code, boolean resolve, boolean yes) {
    OpView op = Ops.op(code).set(REQUEST, slot);
    if (code == OpCode.TEST && resolve) {
      op.set(OUTCOME, yes ? 1 : 0);
    }
    add(op);
    if (!resolve) {
      nowDoubtful(List.of(slot));
    } else if (yes && slot >= 0) {
      done(slot);
    }
  }

  private void any(
      List<Integer> listed, List<Integer> some, boolean wait, boolean resolve, boolean yes) {
    OpView op = list(wait ? OpCode.WAITANY : OpCode.TESTANY, listed);
    if (!resolve || some.isEmpty()) {
      add(wait || unresolved ? op : op.set(OUTCOME, -2));
      nowDoubtful(some);
    } else if (wait || yes) {
      int index = listed.indexOf(some.get(0));
      add(op.set(OUTCOME, index));
      done(some.get(0));
    } else {
      add(op.set(OUTCOME, -2));
    }
  }

  private void several(
      List<Integer> listed, List<Integer> some, boolean wait, boolean resolve, boolean yes) {
    OpView op = list(wait ? OpCode.WAITSOME : OpCode.TESTSOME, listed);
    if (!resolve || some.isEmpty()) {
      add(wait || unresolved ? op : op.set(OUTCOME, 0));
      nowDoubtful(some);
    } else if (wait || yes) {
      List<Integer> chosen = List.copyOf(some.subList(0, 1 + random.nextInt(some.size())));
      add(op.setList(OUTCOMES, chosen.stream().mapToLong(listed::indexOf).toArray()));
      chosen.forEach(this::done);
    } else {
      add(op.set(OUTCOME, 0));
    }
  }

  private void release(int slot) {
    add(Ops.op(OpCode.REQUEST_FREE).set(REQUEST, slot));
    persistent.remove(slot);
    done(slot);
  }

  /** Waits for one request. */
  void await(int slot) {
    single(slot, OpCode.WAIT, true, true);
  }

  private void waitAll(List<Integer> listed) {
    add(list(OpCode.WAITALL, listed));
    listed.stream().filter(slot -> slot >= 0).filter(s -> !idle(s)).toList().forEach(this::done);
  }

  private static OpView list(OpCode code, List<Integer> slots) {
    return Ops.op(code).setList(REQUESTS, slots.stream().mapToLong(Integer::longValue).toArray());
  }

  /** Waits for all that is left, or nearly. */
  void end() {
    while (!markers.isEmpty()) {
      endMarker();
    }
    if (!pending.isEmpty() && random.nextInt(4) == 0) {
      release(pending.get(random.nextInt(pending.size())));
    }
    List<Integer> all = new ArrayList<>(pending);
    all.addAll(doubtful);
    if (!all.isEmpty() && random.nextInt(5) > 0) {
      waitAll(all);
    }
    if (random.nextBoolean()) {
      add(burst(OpCode.COMPUTE));
    }
  }
}
