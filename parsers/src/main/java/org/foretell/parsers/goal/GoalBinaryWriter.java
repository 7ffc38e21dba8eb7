package org.foretell.parsers.goal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.foretell.trace.OpCode;
import org.foretell.trace.PendingFile;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Writes task graphs in GOAL's binary form, as LogGOPSim reads it. Memory is proportional to the
 * largest rank.
 */
public final class GoalBinaryWriter {
  private static final int BUFFER_BYTES = 1 << 16;

  private final FileChannel channel;
  private final GoalOptions options;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int highestCpu;
  private int highestNic;

  private GoalBinaryWriter(FileChannel channel, GoalOptions options) {
    this.channel = channel;
    this.options = options;
  }

  /**
   * Writes a file, which gets its name once it is complete.
   *
   * @param source of task graphs
   * @param target replaced whole, or not at all
   * @param options with the unit of time
   * @throws TraceException if the trace consists of sequences, GOAL cannot express it, or the file
   *     cannot be written
   */
  public static void write(TraceSource source, Path target, GoalOptions options) {
    GoalTextWriter.requireGraphs(source);
    PendingFile file = new PendingFile(target);
    try {
      try {
        try (FileChannel channel =
            FileChannel.open(
                file.temporary(), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
          new GoalBinaryWriter(channel, options).write(source);
        }
        file.commit();
      } finally {
        file.discard();
      }
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }

  private void write(TraceSource source) throws IOException {
    int ranks = source.info().ranks();
    long[] bounds = new long[2 * ranks];
    channel.position(GoalBinary.TABLE + (long) GoalBinary.TABLE_ENTRY * ranks);
    for (int rank = 0; rank < ranks; rank++) {
      bounds[2 * rank] = channel.position() - GoalBinary.BASE;
      block(rank, source.graph(rank));
      flush();
      bounds[2 * rank + 1] = channel.position() - GoalBinary.BASE;
    }
    channel.position(0);
    buffer.putLong(GoalBinary.MAGIC).putInt(ranks).put((byte) highestCpu).put((byte) highestNic);
    for (long bound : bounds) {
      room(Long.BYTES).putLong(bound);
    }
    flush();
  }

  private void block(int rank, TaskGraph graph) throws IOException {
    int roots = 0;
    for (int task = 0; task < graph.tasks(); task++) {
      roots += graph.dependencies(task) == 0 ? 1 : 0;
    }
    room(2 * Integer.BYTES).putInt(graph.tasks()).putInt(roots);
    for (int task = 0; task < graph.tasks(); task++) {
      if (graph.dependencies(task) == 0) {
        room(Integer.BYTES).putInt(task);
      }
    }
    for (int task = 0; task < graph.tasks(); task++) {
      node(rank, graph, task);
    }
    for (int i = 0; i < graph.edges(); i++) {
      room(Integer.BYTES).putInt(graph.successor(i));
    }
  }

  private void node(int rank, TaskGraph graph, int task) throws IOException {
    GoalTextWriter.requireCpus(graph, rank, task);
    OpCode code = graph.code(task);
    boolean calc = code == OpCode.COMPUTE;
    long amount = graph.amount(task);
    int afterFinish = graph.firstAfterFinish(task);
    int afterStart = graph.firstAfterStart(task);
    highestCpu = Math.max(highestCpu, graph.stream(task));
    highestNic = Math.max(highestNic, graph.nic(task));
    room(GoalBinary.NODE_BYTES)
        .putInt(graph.dependencies(task))
        .put(
            (byte)
                (calc ? GoalBinary.CALC : code == OpCode.SEND ? GoalBinary.SEND : GoalBinary.RECV))
        .putInt(graph.peer(task))
        .putLong(calc ? options.units(amount, rank, task) : amount)
        .putInt(graph.tag(task))
        .put((byte) graph.stream(task))
        .put((byte) graph.nic(task))
        .putInt(afterStart - afterFinish)
        .putInt(afterFinish)
        .putInt(graph.endAfterStart(task) - afterStart)
        .putInt(afterStart);
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (buffer.remaining() < bytes) {
      flush();
    }
    return buffer;
  }

  private void flush() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }
}
