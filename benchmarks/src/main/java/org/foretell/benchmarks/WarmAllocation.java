package org.foretell.benchmarks;

import java.lang.management.ManagementFactory;
import org.foretell.observe.ProgressListener;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Counts what a simulation allocates in its second half, when everything has its size. */
@State(Scope.Thread)
@AuxCounters(AuxCounters.Type.EVENTS)
public class WarmAllocation implements ProgressListener {
  static final long EVERY_OPS = 1 << 16;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bytes allocated in the second halves of all simulations of an iteration. */
  public long warmBytes;

  private long allocatedAtHalf;
  private long allocatedLast;

  /** Starts to count. */
  @Setup(Level.Iteration)
  public void reset() {
    warmBytes = 0;
  }

  @Override
  public void progress(long timePs, long operations, long totalOperations) {
    if (operations < totalOperations / 2) {
      allocatedAtHalf = 0;
      return;
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    if (allocatedAtHalf == 0) {
      allocatedAtHalf = allocated;
    } else {
      warmBytes += allocated - allocatedLast;
    }
    allocatedLast = allocated;
  }
}
