package org.foretell.models.collectives;

import java.util.function.IntUnaryOperator;
import org.foretell.model.MemberCall;
import org.foretell.trace.OpCode;

/** A call of one member, for tests. */
record TestCall(
    OpCode code,
    int participants,
    int member,
    int root,
    long bytes,
    long receiveBytes,
    Sizes sizes,
    IntUnaryOperator nodeOf,
    long elements,
    boolean commutative)
    implements MemberCall {
  /** What a member sends another one. */
  @FunctionalInterface
  interface Sizes {
    /** Nothing is stated. */
    Sizes NONE = (from, to) -> 0;

    long bytes(int from, int to);
  }

  /** All members state the same size; each is on a node of its own. */
  static TestCall of(OpCode code, int participants, int member, int root, long bytes) {
    return new TestCall(
        code, participants, member, root, bytes, bytes, Sizes.NONE, m -> m, 0, true);
  }

  TestCall lists(Sizes newSizes) {
    return new TestCall(
        code,
        participants,
        member,
        root,
        bytes,
        receiveBytes,
        newSizes,
        nodeOf,
        elements,
        commutative);
  }

  TestCall on(IntUnaryOperator nodes) {
    return new TestCall(
        code, participants, member, root, bytes, receiveBytes, sizes, nodes, elements, commutative);
  }

  TestCall reducing(long count, boolean commutes) {
    return new TestCall(
        code, participants, member, root, bytes, receiveBytes, sizes, nodeOf, count, commutes);
  }

  TestCall as(int otherMember) {
    return new TestCall(
        code,
        participants,
        otherMember,
        root,
        bytes,
        receiveBytes,
        sizes,
        nodeOf,
        elements,
        commutative);
  }

  @Override
  public long sendBytesTo(int to) {
    return sizes.bytes(member, to);
  }

  @Override
  public long receiveBytesFrom(int from) {
    return sizes.bytes(from, member);
  }

  @Override
  public int node(int of) {
    return nodeOf.applyAsInt(of);
  }
}
