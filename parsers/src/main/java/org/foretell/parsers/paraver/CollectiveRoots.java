package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.HashMap;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;

/**
 * The root of each collective that has one, which only the root's own record states. The first
 * member is the root of all that are not kept here, so memory is proportional to the others.
 */
final class CollectiveRoots {
  /**
   * A collective.
   *
   * @param communicator id in our trace
   * @param number how many calls on the communicator came before
   */
  private record Call(int communicator, long number) {}

  private final Map<Call, Integer> roots = new HashMap<>();
  private final Long2LongOpenHashMap calls = new Long2LongOpenHashMap();
  private long contradictions;

  /** A rank calls the next collective of a communicator. */
  void called(int rank, OpCode code, PrvCommunicators.Group group, boolean isRoot) {
    long number = calls.addTo((long) rank << 32 | group.id(), 1);
    int member = group.rankOf(rank);
    if (isRoot && member > 0 && code.has(OpField.ROOT)) {
      Integer other = roots.putIfAbsent(new Call(group.id(), number), member);
      contradictions += other == null ? 0 : 1;
    }
  }

  /** How many collectives have more than one root. */
  long contradictions() {
    return contradictions;
  }

  /** The member that is the root, the first if no other was. */
  int root(int communicator, long number) {
    return roots.getOrDefault(new Call(communicator, number), 0);
  }

  /**
   * Whether a record is that of the root. Bytes tell it where there are any: Extrae's mark compares
   * the root's number in the communicator with that in the world, so it is wrong in others.
   *
   * @param code blocking or not
   */
  static boolean isRoot(OpCode code, long sent, long received, boolean isMarked) {
    return switch (code) {
      case BCAST, IBCAST, SCATTER, ISCATTER, SCATTERV, ISCATTERV ->
          sent > 0 || (received == 0 && isMarked);
      case GATHER, IGATHER, GATHERV, IGATHERV, REDUCE, IREDUCE ->
          received > 0 || (sent == 0 && isMarked);
      case BARRIER, IBARRIER, ALLGATHER, IALLGATHER, ALLGATHERV, IALLGATHERV -> false;
      case ALLTOALL, IALLTOALL, ALLTOALLV, IALLTOALLV, ALLTOALLW, IALLTOALLW -> false;
      case ALLREDUCE, IALLREDUCE, REDUCE_SCATTER, IREDUCE_SCATTER -> false;
      case REDUCE_SCATTER_BLOCK, IREDUCE_SCATTER_BLOCK, SCAN, ISCAN, EXSCAN, IEXSCAN -> false;
      case NEIGHBOR_ALLGATHER, INEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL, INEIGHBOR_ALLTOALL -> false;
      // Of COLLECTIVE all are listed: nothing else has a root.
      default -> false;
    };
  }
}
