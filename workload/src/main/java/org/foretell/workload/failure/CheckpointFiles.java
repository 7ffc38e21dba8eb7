package org.foretell.workload.failure;

import org.foretell.Foretell;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.report.RunResult;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.store.MemoryTrace;

/** How long checkpoints take on a machine's file system: a replay in which each node has a file. */
public final class CheckpointFiles {
  private static final long FILE = 1;

  private CheckpointFiles() {}

  /**
   * Replays the writing, or the reading, of a checkpoint: each node opens a file of its own, writes
   * or reads it, and closes it.
   *
   * @param machine with a file system
   * @param nodes that take part, at least 1
   * @param bytesOfNode size of the file of each, at least 1
   * @param writes whether they write; otherwise they read
   * @return seconds until the last node is done
   * @throws ForetellException if the machine has no file system, or too few nodes
   */
  public static double seconds(Machine machine, int nodes, long bytesOfNode, boolean writes) {
    if (machine.fileSystem().isEmpty()) {
      throw ForetellException.badInput(
          "machine "
              + machine.name()
              + " has no file system, so the time of a checkpoint does not follow from its bytes;"
              + " state the time, or give the machine file a fileSystem");
    }
    MemoryTrace.Builder trace = MemoryTrace.builder();
    trace.begin(TraceInfo.ofRanks(nodes));
    trace.beginProgram(RankSet.range(0, nodes - 1));
    OpView op = new OpView();
    trace.op(op.reset(OpCode.FILE_OPEN).set(OpField.OBJECT, FILE).set(OpField.COMMUNICATOR, 1));
    trace.op(
        op.reset(writes ? OpCode.FILE_WRITE : OpCode.FILE_READ)
            .set(OpField.OBJECT, FILE)
            .set(OpField.BYTES, bytesOfNode));
    trace.op(op.reset(OpCode.FILE_CLOSE).set(OpField.OBJECT, FILE).set(OpField.COMMUNICATOR, 1));
    trace.endProgram();
    trace.end();
    RunResult result =
        Foretell.prediction()
            .machine(machine)
            .ranksPerNode(1)
            .interval(false)
            .trace(trace.build(), "checkpoint")
            .run();
    return result.predictedSeconds();
  }
}
