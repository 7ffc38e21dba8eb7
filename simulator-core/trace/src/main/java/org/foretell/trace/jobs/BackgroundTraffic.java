package org.foretell.trace.jobs;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * Traffic of other users: each rank writes messages of one size to other ranks, one in each period,
 * for ever, or for a number of messages. Writes are one-sided (SHMEM_PUT_NBI), so that no rank
 * waits for another; after every {@link #UNDER_WAY} of them a rank waits until they are complete,
 * so that a network that carries less than offered slows the traffic down instead of filling the
 * memory.
 *
 * <p>The periods of the ranks begin at random times. A rank that waited does not make up for lost
 * periods: the stated rate is the most it offers.
 */
public final class BackgroundTraffic implements TraceSource {
  /** How many messages a rank has under way at most. */
  public static final int UNDER_WAY = 16;

  private final Pattern pattern;
  private final int ranks;
  private final long bytes;
  private final long periodPs;
  private final long messages;
  private final long seed;

  /** To whom the ranks write. */
  public enum Pattern {
    /** Each message to another rank, all equally likely. */
    UNIFORM {
      @Override
      int target(int rank, int ranks, Random random) {
        int other = random.nextInt(ranks - 1);
        return other < rank ? other : other + 1;
      }
    },
    /** All messages of a rank to the rank half of all ranks further. */
    PERMUTATION {
      @Override
      int target(int rank, int ranks, Random random) {
        return (rank + ranks / 2) % ranks;
      }
    },
    /** All messages to rank 0, which writes none. */
    INCAST {
      @Override
      int target(int rank, int ranks, Random random) {
        return 0;
      }
    };

    abstract int target(int rank, int ranks, Random random);

    /** {@return the name in options} */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Describes the traffic.
   *
   * @param pattern to whom
   * @param ranks how many, at least 2
   * @param bytes of a message, at least 1
   * @param periodPs time between the starts of two messages of a rank, at least 1
   * @param messages the most that a rank writes, at least 1
   * @param seed of the targets and of the first periods
   */
  public BackgroundTraffic(
      Pattern pattern, int ranks, long bytes, long periodPs, long messages, long seed) {
    if (ranks < 2 || bytes < 1 || periodPs < 1 || messages < 1) {
      throw new IllegalArgumentException(
          "background traffic needs 2 ranks, and at least 1 byte, 1 ps and 1 message; has %d, %d, %d, %d"
              .formatted(ranks, bytes, periodPs, messages));
    }
    this.pattern = pattern;
    this.ranks = ranks;
    this.bytes = bytes;
    this.periodPs = periodPs;
    this.messages = messages;
    this.seed = seed;
  }

  @Override
  public TraceInfo info() {
    return TraceInfo.ofRanks(ranks);
  }

  @Override
  public TraceTables tables() {
    return TraceTables.EMPTY;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.SHMEM, Capability.UNORDERED_SHMEM);
  }

  @Override
  public OptionalLong operations() {
    return OptionalLong.empty();
  }

  @Override
  public OptionalInt requestSlots() {
    return OptionalInt.of(0);
  }

  @Override
  public RankCursor open(int rank) {
    return new Messages(rank);
  }

  /**
   * Always fails: the messages are made as they are replayed.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void describe(TraceSink sink) {
    throw new UnsupportedOperationException("background traffic is for a replay, not for a file");
  }

  @Override
  public void close() {}

  private final class Messages implements RankCursor {
    private final int rank;
    private final Random random;
    private long written;
    private long delivered;
    private boolean isPause = true;
    private boolean isComplete = true;

    Messages(int rank) {
      this.rank = rank;
      random = new Random(seed * 31 + rank);
    }

    @Override
    public boolean next(OpView view) {
      if (written == messages || (pattern == Pattern.INCAST && rank == 0)) {
        return false;
      }
      delivered++;
      if (isPause) {
        isPause = false;
        long pausePs = written == 0 ? (long) (random.nextDouble() * periodPs) : periodPs;
        view.reset(OpCode.ELAPSE).set(OpField.DURATION_PS, pausePs);
      } else if (!isComplete && written % UNDER_WAY == 0) {
        isComplete = true;
        view.reset(OpCode.SHMEM_QUIET);
      } else {
        isComplete = false;
        isPause = true;
        written++;
        view.reset(OpCode.SHMEM_PUT_NBI)
            .set(OpField.PEER, pattern.target(rank, ranks, random))
            .set(OpField.BYTES, bytes);
      }
      return true;
    }

    @Override
    public long delivered() {
      return delivered;
    }

    @Override
    public void close() {}
  }
}
