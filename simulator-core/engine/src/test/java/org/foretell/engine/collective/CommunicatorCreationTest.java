package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.machine.Placements;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class CommunicatorCreationTest {
  private final CommunicatorCreation creation =
      new CommunicatorCreation(
          OpCode.COMM_CREATE, new CommunicatorGroup(0, 4, null, Placements.oneRankPerNode(4)));

  private static OpView call(long... ranks) {
    return new OpView()
        .reset(OpCode.COMM_CREATE)
        .set(OpField.NEW_COMMUNICATOR, 2)
        .setList(OpField.RANKS, ranks);
  }

  /** Else the lists of n members that are all listed take n * n numbers. */
  @Test
  void listsThatSeveralMembersGiveAreKeptOnce() {
    creation.join(0, call(0, 2));
    long[] even = creation.known(call(0, 2));
    assertThat(even).containsExactly(0, 2);
    creation.join(1, call(1, 3));
    creation.join(2, call(0, 2));
    assertThat(creation.known(call(0, 2))).isSameAs(even);
    assertThat(creation.known(call(2, 0))).isNull();
    creation.join(3, call(1, 3));
    assertThat(creation.disagreeing()).isNegative();
  }

  @Test
  void aMemberThatGaveAnotherListIsFound() {
    creation.join(0, call(0, 2, 1));
    creation.join(1, call(0, 2, 1));
    creation.join(2, call(2, 0, 1));
    creation.join(3, call());
    assertThat(creation.disagreeing()).isZero();
  }
}
