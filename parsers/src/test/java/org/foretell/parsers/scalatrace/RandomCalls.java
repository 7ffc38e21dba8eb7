package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.store.MemoryTrace;

/**
 * Random traces of calls that ScalaTrace knows, with all forms of values and nested repeats, some
 * of which run zero times. Requests are waited for; messages need not match.
 */
final class RandomCalls {
  private static final OpCode[] COLLECTIVES = {
    OpCode.BARRIER,
    OpCode.BCAST,
    OpCode.REDUCE,
    OpCode.ALLREDUCE,
    OpCode.SCAN,
    OpCode.GATHER,
    OpCode.SCATTER,
    OpCode.ALLGATHER,
    OpCode.ALLTOALL,
    OpCode.ALLGATHERV,
    OpCode.ALLTOALLV,
    OpCode.REDUCE_SCATTER
  };

  private final Random random;
  private final int ranks;
  private final int sets;
  private final MemoryTrace.Builder sink = MemoryTrace.builder();
  private RankSet program = RankSet.of(0);
  private int communicators;
  private int slots;

  private RandomCalls(long seed) {
    random = new Random(seed);
    ranks = 1 + random.nextInt(9);
    sets = 1 + random.nextInt(Math.min(3, ranks));
  }

  static TraceSource of(long seed) {
    return new RandomCalls(seed).trace();
  }

  private TraceSource trace() {
    sink.begin(TraceInfo.ofRanks(ranks));
    sink.callSite(0, "a.c:1");
    sink.callSite(1, "größer 100%.f90:2 _x");
    for (int set = 0; set < sets; set++) {
      List<Integer> members = new ArrayList<>();
      for (int rank = set; rank < ranks; rank += sets) {
        members.add(rank);
      }
      program = RankSet.ofSorted(members.stream().mapToInt(i -> i).toArray());
      communicators = Communicator.FIRST_FREE;
      slots = 0;
      sink.beginProgram(program);
      sink.op(new OpView().reset(OpCode.INIT));
      body(3);
      sink.op(new OpView().reset(OpCode.FINALIZE));
      sink.endProgram();
    }
    sink.end();
    return sink.build();
  }

  private void body(int depth) {
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      switch (random.nextInt(depth > 0 ? 8 : 6)) {
        case 0 -> compute();
        case 1 -> message();
        case 2 -> collective();
        case 3, 4 -> exchange();
        case 5 -> communicator(depth);
        default -> {
          sink.beginRepeat(values(() -> random.nextInt(4)));
          body(depth - 1);
          sink.endRepeat();
        }
      }
    }
  }

  private void compute() {
    sink.op(
        new OpView().reset(OpCode.COMPUTE),
        List.of(new Variation(OpField.DURATION_PS, false, values(this::duration))));
  }

  private long duration() {
    return random.nextInt(10) == 0 ? 0 : random.nextInt(1_000_000_000);
  }

  private OpView view(OpCode code) {
    OpView view = new OpView().reset(code);
    int site = random.nextInt(3);
    return site == 2 ? view : view.set(OpField.CALL_SITE, site);
  }

  private void vary(List<Variation> variations, OpField field, Numbers numbers) {
    variations.add(new Variation(field, false, values(numbers)));
  }

  private void peer(List<Variation> variations, OpField field, boolean isSource) {
    if (random.nextBoolean()) {
      variations.add(new Variation(field, true, values(() -> random.nextInt(2 * ranks) - ranks)));
    } else {
      int least = isSource ? OpView.ANY : 0;
      vary(
          variations,
          field,
          () -> random.nextInt(6) == 0 ? OpView.PROC_NULL : least + random.nextInt(ranks - least));
    }
  }

  private void send(OpView view) {
    List<Variation> variations = new ArrayList<>();
    peer(variations, OpField.PEER, false);
    vary(variations, OpField.BYTES, this::bytes);
    if (random.nextBoolean()) {
      vary(variations, OpField.TAG, () -> random.nextInt(5));
    }
    sink.op(view, variations);
  }

  private long bytes() {
    return random.nextInt(5) == 0 ? (long) random.nextInt(1 << 30) << 3 : random.nextInt(1 << 20);
  }

  private void receive(OpView view) {
    List<Variation> variations = new ArrayList<>();
    peer(variations, OpField.PEER, true);
    vary(variations, OpField.RECEIVE_BYTES, () -> random.nextInt(6) == 0 ? -1 : bytes());
    vary(variations, OpField.TAG, () -> random.nextInt(5) - 1);
    sink.op(view, variations);
  }

  private void message() {
    switch (random.nextInt(3)) {
      case 0 -> send(view(random.nextBoolean() ? OpCode.SEND : OpCode.SSEND));
      case 1 -> receive(view(OpCode.RECV));
      default -> {
        List<Variation> variations = new ArrayList<>();
        peer(variations, OpField.PEER, false);
        peer(variations, OpField.RECEIVE_PEER, true);
        vary(variations, OpField.BYTES, this::bytes);
        vary(variations, OpField.RECEIVE_BYTES, this::bytes);
        sink.op(view(OpCode.SENDRECV), variations);
      }
    }
  }

  /** Requests that are waited for, perhaps after a loop that makes and waits for others. */
  private void exchange() {
    int first = slots;
    slots += 2;
    send(view(OpCode.ISEND).set(OpField.REQUEST, first));
    receive(view(OpCode.IRECV).set(OpField.REQUEST, first + 1));
    if (random.nextInt(3) == 0) {
      body(0);
    }
    if (random.nextInt(3) == 0) {
      sink.beginRepeat(random.nextInt(4));
      exchange();
      sink.endRepeat();
    }
    if (random.nextBoolean()) {
      sink.op(view(OpCode.WAITALL).setList(OpField.REQUESTS, first + 1, OpView.NONE, first));
    } else {
      sink.op(view(OpCode.WAIT).set(OpField.REQUEST, first));
      sink.op(view(OpCode.WAIT).set(OpField.REQUEST, first + 1));
    }
    slots = first;
  }

  private void collective() {
    OpView view = view(COLLECTIVES[random.nextInt(COLLECTIVES.length)]);
    List<Variation> variations = new ArrayList<>();
    OpCode code = view.code();
    if (code.has(OpField.ROOT)) {
      vary(variations, OpField.ROOT, () -> random.nextInt(ranks));
    }
    if (code.has(OpField.COUNT) && code != OpCode.REDUCE_SCATTER) {
      int size = 1 << random.nextInt(5);
      boolean isKnown = random.nextBoolean();
      int elements = 1 + random.nextInt(1000);
      view.set(OpField.COUNT, isKnown ? elements : 0).set(OpField.BYTES, (long) elements * size);
      view.set(OpField.FLAGS, random.nextInt(2));
    } else if (code.has(OpField.BYTES)) {
      vary(variations, OpField.BYTES, this::bytes);
    }
    if (code.has(OpField.RECEIVE_BYTES)) {
      vary(variations, OpField.RECEIVE_BYTES, this::bytes);
    }
    boolean hasLists = code == OpCode.ALLTOALLV;
    if (hasLists) {
      view.setList(OpField.SEND_BYTES_BY_RANK, random.longs(ranks, 0, 1000).toArray());
    }
    if (hasLists || code == OpCode.ALLGATHERV || code == OpCode.REDUCE_SCATTER) {
      view.setList(OpField.RECEIVE_BYTES_BY_RANK, new long[ranks]);
      variations.add(
          new Variation(
              OpField.RECEIVE_BYTES_BY_RANK,
              false,
              new Values.Cyclic(
                  random.longs((long) ranks * (1 + random.nextInt(3)), 0, 1000).toArray())));
    }
    sink.op(view, variations);
  }

  /** A new communicator, used and freed; in loops each time another. */
  private void communicator(int depth) {
    int id = communicators++;
    sink.op(view(OpCode.COMM_DUP).set(OpField.NEW_COMMUNICATOR, id));
    if (depth > 0 && random.nextBoolean()) {
      body(0);
    }
    sink.op(view(OpCode.BARRIER).set(OpField.COMMUNICATOR, id));
    sink.op(view(OpCode.COMM_FREE).set(OpField.COMMUNICATOR, id));
  }

  private interface Numbers {
    long next();
  }

  private Values values(Numbers numbers) {
    return switch (random.nextInt(4)) {
      case 0 -> new Values.Cyclic(list(1 + random.nextInt(4), numbers));
      case 1 -> new Values.PerRank(list(program.size(), numbers));
      case 2 -> {
        List<Values.Scope> scopes = new ArrayList<>();
        int[] members = program.toArray();
        int split = random.nextInt(members.length) + 1;
        scopes.add(
            new Values.Scope(
                RankSet.ofSorted(java.util.Arrays.copyOf(members, split)),
                new Values.Cyclic(list(2, numbers))));
        if (split < members.length) {
          scopes.add(
              new Values.Scope(
                  RankSet.ofSorted(java.util.Arrays.copyOfRange(members, split, members.length)),
                  new Values.Constant(numbers.next())));
        }
        yield new Values.Scoped(scopes);
      }
      default -> new Values.Constant(numbers.next());
    };
  }

  private static long[] list(int length, Numbers numbers) {
    long[] list = new long[length];
    java.util.Arrays.setAll(list, i -> numbers.next());
    return list;
  }
}
