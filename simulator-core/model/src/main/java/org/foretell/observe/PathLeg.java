package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * A leg of the critical path: a view that is filled anew for each leg. A {@link PathObserver} reads
 * it during the call and must not keep it. Ranks are world ranks, times picoseconds.
 */
public interface PathLeg {
  /** {@return what takes the time} */
  Kind kind();

  /**
   * {@return the rank at which the time is spent} Of a message on its way that is the rank that
   * sends it, of a queue the one for which the resource works, of a collective the last to call it.
   */
  int rank();

  /**
   * {@return the rank at the other end of the message, or {@link org.foretell.trace.OpView#NONE}}
   * There is none for bursts, files and collectives, and where the rank waits for all of several
   * messages at once.
   */
  int peer();

  /** {@return whether rank and peer share a node; false without a peer} */
  boolean withinNode();

  /**
   * {@return the payload of the message; of a collective the size that cost formulas call {@code
   * s}; of a request to files its size; otherwise 0}
   */
  long bytes();

  /** {@return the members of a collective that goes by a formula, otherwise 0} */
  int members();

  /** {@return what was waited for if the kind is a queue or files, otherwise none} */
  Resource resource();

  /**
   * {@return the number of the resource, as its {@link Resource} says, or {@link
   * org.foretell.trace.OpView#NONE}}
   */
  int resourceIndex();

  /** {@return the op to which the leg belongs; of a collective also the kind of that} */
  OpCode code();

  /**
   * {@return the number of that op among those of its rank, from 0, repeats counted each time; of a
   * task graph the number of the task, or {@link org.foretell.trace.OpView#NONE} where a rank takes
   * in a message before it is known by which receive}
   */
  long operation();

  /** {@return the call site of that op, or {@link org.foretell.trace.OpView#NONE}} */
  int callSite();

  /** {@return the innermost phase of that rank, or {@link org.foretell.trace.OpView#NONE}} */
  int marker();

  /** {@return when the leg before it ended} */
  long startPs();

  /** {@return when it ends, later than its start} */
  long endPs();

  /** {@return how long it is, more than 0} */
  default long durationPs() {
    return endPs() - startPs();
  }

  /** What takes the time of a leg. */
  enum Kind {
    /** A burst of computation. */
    COMPUTATION,
    /** What a CPU does for a message. */
    OVERHEAD,
    /** The time of an empty message on its way. */
    LATENCY,
    /** What a message takes longer because it has bytes. */
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
    /** A collective that goes by a formula, from its last caller on. */
    COLLECTIVE,
    /** A file system serves a request. */
    FILE,
    /** What an op takes of which nothing more is known. */
    OTHER
  }

  /** What is waited for, and what its number is. */
  enum Resource {
    /** Nothing. */
    NONE,
    /** The CPU of a rank, by rank; of a stream of a task graph, by stream. */
    CPU,
    /** The CPUs that the ranks of a node share, by node. */
    NODE_CPUS,
    /** The sending side of a network interface, by interface. */
    NIC_OUT,
    /** The receiving side of a network interface, by interface. */
    NIC_IN,
    /** A rank lets one message after the other out, by rank. */
    RANK_OUT,
    /** A rank lets one message after the other in, by rank. */
    RANK_IN,
    /** The links out of a node, by node. */
    LINK_OUT,
    /** The links into a node, by node. */
    LINK_IN,
    /** The links of a rank to others of its node, by rank. */
    RANK_LINK_OUT,
    /** The links of others of its node to a rank, by rank. */
    RANK_LINK_IN,
    /** The link of a site to others, by site. */
    SITE_LINK_OUT,
    /** The link of other sites to one, by site. */
    SITE_LINK_IN,
    /** A dedicated connection, by connection. */
    CONNECTION_OUT,
    /** A dedicated connection on the way back, by connection. */
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
