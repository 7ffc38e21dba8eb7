package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.foretell.failure.ForetellException;
import org.junit.jupiter.api.Test;

/** Members of communicators, as MPI defines them. */
class CommunicatorMembersTest {
  private static final int PARENT = Communicator.WORLD;

  private static OpView creation(OpCode code, int parent, int created) {
    return new OpView()
        .reset(code)
        .set(OpField.COMMUNICATOR, parent)
        .set(OpField.NEW_COMMUNICATOR, created);
  }

  private static OpView split(int parent, int color, int key, int created) {
    return creation(OpCode.COMM_SPLIT, parent, created)
        .set(OpField.COLOR, color)
        .set(OpField.KEY, key);
  }

  @Test
  void worldAndSelfAreThereAtOnce() {
    CommunicatorMembers members = CommunicatorMembers.of("t", new OpListTrace(3));
    assertThat(members.all(2, Communicator.WORLD)).containsExactly(0, 1, 2);
    assertThat(members.all(2, Communicator.SELF)).containsExactly(2);
    assertThat(members.all(0, Communicator.WORLD)).isSameAs(members.all(1, Communicator.WORLD));
    assertThat(members.all(0, 7)).isNull();
    assertThat(members.world(0, 7, 0)).isNull();
    assertThat(members.world(0, Communicator.WORLD, 3)).isNull();
    assertThat(members.world(0, Communicator.WORLD, -1)).isNull();
    assertThat(members.member(0, 7, 0)).isNull();
  }

  @Test
  void splitOrdersByKeyAndThenByRank() {
    OpListTrace trace = new OpListTrace(5);
    // Colors 0 and 1 by parity; the keys turn the even ones around.
    for (int rank = 0; rank < 5; rank++) {
      trace.add(rank, split(PARENT, rank % 2, rank % 2 == 0 ? -rank : 0, 2));
    }
    CommunicatorMembers members = CommunicatorMembers.of("t", trace);
    assertThat(members.all(0, 2)).containsExactly(4, 2, 0).isSameAs(members.all(4, 2));
    assertThat(members.all(1, 2)).containsExactly(1, 3);
    assertThat(members.world(2, 2, 0)).isEqualTo(4);
    assertThat(members.member(2, 2, 0)).isEqualTo(2);
    assertThat(members.member(2, 2, 1)).isNull();
  }

  @Test
  void aRankWithoutColorIsNoMember() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, split(PARENT, 0, 0, 2));
    trace.add(1, split(PARENT, -1, 0, OpView.NONE));
    CommunicatorMembers members = CommunicatorMembers.of("t", trace);
    assertThat(members.all(0, 2)).containsExactly(0);
    assertThat(members.all(1, 2)).isNull();
  }

  @Test
  void duplicatesAreOtherCommunicatorsOfTheSameRanks() {
    OpListTrace trace = new OpListTrace(2);
    for (int rank = 0; rank < 2; rank++) {
      trace.add(rank, creation(OpCode.COMM_DUP, PARENT, 2 + rank));
      trace.add(rank, new OpView().reset(OpCode.BARRIER));
    }
    CommunicatorMembers members = CommunicatorMembers.of("t", trace);
    assertThat(members.all(0, 2))
        .containsExactly(0, 1)
        .isSameAs(members.all(1, 3))
        .isNotSameAs(members.all(0, PARENT));
  }

  @Test
  void listsOfRanksAreThoseOfTheParent() {
    OpListTrace trace = new OpListTrace(4);
    for (int rank = 0; rank < 4; rank++) {
      trace.add(rank, split(PARENT, 0, -rank, 2)); // 3 2 1 0
      boolean isIn = rank == 3 || rank == 1;
      trace.add(
          rank,
          creation(OpCode.COMM_CREATE, 2, isIn ? 3 : OpView.NONE).setList(OpField.RANKS, 2, 0));
    }
    // Only its members call this one.
    for (int rank : new int[] {0, 2}) {
      trace.add(rank, creation(OpCode.COMM_CREATE_GROUP, PARENT, 4).setList(OpField.RANKS, 2, 0));
    }
    CommunicatorMembers members = CommunicatorMembers.of("t", trace);
    assertThat(members.all(1, 3)).containsExactly(1, 3);
    assertThat(members.all(0, 3)).isNull();
    assertThat(members.all(2, 4)).containsExactly(2, 0).isSameAs(members.all(0, 4));
  }

  @Test
  void knownCommunicatorsComeFromTheTable() {
    OpListTrace trace = new OpListTrace(3).define(new Communicator(5, new int[] {2, 0}));
    CommunicatorMembers members = CommunicatorMembers.of("t", trace);
    assertThat(members.all(0, 5)).containsExactly(2, 0);
    assertThat(members.all(1, 5)).isNull();
  }

  @Test
  void ranksThatDoNotAgreeAreNamed() {
    OpListTrace missing = new OpListTrace(2);
    missing.add(0, split(PARENT, 0, 0, 2));
    assertThatThrownBy(() -> CommunicatorMembers.of("t.bin", missing))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("t.bin: rank 0, creation 1 of a communicator: not all members call");
    OpListTrace unknown = new OpListTrace(1).add(0, split(9, 0, 0, 2));
    assertThatThrownBy(() -> CommunicatorMembers.of("t", unknown))
        .isInstanceOf(ForetellException.class);
    assertThat(CommunicatorMembers.creates(OpCode.COMM_FREE)).isFalse();
    assertThat(CommunicatorMembers.of("t", List.of(List.of())).all(0, PARENT)).containsExactly(0);
  }
}
