package org.foretell.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.model.CollectiveStep.Kind;
import org.junit.jupiter.api.Test;

class CollectiveStepTest {
  private final CollectiveStep step = new CollectiveStep();

  private void holds(Kind kind, int peer, long bytes, int receivePeer, long receiveBytes) {
    assertThat(step.kind()).isEqualTo(kind);
    assertThat(step.peer()).isEqualTo(peer);
    assertThat(step.bytes()).isEqualTo(bytes);
    assertThat(step.receivePeer()).isEqualTo(receivePeer);
    assertThat(step.receiveBytes()).isEqualTo(receiveBytes);
  }

  @Test
  void isWhatItWasLastSetTo() {
    step.send(3, 80);
    holds(Kind.SEND, 3, 80, 0, 0);
    step.sendReceive(1, 10, 2, 20);
    holds(Kind.SEND_RECEIVE, 1, 10, 2, 20);
    step.receive(4, 90);
    holds(Kind.RECEIVE, 4, 90, 0, 0);
    step.startSend(5, 100);
    holds(Kind.START_SEND, 5, 100, 0, 0);
    step.startReceive(6, 110);
    holds(Kind.START_RECEIVE, 6, 110, 0, 0);
    step.reduce(120);
    holds(Kind.REDUCE, 0, 120, 0, 0);
    step.waitAll();
    holds(Kind.WAIT_ALL, 0, 0, 0, 0);
  }

  @Test
  void membersGetOtherNumbersAndBytesStay() {
    step.sendReceive(1, 10, 2, 20);
    step.renumber(11, 12);
    holds(Kind.SEND_RECEIVE, 11, 10, 12, 20);
  }
}
