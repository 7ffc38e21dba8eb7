package org.foretell.benchmarks;

import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import org.foretell.machine.Placement;
import org.foretell.observe.Statistics;
import org.foretell.trace.OpCode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the statistics cost: the callbacks of a halo exchange, without the simulation. The worst
 * order for caches, one op of each rank in turn.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class StatisticsBenchmark {
  private static final int OPS = 11;
  private static final int OPS_PER_INVOCATION = 1024 * OPS;
  private static final int RANKS_PER_NODE = 16;

  /** Number of ranks. */
  @Param({"1024", "16384"})
  public int ranks;

  /** Whether the communication matrix is gathered. */
  @Param({"false", "true"})
  public boolean matrix;

  private Statistics statistics;
  private int rank;
  private long nowPs;

  /** Starts new statistics. */
  @Setup
  public void start() {
    int[] nodes = new int[ranks];
    int[] cores = new int[ranks];
    for (int r = 0; r < ranks; r++) {
      nodes[r] = r / RANKS_PER_NODE;
      cores[r] = r % RANKS_PER_NODE;
    }
    Placement placement = new Placement("block", nodes, cores);
    statistics =
        matrix
            ? new Statistics(placement, EnumSet.allOf(Statistics.Part.class))
            : new Statistics(placement);
    statistics.begin(ranks);
  }

  /** One iteration of 1,024 ranks, neighbours in numbering: ops observed per second. */
  @Benchmark
  @OperationsPerInvocation(OPS_PER_INVOCATION)
  public Statistics halo() {
    for (int op = 0; op < OPS; op++) {
      nowPs += 10;
      for (int i = 0; i < 1024; i++) {
        observe(op, (rank + i) % ranks);
      }
    }
    rank = (rank + 1024) % ranks;
    return statistics;
  }

  private void observe(int op, int r) {
    int peer = (r + (op % 2 == 0 ? 1 : 128)) % ranks;
    if (op < 4) {
      statistics.op(r, OpCode.IRECV, 1, peer, 0, 1024, nowPs, 0, nowPs);
    } else if (op < 8) {
      statistics.op(r, OpCode.ISEND, 2, peer, 0, 1024, nowPs, 0, nowPs + 1);
      statistics.message(r, peer, op, 1024, nowPs, nowPs, nowPs + 1);
    } else if (op == 8) {
      statistics.op(r, OpCode.WAITALL, 3, -3, 0, 0, nowPs, 2, nowPs + 5);
    } else if (op == 9) {
      statistics.compute(r, OpCode.COMPUTE, 4, nowPs, nowPs + 8);
    } else {
      statistics.op(r, OpCode.ALLREDUCE, 5, -3, 0, 8, nowPs, 3, nowPs + 7);
    }
  }
}
