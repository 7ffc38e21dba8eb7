package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * A leg of the critical path: a view that is refilled for each leg. A {@link PathObserver} reads it
 * during the call and must not keep it. Ranks are world ranks, times picoseconds.
 */
public interface PathLeg {
  /** {@return the kind of activity} */
  Kind kind();

  /**
   * {@return the rank at which the time is spent} For a message in transit its sender, for a queue
   * the rank that the resource serves, for a collective the last rank to call it.
   */
  int rank();

  /**
   * {@return the rank at the other end of the message, or {@link org.foretell.trace.OpView#NONE}}
   * There is none for bursts, files and collectives, and if the rank waits for several messages at
   * once.
   */
  int peer();

  /** {@return whether rank and peer share a node; false without a peer} */
  boolean withinNode();

  /**
   * {@return the payload of the message; for a collective the size that cost formulas call {@code
   * s}; for a file request its size; otherwise 0}
   */
  long bytes();

  /** {@return the number of members of a collective that is computed by a formula, otherwise 0} */
  int members();

  /** {@return the resource that was waited for if the kind is a queue or files, otherwise none} */
  Resource resource();

  /**
   * {@return the number of the resource, as its {@link Resource} says, or {@link
   * org.foretell.trace.OpView#NONE}}
   */
  int resourceIndex();

  /** {@return the op to which the leg belongs; for a collective also its kind} */
  OpCode code();

  /**
   * {@return the number of that op in the execution of its rank, from 0, repeats counted each time;
   * for a task graph the number of the task, or {@link org.foretell.trace.OpView#NONE} if a rank
   * takes in a message before its receive is known}
   */
  long operation();

  /** {@return the call site of that op, or {@link org.foretell.trace.OpView#NONE}} */
  int callSite();

  /** {@return the innermost phase of that rank, or {@link org.foretell.trace.OpView#NONE}} */
  int marker();

  /** {@return the end of the previous leg} */
  long startPs();

  /** {@return the end of this leg, later than its start} */
  long endPs();

  /** {@return its duration, more than 0} */
  default long durationPs() {
    return endPs() - startPs();
  }

  /** The activity of a leg. */
  enum Kind {
    /** A burst of computation. */
    COMPUTATION,
    /** CPU work for a message. */
    OVERHEAD,
    /** The time of an empty message in transit. */
    LATENCY,
    /** The additional time of a message for its bytes. */
    BANDWIDTH,
    /** A request and an answer before the data of a message. */
    PROTOCOL,
    /** A message or burst waits for a CPU. */
    CPU_QUEUE,
    /** A message waits for a network interface. */
    INTERFACE_QUEUE,
    /** A message waits for a link. */
    LINK_QUEUE,
    /** A message waits for a bus. */
    BUS_QUEUE,
    /** A collective computed by a formula, from its last caller on. */
    COLLECTIVE,
    /** A file system serves a request. */
    FILE,
    /** The time of an op without further details. */
    OTHER
  }

  /** A resource that was waited for, with the meaning of its number. */
  enum Resource {
    /** No resource. */
    NONE,
    /** The CPU of a rank, by rank; in a task graph the CPU of a stream, by stream. */
    CPU,
    /** The CPUs that the ranks of a node share, by node. */
    NODE_CPUS,
    /** The sending side of a network interface, by interface. */
    NIC_OUT,
    /** The receiving side of a network interface, by interface. */
    NIC_IN,
    /** A rank sends its messages one at a time, by rank. */
    RANK_OUT,
    /** A rank receives its messages one at a time, by rank. */
    RANK_IN,
    /** The links out of a node, by node. */
    LINK_OUT,
    /** The links into a node, by node. */
    LINK_IN,
    /** The links of a rank to the other ranks of its node, by rank. */
    RANK_LINK_OUT,
    /** The links from the other ranks of its node to a rank, by rank. */
    RANK_LINK_IN,
    /** The link of a site to other sites, by site. */
    SITE_LINK_OUT,
    /** The link from other sites to a site, by site. */
    SITE_LINK_IN,
    /** A dedicated connection, by connection. */
    CONNECTION_OUT,
    /** A dedicated connection in the reverse direction, by connection. */
    CONNECTION_IN,
    /** The buses between the nodes of a site, by site. */
    BUS,
    /** The buses within a node, by node. */
    NODE_BUS,
    /** The link of a node to the file system, by node. */
    FILE_LINK,
    /** A server of the file system, by server. */
    FILE_SERVER
  }
}
