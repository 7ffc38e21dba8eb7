package org.foretell.engine.state;

import java.util.Arrays;
import java.util.function.IntConsumer;
import org.foretell.engine.batch.Followers;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.result.InputException;
import org.jspecify.annotations.Nullable;

/**
 * The requests of every rank, by slot: one long each, in blocks of one array that grow with the
 * slots in use.
 *
 * <p>A slot is empty, or complete at a known time (which may lie in the future), or pending with
 * the receive, message, collective or one-sided op that will complete it. What is pending names its
 * request by rank and slot, or says that there is none: {@link #BLOCKING} (the rank's current op
 * waits for it directly), {@link #DETACHED} (the request was freed), {@link #NOBODY}.
 */
public final class RequestTable {
  /** The current op of the rank waits for it. */
  public static final int BLOCKING = -1;

  /** The request was freed, or never had a name. */
  public static final int DETACHED = -2;

  /** Nobody waits: the end was known at once, or has been told. */
  public static final int NOBODY = -3;

  /** This and below: a step of a collective waits for it, see {@code ScheduleExecutor}. */
  public static final int STEP = -4;

  /** Highest number of slots of a rank. */
  public static final int MOST_SLOTS = 1 << 20;

  /**
   * A slot of no rank: what a step of a collective starts puts its request there, and it is taken
   * out at once with {@link #takeScratch}.
   */
  public static final int SCRATCH = MOST_SLOTS;

  /** Highest number of slots of all ranks together, a few times more than any real program uses. */
  private static final int MOST_WORDS = 1 << 28;

  public static final long EMPTY = Long.MIN_VALUE;
  private static final long WAITED = 1L << 32;
  private static final long CANDIDATE = 1L << 33;
  private static final int KIND_SHIFT = 34;

  /** Of what has moved nothing. */
  public static final int NO_KIND = 0;

  /** Pending with a posted receive. */
  public static final int RECEIVE = 1;

  /** Pending with a rendezvous send. */
  public static final int SEND = 2;

  /** Pending with a non-blocking collective. */
  public static final int COLLECTIVE = 3;

  /** Pending with a one-sided op. */
  public static final int ONE_SIDED = 4;

  /** Pending with a request to a file system. */
  public static final int FILE = 5;

  /** Slots below {@code 1 << SHIFT} of all ranks stand in front, rank by rank. */
  private static final int SHIFT = 4;

  private final RankTable ranks;
  private final boolean observed;
  private final Causes causes;

  /** Null where no other replay follows. */
  private final @Nullable Followers followers;

  /** By rank where its higher slots are and how many there is room for; empty until needed. */
  private int[] moreStart = {};

  private int[] moreSize = {};

  private long[] words;

  /** When the partner came to its side of a completed request; only kept for observers. */
  private long[] partnerPs;

  /** Of what kind a completed request is; only kept for observers. */
  private byte[] kinds;

  /** What a completed request follows from; only kept where somebody asks for causes. */
  private int[] causeOf;

  /** Template of a slot's persistent request or 0; empty until there is a first one. */
  private int[] templates = {};

  private int used;

  /** Freed blocks by the logarithm of their size, each linked through its first word; -1 ends. */
  private final int[] freeBlocks = new int[32];

  private final int scratch;

  private final Steps steps;
  private final Choices choices;

  /** Called when a request completes that a blocked waitany or waitsome may take. */
  @FunctionalInterface
  public interface Choices {
    void candidateCompletes(int rank, long timePs, int after);
  }

  /** Called when a request completes that a step of a collective has begun. */
  @FunctionalInterface
  public interface Steps {
    void completes(int slot, long timePs, long partnerPs, int after);
  }

  /**
   * All slots are empty.
   *
   * @param observed whether it is kept when partners came to their side
   * @param causes kept only where somebody observes
   * @param choices told that a request completes which a blocked waitany or waitsome may take
   * @param steps told that something completes which a step of a collective has begun
   */
  public RequestTable(
      RankTable ranks, boolean observed, Causes causes, Choices choices, Steps steps) {
    this.ranks = ranks;
    this.observed = observed;
    this.causes = causes;
    followers = ranks.followers();
    this.choices = choices;
    this.steps = steps;
    scratch = ranks.size() << SHIFT;
    used = scratch + (1 << SHIFT);
    words = new long[used];
    Arrays.fill(words, EMPTY);
    partnerPs = new long[observed ? used : 0];
    kinds = new byte[observed ? used : 0];
    causeOf = new int[causes.areKept() ? used : 0];
    causes.setup().heldBy(this::visitCauses);
    Arrays.fill(freeBlocks, -1);
  }

  private void visitCauses(IntConsumer moment) {
    for (int cause : causeOf) {
      moment.accept(cause);
    }
  }

  /** Keeps for observers what a request that completes has come from. */
  private void keep(int rank, int index, int kind, long timePs, long partner, int after) {
    partnerPs[index] = partner;
    kinds[index] = (byte) kind;
    if (index < causeOf.length) {
      causeOf[index] = causes.momentAt(rank, timePs, after);
    }
  }

  /** What followers know of a request that is taken becomes a part of the op of its rank. */
  private void followersTake(int rank, int index) {
    if (followers != null) {
      followers.takes(rank, index);
    }
  }

  /** What a request that is taken follows from. */
  private int takeCause(int index) {
    if (index >= causeOf.length) {
      return CauseTree.NONE;
    }
    int moment = causeOf[index];
    causeOf[index] = CauseTree.NONE;
    return moment;
  }

  private int index(int rank, int slot) {
    return slot >>> SHIFT == 0 ? (rank << SHIFT) + slot : furtherIndex(rank, slot);
  }

  private int furtherIndex(int rank, int slot) {
    return slot == SCRATCH ? scratch : moreStart[rank] + slot - (1 << SHIFT);
  }

  /** Whether there is room for a slot; without it is empty. */
  private boolean hasRoom(int rank, int slot) {
    return slot >>> SHIFT == 0 || (moreSize.length > 0 && slot - (1 << SHIFT) < moreSize[rank]);
  }

  /** The word of the scratch slot, which becomes empty; when it ends for followers is at hand. */
  public long takeScratch() {
    long word = words[scratch];
    words[scratch] = EMPTY;
    if (followers != null && complete(word)) {
      followers.handEnd(scratch);
    }
    return word;
  }

  /** What the request follows from that completed in the scratch slot. */
  public int takeScratchCause() {
    return takeCause(scratch);
  }

  /** When the partner of what completed in the scratch slot came to its side, as kept. */
  public long scratchPartnerPs() {
    return observed ? partnerPs[scratch] : 0;
  }

  /** The state of a slot, for comparing with {@link #EMPTY} and the methods below. */
  public long word(int rank, int slot) {
    return hasRoom(rank, slot) ? words[index(rank, slot)] : EMPTY;
  }

  public static boolean complete(long word) {
    return word >= 0;
  }

  public static boolean pending(long word) {
    return word < 0 && word != EMPTY;
  }

  /** Whether the rank is blocked in an op that waits for the slot, and perhaps for others. */
  public static boolean awaited(long word) {
    return pending(word) && (word & (WAITED | CANDIDATE)) != 0;
  }

  /** {@link #RECEIVE}, {@link #SEND} or another of their kind, of a pending slot. */
  public static int kind(long word) {
    return (int) (word >>> KIND_SHIFT) & 7;
  }

  /** The receive, message, collective call or other entry of a pending slot. */
  public static int entry(long word) {
    return (int) word;
  }

  /** Whether a slot is a low one with nothing in it, certainly not a persistent request. */
  public boolean isUnused(int rank, int slot) {
    return slot >>> SHIFT == 0 && words[(rank << SHIFT) + slot] == EMPTY && templates.length == 0;
  }

  /** Makes room for a slot. The caller has checked that it is 0 to {@link #MOST_SLOTS} - 1. */
  public void reserve(int rank, int slot) {
    if (!hasRoom(rank, slot)) {
      grow(rank, slot);
    }
  }

  /**
   * Makes a slot complete, which has never been pending; there is room for it. When it completes
   * for followers is at hand.
   */
  public void setComplete(int rank, int slot, int kind, long timePs, long partner, int after) {
    int index = index(rank, slot);
    words[index] = timePs;
    if (observed) {
      keep(rank, index, kind, timePs, partner, after);
    }
    if (followers != null) {
      followers.completes(index);
    }
  }

  /** Makes a slot pending; there is room for it. */
  public void setPending(int rank, int slot, int kind, int entry) {
    words[index(rank, slot)] = EMPTY | (long) kind << KIND_SHIFT | entry;
  }

  public void setEmpty(int rank, int slot) {
    words[index(rank, slot)] = EMPTY;
  }

  /** When the partner of a completed request came to its side, 0 when nobody observes. */
  long partnerPs(int rank, int slot) {
    return observed ? partnerPs[index(rank, slot)] : 0;
  }

  /** Of what kind a completed request is, as {@link #SEND}; 0 when nobody observes. */
  public int completedKind(int rank, int slot) {
    return observed ? kinds[index(rank, slot)] : 0;
  }

  /**
   * The end of what a slot, {@link #BLOCKING} or nobody waits for is known; that of followers is at
   * hand.
   */
  public void completes(int rank, int slot, long timePs, long partner, int after) {
    if (slot < 0) {
      if (slot == BLOCKING) {
        ranks.partEnds(rank, timePs, partner, after);
      } else if (slot <= STEP) {
        steps.completes(slot, timePs, partner, after);
      }
      return;
    }
    int index = index(rank, slot);
    long word = words[index];
    words[index] = timePs;
    if (observed) {
      // A receive of what is there already has never been pending.
      keep(rank, index, word == EMPTY ? RECEIVE : kind(word), timePs, partner, after);
    }
    if ((word & (WAITED | CANDIDATE)) != 0) {
      completesAwaited(rank, index, word, timePs, partner, after);
    } else if (followers != null) {
      followers.completes(index);
    }
  }

  private void completesAwaited(
      int rank, int index, long word, long timePs, long partner, int after) {
    if ((word & WAITED) != 0) {
      words[index] = EMPTY;
      ranks.partEnds(rank, timePs, partner, takeCause(index));
    } else {
      choices.candidateCompletes(rank, timePs, after);
    }
  }

  /**
   * Adds a slot to what the current op of its rank waits for, and empties it when it is complete.
   */
  public void await(int rank, int slot) {
    if (!hasRoom(rank, slot)) {
      return;
    }
    int index = index(rank, slot);
    long word = words[index];
    if (word >= 0) {
      ranks.part(rank, word, partnerPs(rank, slot), takeCause(index));
      followersTake(rank, index);
      words[index] = EMPTY;
    } else if (word != EMPTY && (word & WAITED) == 0) {
      words[index] = word | WAITED;
      ranks.expect(rank);
    }
  }

  /**
   * Empties a slot that is complete, as a part of the op of its rank.
   *
   * @return when it completed, or -1 if it is not complete
   */
  public long take(int rank, int slot) {
    if (!hasRoom(rank, slot)) {
      return -1;
    }
    int index = index(rank, slot);
    long word = words[index];
    if (word < 0) {
      return -1;
    }
    words[index] = EMPTY;
    if (observed) {
      ranks.part(rank, word, partnerPs[index], takeCause(index));
    }
    followersTake(rank, index);
    return word;
  }

  /** Whether a waitany or waitsome may take what is pending in a slot; others are left as is. */
  public void candidate(int rank, int slot, boolean on) {
    long word = word(rank, slot);
    if (pending(word)) {
      words[index(rank, slot)] = on ? word | CANDIDATE : word & ~CANDIDATE;
    }
  }

  /** Template of the persistent request in a slot, 0 when there is none. */
  public int template(int rank, int slot) {
    if (templates.length == 0 || !hasRoom(rank, slot)) {
      return 0;
    }
    int index = index(rank, slot);
    return index < templates.length ? templates[index] : 0;
  }

  /** Makes a slot persistent, or with template 0 not; there is room for it. */
  public void template(int rank, int slot, int template) {
    if (templates.length < words.length) {
      templates = Arrays.copyOf(templates, words.length);
    }
    templates[index(rank, slot)] = template;
  }

  private void grow(int rank, int slot) {
    if (moreStart.length == 0) {
      moreStart = new int[ranks.size()];
      moreSize = new int[ranks.size()];
    }
    int oldStart = moreStart[rank];
    int oldSize = moreSize[rank];
    int newSize = Integer.highestOneBit(Math.max(2 * (slot - (1 << SHIFT)) + 1, 8 << SHIFT));
    int newStart = allocate(newSize);
    System.arraycopy(words, oldStart, words, newStart, oldSize);
    Arrays.fill(words, newStart + oldSize, newStart + newSize, EMPTY);
    if (observed) {
      System.arraycopy(partnerPs, oldStart, partnerPs, newStart, oldSize);
      System.arraycopy(kinds, oldStart, kinds, newStart, oldSize);
    }
    if (causes.areKept()) {
      System.arraycopy(causeOf, oldStart, causeOf, newStart, oldSize);
    }
    if (followers != null) {
      followers.moves(oldStart, newStart, oldSize);
    }
    if (templates.length > 0) {
      templates = Arrays.copyOf(templates, words.length);
      System.arraycopy(templates, oldStart, templates, newStart, oldSize);
      Arrays.fill(templates, newStart + oldSize, newStart + newSize, 0);
    }
    moreStart[rank] = newStart;
    moreSize[rank] = newSize;
    if (oldSize > 0) {
      int list = Integer.numberOfTrailingZeros(oldSize);
      words[oldStart] = freeBlocks[list];
      freeBlocks[list] = oldStart;
    }
  }

  private int allocate(int blockSize) {
    int list = Integer.numberOfTrailingZeros(blockSize);
    int block = freeBlocks[list];
    if (block >= 0) {
      freeBlocks[list] = (int) words[block];
      return block;
    }
    if (used > MOST_WORDS - blockSize) {
      throw new InputException(
          "the ranks use more than "
              + used
              + " request slots together, the engine's limit; reuse slots once their requests have"
              + " completed");
    }
    block = used;
    used += blockSize;
    if (used > words.length) {
      int capacity = (int) Math.min(MOST_WORDS, Math.max(used, words.length * 3L / 2));
      words = Arrays.copyOf(words, capacity);
      partnerPs = observed ? Arrays.copyOf(partnerPs, capacity) : partnerPs;
      kinds = observed ? Arrays.copyOf(kinds, capacity) : kinds;
      causeOf = causes.areKept() ? Arrays.copyOf(causeOf, capacity) : causeOf;
    }
    return block;
  }
}
