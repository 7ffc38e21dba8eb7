package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;

/**
 * The streams of a rank. Number 0 is the CPU. Streams of the GPU that the trace states get numbers
 * in the order in which they come.
 */
final class Streams {
  /** Operations of the CPU. */
  static final int CPU = 0;

  /** Points of no time. They keep nobody waiting. */
  static final int POINTS = 1;

  /** Operations of the GPU whose stream is not stated. */
  static final int GPU = 2;

  /** Sends whose stream is not stated. */
  static final int SENDS = 3;

  /** Receives whose stream is not stated. */
  static final int RECEIVES = 4;

  private static final int FIRST_FREE = 5;

  private final int ofCollective;
  private final String file;
  private final Long2IntOpenHashMap byRecorded = new Long2IntOpenHashMap();
  private final Long2IntOpenHashMap collectivesOf = new Long2IntOpenHashMap();
  private int unstated = -1;
  private int next = FIRST_FREE;

  /**
   * The streams of a rank.
   *
   * @param ofCollective how many a collective needs
   * @param file of the rank, for messages
   */
  Streams(int ofCollective, String file) {
    this.ofCollective = ofCollective;
    this.file = file;
    byRecorded.defaultReturnValue(-1);
    collectivesOf.defaultReturnValue(-1);
  }

  /** The stream of a node, given that for nodes of the GPU without one. */
  int of(Node node, int otherwise) {
    if (!node.hasStream()) {
      return node.isCpuOp ? CPU : otherwise;
    }
    int stream = byRecorded.get(node.recordedStream());
    if (stream < 0) {
      stream = take(1);
      byRecorded.put(node.recordedStream(), stream);
    }
    return stream;
  }

  /** The first of the streams of a collective. */
  int ofCollective(Node node) {
    if (!node.hasStream()) {
      unstated = unstated < 0 ? take(ofCollective) : unstated;
      return unstated;
    }
    int first = collectivesOf.get(node.recordedStream());
    if (first < 0) {
      first = take(ofCollective);
      collectivesOf.put(node.recordedStream(), first);
    }
    return first;
  }

  private int take(int count) {
    int first = next;
    next += count;
    if (next > TaskGraph.MAX_STREAMS) {
      throw new TraceException(
          file
              + ": expected at most "
              + TaskGraph.MAX_STREAMS
              + " streams with those of collectives, found more; choose a lowering with fewer"
              + " channels");
    }
    return first;
  }
}
