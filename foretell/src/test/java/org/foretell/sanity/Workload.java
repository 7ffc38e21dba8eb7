package org.foretell.sanity;

import java.util.Locale;
import org.foretell.trace.OpCode;

/** What is measured of each machine under each model. */
enum Workload {
  PING_PONG_WITHIN("ping-pong within a node"),
  PING_PONG_BETWEEN("ping-pong between nodes"),
  STREAMS("streams from a node to another"),
  INCAST("incast"),
  BISECTION("bisection"),
  BARRIER(OpCode.BARRIER),
  BCAST(OpCode.BCAST),
  ALLREDUCE(OpCode.ALLREDUCE),
  ALLTOALL(OpCode.ALLTOALL),
  ALLGATHER(OpCode.ALLGATHER);

  /** Ping-pongs are repeated, and the result is that of one message. */
  static final int ROUND_TRIPS = 5;

  /** Messages that are under way at once in each stream. */
  static final int WINDOW = 32;

  private final String title;
  private final OpCode collective;

  Workload(String title) {
    this(title, OpCode.COMPUTE);
  }

  Workload(OpCode collective) {
    this(collective.name().toLowerCase(Locale.ROOT), collective);
  }

  Workload(String title, OpCode collective) {
    this.title = title;
    this.collective = collective;
  }

  /** For people. */
  String title() {
    return title;
  }

  /** The call that it consists of; of those that are none, a burst. */
  OpCode collective() {
    return collective;
  }

  boolean isCollective() {
    return collective != OpCode.COMPUTE;
  }

  /** How many times what is asked for stands in the program. */
  int repetitions() {
    return this == PING_PONG_WITHIN || this == PING_PONG_BETWEEN ? 2 * ROUND_TRIPS : 1;
  }
}
