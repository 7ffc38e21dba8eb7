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
record StepCall(OpView op, Group group, int member, Placement placement) implements MemberCall {
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
    return op.code().has(list) && other < op.listLength(list) ? op.listElement(list, other) : 0;
  }

  @Override
  public int node(int other) {
    return placement.node(group.worldRanks[other]);
  }
}
