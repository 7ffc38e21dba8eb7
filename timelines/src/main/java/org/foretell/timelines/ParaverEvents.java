package org.foretell.timelines;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.trace.OpCode;

/**
 * Which state and event of Paraver an op is. Types and values are those that Extrae writes, so that
 * Paraver's own configurations find them; what Extrae does not know has values of its own.
 */
final class ParaverEvents {
  static final int POINT_TO_POINT = 50_000_001;
  static final int COLLECTIVE = 50_000_002;
  static final int OTHER = 50_000_003;
  static final int ONE_SIDED = 50_000_004;
  static final int FILE = 50_000_005;
  static final int SENT_BYTES = 50_100_001;
  static final int RECEIVED_BYTES = 50_100_002;
  static final int IS_ROOT = 50_100_003;
  static final int COMMUNICATOR = 50_100_004;
  static final int SHMEM = 52_000_000;
  static final int PHASE = 60_000_019;
  static final int CALLER = 70_000_001;
  static final int CALLER_LINE = 80_000_001;

  static final int RUNNING = 1;
  private static final int WAITING = 3;
  private static final int BLOCKING_SEND = 4;
  private static final int PROBING = 6;
  private static final int COMPLETING = 8;
  private static final int IMMEDIATE_SEND = 10;
  private static final int IMMEDIATE_RECEIVE = 11;
  private static final int FILES = 12;
  private static final int GROUP = 13;
  private static final int OTHERS = 15;
  private static final int SEND_RECEIVE = 16;
  private static final int MEMORY_TRANSFER = 17;
  private static final int REMOTE_MEMORY = 20;
  private static final int ATOMIC = 21;
  private static final int MEMORY_ORDERING = 22;
  private static final int LOCKING = 23;

  /** Names of the types, as Extrae has them. */
  static final Map<Integer, String> TYPES =
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

  /** Of these the values are numbers. */
  static final int[] OF_COLLECTIVES = {SENT_BYTES, RECEIVED_BYTES, IS_ROOT, COMMUNICATOR};

  /** Names of the states, by number. */
  static final String[] STATES = {
    "Idle",
    "Running",
    "Not created",
    "Waiting a message",
    "Blocking Send",
    "Synchronization",
    "Test/Probe",
    "Scheduling and Fork/Join",
    "Wait/WaitAll",
    "Blocked",
    "Immediate Send",
    "Immediate Receive",
    "I/O",
    "Group Communication",
    "Tracing Disabled",
    "Others",
    "Send Receive",
    "Memory transfer",
    "Profiling",
    "On-line analysis",
    "Remote memory access",
    "Atomic memory operation",
    "Memory ordering operation",
    "Distributed locking"
  };

  /** Colours of the states as Extrae has them, red, green and blue, by number. */
  static final int[] COLOURS = {
    0x75c3ff, 0x0000ff, 0xffffff, 0xff0000, 0xff00ae, 0xb30000, 0x00ff00, 0xffff00, 0xeb0000,
    0x00a200, 0xff00ff, 0x6464b1, 0xacae29, 0xff901a, 0x02ffb1, 0xc0e000, 0x424242, 0xff0060,
    0xa9a9a9, 0xa90000, 0x006dff, 0xc83d44, 0xc84200, 0x002900
  };

  private static final int OWN = 1_000;

  /** Values of Extrae. */
  private static final Map<OpCode, Integer> VALUES = new EnumMap<>(OpCode.class);

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
  }

  private ParaverEvents() {}

  private static void value(int first, OpCode... codes) {
    for (int i = 0; i < codes.length; i++) {
      VALUES.put(codes[i], first + i);
    }
  }

  /** The type of an op's event; of bursts there is none. */
  static int type(OpCode code) {
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

  /** The value of an op's event, above 0, of one type one for each op. */
  static int value(OpCode code) {
    Integer known = VALUES.get(code);
    if (known != null) {
      return known;
    }
    return code.family() == OpCode.Family.SHMEM ? code.id() : OWN + code.id();
  }

  /** The state of a rank in an op, as Extrae has it: a barrier is a collective like others. */
  static int state(OpCode code) {
    return switch (code) {
      case SEND, BSEND, SSEND, RSEND -> BLOCKING_SEND;
      case ISEND, IBSEND, ISSEND, IRSEND, SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT ->
          IMMEDIATE_SEND;
      case RECV, SHMEM_WAIT_UNTIL, SHMEM_WAIT_UNTIL_ALL -> WAITING;
      case SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> WAITING;
      case IRECV, RECV_INIT -> IMMEDIATE_RECEIVE;
      case SENDRECV, SENDRECV_REPLACE -> SEND_RECEIVE;
      case PROBE, IPROBE -> PROBING;
      case REQUEST_FREE, WIN_WAIT -> COMPLETING;
      case PUT, GET, ACCUMULATE, GET_ACCUMULATE, RPUT, RGET, RACCUMULATE, RGET_ACCUMULATE ->
          MEMORY_TRANSFER;
      case FETCH_AND_OP, COMPARE_AND_SWAP, WIN_FENCE -> MEMORY_TRANSFER;
      case SHMEM_PUT, SHMEM_PUT_NBI, SHMEM_IPUT, SHMEM_P, SHMEM_PUT_SIGNAL -> REMOTE_MEMORY;
      case SHMEM_PUT_SIGNAL_NBI, SHMEM_GET, SHMEM_GET_NBI, SHMEM_IGET, SHMEM_G -> REMOTE_MEMORY;
      case SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI -> ATOMIC;
      case SHMEM_FENCE, SHMEM_QUIET -> MEMORY_ORDERING;
      case SHMEM_SET_LOCK, SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK -> LOCKING;
      case SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT -> GROUP;
      case SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> GROUP;
      case START, STARTALL, WIN_CREATE, WIN_FREE, WIN_LOCK, WIN_UNLOCK, WIN_LOCK_ALL -> OTHERS;
      case WIN_UNLOCK_ALL, WIN_FLUSH, WIN_FLUSH_ALL, WIN_FLUSH_LOCAL, WIN_FLUSH_LOCAL_ALL -> OTHERS;
      case WIN_POST, WIN_START, WIN_COMPLETE, WIN_SYNC, WIN_TEST, SHMEM_TEST -> OTHERS;
      case SHMEM_MALLOC, SHMEM_FREE, SHMEM_TEAM_SPLIT, SHMEM_TEAM_DESTROY -> OTHERS;
      case SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY, SHMEM_TEST_ALL, SHMEM_TEST_ANY -> OTHERS;
      case SHMEM_TEST_SOME, SHMEM_POLL, SHMEM_FINALIZE -> OTHERS;
      // Of POINT_TO_POINT, PERSISTENT, RMA and SHMEM all are listed: the others have the state of
      // their family.
      default ->
          switch (code.family()) {
            case COMPUTE -> RUNNING;
            case COMPLETION -> COMPLETING;
            case COLLECTIVE -> GROUP;
            case FILE -> FILES;
            case MARKER, LOCAL, POINT_TO_POINT, PERSISTENT, COMMUNICATOR, RMA, SHMEM -> OTHERS;
          };
    };
  }
}
