package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntHeapPriorityQueue;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Objects;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.engine.message.MessagePool;
import org.jspecify.annotations.Nullable;

/**
 * The order that fences ask for: what a context writes to a target after a fence takes effect when
 * all that it wrote there before has. Between fences there is no order.
 *
 * <p>What a context writes to a target is a lane. Its source counts what it writes, and says with
 * each message how many writes came before the last fence; its target counts those that have taken
 * effect, and holds a message back until they are as many. Until the first fence nothing is
 * counted, and a lane in which nothing is under way is forgotten.
 *
 * <p>Of a lane that leads to another part of the replay each part has its side. Neither knows what
 * is under way, so such lanes are counted from the beginning, and stay.
 */
final class FenceOrder {
  private static final int SHIFT = 32;

  /** Lanes to and from other parts, at most. */
  private static final int MOST_CROSSING = 1 << 20;

  private final MessagePool messages;
  private final Writes writes;

  /** Null where there is one part. */
  private final @Nullable Part part;

  /** Whether writes are counted. */
  private boolean counts;

  /** By context how many fences it has executed. */
  private final Int2IntOpenHashMap fences = new Int2IntOpenHashMap();

  /** Those of ranks that are here, by context and target. */
  private final Long2ObjectOpenHashMap<Lane> lanes = new Long2ObjectOpenHashMap<>();

  /** Lanes that lead nowhere now. */
  private final ArrayList<Lane> free = new ArrayList<>();

  private int crossing;

  /** By part those of ranks that are there; their contexts may have equal numbers. */
  private final Long2ObjectOpenHashMap<Lane>[] lanesFrom;

  /** What one context writes to one target. Numbers may overflow: only differences matter. */
  private static final class Lane {
    /** Fences before the last write. */
    int fences;

    int written;

    /** Writes before the last of these fences. */
    int fenced;

    /** Writes that have taken effect. */
    int effective;

    /** Those that have come and wait; null until there is one. */
    @Nullable IntHeapPriorityQueue held;

    /** How many have waited so far. */
    int arrivals;

    void reset() {
      written = 0;
      fenced = 0;
      effective = 0;
      arrivals = 0;
    }

    boolean mayTakeEffect(int condition) {
      return effective - condition >= 0;
    }
  }

  /** What is under way, found again where nothing has been counted. */
  interface Writes {
    /** Visits all of it. */
    void forEach(Visitor visitor);

    /** Receives each write. */
    interface Visitor {
      void write(int context, int message);
    }
  }

  /**
   * Nothing is under way.
   *
   * @param part null where there is one
   * @param expectsFences whether there seem to be fences
   */
  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of generic maps
  FenceOrder(MessagePool messages, Writes writes, @Nullable Part part, boolean expectsFences) {
    this.messages = messages;
    this.writes = writes;
    this.part = part;
    counts = part != null && expectsFences;
    lanesFrom = new Long2ObjectOpenHashMap[part == null ? 0 : part.partition().parts()];
  }

  /**
   * A context executes a fence.
   *
   * @param underWay whether something of it is under way, as far as its rank knows
   */
  void fence(int context, boolean underWay) {
    if (!counts) {
      if (part != null) {
        if (underWay) {
          throw new NeedsOnePart(); // nobody knows how much is on its way to others
        }
        return;
      }
      counts = true;
      writes.forEach((each, message) -> sent(each, messages.destination(message), message));
    }
    fences.addTo(context, 1);
  }

  /** A context writes to a target. */
  void sent(int context, int target, int message) {
    if (!counts) {
      return;
    }
    int now = fences.get(context);
    long key = key(context, target);
    Lane lane = lanes.get(key);
    if (lane == null) {
      lane = add(lanes, key, isHere(target) ? unused() : crossing(new Lane()));
      lane.fences = now;
    }
    if (lane.fences != now) {
      lane.fences = now;
      lane.fenced = lane.written;
    }
    lane.written++;
    messages.ordinal(message, lane.fenced);
  }

  /** A lane in which nothing has been written. */
  private Lane unused() {
    if (free.isEmpty()) {
      return new Lane();
    }
    Lane lane = free.remove(free.size() - 1);
    lane.reset();
    return lane;
  }

  private static Lane add(Long2ObjectOpenHashMap<Lane> among, long key, Lane lane) {
    among.put(key, lane);
    return lane;
  }

  /** A lane that leads to another part, or from there; such lanes stay. */
  private Lane crossing(Lane lane) {
    if (++crossing > MOST_CROSSING) {
      throw new NeedsOnePart();
    }
    return lane;
  }

  /**
   * A message has come to its target.
   *
   * @return whether it takes effect; otherwise it is held back
   */
  boolean comes(int context, int source, int target, int message) {
    if (!counts) {
      return true;
    }
    long key = key(context, target);
    Long2ObjectOpenHashMap<Lane> among = lanesOf(source);
    Lane lane = among.get(key);
    if (lane == null) {
      if (isHere(source)) {
        throw new AssertionError("context " + context + " wrote nothing to rank " + target);
      }
      lane = add(among, key, crossing(new Lane()));
    }
    if (lane.mayTakeEffect(messages.ordinal(message))) {
      takesEffect(lane, context, source, target);
      return true;
    }
    IntHeapPriorityQueue held = lane.held;
    if (held == null) {
      held = new IntHeapPriorityQueue(this::compareHeld);
      lane.held = held;
    }
    messages.about(message, lane.arrivals++);
    held.enqueue(message);
    return false;
  }

  /** By what messages wait for, then by arrival. */
  private int compareHeld(int one, int other) {
    int later = messages.ordinal(one) - messages.ordinal(other);
    return later != 0 ? later : Integer.signum((int) (messages.about(one) - messages.about(other)));
  }

  private Long2ObjectOpenHashMap<Lane> lanesOf(int source) {
    if (isHere(source)) {
      return lanes;
    }
    int from = Objects.requireNonNull(part).partition().of(source);
    if (lanesFrom[from] == null) {
      lanesFrom[from] = new Long2ObjectOpenHashMap<>();
    }
    return lanesFrom[from];
  }

  private boolean isHere(int rank) {
    return part == null || !part.isElsewhere(rank);
  }

  private void takesEffect(Lane lane, int context, int source, int target) {
    lane.effective++;
    if (lane.effective == lane.written && isHere(source)) {
      free.add(lanes.remove(key(context, target)));
    }
  }

  /** A message that was held back and takes effect now, or {@link RecordPool#NONE}. */
  int next(int context, int source, int target) {
    if (!counts) {
      return RecordPool.NONE;
    }
    Lane lane = lanesOf(source).get(key(context, target));
    IntHeapPriorityQueue held = lane == null ? null : lane.held;
    if (lane == null || held == null || held.isEmpty()) {
      return RecordPool.NONE;
    }
    int first = held.firstInt();
    if (!lane.mayTakeEffect(messages.ordinal(first))) {
      return RecordPool.NONE;
    }
    held.dequeueInt();
    takesEffect(lane, context, source, target);
    return first;
  }

  private static long key(int context, int target) {
    return (long) context << SHIFT | target;
  }
}
