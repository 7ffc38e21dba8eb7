package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.EnumMap;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Which event of Paraver an op is. Types and values are those that Extrae writes, so that Paraver's
 * own configurations find them; what Extrae does not know has values of its own. Immutable.
 */
public final class ParaverEvents {
  /** Type of sends, receives and waits. */
  public static final int POINT_TO_POINT = 50_000_001;

  /** Type of collectives. */
  public static final int COLLECTIVE = 50_000_002;

  /** Type of other calls of MPI. */
  public static final int OTHER = 50_000_003;

  /** Type of one-sided ops of MPI. */
  public static final int ONE_SIDED = 50_000_004;

  /** Type of ops on files. */
  public static final int FILE = 50_000_005;

  /** Type of the bytes that a rank sends in a collective. */
  public static final int SENT_BYTES = 50_100_001;

  /** Type of the bytes that a rank receives in a collective. */
  public static final int RECEIVED_BYTES = 50_100_002;

  /** Type of the mark of a collective's root. */
  public static final int IS_ROOT = 50_100_003;

  /** Type of the communicator of a collective. */
  public static final int COMMUNICATOR = 50_100_004;

  /**
   * The tag of messages of collectives in timelines of {@code sim}, which tells them from those of
   * calls: above all tags of MPI, and more than 32 bits. Extrae records no such messages.
   */
  public static final long TAG_OF_COLLECTIVE = 1L << 32;

  /** Type of ops of OpenSHMEM. */
  public static final int SHMEM = 52_000_000;

  /** Type of user functions. */
  public static final int PHASE = 60_000_019;

  /** Type of the function that called. */
  public static final int CALLER = 70_000_001;

  /** Type of the line that called. */
  public static final int CALLER_LINE = 80_000_001;

  /** Names of the types, as Extrae has them. */
  public static final Map<Integer, String> TYPES =
      Map.ofEntries(
          Map.entry(POINT_TO_POINT, "MPI Point-to-point"),
          Map.entry(COLLECTIVE, "MPI Collective Comm"),
          Map.entry(OTHER, "MPI Other"),
          Map.entry(ONE_SIDED, "MPI One-sided"),
          Map.entry(FILE, "MPI I/O"),
          Map.entry(SENT_BYTES, "Send Size in MPI Global OP"),
          Map.entry(RECEIVED_BYTES, "Recv Size in MPI Global OP"),
          Map.entry(IS_ROOT, "Root in MPI Global OP"),
          Map.entry(COMMUNICATOR, "Communicator in MPI Global OP"),
          Map.entry(SHMEM, "OpenSHMEM calls"),
          Map.entry(PHASE, "User function"),
          Map.entry(CALLER, "Caller at level 1"),
          Map.entry(CALLER_LINE, "Caller line at level 1"));

  private static final int OWN = 1_000;

  /** Values of Extrae. */
  private static final Map<OpCode, Integer> VALUES = new EnumMap<>(OpCode.class);

  /** Those of MPI by their values. */
  private static final Int2ObjectOpenHashMap<OpCode> CODES = new Int2ObjectOpenHashMap<>();

  static {
    value(1, OpCode.SEND, OpCode.RECV, OpCode.ISEND, OpCode.IRECV, OpCode.WAIT, OpCode.WAITALL);
    value(7, OpCode.BCAST, OpCode.BARRIER, OpCode.REDUCE, OpCode.ALLREDUCE, OpCode.ALLTOALL);
    value(12, OpCode.ALLTOALLV, OpCode.GATHER, OpCode.GATHERV, OpCode.SCATTER, OpCode.SCATTERV);
    value(17, OpCode.ALLGATHER, OpCode.ALLGATHERV);
    value(21, OpCode.COMM_CREATE, OpCode.COMM_DUP, OpCode.COMM_SPLIT);
    value(25, OpCode.COMM_FREE);
    value(30, OpCode.SCAN, OpCode.INIT, OpCode.FINALIZE, OpCode.BSEND, OpCode.SSEND);
    value(35, OpCode.RSEND, OpCode.IBSEND, OpCode.ISSEND, OpCode.IRSEND, OpCode.TEST);
    value(41, OpCode.SENDRECV, OpCode.SENDRECV_REPLACE);
    value(59, OpCode.WAITANY, OpCode.WAITSOME, OpCode.PROBE, OpCode.IPROBE);
    value(63, OpCode.WIN_CREATE, OpCode.WIN_FREE, OpCode.PUT, OpCode.GET, OpCode.ACCUMULATE);
    value(68, OpCode.WIN_FENCE, OpCode.WIN_START, OpCode.WIN_COMPLETE, OpCode.WIN_POST);
    value(72, OpCode.WIN_WAIT, OpCode.WIN_TEST, OpCode.WIN_LOCK, OpCode.WIN_UNLOCK);
    value(80, OpCode.REDUCE_SCATTER);
    value(112, OpCode.BSEND_INIT);
    value(115, OpCode.REQUEST_FREE, OpCode.RECV_INIT, OpCode.SEND_INIT);
    value(121, OpCode.RSEND_INIT, OpCode.SSEND_INIT, OpCode.START, OpCode.STARTALL);
    value(125, OpCode.TESTALL, OpCode.TESTANY);
    value(128, OpCode.TESTSOME);
    value(141, OpCode.FILE_OPEN, OpCode.FILE_CLOSE, OpCode.FILE_READ, OpCode.FILE_READ_ALL);
    value(145, OpCode.FILE_WRITE, OpCode.FILE_WRITE_ALL);
    value(154, OpCode.IREDUCE, OpCode.IALLREDUCE, OpCode.IBARRIER, OpCode.IBCAST);
    value(158, OpCode.IALLTOALL, OpCode.IALLTOALLV, OpCode.IALLGATHER, OpCode.IALLGATHERV);
    value(162, OpCode.IGATHER, OpCode.IGATHERV, OpCode.ISCATTER, OpCode.ISCATTERV);
    value(166, OpCode.IREDUCE_SCATTER, OpCode.ISCAN, OpCode.REDUCE_SCATTER_BLOCK);
    value(169, OpCode.IREDUCE_SCATTER_BLOCK, OpCode.ALLTOALLW, OpCode.IALLTOALLW);
    value(172, OpCode.GET_ACCUMULATE);
    value(174, OpCode.NEIGHBOR_ALLGATHER, OpCode.INEIGHBOR_ALLGATHER);
    value(178, OpCode.NEIGHBOR_ALLTOALL, OpCode.INEIGHBOR_ALLTOALL);
    value(184, OpCode.FETCH_AND_OP, OpCode.COMPARE_AND_SWAP, OpCode.WIN_FLUSH);
    value(187, OpCode.WIN_FLUSH_ALL, OpCode.WIN_FLUSH_LOCAL, OpCode.WIN_FLUSH_LOCAL_ALL);
    value(213, OpCode.COMM_CREATE_GROUP, OpCode.EXSCAN, OpCode.IEXSCAN);
    for (OpCode code : OpCode.values()) {
      if (type(code) != SHMEM) {
        CODES.put(value(code), code);
      }
    }
    // Probes that keep the message for a receive of its own.
    CODES.put(190, OpCode.PROBE);
    CODES.put(191, OpCode.IPROBE);
    CODES.put(192, OpCode.RECV);
    CODES.put(193, OpCode.IRECV);
  }

  private ParaverEvents() {}

  private static void value(int first, OpCode... codes) {
    for (int i = 0; i < codes.length; i++) {
      VALUES.put(codes[i], first + i);
    }
  }

  /**
   * {@return the type of an op's event; bursts have none}
   *
   * @param code any op
   */
  public static int type(OpCode code) {
    return switch (code) {
      // Extrae has these with the ops that are neither point-to-point nor collective.
      case START, STARTALL, REQUEST_FREE, TEST, TESTALL, TESTANY, TESTSOME -> OTHER;
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, WAIT -> typeOfFamily(code);
      case WAITALL, WAITANY, WAITSOME -> typeOfFamily(code);
      // Of PERSISTENT and COMPLETION all are listed: the others have the type of their family.
      default -> typeOfFamily(code);
    };
  }

  private static int typeOfFamily(OpCode code) {
    return switch (code.family()) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION -> POINT_TO_POINT;
      case COLLECTIVE -> COLLECTIVE;
      case RMA -> ONE_SIDED;
      case FILE -> FILE;
      case SHMEM -> SHMEM;
      case COMPUTE, MARKER, LOCAL, COMMUNICATOR -> OTHER;
    };
  }

  /**
   * {@return the value of an op's event, above 0; ops of one type have different ones}
   *
   * @param code any op
   */
  public static int value(OpCode code) {
    Integer known = VALUES.get(code);
    if (known != null) {
      return known;
    }
    return code.family() == OpCode.Family.SHMEM ? code.id() : OWN + code.id();
  }

  /** The op of MPI that an event's value stands for, null if there is none. */
  static @Nullable OpCode code(long value) {
    return value > Integer.MAX_VALUE ? null : CODES.get((int) value);
  }
}
