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
 * Random programs of puts, additions and waits, as they ran in some order of time: with the updates
 * that waits were found to take they come to their end, whatever the order in which ranks go on.
 */
class RandomWaitsTest {
  private static final int PROGRAMS = 60;
  private static final long START = 1_000_000;
  private static final String P = "shmem_long_p";
  private static final String ADD = "shmem_long_atomic_add";
  private static final String WAIT = "shmem_long_wait_until";

  @TempDir private Path folder;

  @Test
  void waitsFindWhatTheyNeed() {
    for (int seed = 0; seed < PROGRAMS; seed++) {
      Path run = folder.resolve("program" + seed);
      int waits = new RandomProgram(new Random(seed)).write(run);
      MemoryTrace.Builder trace = MemoryTrace.builder();
      RawTraceReader.read(run, RawOptions.DEFAULT, trace);
      MemoryTrace read = trace.build();
      assertThat(replayed(read, false)).as("seed %d, lower ranks first", seed).isEqualTo(waits);
      assertThat(replayed(read, true)).as("seed %d, higher ranks first", seed).isEqualTo(waits);
    }
  }

  /** How many waits end if updates arrive at once. */
  private static int replayed(MemoryTrace trace, boolean backwards) {
    int ranks = trace.info().ranks();
    long[][] updates = new long[ranks][64];
    List<RankCursor> cursors = new ArrayList<>();
    List<OpView> ops = new ArrayList<>();
    boolean[] isBlocked = new boolean[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      cursors.add(trace.open(rank));
      ops.add(new OpView());
    }
    int ended = 0;
    boolean goesOn = true;
    while (goesOn) {
      goesOn = false;
      for (int i = 0; i < ranks; i++) {
        int rank = backwards ? ranks - 1 - i : i;
        OpView op = ops.get(rank);
        while (isBlocked[rank] || cursors.get(rank).next(op)) {
          isBlocked[rank] = op.code() == OpCode.SHMEM_WAIT_UNTIL;
          if (isBlocked[rank]) {
            int variable = (int) op.get(OpField.TAG);
            if (updates[rank][variable] < op.get(OpField.COUNT)) {
              break;
            }
            updates[rank][variable] -= op.get(OpField.COUNT);
            isBlocked[rank] = false;
            ended++;
          } else if (op.code().has(OpField.VARIABLES) && op.get(OpField.TAG) >= 0) {
            updates[(int) op.get(OpField.PEER)][(int) op.get(OpField.TAG)]++;
          }
          goesOn = true;
        }
      }
    }
    cursors.forEach(RankCursor::close);
    return ended;
  }

  /** What happened to a place, in the order of time. */
  private record Change(long time, long value) {}

  private static final class RandomProgram {
    private final Random random;
    private final int ranks;
    private final boolean[] adds;
    private final long[] last;
    private final List<RawRank> files = new ArrayList<>();
    private final List<List<Change>> changes = new ArrayList<>();
    private long time = START;

    RandomProgram(Random random) {
      this.random = random;
      ranks = 2 + random.nextInt(5);
      adds = new boolean[1 + random.nextInt(3)];
      last = new long[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        RawRank file =
            new RawRank(77, rank, ranks)
                .flags(2 | 8)
                .function(P, "shmem_p", "peer", "segment", "offset", "bytes")
                .function(ADD, "shmem_atomic", "peer", "segment", "offset", "bytes")
                .function(WAIT, "shmem_wait_until", "segment", "offset");
        file.segment(-1, 4096);
        files.add(file);
        last[rank] = START;
        for (int place = 0; place < adds.length; place++) {
          changes.add(new ArrayList<>(List.of(new Change(0, 0))));
        }
      }
      for (int place = 0; place < adds.length; place++) {
        adds[place] = random.nextBoolean();
      }
    }

    /** Returns the number of waits. */
    int write(Path folder) {
      int waits = 0;
      for (int left = 20 + random.nextInt(100); left > 0; left--) {
        time += 300 + random.nextInt(2000);
        int rank = random.nextInt(ranks);
        int place = random.nextInt(adds.length);
        if (random.nextInt(3) == 0) {
          await(rank, place);
          waits++;
        } else {
          update(rank, random.nextInt(ranks), place);
        }
      }
      files.forEach(file -> file.write(folder));
      return waits;
    }

    private List<Change> of(int rank, int place) {
      return changes.get(rank * adds.length + place);
    }

    private long valueAt(int rank, int place, long when) {
      long value = 0;
      for (Change change : of(rank, place)) {
        value = change.time() <= when ? change.value() : value;
      }
      return value;
    }

    private void update(int rank, int target, int place) {
      long before = valueAt(target, place, Long.MAX_VALUE);
      long operand = adds[place] ? 1 + random.nextInt(2) : random.nextInt(5);
      files
          .get(rank)
          .call(adds[place] ? ADD : P, time - last[rank], 50, target, 0, 8 * place, 8)
          .wrote(8L * place, 8, operand);
      last[rank] = time + 50;
      of(target, place).add(new Change(time + 200, adds[place] ? before + operand : operand));
    }

    private void await(int rank, int place) {
      long start = Math.max(last[rank], time - random.nextInt(5000));
      long end = time + 250;
      long after = valueAt(rank, place, end);
      int comparison = adds[place] ? 5 : List.of(0, 1, 5).get(random.nextInt(3));
      long operand = comparison == 1 ? after + 1 : after;
      files
          .get(rank)
          .call(WAIT, start - last[rank], end - start, 0, 8 * place)
          .value(comparison, operand, valueAt(rank, place, start), after);
      last[rank] = end;
      time = end;
    }
  }
}
