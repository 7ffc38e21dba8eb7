package org.foretell.engine.message;

/** How messages move: one implementation for each kind of model. */
public interface Transport {
  /** How the protocol of a send is chosen. */
  enum Mode {
    /** By the model. */
    STANDARD,
    /** By the model, which learns that the op receives at the same time; flow models only. */
    EXCHANGE,
    /** Always eager. */
    BUFFERED,
    /** Always rendezvous. */
    SYNCHRONOUS,
    /** By the model, which learns that the trace recorded an eager send; bus-link models only. */
    TRACED_EAGER,
    /** By the model, which learns that the trace recorded a rendezvous; bus-link models only. */
    TRACED_RENDEZVOUS;

    /** Whether the model says if the message is eager, where no trace does. */
    boolean isStandard() {
      return this == STANDARD || this == EXCHANGE;
    }
  }

  /**
   * A rank starts a send at its clock (under occupancy models: now). With slot {@code
   * RequestTable.BLOCKING} it is a part of the rank's op; otherwise the clock moves on to where the
   * caller goes on, and the request completes or is pending.
   */
  void send(int rank, int destination, int tag, int context, long bytes, Mode mode, int slot);

  /**
   * A rank posts a receive at its clock. With slot {@code RequestTable.BLOCKING} it is a part of
   * the rank's op; otherwise the clock moves on to where the caller goes on, and the request
   * completes or is pending.
   *
   * @param source world rank or ANY
   * @param tag tag or ANY
   * @param capacityBytes -1 when unknown
   */
  void receive(int rank, int source, int tag, int context, long capacityBytes, int slot);

  /**
   * A message that was put in the event list comes to its receiver; under flow models it leaves its
   * sender, or its flow ends. One-sided messages are among them.
   */
  void messageComes(int message);

  /**
   * A one-sided message, one that no receive has to match, leaves its source now.
   *
   * @param byCaller whether an op of the source sends it; otherwise the network interface does, and
   *     no CPU is needed
   * @param after the moment from which that follows
   * @return when the caller goes on
   */
  long transmit(int message, boolean byCaller, int after);

  /** The moment at which the caller goes on that has just sent a one-sided message. */
  int goesOn();

  /**
   * When what a one-sided message of an op carries, which has just been {@link #transmit sent}, may
   * be changed at its source.
   *
   * @param goesOnPs when the caller goes on
   */
  default long sourceDonePs(int message, long goesOnPs) {
    return goesOnPs;
  }

  /** When a rank knows that what it has written to another, and what is there now, is there. */
  long acknowledgedPs(int from, int to);

  /**
   * The moment of an acknowledgement, whose time has just been asked for.
   *
   * @param after the moment at which there is what it acknowledges
   */
  default int acknowledged(long timePs, int after) {
    return after;
  }

  /** A one-sided message that has come cannot be served yet: it comes again. */
  void comesAgain(int message, long timePs);

  /**
   * Whether a rank knows that what it has written is there when a message of no size says so, which
   * is sent as answers are; otherwise it knows it at {@link #acknowledgedPs}.
   */
  default boolean acknowledgesByMessage() {
    return false;
  }

  /** The first message that a probe can see, {@code RecordPool.NONE} when there is none. */
  int peek(int rank, int source, int tag, int context);

  /** When a kept message can be seen by a probe. */
  long visiblePs(int message);

  /**
   * The moment at which a probe sees a kept message.
   *
   * @param after what has happened just now: the probe, or that the message was kept
   */
  int sees(int message, int after);

  /**
   * Whether an op that sends and receives posts its receive when its message has left. Then a
   * blocking send in mode {@link Mode#EXCHANGE} moves the clock of its rank to that moment.
   */
  default boolean receivesAfterSending() {
    return false;
  }

  /** A request that is for nobody completes at once; nothing moves. */
  default void requestForNobody(int rank, int slot) {}
}
