package org.foretell.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class CommunicatorNodesTest {
  @Test
  void nodesAreNumberedAsMembersMeetThem() {
    int[] placed = {7, 3, 7, 9, 3};
    CommunicatorNodes nodes = new CommunicatorNodes(5, member -> placed[member]);
    assertThat(nodes.count()).isEqualTo(3);
    assertThat(IntStream.range(0, 5).map(nodes::of)).containsExactly(0, 1, 0, 2, 1);
    assertThat(IntStream.range(0, 3).map(nodes::size)).containsExactly(2, 2, 1);
    assertThat(nodes.member(0, 1)).isEqualTo(2);
    assertThat(nodes.member(1, 0)).isEqualTo(1);
    assertThat(nodes.index(4)).isEqualTo(1);
  }

  @RepeatedTest(10)
  void eachMemberIsFoundAgain(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int[] placed = IntStream.range(0, 40).map(member -> random.nextInt(12)).toArray();
    CommunicatorNodes nodes = new CommunicatorNodes(placed.length, member -> placed[member]);
    assertThat(nodes.count()).isEqualTo((int) IntStream.of(placed).distinct().count());
    for (int member = 0; member < placed.length; member++) {
      assertThat(nodes.member(nodes.of(member), nodes.index(member))).isEqualTo(member);
    }
    for (int node = 0; node < nodes.count(); node++) {
      int number = node;
      int[] members =
          IntStream.range(0, nodes.size(node)).map(i -> nodes.member(number, i)).toArray();
      assertThat(members).isSorted();
      assertThat(IntStream.of(members).map(member -> placed[member]).distinct().count()).isOne();
    }
  }
}
