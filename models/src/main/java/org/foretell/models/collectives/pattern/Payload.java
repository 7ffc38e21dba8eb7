package org.foretell.models.collectives.pattern;

import org.foretell.model.MemberCall;

/** How the data of a collective divide into parts, of which messages carry ranges. Stateless. */
@FunctionalInterface
public interface Payload {
  /** A vector, cut into parts that differ by one byte at most. */
  Payload VECTOR =
      (call, parts, from, to) -> share(call.bytes(), to, parts) - share(call.bytes(), from, parts);

  /** The blocks of the members; there are as many parts as members, from the root on. */
  Payload BLOCKS = Payload::blocks;

  /** What a member contributes, whatever is asked for. */
  Payload OWN = (call, parts, from, to) -> call.bytes();

  /** No data. */
  Payload NOTHING = (call, parts, from, to) -> 0;

  /** One byte in any message. */
  Payload ONE_BYTE = (call, parts, from, to) -> 1;

  /**
   * Bytes of the parts {@code from} to {@code to - 1}.
   *
   * @param parts how many there are
   */
  long bytes(MemberCall call, int parts, int from, int to);

  /** Bytes of all parts. */
  default long all(MemberCall call, int parts) {
    return bytes(call, parts, 0, parts);
  }

  /** Bytes of one part. */
  default long part(MemberCall call, int parts, int part) {
    return bytes(call, parts, part, part + 1);
  }

  /** Bytes of {@code count} parts, of which the first follows the last. */
  default long circular(MemberCall call, int parts, int from, int count) {
    int to = from + count;
    return to <= parts
        ? bytes(call, parts, from, to)
        : bytes(call, parts, from, parts) + bytes(call, parts, 0, to - parts);
  }

  /** The first {@code part} of {@code parts} parts of {@code total} bytes, without overflow. */
  static long share(long total, int part, int parts) {
    return total / parts * part + total % parts * part / parts;
  }

  private static long blocks(MemberCall call, int parts, int from, int to) {
    return switch (call.code()) {
      case ALLGATHERV, REDUCE_SCATTER -> call.receiveBytesFrom(from, to);
      // Only the root knows the blocks of others; nobody else is asked for them.
      case GATHERV ->
          call.member() == call.root() ? call.receiveBytesFrom(fromRoot(call, from)) : call.bytes();
      case SCATTERV ->
          call.member() == call.root()
              ? call.sendBytesTo(fromRoot(call, from))
              : call.receiveBytes();
      case BARRIER, BCAST, GATHER, SCATTER, ALLGATHER, ALLTOALL -> (to - from) * Blocks.bytes(call);
      case ALLTOALLV, ALLTOALLW, REDUCE, ALLREDUCE -> (to - from) * Blocks.bytes(call);
      case REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> (to - from) * Blocks.bytes(call);
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> (to - from) * Blocks.bytes(call);
      // Of BLOCKING_COLLECTIVE all are listed: nothing else is a collective in its blocking form.
      default -> (to - from) * Blocks.bytes(call);
    };
  }

  private static int fromRoot(MemberCall call, int place) {
    return (int) (((long) place + call.root()) % call.participants());
  }
}
