package org.foretell.analysis.waits;

import org.foretell.trace.OpCode;

/** Which pattern a wait belongs to as far as the op alone says. */
final class WaitRules {
  private WaitRules() {}

  /** Of an op that does not wait for requests. */
  static WaitState of(OpCode code, boolean isRoot) {
    return switch (code) {
      case RECV, PROBE, IPROBE -> WaitState.LATE_SENDER;
      case SEND, BSEND, SSEND, RSEND -> WaitState.LATE_RECEIVER;
      case BARRIER, SHMEM_BARRIER, SHMEM_SYNC -> WaitState.WAIT_AT_BARRIER;
      case ALLGATHER,
          ALLGATHERV,
          ALLTOALL,
          ALLTOALLV,
          ALLTOALLW,
          ALLREDUCE,
          REDUCE_SCATTER,
          REDUCE_SCATTER_BLOCK,
          NEIGHBOR_ALLGATHER,
          NEIGHBOR_ALLTOALL,
          FILE_READ_ALL,
          FILE_WRITE_ALL,
          SHMEM_COLLECT,
          SHMEM_FCOLLECT,
          SHMEM_REDUCE,
          SHMEM_ALLTOALL,
          SHMEM_ALLTOALLS ->
          WaitState.WAIT_AT_N_TO_N;
      case BCAST, SCATTER, SCATTERV, SHMEM_BROADCAST ->
          isRoot ? WaitState.EARLY_BROADCAST : WaitState.LATE_BROADCAST;
      case REDUCE, GATHER, GATHERV -> isRoot ? WaitState.EARLY_REDUCE : WaitState.LATE_REDUCE;
      case SCAN, EXSCAN -> WaitState.WAIT_AT_SCAN;
      case SHMEM_WAIT_UNTIL,
          SHMEM_WAIT_UNTIL_ALL,
          SHMEM_WAIT_UNTIL_ANY,
          SHMEM_WAIT_UNTIL_SOME,
          SHMEM_TEST,
          SHMEM_TEST_ALL,
          SHMEM_TEST_ANY,
          SHMEM_TEST_SOME,
          SHMEM_POLL ->
          WaitState.LATE_PUT;
      case WIN_FENCE -> WaitState.WAIT_AT_FENCE;
      case WIN_START, WIN_COMPLETE -> WaitState.LATE_POST;
      case WIN_WAIT, WIN_TEST -> WaitState.EARLY_WAIT;
      case WIN_LOCK,
          WIN_LOCK_ALL,
          WIN_FLUSH,
          WIN_FLUSH_ALL,
          WIN_FLUSH_LOCAL,
          WIN_FLUSH_LOCAL_ALL,
          WIN_UNLOCK,
          WIN_UNLOCK_ALL,
          SHMEM_SET_LOCK,
          SHMEM_TEST_LOCK ->
          WaitState.LOCK_CONTENTION;
      case COMM_SPLIT,
          COMM_DUP,
          COMM_CREATE,
          COMM_CREATE_GROUP,
          WIN_CREATE,
          WIN_FREE,
          FILE_OPEN,
          FILE_CLOSE,
          SHMEM_MALLOC,
          SHMEM_FREE,
          SHMEM_TEAM_SPLIT,
          SHMEM_TEAM_DESTROY,
          SHMEM_FINALIZE ->
          WaitState.WAIT_AT_MANAGEMENT;
      case COMPUTE, ELAPSE, MARKER_BEGIN, MARKER_END, INIT, FINALIZE, EVENT -> WaitState.OTHER;
      case ISEND, IBSEND, ISSEND, IRSEND, IRECV, SENDRECV, SENDRECV_REPLACE -> WaitState.OTHER;
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT, START -> WaitState.OTHER;
      case STARTALL, REQUEST_FREE, WAIT, WAITALL, WAITANY, WAITSOME, TEST -> WaitState.OTHER;
      case TESTALL, TESTANY, TESTSOME, IBARRIER, IBCAST, IGATHER, IGATHERV -> WaitState.OTHER;
      case ISCATTER, ISCATTERV, IALLGATHER, IALLGATHERV, IALLTOALL, IALLTOALLV -> WaitState.OTHER;
      case IALLTOALLW, IREDUCE, IALLREDUCE, IREDUCE_SCATTER -> WaitState.OTHER;
      case IREDUCE_SCATTER_BLOCK, ISCAN, IEXSCAN, INEIGHBOR_ALLGATHER -> WaitState.OTHER;
      case INEIGHBOR_ALLTOALL, COMM_FREE, PUT, GET, ACCUMULATE, GET_ACCUMULATE -> WaitState.OTHER;
      case FETCH_AND_OP, COMPARE_AND_SWAP, RPUT, RGET, RACCUMULATE, WIN_POST -> WaitState.OTHER;
      case WIN_SYNC, RGET_ACCUMULATE, FILE_READ, FILE_WRITE, FILE_IREAD -> WaitState.OTHER;
      case FILE_IWRITE, SHMEM_PUT, SHMEM_GET, SHMEM_PUT_NBI, SHMEM_GET_NBI -> WaitState.OTHER;
      case SHMEM_IPUT, SHMEM_IGET, SHMEM_P, SHMEM_G, SHMEM_PUT_SIGNAL -> WaitState.OTHER;
      case SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC, SHMEM_ATOMIC_FETCH -> WaitState.OTHER;
      case SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET, SHMEM_CLEAR_LOCK -> WaitState.OTHER;
      case SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY -> WaitState.OTHER;
    };
  }

  /** Whether all members of a communicator or window call an op that is no collective. */
  static boolean isTogether(OpCode code) {
    return switch (code.family()) {
      case COLLECTIVE, POINT_TO_POINT, PERSISTENT, COMPLETION, COMPUTE, MARKER -> false;
      case LOCAL, COMMUNICATOR, RMA, FILE, SHMEM -> {
        WaitState state = of(code, false);
        yield state == WaitState.WAIT_AT_FENCE
            || state == WaitState.WAIT_AT_MANAGEMENT
            || (code.family() == OpCode.Family.SHMEM
                && (state == WaitState.WAIT_AT_BARRIER || state == WaitState.WAIT_AT_N_TO_N));
      }
    };
  }

  /** Whether messages may be what the op waits for, of either direction. */
  static boolean isOfMessages(OpCode code) {
    return code.family() == OpCode.Family.COMPLETION
        || code.family() == OpCode.Family.POINT_TO_POINT;
  }
}
