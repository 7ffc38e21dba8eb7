package org.foretell.parsers.goal;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads GOAL's binary form, as {@code txt2bin} writes it. Every number is checked before use:
 * offsets and counts against the file, peers, indices of operations, and the counts of dependencies
 * against the actual dependencies. Memory is proportional to the largest rank, plus up to 64 MiB of
 * graphs for finding ranks that share one.
 */
public final class GoalBinaryReader {
  private GoalBinaryReader() {}

  /**
   * {@return whether a file starts with one of the format's magic numbers; false if it cannot be
   * read}
   *
   * @param file the file
   */
  public static boolean recognises(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer start = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      while (start.hasRemaining()) {
        if (channel.read(start) < 0) {
          return false;
        }
      }
      return start.getLong(0) == GoalBinary.MAGIC || start.getLong(0) == GoalBinary.CONSUMED;
    } catch (IOException e) {
      return false; // whoever opens it then says what is wrong
    }
  }

  /**
   * Reads a schedule.
   *
   * @param file the file
   * @param options with the unit of time
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if the file cannot be read or is wrong; the sink has then not been ended
   */
  public static void read(Path file, GoalOptions options, TraceSink sink) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      read(new GoalBinaryFile(channel, file), options, sink);
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }

  private static void read(GoalBinaryFile file, GoalOptions options, TraceSink sink)
      throws IOException {
    int ranks = ranks(file);
    int highestCpu = file.u8();
    int highestNic = file.u8();
    long[] bounds = bounds(file, ranks);
    sink.begin(new TraceInfo("", ranks, "GOAL binary", 0, List.of()));
    SharedGraphs graphs = new SharedGraphs(sink, ranks);
    GoalBlock block = new GoalBlock(file, options, ranks, highestCpu, highestNic, graphs);
    for (int rank = 0; rank < ranks; rank++) {
      block.read(rank, bounds[2 * rank], bounds[2 * rank + 1]);
    }
    graphs.flush();
    sink.end();
  }

  private static int ranks(GoalBinaryFile file) throws IOException {
    file.seek(0);
    if (file.length() < Long.BYTES) {
      throw file.wrong(
          0, "expected GOAL's magic number, found a file of " + file.length() + " bytes");
    }
    long magic = file.u64();
    if (magic == GoalBinary.CONSUMED) {
      throw file.wrong(
          0,
          "expected a fresh schedule (magic "
              + GoalBinary.MAGIC
              + "), found one that was used up (magic "
              + GoalBinary.CONSUMED
              + "): a run of LogGOPSim with --save-mem counts the dependencies down in the file"
              + " itself; make it again from the text with txt2bin");
    }
    if (magic != GoalBinary.MAGIC) {
      throw file.wrong(
          0,
          "expected the magic number "
              + GoalBinary.MAGIC
              + " of GOAL's binary form, found "
              + Long.toUnsignedString(magic));
    }
    if (file.length() < GoalBinary.TABLE) {
      throw file.wrong(0, "expected a header of " + GoalBinary.TABLE + " bytes, found the end");
    }
    long ranks = file.u32();
    if (ranks < 1 || ranks > TraceInfo.MAX_RANKS) {
      throw file.wrong(
          GoalBinary.BASE, "expected 1 to " + TraceInfo.MAX_RANKS + " ranks, found " + ranks);
    }
    return (int) ranks;
  }

  /** Starts and ends of the ranks' blocks, as offsets in the file. */
  private static long[] bounds(GoalBinaryFile file, int ranks) throws IOException {
    long end = GoalBinary.TABLE + (long) GoalBinary.TABLE_ENTRY * ranks;
    if (end > file.length()) {
      throw file.wrong(
          GoalBinary.BASE,
          "expected a table of "
              + ranks
              + " ranks up to byte "
              + end
              + ", found a file of "
              + file.length()
              + " bytes; it is cut off, or the number of ranks is wrong");
    }
    file.seek(GoalBinary.TABLE);
    long[] bounds = new long[2 * ranks];
    long most = file.length() - GoalBinary.BASE;
    for (int rank = 0; rank < ranks; rank++) {
      long at = file.position();
      long start = file.u64();
      long stop = file.u64();
      if (start < end - GoalBinary.BASE || stop < start || stop > most) {
        throw file.wrong(
            at,
            "expected the block of rank "
                + rank
                + " inside the file (offsets "
                + (end - GoalBinary.BASE)
                + " to "
                + most
                + "), found it from "
                + Long.toUnsignedString(start)
                + " to "
                + Long.toUnsignedString(stop)
                + "; the file is cut off or damaged");
      }
      bounds[2 * rank] = start + GoalBinary.BASE;
      bounds[2 * rank + 1] = stop + GoalBinary.BASE;
    }
    requireWhole(file, bounds, end);
    return bounds;
  }

  /** Checks that each byte behind the table is in the block of one rank. */
  private static void requireWhole(GoalBinaryFile file, long[] bounds, long from) {
    long at = from;
    for (int rank : inOrderOfBlocks(bounds)) {
      long start = bounds[2 * rank];
      if (start < at) {
        throw file.wrong(
            start,
            "expected blocks that do not overlap, found that of rank "
                + rank
                + " in that of another rank, which ends at byte "
                + at
                + "; the file is damaged");
      }
      if (start > at) {
        throw file.wrong(
            at,
            "expected the block of a rank right behind that of another, found "
                + (start - at)
                + " bytes of no rank before that of rank "
                + rank
                + "; the file is damaged, make it again from the text with txt2bin");
      }
      at = bounds[2 * rank + 1];
    }
    if (at < file.length()) {
      throw file.wrong(
          at,
          "expected the end of the file after the blocks of all ranks, found "
              + (file.length() - at)
              + " more bytes; the file is damaged, or several were joined");
    }
  }

  private static int[] inOrderOfBlocks(long[] bounds) {
    int[] ranks = IntStream.range(0, bounds.length / 2).toArray();
    boolean isInOrder = true;
    for (int rank = 1; isInOrder && rank < ranks.length; rank++) {
      isInOrder = bounds[2 * rank] >= bounds[2 * rank - 2];
    }
    if (!isInOrder) {
      IntArrays.stableSort(ranks, (a, b) -> Long.compare(bounds[2 * a], bounds[2 * b]));
    }
    return ranks;
  }
}
