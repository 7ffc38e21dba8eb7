package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * The variables of OpenSHMEM by which waits and updates find each other: how they are updated, by
 * whom, and how much of what updates them is one message. Found by reading each op once.
 */
public final class ShmemVariables {
  /** What is known of a variable. */
  public static final class Variable {
    private boolean isPut;
    private boolean isAtomic;
    private long least = Long.MAX_VALUE;
    private long most = 8;
    private final Map<Integer, Integer> sources = new HashMap<>();

    private static final int SEVERAL = -1;

    private void add(OpView op, int rank) {
      boolean atomic =
          switch (op.code()) {
            case SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> true;
            case SHMEM_PUT, SHMEM_PUT_NBI, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL -> false;
            case SHMEM_PUT_SIGNAL_NBI -> false;
            // Of SHMEM_UPDATE all are listed: no other op updates variables.
            default -> false;
          };
      isAtomic |= atomic;
      isPut |= !atomic;
      least = Math.min(least, op.bytes());
      most = Math.max(most, op.bytes());
      sources.merge(op.peer(), rank, (a, b) -> a.equals(b) ? a : SEVERAL);
    }

    /** Whether it is counted up, whoever does so; otherwise each source has a place of its own. */
    boolean isCounted() {
      return isAtomic;
    }

    /** Whether both kinds of updates come to it. */
    boolean isMixed() {
      return isAtomic && isPut;
    }

    /** Bytes of the value that is waited for: 4 or 8, or 0 if there is no type for it. */
    int width() {
      return least >= 8 ? 8 : least >= 4 ? 4 : 0;
    }

    /** The rank that updates it at a target: only one, or -1. */
    int source(int target) {
      return sources.getOrDefault(target, 0);
    }
  }

  private final TreeMap<Long, Variable> variables = new TreeMap<>();

  /** Those of a program that has none. */
  public static ShmemVariables none() {
    return new ShmemVariables();
  }

  public static ShmemVariables of(TraceSource source) {
    ShmemVariables all = new ShmemVariables();
    OpView op = new OpView();
    for (int rank = 0; rank < source.info().ranks(); rank++) {
      try (RankCursor cursor = source.open(rank)) {
        while (cursor.next(op)) {
          if (updates(op.code()) && op.get(TAG) >= 0) {
            all.variables.computeIfAbsent(op.get(TAG), v -> new Variable()).add(op, rank);
          }
        }
      }
    }
    return all;
  }

  private static boolean updates(OpCode code) {
    return code.family() == OpCode.Family.SHMEM
        && code.has(TAG)
        && code.has(PEER)
        && code != OpCode.SHMEM_POLL;
  }

  /** A variable; one that nobody updates is as good as any. */
  public Variable get(long variable) {
    return variables.getOrDefault(variable, new Variable());
  }

  /** One more than the greatest. */
  public int count() {
    return variables.isEmpty() ? 0 : Math.toIntExact(variables.lastKey() + 1);
  }

  /** Bytes of a place of each variable, a multiple of 8. */
  public long[] rooms() {
    long[] rooms = new long[count()];
    Arrays.fill(rooms, 8);
    variables.forEach((v, of) -> rooms[v.intValue()] = (of.most + 7) / 8 * 8);
    return rooms;
  }
}
