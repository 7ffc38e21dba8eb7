package org.foretell.observe;

import org.foretell.trace.OpCode;

/**
 * Is told of the critical path of a simulation: the legs that follow one after the other from time
 * 0 to the end of the last rank, each of which could begin only when the one before it was over.
 * Their lengths add up to the predicted time, to the picosecond.
 *
 * <p>Legs come in order of time, while the simulation runs, as soon as it is certain that whatever
 * comes later will follow from them. Callbacks take primitives, come on the simulation's thread,
 * and cannot change a prediction.
 */
public interface PathObserver {
  /**
   * The next leg of the path.
   *
   * @param kind what takes the time
   * @param rank world rank at which it is spent; of a message the rank that sends it
   * @param code the op to which it belongs
   * @param callSite of that op, or {@link org.foretell.trace.OpView#NONE}
   * @param marker the innermost phase of that rank, or {@link org.foretell.trace.OpView#NONE}
   * @param startPs when the leg before it ended, picoseconds
   * @param endPs when it ends, later than its start
   */
  void leg(Kind kind, int rank, OpCode code, int callSite, int marker, long startPs, long endPs);

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
}
