package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Waits take the updates that they depend on. Random programs write places in the ways that
 * programs do; which updates each wait needs is found by trying from what really happened to the
 * place, also the stores of its own rank, which no file tells.
 */
class WaitOracleTest {
  private static final int PROGRAMS = 400;
  private static final long START = 1_000_000;
  private static final String P = "shmem_long_p";
  private static final String SIGNAL = "shmem_put_signal";
  private static final String SET = "shmem_long_atomic_set";
  private static final String ADD = "shmem_long_atomic_add";
  private static final String WAIT = "shmem_long_wait_until";
  private static final int EQ = 0;
  private static final int NE = 1;
  private static final int GT = 2;
  private static final int GE = 5;

  @TempDir private Path folder;

  /** How a program uses a place. */
  private enum Use {
    /** Values rise, as the number of a round does. */
    RISING,
    /** Values in any order, none of them twice. */
    VALUES,
    /** Set to 1, and to 0 again by the rank that waits for it. */
    FLAG,
    /** Something other than 0, taken out by the rank that waits for it. */
    MAILBOX,
    /** Additions that go on. */
    COUNTER,
    /** Additions up to a number, and to 0 again by the rank that waits for it. */
    EPOCHS
  }

  @Test
  void waitsTakeTheUpdatesThatTheyDependOn() {
    int waits = 0;
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Use use = Use.values()[seed % Use.values().length];
      Path run = folder.resolve("program" + seed);
      List<Integer> expected = new Program(use, new Random(seed)).write(run);
      MemoryTrace.Builder trace = MemoryTrace.builder();
      RawTraceReader.read(run, RawOptions.DEFAULT, trace);
      assertThat(taken(trace.build())).as("seed %d, %s", seed, use).isEqualTo(expected);
      waits += expected.size();
    }
    assertThat(waits).isGreaterThan(10 * PROGRAMS);
  }

  private static List<Integer> taken(MemoryTrace trace) {
    List<Integer> counts = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = trace.open(0)) {
      while (cursor.next(op)) {
        if (op.code() == OpCode.SHMEM_WAIT_UNTIL) {
          counts.add((int) op.get(OpField.COUNT));
        }
      }
    }
    return counts;
  }

  /** A change of the place, by an update or by a store of its own rank. */
  private record Change(long arrival, boolean isUpdate, boolean adds, long operand) {
    long after(long before) {
      return adds ? before + operand : operand;
    }
  }

  /**
   * Rank 0 waits for what the others write. A counter does not begin with so few additions that
   * those under way could be taken for all since it was reset.
   */
  private static final class Program {
    private final Random random;
    private final Use use;
    private final List<RawRank> files = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private final List<Integer> expected = new ArrayList<>();
    private long[] last;
    private long time = START;
    private long ready = START;
    private int taken;
    private long operand;

    Program(Use use, Random random) {
      this.use = use;
      this.random = random;
      int ranks = 2 + random.nextInt(3);
      last = new long[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        RawRank file =
            new RawRank(77, rank, ranks)
                .flags(2 | 8)
                .function(P, "shmem_p", "peer", "segment", "offset", "bytes")
                .function(SIGNAL, "shmem_put_signal", "peer", "segment", "offset", "bytes")
                .function(SET, "shmem_atomic", "peer", "segment", "offset", "bytes")
                .function(ADD, "shmem_atomic", "peer", "segment", "offset", "bytes")
                .function(WAIT, "shmem_wait_until", "segment", "offset");
        file.segment(-1, 4096);
        files.add(file);
        last[rank] = START;
      }
    }

    List<Integer> write(Path folder) {
      for (int i = 0; i < (use == Use.COUNTER ? 5 : 1); i++) {
        update();
      }
      for (int left = 10 + random.nextInt(30); left > 0; left--) {
        boolean isReset = use == Use.FLAG || use == Use.MAILBOX || use == Use.EPOCHS;
        int more = use == Use.EPOCHS ? random.nextInt(4) : isReset ? 0 : random.nextInt(4);
        for (int i = 0; i < more; i++) {
          update();
        }
        operand = operand(1 + more);
        await();
        if (isReset) {
          // The rank stores it at once, and only then another update comes.
          changes.add(new Change(ready + 10, false, false, 0));
          time = Math.max(time, ready + 10);
          update();
        }
      }
      files.forEach(file -> file.write(folder));
      return expected;
    }

    private void update() {
      boolean adds = use == Use.COUNTER || use == Use.EPOCHS;
      long now = valueBy(Long.MAX_VALUE, Integer.MAX_VALUE);
      long value =
          switch (use) {
            case RISING -> now + 1 + random.nextInt(2);
            case VALUES -> (now * 31 + 7) % 1009;
            case FLAG, COUNTER, EPOCHS -> 1;
            case MAILBOX -> 1 + random.nextInt(9);
          };
      int source = 1 + random.nextInt(files.size() - 1);
      time += 300 + random.nextInt(2000);
      String call = adds ? ADD : List.of(P, SIGNAL, SET).get(random.nextInt(3));
      files.get(source).call(call, time - last[source], 50, 0, 0, 64, 8).wrote(64, 8, value);
      last[source] = time + 50;
      changes.add(new Change(time + 200, true, adds, value));
    }

    private int comparison = GE;

    /** What to wait for: something that holds by the last update. */
    private long operand(int updates) {
      long value = valueBy(Long.MAX_VALUE, Integer.MAX_VALUE);
      switch (use) {
        case RISING, COUNTER -> {
          comparison = random.nextBoolean() ? GE : GT;
          long least = Math.max(1, value - random.nextInt(3));
          return comparison == GE ? least : least - 1;
        }
        case VALUES, FLAG -> {
          comparison = EQ;
          return value;
        }
        case MAILBOX -> {
          comparison = NE;
          return 0;
        }
        case EPOCHS -> {
          comparison = random.nextBoolean() ? GE : EQ;
          return updates;
        }
      }
      throw new IllegalStateException();
    }

    /** A wait that begins at some time since the rank is ready, before or after what it needs. */
    private void await() {
      long start = ready + 20 + random.nextInt((int) Math.max(1, time + 1000 - ready));
      boolean held = holds(valueBy(start, Integer.MAX_VALUE));
      long end = start + 50;
      if (!held) {
        for (Change change : changes) {
          if (change.arrival() > start && holds(valueBy(change.arrival(), Integer.MAX_VALUE))) {
            end = change.arrival() + 50;
            break;
          }
        }
      }
      int needed = taken;
      if (held) {
        while (!holds(valueBy(start, needed))) {
          needed++;
        }
      } else {
        needed = updatesBy(end - 50);
      }
      expected.add(needed - taken);
      taken = needed;
      files
          .get(0)
          .call(WAIT, start - last[0], end - start, 0, 64)
          .value(
              comparison,
              operand,
              valueBy(start, Integer.MAX_VALUE),
              valueBy(end, Integer.MAX_VALUE));
      last[0] = end;
      ready = end;
    }

    private boolean holds(long value) {
      return switch (comparison) {
        case EQ -> value == operand;
        case NE -> value != operand;
        case GT -> value > operand;
        default -> value >= operand;
      };
    }

    private int updatesBy(long when) {
      return (int)
          changes.stream().filter(change -> change.isUpdate() && change.arrival() <= when).count();
    }

    /** What the place would hold at a time if only so many updates had come. */
    private long valueBy(long when, int updates) {
      long value = 0;
      int come = 0;
      for (Change change : changes) {
        boolean happens = change.arrival() <= when && (!change.isUpdate() || come++ < updates);
        value = happens ? change.after(value) : value;
      }
      return value;
    }
  }
}
