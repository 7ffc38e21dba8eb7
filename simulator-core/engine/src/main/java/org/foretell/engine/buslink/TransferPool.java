package org.foretell.engine.buslink;

import org.foretell.engine.kernel.RecordPool;

/**
 * What needs links and buses: messages on their way, and the tickets with which a collective takes
 * those of a site.
 */
public final class TransferPool extends RecordPool {
  /** Longs of a record. */
  public static final int STRIDE = 16;

  /** A message; its entry is the one in {@code MessagePool}. */
  public static final int MESSAGE = 0;

  /** A part of a reduction that was traced as messages; its entry is the reduction. */
  public static final int REDUCTION = 1;

  /** A collective at one site; its entry is the collective. */
  public static final int COLLECTIVE = 2;

  static final int NOT_QUEUED = -1;

  /** Holds a link out of the source. */
  static final int OUT = 1;

  /** Holds a link into the destination. */
  static final int IN = 2;

  private static final int QUEUE_LINKS = 0;
  private static final int HOLDER_LINKS = 1;
  private static final int SOURCE_DESTINATION = 2;
  private static final int BYTES = 3;
  private static final int WAY_QUEUE = 4;
  private static final int KIND_ENTRY = 5;
  private static final int HELD_TAG = 6;
  private static final int OUT_SINCE_PS = 7;
  private static final int IN_SINCE_PS = 8;
  private static final int START_PS = 9;
  private static final int WAITS_SINCE_PS = 10;

  // Of tickets only.
  private static final int SITE_MEMBER = 11;
  private static final int HELD_BUSES = 12;

  /** Set only if somebody asks for the critical path. */
  private static final int MOVED_PS = 13;

  private int underWay;

  TransferPool() {
    super("messages in transfer", STRIDE);
  }

  /** A transfer is over. */
  public void ends(int transfer) {
    underWay--;
    release(transfer);
  }

  /** Number of transfers that move or wait, tickets included. */
  int underWay() {
    return underWay;
  }

  /** A message, or part of a reduction, that is to move. */
  public int create(
      int kind, int entry, int source, int destination, int way, int tag, long bytes) {
    int transfer = allocate();
    underWay++;
    set(transfer, SOURCE_DESTINATION, (long) source << 32 | destination);
    set(transfer, BYTES, bytes);
    set(transfer, WAY_QUEUE, (long) way << 32 | (NOT_QUEUED & LOW));
    set(transfer, KIND_ENTRY, (long) kind << 32 | (entry & LOW));
    set(transfer, HELD_TAG, tag & LOW);
    return transfer;
  }

  /** A ticket of a collective, with which a member takes the links and buses of its site. */
  int createTicket(int collective, int rank, int site, int member) {
    int ticket = create(COLLECTIVE, collective, rank, rank, 0, 0, 0);
    set(ticket, SITE_MEMBER, (long) site << 32 | member);
    set(ticket, HELD_BUSES, 0);
    return ticket;
  }

  /** When the last byte of a transfer leaves, as far as that has been said. */
  long movedPs(int transfer) {
    return get(transfer, MOVED_PS);
  }

  void movedPs(int transfer, long timePs) {
    set(transfer, MOVED_PS, timePs);
  }

  /** The site whose links and buses a ticket takes. */
  int site(int ticket) {
    return (int) (get(ticket, SITE_MEMBER) >> 32);
  }

  /** The member of the collective that has a ticket. */
  int member(int ticket) {
    return (int) get(ticket, SITE_MEMBER);
  }

  /** How many buses that are queued for a ticket has. */
  int heldBuses(int ticket) {
    return (int) get(ticket, HELD_BUSES);
  }

  void heldBuses(int ticket, int buses) {
    set(ticket, HELD_BUSES, buses);
  }

  public int kind(int transfer) {
    return (int) (get(transfer, KIND_ENTRY) >> 32);
  }

  public int entry(int transfer) {
    return (int) get(transfer, KIND_ENTRY);
  }

  /** Sending rank; of a ticket the rank of its member. */
  public int source(int transfer) {
    return (int) (get(transfer, SOURCE_DESTINATION) >> 32);
  }

  /** Receiving rank. */
  public int destination(int transfer) {
    return (int) get(transfer, SOURCE_DESTINATION);
  }

  /** Size of the message. */
  long bytes(int transfer) {
    return get(transfer, BYTES);
  }

  public int way(int transfer) {
    return (int) (get(transfer, WAY_QUEUE) >> 32);
  }

  /** The queue in which it stands, or {@link #NOT_QUEUED}. */
  int queue(int transfer) {
    return (int) get(transfer, WAY_QUEUE);
  }

  void queue(int transfer, int queue) {
    set(transfer, WAY_QUEUE, (get(transfer, WAY_QUEUE) & ~LOW) | (queue & LOW));
  }

  boolean holds(int transfer, int side) {
    return (get(transfer, HELD_TAG) >> 32 & side) != 0;
  }

  void holds(int transfer, int side, boolean does) {
    long bit = (long) side << 32;
    long old = get(transfer, HELD_TAG);
    set(transfer, HELD_TAG, does ? old | bit : old & ~bit);
  }

  int tag(int transfer) {
    return (int) get(transfer, HELD_TAG);
  }

  long outSincePs(int transfer) {
    return get(transfer, OUT_SINCE_PS);
  }

  void outSincePs(int transfer, long timePs) {
    set(transfer, OUT_SINCE_PS, timePs);
  }

  long inSincePs(int transfer) {
    return get(transfer, IN_SINCE_PS);
  }

  void inSincePs(int transfer, long timePs) {
    set(transfer, IN_SINCE_PS, timePs);
  }

  /** When it had all links and buses and began to move. */
  long startPs(int transfer) {
    return get(transfer, START_PS);
  }

  void startPs(int transfer, long timePs) {
    set(transfer, START_PS, timePs);
  }

  /** When it began to wait for what it waits for. */
  long waitsSincePs(int transfer) {
    return get(transfer, WAITS_SINCE_PS);
  }

  void waitsSincePs(int transfer, long timePs) {
    set(transfer, WAITS_SINCE_PS, timePs);
  }

  /** First-come queues of transfers from whose middle they can be taken. */
  final class Queues {
    private final int field;
    private final int[] first;
    private final int[] last;

    private Queues(int field, int count) {
      this.field = field;
      first = new int[count];
      last = new int[count];
    }

    /** The first of a queue, {@link RecordPool#NONE} when it is empty. */
    int first(int queue) {
      return first[queue];
    }

    int next(int transfer) {
      return (int) get(transfer, field);
    }

    private int previous(int transfer) {
      return (int) (get(transfer, field) >> 32);
    }

    private void links(int transfer, int previous, int next) {
      set(transfer, field, (long) previous << 32 | next);
    }

    void add(int queue, int transfer) {
      int before = last[queue];
      links(transfer, before, NONE);
      if (before == NONE) {
        first[queue] = transfer;
      } else {
        links(before, previous(before), transfer);
      }
      last[queue] = transfer;
    }

    void addFirst(int queue, int transfer) {
      int after = first[queue];
      links(transfer, NONE, after);
      if (after == NONE) {
        last[queue] = transfer;
      } else {
        links(after, transfer, next(after));
      }
      first[queue] = transfer;
    }

    void remove(int queue, int transfer) {
      int before = previous(transfer);
      int after = next(transfer);
      if (before == NONE) {
        first[queue] = after;
      } else {
        links(before, previous(before), after);
      }
      if (after == NONE) {
        last[queue] = before;
      } else {
        links(after, before, next(after));
      }
    }

    /** Puts one in the place of another. */
    void replace(int queue, int old, int transfer) {
      int before = previous(old);
      int after = next(old);
      links(transfer, before, after);
      if (before == NONE) {
        first[queue] = transfer;
      } else {
        links(before, previous(before), transfer);
      }
      if (after == NONE) {
        last[queue] = transfer;
      } else {
        links(after, transfer, next(after));
      }
    }

    int size(int queue) {
      int size = 0;
      for (int transfer = first[queue]; transfer != NONE; transfer = next(transfer)) {
        size++;
      }
      return size;
    }
  }

  /** Queues of those that wait. */
  Queues waiting(int count) {
    return new Queues(QUEUE_LINKS, count);
  }

  /** Queues of those that hold a link out. */
  Queues holders(int count) {
    return new Queues(HOLDER_LINKS, count);
  }
}
