package org.foretell.engine.collective;

import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MemberCall;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** A collective as any of its members might call it, all blocks of equal size. */
final class AnyMember implements MemberCall {
  int member;
  private @Nullable CommunicatorGroup group;
  private OpCode code = OpCode.BARRIER;
  private int root;
  private long bytes;
  private long receiveBytes;
  private long element;

  void set(
      CommunicatorGroup of,
      OpCode op,
      int rootMember,
      long sentBytes,
      long receivedBytes,
      long listedBytes) {
    group = of;
    code = op;
    root = rootMember;
    bytes = sentBytes;
    receiveBytes = receivedBytes;
    element = listedBytes;
  }

  /** The same call by some of the members, with the same blocks. */
  AnyMember ofFirstNodes(int members) {
    AnyMember fewer = new AnyMember();
    if (group != null) {
      fewer.set(group.ofFirstNodes(members), code, 0, bytes, receiveBytes, element);
    }
    return fewer;
  }

  @Override
  public OpCode code() {
    return code;
  }

  @Override
  public int participants() {
    return group == null ? 1 : group.size();
  }

  @Override
  public int member() {
    return member;
  }

  @Override
  public int root() {
    return root;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public long receiveBytes() {
    return receiveBytes;
  }

  @Override
  public long sendBytesTo(int other) {
    return element;
  }

  @Override
  public long receiveBytesFrom(int other) {
    return element;
  }

  @Override
  public long receiveBytesFrom(int from, int to) {
    return (to - from) * element;
  }

  @Override
  public int node(int other) {
    return group == null ? 0 : group.node(other);
  }

  @Override
  public CommunicatorNodes nodes() {
    return group == null ? MemberCall.super.nodes() : group.sharing();
  }

  int worldRank(int other) {
    return group == null ? 0 : group.worldRank(other);
  }
}
