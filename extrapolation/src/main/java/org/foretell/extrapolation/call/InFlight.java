package org.foretell.extrapolation.call;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * The requests of a rank that are in flight. Slots of requests depend on how many neighbours a rank
 * has; that a call waits for the oldest receive, or for all sends, does not. So calls are compared
 * with slots replaced by what they stand for: a new request by how far its slot is from the lowest
 * free one, one that is waited for by its place among those in flight of its kind.
 */
public final class InFlight {
  /** What places of sends begin at; those of receives begin at 0. */
  public static final int SENDS = 1000;

  /** What places of all other requests begin at. */
  public static final int OTHERS = 2000;

  private static final int ALL = -10;
  private static final int ALL_RECEIVES = -11;
  private static final int ALL_SENDS = -12;

  /** Less the length of a list that nothings fill up. */
  private static final int FILLED = -1000;

  private static final int MOST_FILLED = 1 << 20;

  /** A slot has no meaning here. */
  static final class UnknownSlotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownSlotException(String message) {
      super(message);
    }
  }

  private final TreeMap<Integer, Integer> kinds = new TreeMap<>();

  /** Creates a rank without requests. */
  public InFlight() {}

  /** {@return whether the requests of an op can be followed} */
  static boolean follows(OpCode code) {
    boolean isPlain =
        code == OpCode.WAIT
            || code == OpCode.WAITALL
            || (code.family() != OpCode.Family.COMPLETION
                && code.family() != OpCode.Family.PERSISTENT);
    return isPlain || (!code.has(OpField.REQUEST) && !code.has(OpField.REQUESTS));
  }

  private static int kind(OpCode code) {
    return switch (code) {
      case IRECV -> 0;
      case ISEND, IBSEND, ISSEND, IRSEND -> SENDS;
      // Any other op with a request shares a kind: a collective, a window or a file.
      default -> OTHERS;
    };
  }

  private int lowestFree() {
    int slot = 0;
    while (kinds.containsKey(slot)) {
      slot++;
    }
    return slot;
  }

  private List<Integer> ofKind(int kind) {
    List<Integer> slots = new ArrayList<>();
    kinds.forEach(
        (slot, own) -> {
          if (own == kind) {
            slots.add(slot);
          }
        });
    return slots;
  }

  /** What a slot stands for; the call has then been made. */
  long encode(OpCode code, long slot) {
    if (slot == OpView.NONE) {
      return slot;
    }
    if (code == OpCode.WAIT) {
      long place = place(slot);
      kinds.remove((int) slot);
      return place;
    }
    long distance = slot - lowestFree();
    kinds.put((int) slot, kind(code));
    return distance;
  }

  private long place(long slot) {
    Integer kind = kinds.get((int) slot);
    if (kind == null) {
      throw new UnknownSlotException("request slot " + slot + " is not in flight");
    }
    return (long) kind + ofKind(kind).indexOf((int) slot);
  }

  /** What the slots of a waitall stand for; the call has then been made. */
  long[] encodeAll(long[] slots) {
    int length = slots.length;
    while (length > 0 && slots[length - 1] == OpView.NONE) {
      length--;
    }
    long[] codes = whole(Arrays.copyOf(slots, length));
    if (length < slots.length) {
      codes = Arrays.copyOf(codes, codes.length + 1);
      codes[codes.length - 1] = FILLED - (long) slots.length;
    }
    for (long slot : slots) {
      kinds.remove((int) slot);
    }
    return codes;
  }

  private long[] whole(long[] slots) {
    if (slots.length > 0) {
      List<Integer> wanted = Arrays.stream(slots).mapToObj(slot -> (int) slot).toList();
      for (int set : new int[] {ALL_RECEIVES, ALL_SENDS, ALL}) {
        if (slots(set).equals(wanted)) {
          return new long[] {set};
        }
      }
    }
    return Arrays.stream(slots).map(slot -> slot == OpView.NONE ? slot : place(slot)).toArray();
  }

  private List<Integer> slots(int set) {
    return switch (set) {
      case ALL -> List.copyOf(kinds.keySet());
      case ALL_RECEIVES -> ofKind(0);
      default -> ofKind(SENDS);
    };
  }

  /**
   * {@return the slot that a number stands for; the call has then been made}
   *
   * @param code of the op
   * @param number as encoded
   */
  public long decode(OpCode code, long number) {
    if (number == OpView.NONE) {
      return number;
    }
    if (code == OpCode.WAIT) {
      long slot = slot(number);
      kinds.remove((int) slot);
      return slot;
    }
    long slot = lowestFree() + number;
    kinds.put((int) slot, kind(code));
    return slot;
  }

  private long slot(long place) {
    int kind = place >= OTHERS ? OTHERS : place >= SENDS ? SENDS : 0;
    List<Integer> slots = ofKind(kind);
    if (place < 0 || place - kind >= slots.size()) {
      // The replay says which call waits for a request that there is none of.
      return kinds.isEmpty() ? 0 : kinds.lastKey() + 1;
    }
    return slots.get((int) (place - kind));
  }

  /**
   * {@return the slots that the numbers of a waitall stand for; the call has then been made}
   *
   * @param numbers as encoded
   */
  public long[] decodeAll(long[] numbers) {
    List<Long> slots = new ArrayList<>();
    for (long number : numbers) {
      if (number == OpView.NONE) {
        slots.add(number);
      } else if (number <= FILLED) {
        while (slots.size() < FILLED - number && slots.size() < MOST_FILLED) {
          slots.add((long) OpView.NONE);
        }
      } else if (number <= ALL) {
        slots((int) number).forEach(slot -> slots.add((long) slot));
      } else {
        slots.add(slot(number));
      }
    }
    slots.forEach(slot -> kinds.remove((int) (long) slot));
    return slots.stream().mapToLong(slot -> slot).toArray();
  }
}
