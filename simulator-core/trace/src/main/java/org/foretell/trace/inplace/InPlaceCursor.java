package org.foretell.trace.inplace;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;

/**
 * A cursor whose next op may be read where it stands, without {@link #next}. Most ops of a trace
 * are plain: all that they have are frequent fields. Reading one in place costs a fraction of
 * filling a view.
 */
public abstract class InPlaceCursor implements RankCursor {
  /** Bit of a record's head: the op is plain. */
  protected static final long PLAIN = 1L << 47;

  /** Bit of a plain record's head: the peer is a distance to the rank. */
  protected static final long RELATIVE_PEER = 1L << 33;

  /**
   * Bit of a record's head: besides frequent fields the op has one list of constant numbers, which
   * follows: the length of what follows, two words, the numbers.
   */
  protected static final long LISTED = 1L << 48;

  private static final int RECORD = 1 + OpView.FREQUENT;
  private static final int LIST_HEAD = 3;
  private static final int WAITALL = OpCode.WAITALL.id();

  /** The rank whose ops these are. */
  protected final int rank;

  /** Number of ranks of the trace. */
  protected final int ranks;

  /** Records; a plain one is its head, with the op's code in the low byte, and its fields by id. */
  protected long[] words;

  /** Where the next record begins. */
  protected int at;

  /** As {@link #delivered()}. */
  protected long delivered;

  /** Starts before the first of some records. */
  protected InPlaceCursor(int rank, int ranks, long[] words) {
    this.rank = rank;
    this.ranks = ranks;
    this.words = words;
  }

  @Override
  public final long delivered() {
    return delivered;
  }

  /**
   * Goes on to the next op, which stays to be read.
   *
   * @return false when the rank has no further op
   * @throws TraceException if the trace is damaged
   */
  public abstract boolean reachOp();

  /** Whether there is a next op and it is plain; only then may the methods below be called. */
  public final boolean isPlain() {
    return (words[at] & PLAIN) != 0;
  }

  /** {@link OpCode#id()} of the next op. */
  public final int codeId() {
    return (int) words[at] & 0xFF;
  }

  /** As {@link OpView#peer()}. */
  public final int peer() {
    long peer = words[at + 1];
    return (int) ((words[at] & RELATIVE_PEER) != 0 ? absolute(peer) : peer);
  }

  /** As {@link OpView#tag()}. */
  public final int tag() {
    return (int) words[at + 2];
  }

  /** As {@link OpView#bytes()}. */
  public final long bytes() {
    return words[at + 3];
  }

  /** As {@link OpView#communicator()}. */
  public final int communicator() {
    return (int) words[at + 4];
  }

  /** As {@link OpView#request()}. */
  public final int request() {
    return (int) words[at + 5];
  }

  /** As {@link OpView#callSite()}; of a waitall too. */
  public final int callSite() {
    return (int) words[at + 6];
  }

  /** As {@link OpView#receiveBytes()}. */
  public final long receiveBytes() {
    return words[at + 10];
  }

  /** Takes the next op as delivered. */
  public final void take() {
    at += RECORD;
    delivered++;
  }

  /** Whether there is a next op and it is a waitall with a list that does not vary. */
  public final boolean isWaitAll() {
    return (words[at] & LISTED) != 0 && codeId() == WAITALL;
  }

  /** Number of requests of the waitall that comes next. */
  public final int requests() {
    return (int) words[at + RECORD] - LIST_HEAD;
  }

  /**
   * Takes the waitall that comes next as delivered.
   *
   * @return where its requests stand, for {@link #request(int)}
   */
  public final int takeWaitAll() {
    int list = at + RECORD + LIST_HEAD;
    at += RECORD + (int) words[at + RECORD];
    delivered++;
    return list;
  }

  /** A request of the waitall that was taken last. */
  public final long request(int place) {
    return words[place];
  }

  /** The rank at a distance, modulo the number of ranks. */
  protected final long absolute(long distance) {
    long peer = rank + distance;
    if (peer < 0) {
      peer += ranks;
    } else if (peer >= ranks) {
      peer -= ranks;
    }
    return peer >= 0 && peer < ranks ? peer : Math.floorMod(rank + distance, (long) ranks);
  }
}
