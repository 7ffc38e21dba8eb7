package org.foretell.parsers.chakra;

/** A node of a rank: an operation. What it waits for is in {@link NodeTable}. */
final class Node {
  /** A number that the node does not have. */
  static final long ABSENT = Long.MIN_VALUE;

  /** The kinds of nodes, in the order of their numbers in the format. */
  enum Type {
    INVALID,
    METADATA,
    MEM_LOAD,
    MEM_STORE,
    COMP,
    COMM_SEND,
    COMM_RECV,
    COMM_COLL
  }

  long id;
  Type type = Type.INVALID;
  long startMicros;
  long durationMicros;
  boolean isCpuOp;
  long operations;
  long stream = ABSENT;
  long thread = ABSENT;
  long collective = ABSENT;
  long bytes = ABSENT;
  long source = ABSENT;
  long destination = ABSENT;
  long tag;
  long root = ABSENT;
  String group = "";

  /** Its place in the file, from 0. */
  int index;

  /** Whether the trace states the stream of the GPU that it runs on. */
  boolean hasStream() {
    return !isCpuOp && recordedStream() >= 0;
  }

  /** That stream; negative if there is none. Converters of Kineto's events give the thread. */
  long recordedStream() {
    return stream >= 0 ? stream : thread;
  }
}
