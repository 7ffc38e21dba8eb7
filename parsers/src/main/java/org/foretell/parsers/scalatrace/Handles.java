package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.longs.Long2IntLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Follows requests and new communicators through the list of a rank: records say how many requests
 * ago one was made, and nothing of the communicator that they make.
 *
 * <p>A loop is followed until an iteration leaves everything as it was; those after it are like it.
 * So this takes time with the structure, not with the iterations, but where requests are carried
 * over and over.
 */
final class Handles {
  /** Requests and communicators are numbered round these many places. */
  private static final int REQUEST_RING = 10_000;

  private static final int COMMUNICATOR_RING = 1_000;

  /** Most executions that are followed one by one. */
  private static final int MOST_STEPS = 1 << 22;

  private final int rank;

  /** Number of the request, counted from the first, and its slot. */
  private final Long2IntLinkedOpenHashMap open = new Long2IntLinkedOpenHashMap();

  private final BitSet taken = new BitSet();
  private long posted;
  private long created;
  private int steps;
  private final IdentityHashMap<Object, int[]> cursors = new IdentityHashMap<>();
  private final Map<Rsd, Sequence> outputs = new HashMap<>();

  private Handles(int rank) {
    this.rank = rank;
  }

  /** Slots and communicators of the records of a list, a cycle for each that has them. */
  static Map<Rsd, long[]> of(List<Node> nodes, int rank) {
    Handles handles = new Handles(rank);
    handles.run(nodes);
    Map<Rsd, long[]> cycles = new HashMap<>();
    handles.outputs.forEach((rsd, output) -> cycles.put(rsd, output.cycle()));
    return cycles;
  }

  private void run(List<Node> body) {
    for (Node node : body) {
      if (node instanceof Node.Leaf leaf) {
        if (leaf.rsd().call().usesHandles()) {
          step(leaf.rsd());
          execute(leaf.rsd());
        }
      } else if (node instanceof Node.Repeat repeat && usesHandles(repeat)) {
        repeat(repeat);
      }
    }
  }

  private void step(Rsd rsd) {
    if (++steps > MOST_STEPS) {
      throw rsd.error(
          "expected loops that complete the requests they make, or run less often; followed "
              + MOST_STEPS
              + " executions in vain");
    }
  }

  private static boolean usesHandles(Node node) {
    return node instanceof Node.Repeat repeat
        ? repeat.body().stream().anyMatch(Handles::usesHandles)
        : node instanceof Node.Leaf leaf && leaf.rsd().call().usesHandles();
  }

  private void repeat(Node.Repeat repeat) {
    long times = next(repeat, repeat.counts().of(rank));
    List<Rsd> inside = new ArrayList<>();
    List<Object> turning = new ArrayList<>();
    collect(repeat.body(), inside, turning);
    for (long left = times; left > 0; left--) {
      // Comparing states takes time with what is open.
      steps += open.size();
      step(repeat.head());
      List<Object> before = state(turning);
      long[] counts = new long[inside.size()];
      for (int i = 0; i < counts.length; i++) {
        Sequence output = outputs.get(inside.get(i));
        counts[i] = output == null ? 0 : output.count();
      }
      long postedBefore = posted;
      run(repeat.body());
      if (left > 1 && state(turning).equals(before)) {
        for (int i = 0; i < counts.length; i++) {
          Sequence output = outputs.get(inside.get(i));
          if (output != null) {
            require(output.repeat(output.count() - counts[i], left - 1), inside.get(i));
          }
        }
        shift((posted - postedBefore) * (left - 1));
        return;
      }
    }
  }

  private void shift(long by) {
    long[] numbers = open.keySet().toLongArray();
    int[] slots = open.values().toIntArray();
    open.clear();
    for (int i = 0; i < numbers.length; i++) {
      open.put(numbers[i] + by, slots[i]);
    }
    posted += by;
  }

  private static void collect(List<Node> body, List<Rsd> records, List<Object> turning) {
    for (Node node : body) {
      if (node instanceof Node.Repeat repeat) {
        turning.add(repeat);
        collect(repeat.body(), records, turning);
      } else if (node instanceof Node.Leaf leaf) {
        Rsd rsd = leaf.rsd();
        if (rsd.call().usesHandles()) {
          records.add(rsd);
          turning.addAll(rsd.parameters().values());
        }
      }
    }
  }

  /** What decides how the next iteration goes. */
  private List<Object> state(List<Object> turning) {
    List<Object> state = new ArrayList<>();
    state.add(created % COMMUNICATOR_RING);
    for (Long2IntMap.Entry entry : open.long2IntEntrySet()) {
      state.add(posted - entry.getLongKey());
      state.add(entry.getIntValue());
    }
    for (Object each : turning) {
      int[] cursor = cursors.get(each);
      state.add(cursor == null ? 0 : cursor[0]);
    }
    return state;
  }

  private long next(Object key, long[] cycle) {
    int[] cursor = cursors.computeIfAbsent(key, k -> new int[1]);
    long value = cycle[cursor[0]];
    cursor[0] = (cursor[0] + 1) % cycle.length;
    return value;
  }

  private long next(@Nullable Groups groups, long otherwise) {
    return groups == null ? otherwise : next(groups, groups.of(rank));
  }

  private void execute(Rsd rsd) {
    Sequence output = outputs.computeIfAbsent(rsd, key -> new Sequence());
    Call call = rsd.call();
    if (call.startsRequest()) {
      int slot = taken.nextClearBit(0);
      taken.set(slot);
      open.put(posted++, slot);
      add(output, slot, rsd);
    } else if (call == Call.WAIT) {
      add(output, completed(next(rsd.required(Keys.REQUEST), 0), rsd), rsd);
    } else if (call == Call.WAITALL) {
      int count = requestsOf(rsd, rank);
      long length = next(rsd.required(Keys.COUNT), 0);
      // All are found before the first is complete, as the ring counts from the last one posted.
      for (long i = 0; i < count; i++) {
        add(
            output,
            i < length ? completed(next(rsd.required(Keys.REQUESTS), 0), rsd) : OpView.NONE,
            rsd);
      }
    } else {
      boolean isMember =
          switch (call) {
            case COMM_SPLIT -> next(rsd.required(Keys.COLOR), 0) >= 0;
            case COMM_CREATE -> isListed(rsd);
            default -> true;
          };
      add(
          output,
          isMember ? Communicator.FIRST_FREE + created++ % COMMUNICATOR_RING : OpView.NONE,
          rsd);
    }
  }

  private boolean isListed(Rsd rsd) {
    if (Arrays.stream(rsd.required(Keys.COMMUNICATOR).of(rank))
        .anyMatch(handle -> handle != OpConverter.WORLD)) {
      throw rsd.error(
          "expected a communicator made of ranks of the world, found one of another's, whose ranks"
              + " are not known");
    }
    return Arrays.stream(rsd.required(Keys.RANKS).of(rank)).anyMatch(listed -> listed == rank);
  }

  private static void add(Sequence output, long number, Rsd rsd) {
    require(output.add(number), rsd);
  }

  private static void require(boolean fits, Rsd rsd) {
    if (!fits) {
      throw rsd.error(
          "expected requests or communicators that repeat within "
              + Sequence.MOST
              + " executions, found none");
    }
  }

  /** The longest list that a waitall of a rank waits for. */
  static int requestsOf(Rsd rsd, int rank) {
    long most = 0;
    for (long count : rsd.required(Keys.COUNT).of(rank)) {
      if (count < 0 || count > REQUEST_RING) {
        throw rsd.error("expected 0 to " + REQUEST_RING + " requests, found " + count);
      }
      most = Math.max(most, count);
    }
    return (int) most;
  }

  private long completed(long stored, Rsd rsd) {
    if (stored == -1) {
      return OpView.NONE;
    }
    long number = posted - (REQUEST_RING - stored);
    if (stored < 0 || stored >= REQUEST_RING || !open.containsKey(number)) {
      throw rsd.error(
          "expected a request that rank "
              + rank
              + " has made and not waited for, found "
              + stored
              + ", "
              + (REQUEST_RING - stored)
              + " before the next one");
    }
    int slot = open.remove(number);
    taken.clear(slot);
    return slot;
  }
}
