package org.foretell.engine.reference;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Ops of OpenSHMEM in a trace that is being made up. */
final class ShmemEvents {
  private static final long[] SIZES = {0, 1, 8, 64, 200};
  private static final OpCode[] PUTS = {
    OpCode.SHMEM_PUT,
    OpCode.SHMEM_PUT_NBI,
    OpCode.SHMEM_IPUT,
    OpCode.SHMEM_P,
    OpCode.SHMEM_PUT_SIGNAL,
    OpCode.SHMEM_PUT_SIGNAL_NBI,
    OpCode.SHMEM_ATOMIC,
    OpCode.SHMEM_ATOMIC_FETCH,
    OpCode.SHMEM_ATOMIC_FETCH_NBI
  };
  private static final OpCode[] DATA_PUTS = {
    OpCode.SHMEM_PUT, OpCode.SHMEM_PUT_NBI, OpCode.SHMEM_IPUT, OpCode.SHMEM_P, OpCode.SHMEM_ATOMIC
  };
  private static final OpCode[] SEVERAL = {
    OpCode.SHMEM_WAIT_UNTIL_ALL,
    OpCode.SHMEM_WAIT_UNTIL_ANY,
    OpCode.SHMEM_WAIT_UNTIL_SOME,
    OpCode.SHMEM_TEST_ALL,
    OpCode.SHMEM_TEST_ANY,
    OpCode.SHMEM_TEST_SOME
  };
  private static final OpCode[] GETS = {
    OpCode.SHMEM_GET, OpCode.SHMEM_GET_NBI, OpCode.SHMEM_IGET, OpCode.SHMEM_G
  };
  private static final OpCode[] FETCHES = {
    OpCode.SHMEM_ATOMIC_FETCH, OpCode.SHMEM_ATOMIC_FETCH_NBI
  };
  private static final OpCode[] ALL_TOGETHER = {
    OpCode.SHMEM_MALLOC, OpCode.SHMEM_FREE, OpCode.SHMEM_FINALIZE
  };
  private static final OpCode[] COLLECTIVES = {
    OpCode.SHMEM_BARRIER,
    OpCode.SHMEM_SYNC,
    OpCode.SHMEM_BROADCAST,
    OpCode.SHMEM_COLLECT,
    OpCode.SHMEM_FCOLLECT,
    OpCode.SHMEM_REDUCE,
    OpCode.SHMEM_ALLTOALL,
    OpCode.SHMEM_ALLTOALLS
  };
  private static final OpCode[] ALL =
      java.util.Arrays.stream(OpCode.values())
          .filter(code -> code.family() == OpCode.Family.SHMEM)
          .toArray(OpCode[]::new);
  private static final int LOCKS = 3;
  private static final int CONTEXTS = 3;

  private final List<Script> scripts;
  private final Random random;
  private final GroupEvents groups;

  private final Kind kind;

  /** Which ops there are. */
  enum Kind {
    /** Nothing in which it matters which rank is first. */
    UNORDERED,
    /** Nothing that leaves something behind. */
    TIDY,
    ANY
  }

  private final Set<List<Integer>> destroyed = new HashSet<>();

  /** Names of variables and locks that only one event uses. */
  private int unique = 100;

  ShmemEvents(List<Script> scripts, Random random, GroupEvents groups, Kind kind) {
    this.scripts = scripts;
    this.random = random;
    this.groups = groups;
    this.kind = kind;
  }

  private static OpCode any(OpCode[] codes, Random random) {
    return codes[random.nextInt(codes.length)];
  }

  private int anyone() {
    return random.nextInt(scripts.size());
  }

  private void add(int rank, OpView op) {
    scripts.get(rank).add(op);
  }

  private OpView moves(OpCode code, int rank, int peer) {
    OpView op =
        Ops.op(code)
            .set(OpField.PEER, peer)
            .set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)])
            .set(OpField.OBJECT, context(rank));
    boolean fetches = code == OpCode.SHMEM_ATOMIC_FETCH || code == OpCode.SHMEM_ATOMIC_FETCH_NBI;
    return fetches && random.nextBoolean() ? op.set(OpField.FLAGS, OpCode.ATOMIC_COMPARES) : op;
  }

  private OpView put(int rank, int peer, int variable) {
    OpView put = moves(any(PUTS, random), rank, peer);
    if (put.code() == OpCode.SHMEM_IPUT) {
      put.set(OpField.COUNT, random.nextInt(4));
    }
    return update(put, variable);
  }

  /** The op updates a variable, perhaps beside others. */
  private OpView update(OpView put, int variable) {
    return switch (random.nextInt(6)) {
      case 0 -> put.setList(OpField.VARIABLES, variable);
      case 1 -> put.setList(OpField.VARIABLES, 90, variable, 91);
      default -> put.set(OpField.TAG, variable);
    };
  }

  private OpView fencedPut(int peer, int variable) {
    OpView put = Ops.op(any(PUTS, random)).set(OpField.PEER, peer).set(OpField.OBJECT, 0);
    return update(put.set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)]), variable);
  }

  /** A context that the rank has; made again if it has been destroyed. */
  private int context(int rank) {
    int context = random.nextInt(CONTEXTS);
    if (destroyed.remove(List.of(rank, context))) {
      add(rank, Ops.op(OpCode.SHMEM_CTX_CREATE).set(OpField.OBJECT, context));
    }
    return context;
  }

  void event() {
    int rank = anyone();
    if (kind == Kind.UNORDERED) {
      switch (random.nextInt(8)) {
        case 0, 1 -> add(rank, moves(any(DATA_PUTS, random), rank, anyone()));
        case 2, 3 -> add(rank, moves(any(GETS, random), rank, anyone()));
        case 4 -> add(rank, moves(any(FETCHES, random), rank, anyone()));
        case 5 -> quiet(rank);
        case 6 -> together();
        default -> collective();
      }
      return;
    }
    switch (random.nextInt(20)) {
      case 0, 1 -> add(rank, put(rank, anyone(), random.nextInt(3)));
      case 2 -> add(rank, moves(any(DATA_PUTS, random), rank, anyone()));
      case 3 -> add(rank, moves(any(GETS, random), rank, anyone()));
      case 4 -> add(rank, Ops.op(OpCode.SHMEM_FENCE).set(OpField.OBJECT, context(rank)));
      case 5 -> fencedFlag(rank, anyone());
      case 6 -> quiet(rank);
      case 7, 8 -> signal(rank, anyone());
      case 9 -> count(rank);
      case 10 -> criticalSection();
      case 11 -> tries(rank);
      case 12 -> groups.makeTeam();
      case 13 -> together();
      case 14 -> several(rank);
      case 15 -> polls(rank);
      default -> collective();
    }
  }

  private void together() {
    OpCode code = any(ALL_TOGETHER, random);
    scripts.forEach(script -> script.add(Ops.op(code)));
  }

  private void quiet(int rank) {
    int context = context(rank);
    if (context > 0 && random.nextBoolean()) {
      add(rank, Ops.op(OpCode.SHMEM_CTX_DESTROY).set(OpField.OBJECT, context));
      destroyed.add(List.of(rank, context));
    } else {
      add(rank, Ops.op(OpCode.SHMEM_QUIET).set(OpField.OBJECT, context));
    }
  }

  private void fencedFlag(int from, int to) {
    int variable = unique++;
    add(from, fencedPut(to, 0));
    add(from, fencedPut(to, 1));
    add(from, Ops.op(OpCode.SHMEM_FENCE));
    add(from, fencedPut(to, variable));
    add(to, Ops.op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, variable));
    if (random.nextInt(3) == 0) {
      add(to, Ops.op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, variable).set(OpField.COUNT, 0));
    }
  }

  private void signal(int from, int to) {
    int variable = unique++;
    add(from, put(from, to, variable));
    OpView wait =
        Ops.op(random.nextInt(3) == 0 ? OpCode.SHMEM_TEST : OpCode.SHMEM_WAIT_UNTIL)
            .set(OpField.TAG, variable);
    if (random.nextBoolean()) {
      wait.set(OpField.MATCHED_PEER, from);
    }
    if (wait.code() == OpCode.SHMEM_TEST && random.nextInt(3) > 0) {
      wait.set(OpField.OUTCOME, random.nextInt(2));
    }
    add(to, wait);
  }

  /** A rank waits for several variables, which others update, or asks for them. */
  private void several(int rank) {
    int size = 1 + random.nextInt(3);
    long[] variables = new long[size];
    for (int i = 0; i < size; i++) {
      variables[i] = unique++;
      int other = anyone();
      add(other, put(other, rank, (int) variables[i]));
    }
    OpView wait = Ops.op(any(SEVERAL, random)).setList(OpField.VARIABLES, variables);
    if (wait.code().has(OpField.OUTCOME) && random.nextBoolean()) {
      wait.set(OpField.OUTCOME, wait.code() == OpCode.SHMEM_TEST_ALL ? 1 : random.nextInt(size));
    }
    if (wait.code().has(OpField.OUTCOMES) && random.nextBoolean()) {
      wait.setList(OpField.OUTCOMES, random.nextInt(size));
    }
    add(rank, wait);
  }

  /** Some ranks poll a variable of another. */
  private void polls(int rank) {
    int variable = unique++;
    int updates = random.nextInt(3);
    for (int left = updates; left > 0; left--) {
      int other = anyone();
      add(other, put(other, rank, variable));
    }
    // A rank that polls twice would wait for updates beyond those that it has seen.
    int pollers = Math.min(scripts.size(), 1 + random.nextInt(2));
    for (int times = pollers; times > 0; times--) {
      int poller = (rank + times) % scripts.size();
      OpView poll =
          Ops.op(OpCode.SHMEM_POLL)
              .set(OpField.PEER, rank)
              .set(OpField.TAG, variable)
              .set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)]);
      int count = random.nextInt(updates + 1);
      add(poller, count == 1 ? poll : poll.set(OpField.COUNT, count));
    }
  }

  /** Several ranks update a variable, some of them twice. */
  private void count(int rank) {
    int variable = unique++;
    int updates = 0;
    for (int other = 0; other < scripts.size(); other++) {
      for (int times = random.nextInt(3); times > 0; times--) {
        add(other, put(other, rank, variable));
        updates++;
      }
    }
    for (int left = updates; left > 0; ) {
      int taken = 1 + random.nextInt(left);
      add(
          rank,
          Ops.op(OpCode.SHMEM_WAIT_UNTIL).set(OpField.TAG, variable).set(OpField.COUNT, taken));
      left -= taken;
    }
  }

  /** Some ranks hold a lock, in whatever order they get it. */
  private void criticalSection() {
    int lock = random.nextInt(LOCKS);
    for (int times = 1 + random.nextInt(3); times > 0; times--) {
      int rank = anyone();
      OpView set =
          random.nextInt(4) == 0
              ? Ops.op(OpCode.SHMEM_TEST_LOCK).set(OpField.OUTCOME, 1)
              : Ops.op(OpCode.SHMEM_SET_LOCK);
      add(rank, set.set(OpField.OBJECT, lock));
      if (random.nextBoolean()) {
        add(
            rank,
            Ops.op(OpCode.SHMEM_PUT_NBI)
                .set(OpField.PEER, anyone())
                .set(OpField.BYTES, SIZES[random.nextInt(SIZES.length)]));
      }
      add(rank, Ops.op(OpCode.SHMEM_CLEAR_LOCK).set(OpField.OBJECT, lock));
    }
  }

  private void tries(int rank) {
    if (kind == Kind.TIDY || random.nextBoolean()) {
      int lock = random.nextInt(LOCKS);
      add(rank, Ops.op(OpCode.SHMEM_TEST_LOCK).set(OpField.OBJECT, lock).set(OpField.OUTCOME, 0));
      return;
    }
    int lock = unique++;
    add(rank, Ops.op(OpCode.SHMEM_TEST_LOCK).set(OpField.OBJECT, lock));
    add(anyone(), Ops.op(OpCode.SHMEM_TEST_LOCK).set(OpField.OBJECT, lock));
  }

  private void collective() {
    Members group = groups.any();
    OpCode code = any(COLLECTIVES, random);
    int root = random.nextInt(group.size());
    long bytes = SIZES[random.nextInt(SIZES.length)];
    for (int member = 0; member < group.size(); member++) {
      int rank = group.worldRank(member);
      OpView op = Ops.op(code).set(OpField.COMMUNICATOR, group.name(rank));
      if (code.has(OpField.BYTES)) {
        op.set(OpField.BYTES, code == OpCode.SHMEM_COLLECT ? bytes + member : bytes);
      }
      if (code.has(OpField.ROOT)) {
        op.set(OpField.ROOT, root);
      }
      if (code.has(OpField.COUNT)) {
        op.set(OpField.COUNT, bytes / 8);
      }
      add(rank, op);
    }
  }

  /** Any op, without rhyme or reason. */
  static OpView arbitraryOp(Random random, int ranks) {
    OpView op = Ops.op(any(ALL, random));
    for (OpField field : op.code().fields()) {
      switch (field) {
        case PEER -> op.set(field, random.nextInt(ranks + (random.nextInt(40) == 0 ? 1 : 0)));
        case MATCHED_PEER -> {
          if (random.nextBoolean()) {
            op.set(field, random.nextInt(ranks));
          }
        }
        case BYTES -> op.set(field, random.nextInt(3) * 40L);
        case OBJECT -> op.set(field, random.nextInt(2));
        case TAG -> {
          if (!op.code().has(OpField.VARIABLES) || random.nextInt(3) > 0) {
            op.set(field, random.nextInt(2));
          }
        }
        case COUNT, FLAGS -> op.set(field, random.nextInt(3));
        case ROOT -> op.set(field, random.nextInt(ranks));
        case RANKS -> op.setList(field, random.nextInt(2), 1, 1 + random.nextInt(ranks));
        case VARIABLES -> {
          if (!op.code().has(OpField.TAG) || (op.tag() == OpView.NONE && random.nextInt(4) == 0)) {
            op.setList(field, random.nextInt(2), 2);
          }
        }
        case OUTCOMES -> {
          if (random.nextBoolean()) {
            op.setList(field, random.nextInt(2));
          }
        }
        case OUTCOME -> op.set(field, random.nextInt(3) == 0 ? OpView.NONE : random.nextInt(2));
        default -> {}
      }
    }
    return op;
  }
}
