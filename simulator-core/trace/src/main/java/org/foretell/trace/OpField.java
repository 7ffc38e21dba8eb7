package org.foretell.trace;

/**
 * The fields of ops. The {@link OpCode} of an op fixes its fields; a field that is not set has its
 * {@link #absent()} value.
 *
 * <p>The ids are part of the native format and never change.
 */
public enum OpField {
  /**
   * Peer of a point-to-point op: a rank in the op's communicator, {@link OpView#ANY} or {@link
   * OpView#PROC_NULL}.
   */
  PEER(0, OpView.NONE),
  /**
   * Message tag, at least 0, or {@link OpView#ANY}. In OpenSHMEM the variable to update or wait
   * for, at least 0, {@link OpView#NONE} for none.
   */
  TAG(1, 0),
  /** Bytes sent: the message, or this rank's contribution to a collective (see {@link OpCode}). */
  BYTES(2, 0),
  /** Communicator id; 0 is the world, 1 the rank itself. */
  COMMUNICATOR(3, 0),
  /**
   * Request slot of this rank, small and reused, at least 0; {@link OpView#NONE} is the null
   * request.
   */
  REQUEST(4, OpView.NONE),
  /** Call site id, {@link OpView#NONE} when unknown. */
  CALL_SITE(5, OpView.NONE),
  /** Duration of a burst in picoseconds on the machine where the trace was taken. */
  DURATION_PS(6, 0),
  /** Histogram id for the duration of a burst, {@link OpView#NONE} for an exact duration. */
  HISTOGRAM(7, OpView.NONE),
  /** Root of a rooted collective, a rank in the op's communicator. */
  ROOT(8, 0),
  /** Bytes received: capacity of a receive buffer, or a block received in a collective. */
  RECEIVE_BYTES(9, 0),
  /** Source of the receiving half of a sendrecv. */
  RECEIVE_PEER(10, OpView.NONE),
  /** Tag of the receiving half of a sendrecv. */
  RECEIVE_TAG(11, 0),
  /**
   * Source that a wildcard receive or probe matched in the traced run; {@link OpView#NONE} when not
   * recorded.
   */
  MATCHED_PEER(12, OpView.NONE),
  /**
   * Tag that a wildcard receive or probe matched in the traced run; {@link OpView#NONE} when not
   * recorded.
   */
  MATCHED_TAG(13, OpView.NONE),
  /**
   * Recorded outcome of a test or probe (0 false, 1 true) or index into the request list of a
   * waitany or testany; {@link OpView#NONE} when not recorded.
   */
  OUTCOME(14, OpView.NONE),
  /** Colour of a comm split; {@link OpView#NONE} is MPI_UNDEFINED. */
  COLOR(15, 0),
  /** Key of a comm split, any int. */
  KEY(16, 0),
  /** Id under which this rank knows the communicator that the op creates. */
  NEW_COMMUNICATOR(17, OpView.NONE),
  /** Phase marker id. */
  MARKER(18, OpView.NONE),
  /** Window, symmetric heap object or file id; type of an event. */
  OBJECT(19, OpView.NONE),
  /**
   * Number of elements, if it decides an algorithm or a stride; value of an event; number of
   * updates that a wait of OpenSHMEM takes, {@link OpView#NONE} if not stated.
   */
  COUNT(20, 0),
  /** Stride in bytes of a strided transfer, or offset in a file. */
  STRIDE_BYTES(21, 0),
  /** Flags of an op, meaning by op code (atomic kind, lock kind, commutative). */
  FLAGS(22, 0),
  /** Floating-point operations of a burst; unknown if these and the memory bytes are both 0. */
  FLOPS(23, 0),
  /** Bytes that a burst reads from memory and writes to it. */
  MEMORY_BYTES(24, 0),
  /**
   * Request slots of a waitall, waitany, waitsome, testall, testany, testsome or startall (list).
   */
  REQUESTS(25),
  /** Bytes sent to each rank of the communicator (list). */
  SEND_BYTES_BY_RANK(26),
  /** Bytes received from each rank of the communicator (list). */
  RECEIVE_BYTES_BY_RANK(27),
  /** Ranks of the parent communicator that form a new one, or of an RMA group (list). */
  RANKS(28),
  /** Recorded outcome of a waitsome or testsome: indices into {@link #REQUESTS} (list). */
  OUTCOMES(29),
  /** Variables of the target to update or wait for (list). */
  VARIABLES(30);

  /** Number of fields. */
  public static final int COUNT_OF_FIELDS = 31;

  private final int id;
  private final boolean list;
  private final long absent;

  OpField(int id, long absent) {
    this.id = id;
    this.list = false;
    this.absent = absent;
  }

  OpField(int id) {
    this.id = id;
    this.list = true;
    this.absent = 0;
  }

  /** {@return the stable id in the native format; equals {@link #ordinal()}} */
  public int id() {
    return id;
  }

  /** {@return whether the field is a list of numbers rather than a number} */
  public boolean isList() {
    return list;
  }

  /**
   * {@return whether it is the number of one rank, which a program may give relative to the rank
   * itself}
   */
  public boolean isRank() {
    return this == PEER || this == ROOT || this == RECEIVE_PEER || this == MATCHED_PEER;
  }

  /**
   * {@return the value of a field that was not set; an empty list for lists. For some ops it
   * differs, see {@link OpCode#absent}}
   */
  public long absent() {
    return absent;
  }
}
