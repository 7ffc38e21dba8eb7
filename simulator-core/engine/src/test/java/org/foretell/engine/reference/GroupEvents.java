package org.foretell.engine.reference;

import static org.foretell.trace.OpField.BYTES;
import static org.foretell.trace.OpField.COLOR;
import static org.foretell.trace.OpField.COMMUNICATOR;
import static org.foretell.trace.OpField.COUNT;
import static org.foretell.trace.OpField.KEY;
import static org.foretell.trace.OpField.NEW_COMMUNICATOR;
import static org.foretell.trace.OpField.RANKS;
import static org.foretell.trace.OpField.RECEIVE_BYTES;
import static org.foretell.trace.OpField.RECEIVE_BYTES_BY_RANK;
import static org.foretell.trace.OpField.REQUEST;
import static org.foretell.trace.OpField.ROOT;
import static org.foretell.trace.OpField.SEND_BYTES_BY_RANK;
import static org.foretell.trace.OpField.TAG;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** Collectives, and communicators that come and go, in a trace that is being made up. */
final class GroupEvents {
  private static final OpCode[] COLLECTIVES =
      Arrays.stream(OpCode.values())
          .filter(code -> code.family() == OpCode.Family.COLLECTIVE)
          .toArray(OpCode[]::new);
  private static final Set<OpCode> SENDS_BY_RANK =
      Set.of(OpCode.SCATTERV, OpCode.ALLTOALLV, OpCode.ALLTOALLW);
  private static final Set<OpCode> RECEIVES_BY_RANK =
      Set.of(
          OpCode.GATHERV,
          OpCode.ALLGATHERV,
          OpCode.ALLTOALLV,
          OpCode.ALLTOALLW,
          OpCode.REDUCE_SCATTER);
  private static final long[] SIZES = {0, 1, 8, 64, 100};
  private static final int FIRST_DYNAMIC = 10;

  private final List<Script> scripts;
  private final Random random;
  private final Set<RandomTraces.Feature> features;
  private final List<Members> groups = new ArrayList<>();

  /** Those that can be freed. */
  private final List<Members> made = new ArrayList<>();

  private final List<List<Integer>> freeNames = new ArrayList<>();
  private final int[] nextName;

  GroupEvents(
      OpListTrace trace, List<Script> scripts, Random random, Set<RandomTraces.Feature> features) {
    this.scripts = scripts;
    this.random = random;
    this.features = features;
    int ranks = scripts.size();
    nextName = new int[ranks];
    Arrays.fill(nextName, FIRST_DYNAMIC);
    for (int rank = 0; rank < ranks; rank++) {
      freeNames.add(new ArrayList<>());
      groups.add(new Members(new int[] {rank}, Communicator.SELF));
    }
    Members world = new Members(IntStream.range(0, ranks).toArray(), Communicator.WORLD);
    if (features.contains(RandomTraces.Feature.COMMUNICATORS)) {
      for (int id = 3; id < 5; id++) {
        int[] some = someOf(ranks);
        trace.define(new Communicator(id, some));
        groups.add(new Members(some, id));
      }
    }
    for (int weight = 0; weight < 2 * ranks; weight++) {
      groups.add(world);
    }
  }

  Members any() {
    return groups.get(random.nextInt(groups.size()));
  }

  boolean exists(Members group) {
    return groups.contains(group);
  }

  private int[] someOf(int size) {
    List<Integer> all = new ArrayList<>(IntStream.range(0, size).boxed().toList());
    Collections.shuffle(all, random);
    return all.stream().limit(1 + random.nextInt(size)).mapToInt(i -> i).toArray();
  }

  private long size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  /** All members of a communicator call a collective. */
  void collective() {
    Members group = any();
    OpCode code = COLLECTIVES[random.nextInt(COLLECTIVES.length)];
    int size = group.size();
    int root = random.nextInt(size);
    long block = size();
    long[][] blocks = new long[size][size];
    for (long[] row : blocks) {
      Arrays.setAll(row, i -> size());
    }
    for (int member = 0; member < size; member++) {
      Script script = scripts.get(group.worldRank(member));
      OpView op = Ops.op(code).set(COMMUNICATOR, group.name(script.rank));
      boolean wrong =
          features.contains(RandomTraces.Feature.DEFECTS) && random.nextInt(4 * size) == 0;
      fill(op, member, root, wrong ? block + 1 : block, blocks);
      if (code.has(REQUEST)) {
        int slot = script.newSlot();
        op.set(REQUEST, slot);
        script.nowPending(slot);
      }
      script.add(op);
    }
  }

  private void fill(OpView op, int member, int root, long block, long[][] blocks) {
    int size = blocks.length;
    OpCode code = op.code().blockingForm();
    boolean ring = code == OpCode.NEIGHBOR_ALLGATHER || code == OpCode.NEIGHBOR_ALLTOALL;
    for (OpField field : op.code().fields()) {
      switch (field) {
        case ROOT -> op.set(ROOT, root);
        case COUNT -> op.set(COUNT, block / 8);
        case BYTES -> op.set(BYTES, code == OpCode.GATHERV ? blocks[member][root] : block);
        case RECEIVE_BYTES ->
            op.set(RECEIVE_BYTES, code == OpCode.SCATTERV ? blocks[root][member] : block);
        case SEND_BYTES_BY_RANK -> {
          if (!SENDS_BY_RANK.contains(code)) {
            maybeTotal(op, field, size());
          } else if (code != OpCode.SCATTERV || member == root) {
            op.setList(field, blocks[code == OpCode.SCATTERV ? root : member]);
            maybeTotal(op, field, op.listSum(field));
          }
        }
        case RECEIVE_BYTES_BY_RANK -> {
          if (!RECEIVES_BY_RANK.contains(code)) {
            maybeTotal(op, field, size());
          } else {
            op.setList(field, received(code, member, root, block, blocks));
            maybeTotal(op, field, op.listSum(field));
          }
        }
        case RANKS -> {
          if (ring) {
            op.setList(RANKS, (member + 1) % size, (member + size - 1) % size);
          }
        }
        default -> {}
      }
    }
  }

  /** Now and then a list is replaced by a total. */
  private void maybeTotal(OpView op, OpField list, long total) {
    if (random.nextInt(8) == 0) {
      op.setList(list, total);
    }
  }

  private static long[] received(OpCode code, int member, int root, long block, long[][] blocks) {
    int size = blocks.length;
    long[] list = new long[size];
    switch (code) {
      case GATHERV -> {
        if (member != root) {
          return new long[0];
        }
        Arrays.setAll(list, source -> blocks[source][root]);
      }
      case ALLGATHERV -> Arrays.fill(list, block);
      case REDUCE_SCATTER -> Arrays.setAll(list, i -> blocks[0][i] + block);
      default -> Arrays.setAll(list, source -> blocks[source][member]);
    }
    return list;
  }

  /** A communicator is made or freed. */
  void change() {
    if (!features.contains(RandomTraces.Feature.COMMUNICATORS)) {
      collective();
    } else if (made.isEmpty() || random.nextInt(3) > 0) {
      make();
    } else {
      free(made.get(random.nextInt(made.size())));
    }
  }

  private void free(Members group) {
    OpCode free =
        features.contains(RandomTraces.Feature.SHMEM) && random.nextBoolean()
            ? OpCode.SHMEM_TEAM_DESTROY
            : OpCode.COMM_FREE;
    made.remove(group);
    groups.removeAll(List.of(group));
    for (int member = 0; member < group.size(); member++) {
      int rank = group.worldRank(member);
      int name = group.name(rank);
      scripts.get(rank).add(Ops.op(free).set(COMMUNICATOR, name));
      freeNames.get(rank).add(name);
    }
  }

  private int newName(int rank) {
    List<Integer> free = freeNames.get(rank);
    return free.isEmpty() || random.nextBoolean() ? nextName[rank]++ : free.remove(free.size() - 1);
  }

  private void make() {
    Members old = any();
    switch (random.nextInt(4)) {
      case 0 -> {
        int[] all = IntStream.range(0, old.size()).toArray();
        Members dup = derive(old, all);
        call(old, all, member -> Ops.op(OpCode.COMM_DUP), dup);
      }
      case 1 -> {
        int[] list = someOf(old.size());
        int tag = random.nextInt(2);
        OpCode code = OpCode.COMM_CREATE_GROUP;
        Members part = derive(old, list);
        call(old, list, member -> Ops.op(code).set(TAG, tag).setList(RANKS, longs(list)), part);
      }
      case 2 -> create(old);
      default -> split(old);
    }
  }

  private static long[] longs(int[] list) {
    return Arrays.stream(list).asLongStream().toArray();
  }

  /** Some ranks of a communicator, a stride apart, become a team. */
  void makeTeam() {
    if (!features.contains(RandomTraces.Feature.COMMUNICATORS)) {
      return;
    }
    Members old = any();
    int start = random.nextInt(old.size());
    int stride = 1 + random.nextInt(Math.min(3, old.size()));
    int size = 1 + random.nextInt(1 + (old.size() - 1 - start) / stride);
    int[] list = IntStream.range(0, size).map(member -> start + member * stride).toArray();
    Members team = derive(old, list);
    call(
        old,
        IntStream.range(0, old.size()).toArray(),
        member -> Ops.op(OpCode.SHMEM_TEAM_SPLIT).setList(RANKS, start, stride, size),
        team);
  }

  /** A new communicator of the listed ranks of an old one. */
  private Members derive(Members old, int[] list) {
    int[] worldRanks = Arrays.stream(list).map(old::worldRank).toArray();
    int[] names = Arrays.stream(worldRanks).map(this::newName).toArray();
    Members derived = new Members(worldRanks, names);
    groups.add(derived);
    groups.add(derived);
    made.add(derived);
    return derived;
  }

  private void call(
      Members old, int[] callers, java.util.function.IntFunction<OpView> op, Members... derived) {
    for (int member : callers) {
      int rank = old.worldRank(member);
      OpView call = op.apply(member).set(COMMUNICATOR, old.name(rank));
      for (Members each : derived) {
        if (IntStream.range(0, each.size()).anyMatch(i -> each.worldRank(i) == rank)) {
          call.set(NEW_COMMUNICATOR, each.name(rank));
        }
      }
      scripts.get(rank).add(call);
    }
  }

  private void create(Members old) {
    int[] list = someOf(old.size());
    int[] rest =
        IntStream.range(0, old.size())
            .filter(member -> Arrays.stream(list).noneMatch(i -> i == member))
            .toArray();
    int[] all = IntStream.range(0, old.size()).toArray();
    Members first = derive(old, list);
    boolean two = rest.length > 0 && random.nextBoolean();
    Members second = two ? derive(old, rest) : first;
    call(
        old,
        all,
        member -> {
          boolean inRest = Arrays.stream(rest).anyMatch(i -> i == member);
          boolean empty = inRest && !two && random.nextBoolean();
          int[] given = empty ? new int[0] : inRest && two ? rest : list;
          return Ops.op(OpCode.COMM_CREATE).setList(RANKS, longs(given));
        },
        first,
        second);
  }

  private void split(Members old) {
    int size = old.size();
    int[] colors = new int[size];
    int[] keys = new int[size];
    for (int member = 0; member < size; member++) {
      colors[member] = random.nextInt(5) == 0 ? OpView.NONE : random.nextInt(2);
      keys[member] = random.nextInt(5) - 2;
    }
    List<Members> parts = new ArrayList<>();
    for (int color = 0; color < 2; color++) {
      int wanted = color;
      int[] part =
          IntStream.range(0, size)
              .filter(member -> colors[member] == wanted)
              .boxed()
              .sorted(Comparator.comparingInt(member -> keys[member]))
              .mapToInt(member -> member)
              .toArray();
      if (part.length > 0) {
        parts.add(derive(old, part));
      }
    }
    call(
        old,
        IntStream.range(0, size).toArray(),
        member -> Ops.op(OpCode.COMM_SPLIT).set(COLOR, colors[member]).set(KEY, keys[member]),
        parts.toArray(new Members[0]));
  }
}
