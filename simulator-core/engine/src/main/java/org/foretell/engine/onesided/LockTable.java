package org.foretell.engine.onesided;

import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import org.foretell.engine.kernel.RecordPool;

/** Who holds each lock, as its home rank sees it, and which requests wait for it. */
final class LockTable {
  private static final int NOBODY = -1;
  private static final long NO_LOCK = -1;

  private final Long2ObjectOpenHashMap<Lock> locks = new Long2ObjectOpenHashMap<>();

  /** By rank the lock that its op waits for. */
  private final long[] awaited;

  /** By rank the op in which it asked last. */
  private final long[] asked;

  /** Receives the locks that are held. */
  interface Visitor {
    /**
     * A lock is held.
     *
     * @param operation in which the holder asked for a lock last
     */
    void held(long name, int holder, long operation);
  }

  private static final class Lock {
    int holder = NOBODY;

    /** The op in which the holder asked for it. */
    long operation;

    /** The holder has given it back, but its home does not know yet. */
    boolean isGivenBack;

    final IntArrayFIFOQueue requests = new IntArrayFIFOQueue();
  }

  /**
   * Nobody holds a lock.
   *
   * @param users how many of the ranks execute one-sided ops, all or none
   */
  LockTable(int users) {
    awaited = new long[users];
    asked = new long[users];
    Arrays.fill(awaited, NO_LOCK);
  }

  private Lock lock(long name) {
    return locks.computeIfAbsent(name, unused -> new Lock());
  }

  /** The op of a rank asks for a lock, or how it is. */
  void asks(int rank, long operation) {
    asked[rank] = operation;
  }

  /** The op of a rank waits for a lock. */
  void await(int rank, long name) {
    awaited[rank] = name;
  }

  /** Whether somebody holds a lock. */
  boolean areHeld() {
    return locks.values().stream().anyMatch(lock -> lock.holder != NOBODY);
  }

  /** Visits all locks that somebody holds, in the order of their names. */
  void forEachHeld(Visitor visitor) {
    locks.long2ObjectEntrySet().stream()
        .filter(each -> each.getValue().holder != NOBODY)
        .sorted(Comparator.comparingLong(Long2ObjectMap.Entry::getLongKey))
        .forEach(
            each ->
                visitor.held(each.getLongKey(), each.getValue().holder, each.getValue().operation));
  }

  /** The op of a rank waits no more. */
  void awaitsNoMore(int rank) {
    awaited[rank] = NO_LOCK;
  }

  /** Whether a rank gets a lock at its home, at once. */
  boolean take(long name, int rank) {
    Lock lock = lock(name);
    if (lock.holder != NOBODY) {
      return false;
    }
    lock.holder = rank;
    lock.operation = asked[rank];
    return true;
  }

  /** Whether a rank has a lock, as the lock's home sees it. */
  boolean isHeldBy(long name, int rank) {
    return lock(name).holder == rank;
  }

  /** A request waits at the home of a lock. */
  void queue(long name, int request) {
    lock(name).requests.enqueue(request);
  }

  /** A rank gives back a lock; whether it has it. */
  boolean givesBack(long name, int rank) {
    Lock lock = lock(name);
    if (lock.holder != rank || lock.isGivenBack) {
      return false;
    }
    lock.isGivenBack = true;
    return true;
  }

  /**
   * The home of a lock learns that it has been given back.
   *
   * @return the request that comes next, {@link RecordPool#NONE} if nobody waits
   */
  int free(long name) {
    Lock lock = lock(name);
    lock.holder = NOBODY;
    lock.isGivenBack = false;
    return lock.requests.isEmpty() ? RecordPool.NONE : lock.requests.dequeueInt();
  }

  /** Whether the op of a rank waits for a lock. */
  boolean isAwaiting(int rank) {
    return awaited[rank] != NO_LOCK;
  }

  /** The lock that the op of a rank waits for. */
  long awaited(int rank) {
    return awaited[rank];
  }

  /** Who has the lock that the op of a rank waits for. */
  int holder(int rank) {
    return lock(awaited[rank]).holder;
  }
}
