package org.foretell.trace;

import static org.foretell.trace.OpField.*;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The closed vocabulary of a trace. Every op has a stable id (one byte in the native format) and a
 * fixed, ordered list of fields.
 *
 * <p>Byte counts follow the MPI calls: a block for each peer in gather, scatter, allgather and
 * alltoall, the whole vector in broadcasts, reductions and scans. {@code COUNT} is the number of
 * elements of a reduction, bit 0 of a reduction's {@code FLAGS} is set if its operator does not
 * commute, bit 1 if a blocking reduce was traced as messages to the root.
 *
 * <p>Some traces record the total of bytes that a rank sent and received in a collective, but not
 * their division among ranks. A list of one number in {@code SEND_BYTES_BY_RANK} or {@code
 * RECEIVE_BYTES_BY_RANK} is such a total; it takes precedence over the op's other sizes.
 */
public enum OpCode {
  /**
   * A CPU burst; its duration is exact, or drawn from a histogram. {@code FLOPS} and {@code
   * MEMORY_BYTES} are its work if the trace records it.
   */
  COMPUTE(0, Family.COMPUTE, DURATION_PS, HISTOGRAM, CALL_SITE, FLOPS, MEMORY_BYTES),
  /** Time that passes independently of the CPU: a sleep, or a call that is not replayed. */
  ELAPSE(1, Family.COMPUTE, DURATION_PS, HISTOGRAM, CALL_SITE),
  /** A phase begins. */
  MARKER_BEGIN(2, Family.MARKER, MARKER),
  /** A phase ends. */
  MARKER_END(3, Family.MARKER, MARKER),
  /** MPI_Init. */
  INIT(4, Family.LOCAL, CALL_SITE),
  /** MPI_Finalize. */
  FINALIZE(5, Family.LOCAL, CALL_SITE),
  /**
   * A user event, which takes no time: {@code OBJECT} is its type, {@code COUNT} its value. In
   * traces of Paraver's family a value above 0 begins the activity of the type, and 0 ends it.
   */
  EVENT(6, Family.LOCAL, OBJECT, COUNT),
  /** Standard blocking send; {@code FLAGS} is the protocol that was recorded. */
  SEND(10, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, CALL_SITE, FLAGS),
  /** Buffered send. */
  BSEND(11, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, CALL_SITE),
  /** Synchronous send. */
  SSEND(12, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, CALL_SITE),
  /** Ready send. */
  RSEND(13, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, CALL_SITE),
  /** Standard non-blocking send; {@code FLAGS} is the protocol that was recorded. */
  ISEND(14, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE, FLAGS),
  /** Buffered non-blocking send. */
  IBSEND(15, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Synchronous non-blocking send. */
  ISSEND(16, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Ready non-blocking send. */
  IRSEND(17, Family.POINT_TO_POINT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Blocking receive; {@code RECEIVE_BYTES} is the buffer, -1 when unknown. */
  RECV(
      18,
      Family.POINT_TO_POINT,
      PEER,
      TAG,
      RECEIVE_BYTES,
      COMMUNICATOR,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Non-blocking receive. */
  IRECV(
      19,
      Family.POINT_TO_POINT,
      PEER,
      TAG,
      RECEIVE_BYTES,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Send and receive at once; {@code RECEIVE_*} is the receiving half. */
  SENDRECV(
      20,
      Family.POINT_TO_POINT,
      PEER,
      TAG,
      BYTES,
      COMMUNICATOR,
      RECEIVE_PEER,
      RECEIVE_TAG,
      RECEIVE_BYTES,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Send and receive in one buffer. */
  SENDRECV_REPLACE(
      21,
      Family.POINT_TO_POINT,
      PEER,
      TAG,
      BYTES,
      COMMUNICATOR,
      RECEIVE_PEER,
      RECEIVE_TAG,
      RECEIVE_BYTES,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Blocks until a matching message can be received. */
  PROBE(22, Family.POINT_TO_POINT, PEER, TAG, COMMUNICATOR, CALL_SITE, MATCHED_PEER, MATCHED_TAG),
  /** Asks whether a matching message can be received. */
  IPROBE(
      23,
      Family.POINT_TO_POINT,
      PEER,
      TAG,
      COMMUNICATOR,
      OUTCOME,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Creates a persistent standard send. */
  SEND_INIT(24, Family.PERSISTENT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Creates a persistent buffered send. */
  BSEND_INIT(25, Family.PERSISTENT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Creates a persistent synchronous send. */
  SSEND_INIT(26, Family.PERSISTENT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Creates a persistent ready send. */
  RSEND_INIT(27, Family.PERSISTENT, PEER, TAG, BYTES, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Creates a persistent receive. */
  RECV_INIT(
      28,
      Family.PERSISTENT,
      PEER,
      TAG,
      RECEIVE_BYTES,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      MATCHED_PEER,
      MATCHED_TAG),
  /** Starts a persistent request. */
  START(29, Family.PERSISTENT, REQUEST, CALL_SITE),
  /** Starts persistent requests in list order. */
  STARTALL(30, Family.PERSISTENT, REQUESTS, CALL_SITE),
  /** Frees a request; an active one completes in the background. */
  REQUEST_FREE(31, Family.PERSISTENT, REQUEST, CALL_SITE),
  /** Waits for a request. */
  WAIT(32, Family.COMPLETION, REQUEST, CALL_SITE),
  /** Waits for all listed requests. */
  WAITALL(33, Family.COMPLETION, REQUESTS, CALL_SITE),
  /** Waits for one of the listed requests. */
  WAITANY(34, Family.COMPLETION, REQUESTS, OUTCOME, CALL_SITE),
  /** Waits for at least one of the listed requests. */
  WAITSOME(35, Family.COMPLETION, REQUESTS, OUTCOMES, CALL_SITE),
  /** Asks whether a request has completed. */
  TEST(36, Family.COMPLETION, REQUEST, OUTCOME, CALL_SITE),
  /** Asks whether all listed requests have completed. */
  TESTALL(37, Family.COMPLETION, REQUESTS, OUTCOME, CALL_SITE),
  /** Completes one of the listed requests if one has finished; outcome -2 is none. */
  TESTANY(38, Family.COMPLETION, REQUESTS, OUTCOME, CALL_SITE),
  /** Completes those of the listed requests that have finished. */
  TESTSOME(39, Family.COMPLETION, REQUESTS, OUTCOMES, OUTCOME, CALL_SITE),
  /** All ranks wait for each other. */
  BARRIER(
      50, Family.COLLECTIVE, COMMUNICATOR, CALL_SITE, SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK),
  /** {@code BYTES} go from the root to all. */
  BCAST(
      51,
      Family.COLLECTIVE,
      BYTES,
      ROOT,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** {@code BYTES} from each rank to the root, which receives {@code RECEIVE_BYTES} from each. */
  GATHER(
      52,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      ROOT,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** {@code BYTES} from this rank; the root has a list of the sizes from each. */
  GATHERV(53, Family.COLLECTIVE, BYTES, ROOT, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, CALL_SITE),
  /** {@code BYTES} from the root to each rank, which receives {@code RECEIVE_BYTES}. */
  SCATTER(
      54,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      ROOT,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** The root has a list of the sizes to each; this rank receives {@code RECEIVE_BYTES}. */
  SCATTERV(55, Family.COLLECTIVE, RECEIVE_BYTES, ROOT, SEND_BYTES_BY_RANK, COMMUNICATOR, CALL_SITE),
  /** {@code BYTES} from each rank to all; {@code RECEIVE_BYTES} from each. */
  ALLGATHER(
      56,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** {@code BYTES} from this rank to all; the list has the sizes from each. */
  ALLGATHERV(57, Family.COLLECTIVE, BYTES, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, CALL_SITE),
  /** {@code BYTES} to each rank and {@code RECEIVE_BYTES} from each. */
  ALLTOALL(
      58,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** The lists have the sizes to and from each rank. */
  ALLTOALLV(
      59, Family.COLLECTIVE, SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, CALL_SITE),
  /** The lists have the sizes to and from each rank. */
  ALLTOALLW(
      60, Family.COLLECTIVE, SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, CALL_SITE),
  /** A vector of {@code BYTES} is reduced to the root. */
  REDUCE(
      61,
      Family.COLLECTIVE,
      BYTES,
      ROOT,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** A vector of {@code BYTES} is reduced to all. */
  ALLREDUCE(
      62,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** A vector is reduced and distributed; the list has the sizes for each rank. */
  REDUCE_SCATTER(
      63,
      Family.COLLECTIVE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE),
  /** A vector is reduced and each rank gets {@code RECEIVE_BYTES}. */
  REDUCE_SCATTER_BLOCK(
      64,
      Family.COLLECTIVE,
      RECEIVE_BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK),
  /** Inclusive prefix reduction of {@code BYTES}. */
  SCAN(
      65,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Exclusive prefix reduction of {@code BYTES}. */
  EXSCAN(
      66,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** {@code BYTES} to each listed neighbour. */
  NEIGHBOR_ALLGATHER(67, Family.COLLECTIVE, BYTES, RECEIVE_BYTES, RANKS, COMMUNICATOR, CALL_SITE),
  /** {@code BYTES} to each listed neighbour, another block for each. */
  NEIGHBOR_ALLTOALL(68, Family.COLLECTIVE, BYTES, RECEIVE_BYTES, RANKS, COMMUNICATOR, CALL_SITE),
  /** Non-blocking {@link #BARRIER}. */
  IBARRIER(
      80,
      Family.COLLECTIVE,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #BCAST}. */
  IBCAST(
      81,
      Family.COLLECTIVE,
      BYTES,
      ROOT,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #GATHER}. */
  IGATHER(
      82,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      ROOT,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #GATHERV}. */
  IGATHERV(
      83, Family.COLLECTIVE, BYTES, ROOT, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Non-blocking {@link #SCATTER}. */
  ISCATTER(
      84,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      ROOT,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #SCATTERV}. */
  ISCATTERV(
      85,
      Family.COLLECTIVE,
      RECEIVE_BYTES,
      ROOT,
      SEND_BYTES_BY_RANK,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE),
  /** Non-blocking {@link #ALLGATHER}. */
  IALLGATHER(
      86,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #ALLGATHERV}. */
  IALLGATHERV(
      87, Family.COLLECTIVE, BYTES, RECEIVE_BYTES_BY_RANK, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Non-blocking {@link #ALLTOALL}. */
  IALLTOALL(
      88,
      Family.COLLECTIVE,
      BYTES,
      RECEIVE_BYTES,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #ALLTOALLV}. */
  IALLTOALLV(
      89,
      Family.COLLECTIVE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE),
  /** Non-blocking {@link #ALLTOALLW}. */
  IALLTOALLW(
      90,
      Family.COLLECTIVE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE),
  /** Non-blocking {@link #REDUCE}. */
  IREDUCE(
      91,
      Family.COLLECTIVE,
      BYTES,
      ROOT,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #ALLREDUCE}. */
  IALLREDUCE(
      92,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #REDUCE_SCATTER}. */
  IREDUCE_SCATTER(
      93,
      Family.COLLECTIVE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE),
  /** Non-blocking {@link #REDUCE_SCATTER_BLOCK}. */
  IREDUCE_SCATTER_BLOCK(
      94,
      Family.COLLECTIVE,
      RECEIVE_BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK),
  /** Non-blocking {@link #SCAN}. */
  ISCAN(
      95,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #EXSCAN}. */
  IEXSCAN(
      96,
      Family.COLLECTIVE,
      BYTES,
      COUNT,
      FLAGS,
      COMMUNICATOR,
      REQUEST,
      CALL_SITE,
      SEND_BYTES_BY_RANK,
      RECEIVE_BYTES_BY_RANK),
  /** Non-blocking {@link #NEIGHBOR_ALLGATHER}. */
  INEIGHBOR_ALLGATHER(
      97, Family.COLLECTIVE, BYTES, RECEIVE_BYTES, RANKS, COMMUNICATOR, REQUEST, CALL_SITE),
  /** Non-blocking {@link #NEIGHBOR_ALLTOALL}. */
  INEIGHBOR_ALLTOALL(
      98, Family.COLLECTIVE, BYTES, RECEIVE_BYTES, RANKS, COMMUNICATOR, REQUEST, CALL_SITE),
  /**
   * Splits a communicator by colour and key; {@code NEW_COMMUNICATOR} is this rank's name for its
   * part.
   */
  COMM_SPLIT(110, Family.COMMUNICATOR, COMMUNICATOR, COLOR, KEY, NEW_COMMUNICATOR, CALL_SITE),
  /** Duplicates a communicator. */
  COMM_DUP(111, Family.COMMUNICATOR, COMMUNICATOR, NEW_COMMUNICATOR, CALL_SITE),
  /** Creates a communicator of the listed ranks of the old one; all of the old one call it. */
  COMM_CREATE(112, Family.COMMUNICATOR, COMMUNICATOR, RANKS, NEW_COMMUNICATOR, CALL_SITE),
  /** Creates a communicator of the listed ranks of the old one; only these ranks call it. */
  COMM_CREATE_GROUP(
      113, Family.COMMUNICATOR, COMMUNICATOR, RANKS, TAG, NEW_COMMUNICATOR, CALL_SITE),
  /** Frees a communicator. */
  COMM_FREE(114, Family.COMMUNICATOR, COMMUNICATOR, CALL_SITE),
  /** Creates or allocates a window. */
  WIN_CREATE(120, Family.RMA, COMMUNICATOR, OBJECT, BYTES, CALL_SITE),
  /** Frees a window. */
  WIN_FREE(121, Family.RMA, OBJECT, CALL_SITE),
  /** One-sided write. */
  PUT(122, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** One-sided read. */
  GET(123, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** One-sided update. */
  ACCUMULATE(124, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** One-sided update that fetches. */
  GET_ACCUMULATE(125, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** Single-element update that fetches. */
  FETCH_AND_OP(126, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** Single-element compare and swap. */
  COMPARE_AND_SWAP(127, Family.RMA, PEER, BYTES, OBJECT, CALL_SITE),
  /** Put with a request. */
  RPUT(128, Family.RMA, PEER, BYTES, OBJECT, REQUEST, CALL_SITE),
  /** Get with a request. */
  RGET(129, Family.RMA, PEER, BYTES, OBJECT, REQUEST, CALL_SITE),
  /** Accumulate with a request. */
  RACCUMULATE(130, Family.RMA, PEER, BYTES, OBJECT, REQUEST, CALL_SITE),
  /** Fence. */
  WIN_FENCE(131, Family.RMA, OBJECT, CALL_SITE),
  /** Locks a target; {@code FLAGS} is 1 if the lock is shared. */
  WIN_LOCK(132, Family.RMA, PEER, OBJECT, FLAGS, CALL_SITE),
  /** Unlocks a target. */
  WIN_UNLOCK(133, Family.RMA, PEER, OBJECT, CALL_SITE),
  /** Locks all targets. */
  WIN_LOCK_ALL(134, Family.RMA, OBJECT, CALL_SITE),
  /** Unlocks all targets. */
  WIN_UNLOCK_ALL(135, Family.RMA, OBJECT, CALL_SITE),
  /** Completes ops to a target. */
  WIN_FLUSH(136, Family.RMA, PEER, OBJECT, CALL_SITE),
  /** Completes ops to all targets. */
  WIN_FLUSH_ALL(137, Family.RMA, OBJECT, CALL_SITE),
  /** Completes ops to a target locally. */
  WIN_FLUSH_LOCAL(138, Family.RMA, PEER, OBJECT, CALL_SITE),
  /** Completes all ops locally. */
  WIN_FLUSH_LOCAL_ALL(139, Family.RMA, OBJECT, CALL_SITE),
  /** Opens an exposure epoch for the listed ranks. */
  WIN_POST(140, Family.RMA, OBJECT, RANKS, CALL_SITE),
  /** Opens an access epoch to the listed ranks. */
  WIN_START(141, Family.RMA, OBJECT, RANKS, CALL_SITE),
  /** Ends an access epoch. */
  WIN_COMPLETE(142, Family.RMA, OBJECT, CALL_SITE),
  /** Waits for the end of an exposure epoch. */
  WIN_WAIT(143, Family.RMA, OBJECT, CALL_SITE),
  /** Synchronises window copies. */
  WIN_SYNC(144, Family.RMA, OBJECT, CALL_SITE),
  /** Update that fetches, with a request. */
  RGET_ACCUMULATE(145, Family.RMA, PEER, BYTES, OBJECT, REQUEST, CALL_SITE),
  /** Tests for the end of an exposure epoch; its outcome is 1 if the epoch has ended. */
  WIN_TEST(146, Family.RMA, OBJECT, OUTCOME, CALL_SITE),
  /** Opens a file. */
  FILE_OPEN(150, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Closes a file. */
  FILE_CLOSE(151, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Reads {@code BYTES} from offset {@code STRIDE_BYTES}, 0: from where the last op ended. */
  FILE_READ(152, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Writes {@code BYTES}. */
  FILE_WRITE(153, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Collective read. */
  FILE_READ_ALL(154, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Collective write. */
  FILE_WRITE_ALL(155, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Read with a request. */
  FILE_IREAD(156, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, REQUEST, CALL_SITE),
  /** Write with a request. */
  FILE_IWRITE(157, Family.FILE, OBJECT, BYTES, STRIDE_BYTES, REQUEST, CALL_SITE),
  /**
   * Blocking put; {@code OBJECT} is the context, {@code TAG} the variable of the target that it
   * updates, a number that waits for it use too; {@code VARIABLES} lists several. Without either it
   * updates none.
   */
  SHMEM_PUT(160, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Blocking get; {@code OBJECT} is the context. */
  SHMEM_GET(161, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, CALL_SITE),
  /** Non-blocking put. */
  SHMEM_PUT_NBI(162, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Non-blocking get. */
  SHMEM_GET_NBI(163, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, CALL_SITE),
  /** Strided put. */
  SHMEM_IPUT(
      164,
      Family.SHMEM,
      PEER,
      BYTES,
      COUNT,
      STRIDE_BYTES,
      OBJECT,
      FLAGS,
      TAG,
      CALL_SITE,
      VARIABLES),
  /** Strided get. */
  SHMEM_IGET(165, Family.SHMEM, PEER, BYTES, COUNT, STRIDE_BYTES, OBJECT, FLAGS, CALL_SITE),
  /** Single-element put. */
  SHMEM_P(166, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Single-element get. */
  SHMEM_G(167, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, CALL_SITE),
  /** Put that raises the signal {@code TAG}, which is a variable. */
  SHMEM_PUT_SIGNAL(168, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Non-blocking put that raises a signal. */
  SHMEM_PUT_SIGNAL_NBI(169, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Atomic that does not fetch; {@code FLAGS} is its kind, {@code TAG} the variable. */
  SHMEM_ATOMIC(170, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /**
   * Fetching atomic; bit 0 of {@code FLAGS} is set for a compare-and-swap, which sends a condition
   * and a value.
   */
  SHMEM_ATOMIC_FETCH(171, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Non-blocking fetching atomic. */
  SHMEM_ATOMIC_FETCH_NBI(172, Family.SHMEM, PEER, BYTES, OBJECT, FLAGS, TAG, CALL_SITE, VARIABLES),
  /** Orders puts. */
  SHMEM_FENCE(173, Family.SHMEM, OBJECT, CALL_SITE),
  /** Completes puts. */
  SHMEM_QUIET(174, Family.SHMEM, OBJECT, CALL_SITE),
  /**
   * Waits until the variable {@code TAG} has been updated {@code COUNT} more times, by the matched
   * peer if that is recorded, by any rank otherwise. No count means 1; with a count of 0 the rank
   * found the value it waited for and needed no update.
   */
  SHMEM_WAIT_UNTIL(175, Family.SHMEM, TAG, COUNT, MATCHED_PEER, CALL_SITE),
  /** Tests the condition that {@link #SHMEM_WAIT_UNTIL} waits for. */
  SHMEM_TEST(176, Family.SHMEM, TAG, COUNT, OUTCOME, MATCHED_PEER, CALL_SITE),
  /** Barrier, all ranks or an active set. */
  SHMEM_BARRIER(177, Family.SHMEM, COMMUNICATOR, CALL_SITE),
  /** Synchronisation without completing puts. */
  SHMEM_SYNC(178, Family.SHMEM, COMMUNICATOR, CALL_SITE),
  /** Broadcast. */
  SHMEM_BROADCAST(179, Family.SHMEM, BYTES, ROOT, COMMUNICATOR, CALL_SITE),
  /** Concatenation of unequal blocks. */
  SHMEM_COLLECT(180, Family.SHMEM, BYTES, COMMUNICATOR, CALL_SITE),
  /** Concatenation of equal blocks. */
  SHMEM_FCOLLECT(181, Family.SHMEM, BYTES, COMMUNICATOR, CALL_SITE),
  /** Reduction to all. */
  SHMEM_REDUCE(182, Family.SHMEM, BYTES, COUNT, FLAGS, COMMUNICATOR, CALL_SITE),
  /** All-to-all of equal blocks. */
  SHMEM_ALLTOALL(183, Family.SHMEM, BYTES, COMMUNICATOR, CALL_SITE),
  /** Strided all-to-all. */
  SHMEM_ALLTOALLS(184, Family.SHMEM, BYTES, STRIDE_BYTES, COMMUNICATOR, CALL_SITE),
  /** Takes a lock. */
  SHMEM_SET_LOCK(185, Family.SHMEM, OBJECT, CALL_SITE),
  /** Tries a lock; its outcome is 1 if the rank has got it, whatever value the call returned. */
  SHMEM_TEST_LOCK(186, Family.SHMEM, OBJECT, OUTCOME, CALL_SITE),
  /** Releases a lock. */
  SHMEM_CLEAR_LOCK(187, Family.SHMEM, OBJECT, CALL_SITE),
  /** Symmetric allocation. */
  SHMEM_MALLOC(188, Family.SHMEM, OBJECT, BYTES, CALL_SITE),
  /** Symmetric release. */
  SHMEM_FREE(189, Family.SHMEM, OBJECT, CALL_SITE),
  /** Creates a team; {@code RANKS} are start, stride, size. */
  SHMEM_TEAM_SPLIT(190, Family.SHMEM, COMMUNICATOR, RANKS, NEW_COMMUNICATOR, CALL_SITE),
  /** Destroys a team. */
  SHMEM_TEAM_DESTROY(191, Family.SHMEM, COMMUNICATOR, CALL_SITE),
  /** Creates a context. */
  SHMEM_CTX_CREATE(192, Family.SHMEM, COMMUNICATOR, OBJECT, FLAGS, CALL_SITE),
  /** Destroys a context. */
  SHMEM_CTX_DESTROY(193, Family.SHMEM, OBJECT, CALL_SITE),
  /** As {@link #SHMEM_WAIT_UNTIL}, for each of {@code VARIABLES}, updated by any rank. */
  SHMEM_WAIT_UNTIL_ALL(194, Family.SHMEM, COUNT, VARIABLES, CALL_SITE),
  /** Waits for one of {@code VARIABLES}; {@code OUTCOME} is its index if that is recorded. */
  SHMEM_WAIT_UNTIL_ANY(195, Family.SHMEM, OUTCOME, VARIABLES, CALL_SITE),
  /**
   * Waits for some of {@code VARIABLES}; {@code OUTCOMES} are their indices if these are recorded.
   */
  SHMEM_WAIT_UNTIL_SOME(196, Family.SHMEM, VARIABLES, OUTCOMES, CALL_SITE),
  /** Tests the condition that {@link #SHMEM_WAIT_UNTIL_ALL} waits for. */
  SHMEM_TEST_ALL(197, Family.SHMEM, OUTCOME, VARIABLES, CALL_SITE),
  /** Tests for one of {@code VARIABLES}; {@code OUTCOME} is its index, -2 for none. */
  SHMEM_TEST_ANY(198, Family.SHMEM, OUTCOME, VARIABLES, CALL_SITE),
  /** Tests for some of {@code VARIABLES}; {@code OUTCOMES} are their indices. */
  SHMEM_TEST_SOME(199, Family.SHMEM, VARIABLES, OUTCOMES, CALL_SITE),
  /**
   * Gets {@code BYTES} from the peer repeatedly until its variable {@code TAG} has been updated
   * {@code COUNT} more times than this rank has seen (no count means 1).
   */
  SHMEM_POLL(200, Family.SHMEM, PEER, TAG, BYTES, OBJECT, COUNT, CALL_SITE),
  /** Completes all pending operations of the rank; ends when all ranks have called it. */
  SHMEM_FINALIZE(201, Family.SHMEM, CALL_SITE);

  /** The kinds of op. */
  public enum Family {
    /** CPU bursts and pure delays. */
    COMPUTE,
    /** Phase markers; they take no time. */
    MARKER,
    /** Local calls that take no time in replay. */
    LOCAL,
    /** Sends, receives and probes. */
    POINT_TO_POINT,
    /** Persistent requests. */
    PERSISTENT,
    /** Waits and tests. */
    COMPLETION,
    /** Collectives, blocking and not. */
    COLLECTIVE,
    /** Creation and release of communicators. */
    COMMUNICATOR,
    /** MPI one-sided communication. */
    RMA,
    /** File input and output. */
    FILE,
    /** OpenSHMEM. */
    SHMEM
  }

  /** {@code FLAGS} of a send whose trace does not record the protocol. */
  public static final int PROTOCOL_UNKNOWN = 0;

  /** {@code FLAGS} of a send that did not wait for its receiver. */
  public static final int PROTOCOL_EAGER = 1;

  /** {@code FLAGS} of a send that waited for its receiver. */
  public static final int PROTOCOL_RENDEZVOUS = 2;

  /** Bit of {@code FLAGS} of a reduction whose operator does not commute. */
  public static final int REDUCTION_NOT_COMMUTATIVE = 1;

  /**
   * Bit of {@code FLAGS} of a {@link #REDUCE} that was traced as messages to the root: the other
   * ranks do not wait for each other.
   */
  public static final int REDUCTION_TO_ROOT_BY_MESSAGES = 2;

  /** Bit of {@code FLAGS} of a {@link #SHMEM_ATOMIC_FETCH} that is a compare-and-swap. */
  public static final int ATOMIC_COMPARES = 1;

  /** Bit of {@code FLAGS} of a {@link #WIN_LOCK} that other ranks may hold too. */
  public static final int LOCK_SHARED = 1;

  private static final @Nullable OpCode[] BY_ID = new OpCode[256];

  static {
    for (OpCode code : values()) {
      BY_ID[code.id] = code;
    }
  }

  private final int id;
  private final Family family;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<OpField> fields;

  /** The same as bits by field id. */
  private final long fieldBits;

  OpCode(int id, Family family, OpField... fields) {
    this.id = id;
    this.family = family;
    this.fields = List.of(fields);
    long bits = 0;
    for (OpField field : fields) {
      bits |= 1L << field.id();
    }
    fieldBits = bits;
  }

  /** {@return the stable id in the native format, 0 to 255} */
  public int id() {
    return id;
  }

  /** {@return the kind of op} */
  public Family family() {
    return family;
  }

  /** {@return the fields of this op, in the order in which formats store them} */
  public List<OpField> fields() {
    return fields;
  }

  /**
   * {@return whether this op carries {@code field}}
   *
   * @param field any field
   */
  public boolean has(OpField field) {
    return (fieldBits >>> field.id() & 1) != 0;
  }

  /**
   * Returns the op with a stable id, or null if there is none.
   *
   * @param id as {@link #id()} gives it
   * @return the op, or null if no op has this id
   */
  public static @Nullable OpCode byId(int id) {
    return id < 0 || id >= BY_ID.length ? null : BY_ID[id];
  }

  /**
   * Returns the value of a field of this op that was not set. It is {@link OpField#absent()},
   * except for OpenSHMEM's variables and the counts of its waits, for which 0 is a valid value.
   *
   * @param field a field that is no list
   * @return the value
   */
  public long absent(OpField field) {
    boolean isOwn =
        field == OpField.TAG
            ? family == Family.SHMEM
            : field == OpField.COUNT && family == Family.SHMEM && countsUpdates();
    return isOwn ? OpView.NONE : field.absent();
  }

  /**
   * {@return whether it stands for a call of the program, whose time a trace may record: all but
   * bursts, markers and events}
   */
  public boolean isCall() {
    return family != Family.COMPUTE && family != Family.MARKER && this != EVENT;
  }

  /** {@return whether {@code COUNT} is the number of updates to wait for} */
  public boolean countsUpdates() {
    return switch (this) {
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_WAIT_UNTIL_ALL, SHMEM_POLL -> true;
      case SHMEM_PUT, SHMEM_GET, SHMEM_PUT_NBI, SHMEM_GET_NBI, SHMEM_IPUT, SHMEM_IGET -> false;
      case SHMEM_P, SHMEM_G, SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC -> false;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT -> false;
      case SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS, SHMEM_SET_LOCK -> false;
      case SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE, SHMEM_TEAM_SPLIT -> false;
      case SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY, SHMEM_WAIT_UNTIL_ANY -> false;
      case SHMEM_WAIT_UNTIL_SOME, SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME -> false;
      case SHMEM_FINALIZE -> false;
      // Of SHMEM all are listed: no other op waits for variables.
      default -> false;
    };
  }

  /**
   * {@return whether it is an op of OpenSHMEM that neither depends on which rank is first nor
   * decides it, as long as it names no variable: no wait, test, signal, fence or lock}
   */
  public boolean isUnordered() {
    return switch (this) {
      case SHMEM_PUT,
          SHMEM_PUT_NBI,
          SHMEM_IPUT,
          SHMEM_P,
          SHMEM_GET,
          SHMEM_GET_NBI,
          SHMEM_IGET,
          SHMEM_G,
          SHMEM_ATOMIC,
          SHMEM_ATOMIC_FETCH,
          SHMEM_ATOMIC_FETCH_NBI,
          SHMEM_QUIET,
          SHMEM_BARRIER,
          SHMEM_SYNC,
          SHMEM_BROADCAST,
          SHMEM_COLLECT,
          SHMEM_FCOLLECT,
          SHMEM_REDUCE,
          SHMEM_ALLTOALL,
          SHMEM_ALLTOALLS,
          SHMEM_MALLOC,
          SHMEM_FREE,
          SHMEM_TEAM_SPLIT,
          SHMEM_TEAM_DESTROY,
          SHMEM_CTX_CREATE,
          SHMEM_CTX_DESTROY,
          SHMEM_FINALIZE ->
          true;
      case SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_FENCE, SHMEM_WAIT_UNTIL -> false;
      case SHMEM_TEST, SHMEM_SET_LOCK, SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK -> false;
      case SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> false;
      case SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME, SHMEM_POLL -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /** {@return whether it writes to the memory of another PE, which may wait for that} */
  public boolean isUpdate() {
    return switch (this) {
      case SHMEM_PUT,
          SHMEM_PUT_NBI,
          SHMEM_IPUT,
          SHMEM_P,
          SHMEM_PUT_SIGNAL,
          SHMEM_PUT_SIGNAL_NBI,
          SHMEM_ATOMIC,
          SHMEM_ATOMIC_FETCH,
          SHMEM_ATOMIC_FETCH_NBI ->
          true;
      case SHMEM_GET, SHMEM_GET_NBI, SHMEM_IGET, SHMEM_G, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST -> false;
      case SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> false;
      case SHMEM_SET_LOCK, SHMEM_TEST_LOCK, SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE -> false;
      case SHMEM_TEAM_SPLIT, SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY -> false;
      case SHMEM_WAIT_UNTIL_ALL, SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME -> false;
      case SHMEM_TEST_ALL, SHMEM_TEST_ANY, SHMEM_TEST_SOME, SHMEM_POLL, SHMEM_FINALIZE -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /** {@return whether it is a collective, of MPI or OpenSHMEM, that moves data or synchronises} */
  public boolean isCollective() {
    return switch (family) {
      case COLLECTIVE -> true;
      case SHMEM -> isShmemCollective();
      case COMPUTE, MARKER, LOCAL, POINT_TO_POINT, PERSISTENT, COMPLETION -> false;
      case COMMUNICATOR, RMA, FILE -> false;
    };
  }

  private boolean isShmemCollective() {
    return switch (this) {
      case SHMEM_BARRIER, SHMEM_SYNC, SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT -> true;
      case SHMEM_REDUCE, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> true;
      case SHMEM_PUT, SHMEM_GET, SHMEM_PUT_NBI, SHMEM_GET_NBI, SHMEM_IPUT, SHMEM_IGET -> false;
      case SHMEM_P, SHMEM_G, SHMEM_PUT_SIGNAL, SHMEM_PUT_SIGNAL_NBI, SHMEM_ATOMIC -> false;
      case SHMEM_ATOMIC_FETCH, SHMEM_ATOMIC_FETCH_NBI, SHMEM_FENCE, SHMEM_QUIET -> false;
      case SHMEM_WAIT_UNTIL, SHMEM_TEST, SHMEM_SET_LOCK, SHMEM_TEST_LOCK -> false;
      case SHMEM_CLEAR_LOCK, SHMEM_MALLOC, SHMEM_FREE, SHMEM_TEAM_SPLIT -> false;
      case SHMEM_TEAM_DESTROY, SHMEM_CTX_CREATE, SHMEM_CTX_DESTROY, SHMEM_WAIT_UNTIL_ALL -> false;
      case SHMEM_WAIT_UNTIL_ANY, SHMEM_WAIT_UNTIL_SOME, SHMEM_TEST_ALL, SHMEM_TEST_ANY -> false;
      case SHMEM_TEST_SOME, SHMEM_POLL, SHMEM_FINALIZE -> false;
      // Of SHMEM all are listed: no other op is one of OpenSHMEM.
      default -> false;
    };
  }

  /** {@return whether it is a non-blocking collective} */
  public boolean isNonBlockingCollective() {
    return switch (this) {
      case IBARRIER, IBCAST, IGATHER, IGATHERV, ISCATTER, ISCATTERV, IALLGATHER -> true;
      case IALLGATHERV, IALLTOALL, IALLTOALLV, IALLTOALLW, IREDUCE, IALLREDUCE -> true;
      case IREDUCE_SCATTER, IREDUCE_SCATTER_BLOCK, ISCAN, IEXSCAN, INEIGHBOR_ALLGATHER -> true;
      case INEIGHBOR_ALLTOALL -> true;
      case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV -> false;
      case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER -> false;
      case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> false;
      // Of COLLECTIVE all are listed: no other op is a collective of MPI.
      default -> false;
    };
  }

  /** {@return whether it is an op on a file that all members of its communicator call} */
  public boolean isCollectiveOnFile() {
    return switch (this) {
      case FILE_OPEN, FILE_CLOSE, FILE_READ_ALL, FILE_WRITE_ALL -> true;
      case FILE_READ, FILE_WRITE, FILE_IREAD, FILE_IWRITE -> false;
      // Of FILE all are listed: no other op is one on a file.
      default -> false;
    };
  }

  /**
   * {@return the blocking form of a non-blocking collective; a barrier for a collective op on a
   * file in which members wait for each other; for any other op, itself}
   */
  public OpCode blockingForm() {
    if (isCollectiveOnFile()) {
      return BARRIER;
    }
    return switch (this) {
      case IBARRIER -> BARRIER;
      case IBCAST -> BCAST;
      case IGATHER -> GATHER;
      case IGATHERV -> GATHERV;
      case ISCATTER -> SCATTER;
      case ISCATTERV -> SCATTERV;
      case IALLGATHER -> ALLGATHER;
      case IALLGATHERV -> ALLGATHERV;
      case IALLTOALL -> ALLTOALL;
      case IALLTOALLV -> ALLTOALLV;
      case IALLTOALLW -> ALLTOALLW;
      case IREDUCE -> REDUCE;
      case IALLREDUCE -> ALLREDUCE;
      case IREDUCE_SCATTER -> REDUCE_SCATTER;
      case IREDUCE_SCATTER_BLOCK -> REDUCE_SCATTER_BLOCK;
      case ISCAN -> SCAN;
      case IEXSCAN -> EXSCAN;
      case INEIGHBOR_ALLGATHER -> NEIGHBOR_ALLGATHER;
      case INEIGHBOR_ALLTOALL -> NEIGHBOR_ALLTOALL;
      case BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV -> this;
      case ALLTOALL, ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE, REDUCE_SCATTER -> this;
      case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN, NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> this;
      // Of COLLECTIVE all are listed: no other op has two forms.
      default -> this;
    };
  }
}
