package org.foretell.workload.job;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** What a job does while it runs. */
public sealed interface JobWork {
  /**
   * It takes a time, whatever the machine.
   *
   * @param lastsNs nanoseconds, at least 0
   */
  record Delay(long lastsNs) implements JobWork {
    /** Checks the time. */
    public Delay {
      if (lastsNs < 0) {
        throw new IllegalArgumentException("a job cannot take " + lastsNs + " ns");
      }
    }
  }

  /**
   * It runs a program whose trace is replayed on the nodes.
   *
   * @param trace a file or folder of any known format
   * @param ranksPerNode the most ranks on a node; empty for one on each core
   */
  record Replay(Path trace, OptionalInt ranksPerNode) implements JobWork {
    /** Checks that there is a trace. */
    public Replay {
      Objects.requireNonNull(trace, "trace");
      Objects.requireNonNull(ranksPerNode, "ranksPerNode");
    }
  }

  /**
   * It computes and communicates evenly until the slowest of its nodes and interfaces is done:
   * Batsim's parallel tasks.
   *
   * @param flops of the node that computes most, at least 0
   * @param bytes that pass through the interface of the node with most, in one direction, at least
   *     0
   */
  record Parallel(double flops, double bytes) implements JobWork {
    /** Checks the amounts. */
    public Parallel {
      if (!(flops >= 0) || !(bytes >= 0) || Double.isInfinite(flops + bytes)) {
        throw new IllegalArgumentException(
            "a job cannot have " + flops + " flop and " + bytes + " bytes");
      }
    }
  }

  /**
   * It does one thing after the other.
   *
   * @param steps none of them a replay
   */
  record Sequence(List<JobWork> steps) implements JobWork {
    /** Copies the list. */
    public Sequence {
      steps = List.copyOf(steps);
      if (steps.stream().anyMatch(Replay.class::isInstance)) {
        throw new IllegalArgumentException("a sequence cannot hold a replay");
      }
    }
  }
}
