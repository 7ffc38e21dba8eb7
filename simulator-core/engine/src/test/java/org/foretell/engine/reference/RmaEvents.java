package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Ops of MPI one-sided communication in a trace that is being made up. */
final class RmaEvents {
  private static final long[] SIZES = {0, 1, 8, 64, 200};
  private static final OpCode[] ACCESSES = {
    OpCode.PUT,
    OpCode.GET,
    OpCode.ACCUMULATE,
    OpCode.GET_ACCUMULATE,
    OpCode.FETCH_AND_OP,
    OpCode.COMPARE_AND_SWAP,
    OpCode.RPUT,
    OpCode.RGET,
    OpCode.RACCUMULATE,
    OpCode.RGET_ACCUMULATE
  };
  private static final OpCode[] ALL =
      Arrays.stream(OpCode.values())
          .filter(code -> code.family() == OpCode.Family.RMA)
          .toArray(OpCode[]::new);

  private final List<Script> scripts;
  private final Random random;
  private final GroupEvents groups;
  private final List<Window> windows = new ArrayList<>();
  private int names;

  /** A window while it is used. */
  private static final class Window {
    final int[] ranks;
    final int name;

    /** Whether ranks lock several targets one after the other; then none locks all. */
    final boolean nests;

    boolean fenced;

    Window(int[] ranks, int name, boolean nests) {
      this.ranks = ranks;
      this.name = name;
      this.nests = nests;
    }
  }

  RmaEvents(List<Script> scripts, Random random, GroupEvents groups) {
    this.scripts = scripts;
    this.random = random;
    this.groups = groups;
  }

  void event() {
    if (windows.isEmpty() || random.nextInt(12) == 0) {
      create();
      return;
    }
    Window window = windows.get(random.nextInt(windows.size()));
    switch (random.nextInt(12)) {
      case 0 -> {
        all(window, OpCode.WIN_FREE);
        windows.remove(window);
      }
      case 1, 2 -> {
        all(window, OpCode.WIN_FENCE);
        window.fenced = true;
      }
      case 3, 4 -> {
        if (window.fenced) {
          accesses(window, random.nextInt(window.ranks.length), everybody(window), false);
        }
      }
      case 5, 6, 7 -> lockSections(window);
      case 8 -> {
        if (!window.nests) {
          lockAll(window, random.nextInt(window.ranks.length));
        }
      }
      case 9 ->
          script(window, random.nextInt(window.ranks.length)).add(on(window, OpCode.WIN_SYNC));
      default -> generalised(window);
    }
  }

  private Script script(Window window, int member) {
    return scripts.get(window.ranks[member]);
  }

  private static OpView on(Window window, OpCode code) {
    return Ops.op(code).set(OpField.OBJECT, window.name);
  }

  private void create() {
    Members group = groups.any();
    int[] ranks = new int[group.size()];
    int name = random.nextInt(3) == 0 ? 1000 + names++ : names++;
    for (int member = 0; member < ranks.length; member++) {
      ranks[member] = group.worldRank(member);
      Script script = scripts.get(ranks[member]);
      script.add(
          Ops.op(OpCode.WIN_CREATE)
              .set(OpField.OBJECT, name)
              .set(OpField.COMMUNICATOR, group.name(script.rank))
              .set(OpField.BYTES, 100));
    }
    windows.add(new Window(ranks, name, random.nextInt(3) == 0));
  }

  private void all(Window window, OpCode code) {
    for (int member = 0; member < window.ranks.length; member++) {
      script(window, member).add(on(window, code));
    }
  }

  private static List<Integer> everybody(Window window) {
    List<Integer> members = new ArrayList<>();
    for (int member = 0; member < window.ranks.length; member++) {
      members.add(member);
    }
    return members;
  }

  private List<Integer> some(Window window) {
    List<Integer> members = everybody(window);
    Collections.shuffle(members, random);
    return members.subList(0, random.nextInt(members.size() + 1));
  }

  /** A member does something to targets, a few times. */
  private void accesses(Window window, int member, List<Integer> targets, boolean hasLock) {
    Script script = script(window, member);
    for (int times = random.nextInt(4); times > 0; times--) {
      int peer =
          targets.isEmpty() || random.nextInt(20) == 0
              ? OpView.PROC_NULL
              : targets.get(random.nextInt(targets.size()));
      OpCode code = ACCESSES[random.nextInt(ACCESSES.length)];
      OpView op =
          on(window, code)
              .set(OpField.PEER, peer)
              .set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)]);
      if (code.has(OpField.REQUEST) && random.nextInt(10) > 0) {
        int slot = script.newSlot();
        op.set(OpField.REQUEST, slot);
        script.add(op);
        script.nowPending(slot);
        if (random.nextInt(3) == 0) {
          // Who has a lock must not wait for somebody that may wait for it.
          if (hasLock || random.nextBoolean()) {
            script.await(slot);
          } else {
            script.complete();
          }
        }
      } else {
        script.add(op);
      }
      if (random.nextInt(4) == 0) {
        script.local();
      }
    }
  }

  /** Ranks lock targets, in whatever order they get them. */
  private void lockSections(Window window) {
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int member = random.nextInt(window.ranks.length);
      List<Integer> targets = new ArrayList<>(some(window));
      if (!window.nests && targets.size() > 1) {
        targets.subList(1, targets.size()).clear();
      }
      Collections.sort(targets);
      Script script = script(window, member);
      for (int target : targets) {
        script.add(
            on(window, OpCode.WIN_LOCK)
                .set(OpField.PEER, target)
                .set(OpField.FLAGS, random.nextInt(2)));
      }
      accesses(window, member, targets, true);
      if (!targets.isEmpty()) {
        flush(window, script, targets);
        accesses(window, member, targets, true);
      }
      Collections.shuffle(targets, random);
      for (int target : targets) {
        script.add(on(window, OpCode.WIN_UNLOCK).set(OpField.PEER, target));
      }
    }
  }

  private void flush(Window window, Script script, List<Integer> targets) {
    int target = targets.get(random.nextInt(targets.size()));
    switch (random.nextInt(6)) {
      case 0 -> script.add(on(window, OpCode.WIN_FLUSH).set(OpField.PEER, target));
      case 1 -> script.add(on(window, OpCode.WIN_FLUSH_LOCAL).set(OpField.PEER, target));
      case 2 -> script.add(on(window, OpCode.WIN_FLUSH_ALL));
      case 3 -> script.add(on(window, OpCode.WIN_FLUSH_LOCAL_ALL));
      default -> {}
    }
  }

  private void lockAll(Window window, int member) {
    Script script = script(window, member);
    script.add(on(window, OpCode.WIN_LOCK_ALL));
    for (int times = random.nextInt(3); times > 0; times--) {
      accesses(window, member, everybody(window), true);
      flush(window, script, everybody(window));
    }
    script.add(on(window, OpCode.WIN_UNLOCK_ALL));
  }

  /** Some ranks let some access them, by post, start, complete and wait. */
  private void generalised(Window window) {
    List<Integer> targets = some(window);
    List<Integer> origins = some(window);
    for (int target : targets) {
      script(window, target).add(listed(window, OpCode.WIN_POST, origins));
    }
    for (int origin : origins) {
      script(window, origin).add(listed(window, OpCode.WIN_START, targets));
      accesses(window, origin, targets, false);
      script(window, origin).add(on(window, OpCode.WIN_COMPLETE));
    }
    for (int target : targets) {
      Script script = script(window, target);
      if (random.nextInt(4) == 0) {
        script.add(on(window, OpCode.WIN_TEST).set(OpField.OUTCOME, 0));
      }
      script.add(
          random.nextInt(3) == 0
              ? on(window, OpCode.WIN_TEST).set(OpField.OUTCOME, 1)
              : on(window, OpCode.WIN_WAIT));
    }
  }

  private OpView listed(Window window, OpCode code, List<Integer> members) {
    List<Integer> shuffled = new ArrayList<>(members);
    Collections.shuffle(shuffled, random);
    return on(window, code)
        .setList(OpField.RANKS, shuffled.stream().mapToLong(Integer::longValue).toArray());
  }

  /** Any op, without rhyme or reason. */
  static OpView arbitraryOp(Random random, int ranks) {
    OpView op = Ops.op(ALL[random.nextInt(ALL.length)]);
    for (OpField field : op.code().fields()) {
      switch (field) {
        case PEER -> op.set(field, random.nextInt(ranks + (random.nextInt(40) == 0 ? 1 : 0)));
        case BYTES -> op.set(field, random.nextInt(3) * 40L);
        case OBJECT -> op.set(field, random.nextInt(10) == 0 ? 1 : 0);
        case FLAGS -> op.set(field, random.nextInt(2));
        case REQUEST -> op.set(field, random.nextInt(4));
        case OUTCOME -> op.set(field, random.nextInt(3) == 0 ? OpView.NONE : random.nextInt(2));
        case RANKS -> op.setList(field, random.nextInt(ranks));
        default -> {}
      }
    }
    return op;
  }
}
