package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * Watches a simulation. Callbacks take primitives, so watching allocates nothing. They come on the
 * simulation's thread. For each rank they come in program order; between ranks the order depends on
 * the schedule, so an observer must not rely on it. An observer cannot change a prediction.
 *
 * <p>For a rank that is a task graph, bursts are reported as they start, and sends and receives are
 * reported as {@code SEND} and {@code RECV} when their end is known. They may overlap; their
 * waiting does not, since such a rank waits only while none of its streams is busy.
 *
 * <p>Ranks are world ranks, times picoseconds since the start.
 */
public interface SimObserver {
  /**
   * The simulation starts.
   *
   * @param ranks how many there are
   */
  default void begin(int ranks) {}

  /**
   * A rank has a name for a communicator from now on: one that the trace defines, told after {@link
   * #begin}, or one that an op makes, told before that op is. That of a window is called 2^30 plus
   * the window's name. Not told of the world, whose number is 0, and of that of a rank alone.
   *
   * @param rank world rank
   * @param communicator what it calls it
   * @param number by which all members know it, above 1; each communicator has its own
   * @param members world ranks in their order there, not to be changed
   */
  default void communicator(int rank, int communicator, int number, int[] members) {}

  /**
   * A rank calls a collective, alone or as a part of an op. The op is told when the call ends.
   *
   * @param rank world rank
   * @param sentBytes what it sends in all
   * @param receivedBytes what it receives in all
   */
  default void collective(int rank, long sentBytes, long receivedBytes) {}

  /**
   * A burst ended.
   *
   * @param rank world rank
   * @param code {@code COMPUTE} or {@code ELAPSE}
   * @param callSite or {@link org.foretell.trace.OpView#NONE}
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {}

  /**
   * An op other than a burst or a marker ended.
   *
   * @param rank world rank
   * @param code which op
   * @param callSite where in the program, or {@link org.foretell.trace.OpView#NONE}
   * @param peer world rank of the partner: the destination of a send or sendrecv, the source of the
   *     message of a recv, what a non-blocking receive, a probe or a started request names; for a
   *     rooted collective the root; {@link org.foretell.trace.OpView#NONE} otherwise, for a peer
   *     that is nobody and for any
   * @param communicator as the rank knows it; 0 for ops that name none
   * @param bytes of the message; for a sendrecv what it sends; for a non-blocking receive its
   *     buffer, 0 when unknown; for start and startall what the started requests send or have room
   *     for; for a collective what this rank sends in all, or receives in all where it sends
   *     nothing; for all else 0
   * @param startPs when it began
   * @param waitPs the part of the op in which the rank waited for another rank to reach its side of
   *     the communication, 0 to {@code endPs - startPs}
   * @param endPs when it ended
   */
  default void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {}

  /**
   * A message arrived in a receive.
   *
   * @param source world rank that sends
   * @param destination world rank that receives
   * @param tag the message's
   * @param bytes payload
   * @param sendPs when the send started
   * @param receivePs when the receive was posted
   * @param arrivePs when the message was complete at the receiver
   */
  default void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {}

  /**
   * A message arrived that was sent as a step of a collective, not by an op of its own. Its bytes
   * are not among those that {@link #message} tells of.
   *
   * @param source world rank that sends
   * @param destination world rank that receives
   * @param bytes payload
   * @param sendPs when the send started
   * @param receivePs when the receive was posted
   * @param arrivePs when the message was complete at the receiver
   */
  default void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {}

  /**
   * Data arrived that an op wrote to another rank or asked it for, without a receive. Their bytes
   * are not among those that {@link #message} tells of.
   *
   * @param source where the data were: the rank that writes, or the one that is asked
   * @param destination where they go
   * @param variable of the destination that is updated, 0 for data that were asked for
   * @param bytes payload
   * @param sendPs when they left, or an op began to send them
   * @param arrivePs when they took effect
   */
  default void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {}

  /**
   * Something was kept busy by a message, in models that occupy it; of links and buses only those
   * whose number is limited.
   *
   * @param resource what kind
   * @param index rank for CPUs, number for NICs, node for links and buses of a node, site for buses
   *     between nodes; where ranks have several streams or NICs of their own, those of rank 0 come
   *     first, then those of rank 1: {@code rank * streams + stream}
   * @param bytes payload of the message
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void busy(Resource resource, int index, long bytes, long startPs, long endPs) {}

  /**
   * A message of an op moved from its source to its destination, in models where it waits for links
   * and buses before; not told of those that collectives consist of.
   *
   * @param source world rank that sends
   * @param destination world rank that receives
   * @param tag the message's
   * @param bytes payload
   * @param startPs when it had all that it needs and began to move
   * @param endPs when it was complete at the receiver
   */
  default void transfer(
      int source, int destination, int tag, long bytes, long startPs, long endPs) {}

  /**
   * The payload of a message goes from its source to its destination: of one of an op, of a
   * collective or of a one-sided op. Told once for each message with payload, by all models but
   * those with flows, which tell a {@link org.foretell.model.LinkObserver} instead; of collectives
   * only where they are executed as messages.
   *
   * @param source world rank where the data are
   * @param destination world rank where they go
   * @param bytes payload, above 0
   * @param startPs when the first byte leaves
   * @param endPs when the last byte is there, before the CPU of the destination takes it in
   */
  default void moved(int source, int destination, long bytes, long startPs, long endPs) {}

  /**
   * A message waited for a link or a bus, in models with such; meanwhile its sender may have gone
   * on, and other messages of the sender may have waited too.
   *
   * @param rank that sent it, or that represents a collective
   * @param bus whether it waited for a bus rather than a link
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void waitedInQueue(int rank, boolean bus, long startPs, long endPs) {}

  /**
   * A rank waits for updates of its variables, or looks at them, in OpenSHMEM.
   *
   * @param rank world rank
   * @param source the rank whose updates it takes, {@link org.foretell.trace.OpView#NONE} for any
   * @param updates how many it takes of each variable, 0 if it only looks
   */
  default void takesUpdates(int rank, int source, long updates) {}

  /**
   * What the op of a rank waits for, at a window or a lock, has come: another rank has posted or
   * completed, or given back the lock that this one gets now or that held back its accesses. Or it
   * has sent what this one has probed for. Told before the op is. Of several that an op waits for
   * each is told.
   *
   * @param rank world rank that waits
   * @param partner world rank that it waited for
   * @param timePs when that one came: sent its message, or had its lock given back
   */
  default void partnerCame(int rank, int partner, long timePs) {}

  /**
   * An access has taken effect at a rank whose latest op on windows is a fence of the window that
   * is accessed; it may still be in that fence.
   *
   * @param rank world rank that is accessed
   * @param origin world rank that accesses
   * @param timePs when
   */
  default void accessedInFence(int rank, int origin, long timePs) {}

  /**
   * The op of a rank has done what it does before it waits for others, as a fence its accesses:
   * what it waits from now on begins now.
   *
   * @param rank world rank
   * @param timePs when
   */
  default void waitsFrom(int rank, long timePs) {}

  /**
   * A rank waits for, or tests, the request of a send or receive that has been complete for some
   * time; told before the op is. Only in a strict order of ranks is all of it told: where ranks run
   * ahead, they come to their waits before it is known when requests complete.
   *
   * @param rank world rank
   * @param isSend whether it sent
   * @param completePs when the request was complete
   * @param timePs when the rank takes it
   */
  default void takenLate(int rank, boolean isSend, long completePs, long timePs) {}

  /**
   * A phase marker was passed.
   *
   * @param rank world rank
   * @param marker its number
   * @param begin whether the phase begins there; otherwise it ends
   * @param timePs when
   */
  default void marker(int rank, int marker, boolean begin, long timePs) {}

  /**
   * A rank has executed its last op.
   *
   * @param rank world rank
   * @param timePs when its last op ended
   */
  default void finished(int rank, long timePs) {}

  /** What can be busy. */
  enum Resource {
    /** A rank's CPU, by sending and receiving messages. */
    CPU,
    /** The sending side of a network interface. */
    NIC_OUT,
    /** The receiving side of a network interface. */
    NIC_IN,
    /** The links out of a node; several may be busy at once. */
    LINK_OUT,
    /** The links into a node; several may be busy at once. */
    LINK_IN,
    /** The buses between the nodes of a site; several may be busy at once. */
    BUS,
    /** The buses within a node; several may be busy at once. */
    NODE_BUS
  }
}
