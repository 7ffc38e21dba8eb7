package org.foretell.engine.state;

import org.foretell.result.InputException;
import org.foretell.result.Problem;
import org.foretell.result.UnsupportedOps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/** Ops that the engine does not replay: those on files, where there is no file system. */
public final class Unsupported {
  private static final OpCode[] CODES = OpCode.values();

  private final UnsupportedOps policy;
  private final long[] counts = new long[CODES.length];
  private final long[] firstRanks = new long[CODES.length];
  private final long[] firstOperations = new long[CODES.length];

  public Unsupported(UnsupportedOps policy) {
    this.policy = policy;
  }

  /** Counts an op that takes no time, or refuses it. */
  public void pass(int rank, long operation, OpView op) {
    if (policy == UnsupportedOps.REFUSE) {
      throw new InputException(
          "rank "
              + rank
              + ", op "
              + operation
              + " ("
              + op
              + "): ops on files need a file system, but the machine describes none; add"
              + " \"fileSystem\" to its file (docs/machine-format.md), or let these ops take no"
              + " time: set unsupported to pass (in sim: --unsupported pass)");
    }
    int code = op.code().ordinal();
    if (counts[code]++ == 0) {
      firstRanks[code] = rank;
      firstOperations[code] = operation;
    }
  }

  /** Notes a problem for each op code that was passed over. */
  public void report(ProblemLog problems) {
    for (int code = 0; code < counts.length; code++) {
      if (counts[code] > 0) {
        problems.add(
            Problem.Kind.PASSED_OPERATION,
            counts[code]
                + " ops of the kind "
                + CODES[code].name().toLowerCase(java.util.Locale.ROOT)
                + " took no time since the machine has no file system, the first of them {0}",
            firstRanks[code],
            firstOperations[code]);
        problems.count(Problem.Kind.PASSED_OPERATION, counts[code] - 1);
      }
    }
  }
}
