package org.foretell.timelines;

import org.foretell.trace.OpCode;

/** Which state of Paraver a rank is in. States and colours are those that Extrae writes. */
final class ParaverStates {
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

  private ParaverStates() {}

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
