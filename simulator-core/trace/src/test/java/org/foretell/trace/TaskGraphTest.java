package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TaskGraphTest {
  @Test
  void graphsWithTheSameTasksAndSuccessorsAreEqual() {
    assertThat(exchange(3, true)).isEqualTo(exchange(3, true));
    assertThat(exchange(3, true)).hasSameHashCodeAs(exchange(3, true));
    assertThat(exchange(3, true)).isNotEqualTo(exchange(2, true));
    assertThat(exchange(3, true)).isNotEqualTo(exchange(3, false));
  }

  @Test
  void movedPeersWrapAroundAndAnyPeerStays() {
    TaskGraph moved = exchange(3, true).shifted(2, 4);
    assertThat(moved.peer(0)).isEqualTo(1);
    assertThat(moved.peer(1)).isEqualTo(OpView.ANY);
    assertThat(moved.peer(2)).isZero();
    assertThat(moved.shifted(4 - 2, 4)).isEqualTo(exchange(3, true));
  }

  @Test
  void aCycleIsFoundFromWhateverLeadsThere() {
    TaskGraph.Builder builder = new TaskGraph.Builder();
    for (int i = 0; i < 4; i++) {
      builder.compute(1, 0);
    }
    builder.requires(1, 0);
    builder.requires(3, 2);
    assertThat(builder.build().taskOnCycle()).isEqualTo(-1);
    builder.requiresStart(2, 1);
    builder.requires(1, 2);
    assertThat(builder.build().taskOnCycle()).isIn(1, 2);
  }

  private static TaskGraph exchange(int peer, boolean finished) {
    TaskGraph.Builder builder = new TaskGraph.Builder();
    int send = builder.send(peer, 5, 100, 0, 1);
    int receive = builder.receive(OpView.ANY, OpView.ANY, 100, 1, 0);
    int burst = builder.compute(1000, 0);
    builder.requires(burst, send);
    if (finished) {
      builder.requires(burst, receive);
    } else {
      builder.requiresStart(burst, receive);
    }
    return builder.build();
  }
}
