package org.foretell.engine.reference;

import org.foretell.machine.Placement;
import org.foretell.model.MemberCall;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What one member of a collective says.
 *
 * @param op a copy
 */
public record StepCall(OpView op, Group group, int member, Placement placement)
    implements MemberCall {
  @Override
  public OpCode code() {
    return op.code().blockingForm();
  }

  @Override
  public int participants() {
    return group.size();
  }

  @Override
  public int root() {
    return op.code().has(OpField.ROOT) ? op.root() : 0;
  }

  @Override
  public long bytes() {
    return op.bytes();
  }

  @Override
  public long receiveBytes() {
    return op.receiveBytes();
  }

  @Override
  public long sendBytesTo(int other) {
    return element(OpField.SEND_BYTES_BY_RANK, other);
  }

  @Override
  public long receiveBytesFrom(int other) {
    return element(OpField.RECEIVE_BYTES_BY_RANK, other);
  }

  private long element(OpField list, int other) {
    long[] bytes = op.code().has(list) ? op.list(list) : new long[0];
    if (bytes.length == 1 && group.size() > 1) {
      return (bytes[0] + group.size() - 1) / group.size();
    }
    return other < bytes.length ? bytes[other] : 0;
  }

  @Override
  public long elements() {
    return op.get(OpField.COUNT);
  }

  @Override
  public boolean commutative() {
    return op.get(OpField.FLAGS) % 2 == 0;
  }

  @Override
  public int node(int other) {
    return placement.node(group.worldRanks[other]);
  }
}
