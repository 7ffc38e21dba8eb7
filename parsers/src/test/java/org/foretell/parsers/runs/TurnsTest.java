package org.foretell.parsers.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void turnsAreInOrderWhateverCameFirst() throws InterruptedException {
    Turns turns = new Turns();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int number : new int[] {3, 1, 2, 0}) {
      Thread thread = new Thread(() -> turns.inTurn(number, () -> order.add(number)));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(order).containsExactly(0, 1, 2, 3);
  }

  @Test
  void whoWaitsCanBeInterrupted() {
    Turns turns = new Turns();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> turns.inTurn(1, () -> {})).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
