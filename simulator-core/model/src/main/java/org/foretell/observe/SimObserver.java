package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * Observes a simulation. Callbacks take primitives, so observing allocates nothing. They run on the
 * simulation's thread. For each rank they come in program order; between ranks the order depends on
 * the schedule, so an observer must not rely on it. An observer cannot change a prediction.
 *
 * <p>For a rank that is a task graph, bursts are reported as they start, and sends and receives are
 * reported as {@code SEND} and {@code RECV} when their end is known. They may overlap; their
 * waiting does not, since such a rank waits only while all its streams are idle.
 *
 * <p>Ranks are world ranks, times picoseconds since the start.
 */
public interface SimObserver {
  /**
   * Called when the simulation starts.
   *
   * @param ranks their number
   */
  default void begin(int ranks) {}

  /**
   * Called when a rank has a new name for a communicator: after {@link #begin} for a communicator
   * that the trace defines, before {@link #op} for one that an op creates. The communicator of a
   * window is called 2^30 plus the window's name. Not called for MPI_COMM_WORLD (number 0) or
   * MPI_COMM_SELF.
   *
   * @param rank world rank
   * @param communicator the rank's name for it
   * @param number by which all members know it, above 1; each communicator has its own
   * @param members world ranks in their order there, not to be changed
   */
  default void communicator(int rank, int communicator, int number, int[] members) {}

  /**
   * Called when a rank calls a collective, alone or as a part of an op. {@link #op} follows when
   * the call ends.
   *
   * @param rank world rank
   * @param sentBytes the total that it sends
   * @param receivedBytes the total that it receives
   */
  default void collective(int rank, long sentBytes, long receivedBytes) {}

  /**
   * Called when a burst has ended.
   *
   * @param rank world rank
   * @param code {@code COMPUTE} or {@code ELAPSE}
   * @param callSite or {@link org.foretell.trace.OpView#NONE}
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {}

  /**
   * Called when an op other than a burst or a marker has ended.
   *
   * @param rank world rank
   * @param code which op
   * @param callSite where in the program, or {@link org.foretell.trace.OpView#NONE}
   * @param peer world rank of the partner: the destination of a send or sendrecv, the source of the
   *     message of a recv, the rank that a non-blocking receive, a probe or a started request
   *     names; for a rooted collective the root; {@link org.foretell.trace.OpView#NONE} otherwise,
   *     for a null peer and for any
   * @param communicator as the rank knows it; 0 for ops without one
   * @param bytes of the message; for a sendrecv the size sent; for a non-blocking receive its
   *     buffer, 0 if unknown; for start and startall the sum of the sizes or buffers of the started
   *     requests; for a collective the total that this rank sends, or receives if it sends nothing;
   *     otherwise 0
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
   * Called when a message has arrived in a receive.
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
   * Called when a message has arrived that was sent as a step of a collective rather than by an op.
   * {@link #message} does not count its bytes.
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
   * Called when data have arrived that an op wrote to another rank or read from it, without a
   * receive. {@link #message} does not count their bytes.
   *
   * @param source where the data were: the writing rank, or the rank that is read
   * @param destination where they go
   * @param variable of the destination that is updated, 0 for data that are read
   * @param bytes payload
   * @param sendPs when they left, or an op began to send them
   * @param arrivePs when they took effect
   */
  default void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {}

  /**
   * Called when a message has occupied a resource, in models with such resources; for links and
   * buses only if their number is limited.
   *
   * @param resource its kind
   * @param index rank for CPUs, number for NICs, node for links and buses of a node, site for buses
   *     between nodes; if ranks have several streams or NICs of their own, those of rank 0 come
   *     first, then those of rank 1: {@code rank * streams + stream}
   * @param bytes payload of the message
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void busy(Resource resource, int index, long bytes, long startPs, long endPs) {}

  /**
   * Called when a message of an op has moved from its source to its destination, in models in which
   * it waits for links and buses before; not called for messages inside collectives.
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
   * Called when the payload of a message moves from its source to its destination: a message of an
   * op, of a collective or of a one-sided op. Called once for each message with payload, by all
   * models except those with flows, which call a {@link org.foretell.model.LinkObserver} instead;
   * for collectives only if they are executed as messages.
   *
   * @param source world rank where the data are
   * @param destination world rank where they go
   * @param bytes payload, above 0
   * @param startPs when the first byte leaves
   * @param endPs arrival of the last byte, before the CPU of the destination takes it in
   */
  default void moved(int source, int destination, long bytes, long startPs, long endPs) {}

  /**
   * Called when a message has waited for a link or a bus, in models that have them; meanwhile its
   * sender may have continued, and other messages of the sender may have waited too.
   *
   * @param rank that sent it, or that represents a collective
   * @param bus whether it waited for a bus rather than a link
   * @param startPs when it began
   * @param endPs when it ended
   */
  default void waitedInQueue(int rank, boolean bus, long startPs, long endPs) {}

  /**
   * Called when a rank waits for updates of its variables, or tests them, in OpenSHMEM.
   *
   * @param rank world rank
   * @param source the rank whose updates it takes, {@link org.foretell.trace.OpView#NONE} for any
   * @param updates how many it takes of each variable, 0 for a test only
   */
  default void takesUpdates(int rank, int source, long updates) {}

  /**
   * Called when the event that an op waits for at a window or a lock has happened: a partner has
   * posted or completed, or released the lock that this rank gets now or that held back its
   * accesses. Also called when a partner has sent the message that this rank probed for. Called
   * before {@link #op}. Called once for each partner the op waits for.
   *
   * @param rank world rank that waits
   * @param partner world rank that it waited for
   * @param timePs when the partner was ready: sent its message, or had its lock released
   */
  default void partnerCame(int rank, int partner, long timePs) {}

  /**
   * Called when an access has taken effect at a rank whose latest op on windows is a fence of the
   * accessed window; the rank may still be in that fence.
   *
   * @param rank world rank that is accessed
   * @param origin world rank that accesses
   * @param timePs when
   */
  default void accessedInFence(int rank, int origin, long timePs) {}

  /**
   * Called when an op has done its own work and begins to wait for other ranks, as a fence after
   * its accesses: all its later waiting starts now.
   *
   * @param rank world rank
   * @param timePs when
   */
  default void waitsFrom(int rank, long timePs) {}

  /**
   * Called when a rank waits for, or tests, the request of a send or receive that has been complete
   * for some time; called before {@link #op}. Only a strict order of ranks reports all such cases:
   * ranks that run ahead reach their waits before the completion of requests is known.
   *
   * @param rank world rank
   * @param isSend whether it sent
   * @param completePs when the request was complete
   * @param timePs when the rank takes it
   */
  default void takenLate(int rank, boolean isSend, long completePs, long timePs) {}

  /**
   * Called when a rank passes a phase marker.
   *
   * @param rank world rank
   * @param marker its number
   * @param begin whether the phase begins there; otherwise it ends
   * @param timePs when
   */
  default void marker(int rank, int marker, boolean begin, long timePs) {}

  /**
   * Called when a rank has executed its last op.
   *
   * @param rank world rank
   * @param timePs when its last op ended
   */
  default void finished(int rank, long timePs) {}

  /** The kinds of resources that can be busy. */
  enum Resource {
    /** A rank's CPU, while sending and receiving messages. */
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
