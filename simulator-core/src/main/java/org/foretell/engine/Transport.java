package org.foretell.engine;

/** How messages move: one implementation for each kind of model. */
sealed interface Transport
    permits DirectTransport, OccupancyTransport, FlowTransport, SlotTransport {
  /** How the protocol of a send is chosen. */
  enum Mode {
    /** By the model. */
    STANDARD,
    /** Always eager. */
    BUFFERED,
    /** Always rendezvous. */
    SYNCHRONOUS,
    /** By the model, which is told that the trace recorded an eager send; slot models only. */
    TRACED_EAGER,
    /** By the model, which is told that the trace recorded a rendezvous; slot models only. */
    TRACED_RENDEZVOUS
  }

  /**
   * A rank starts a send at its clock (under occupancy models: now). With slot {@link
   * RequestTable#BLOCKING} it is a part of the rank's op; otherwise the clock moves on to where the
   * caller goes on, and the request completes or is pending.
   */
  void send(int rank, int destination, int tag, int context, long bytes, Mode mode, int slot);

  /**
   * A rank posts a receive at its clock. With slot {@link RequestTable#BLOCKING} it is a part of
   * the rank's op; otherwise the clock moves on to where the caller goes on, and the request
   * completes or is pending.
   *
   * @param source world rank or ANY
   * @param tag tag or ANY
   * @param capacityBytes -1 when unknown
   */
  void receive(int rank, int source, int tag, int context, long capacityBytes, int slot);

  /**
   * A message that was put on the agenda comes to its receiver; under flow models it leaves its
   * sender, or its flow ends.
   */
  void messageComes(int message);

  /** The first message that a probe can see, {@link RecordPool#NONE} when there is none. */
  int peek(int rank, int source, int tag, int context);

  /** When a kept message can be seen by a probe. */
  long visiblePs(int message);
}
