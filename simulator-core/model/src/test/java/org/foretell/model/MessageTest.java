package org.foretell.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageTest {
  @Test
  void aModelCanOnlyReadIt() {
    assertThat(Arrays.stream(Message.class.getDeclaredMethods()).filter(MessageTest::isVisible))
        .isNotEmpty()
        .allMatch(
            method -> method.getParameterCount() == 0 && method.getReturnType() != void.class);
    assertThat(Message.class.getFields()).isEmpty();
  }

  private static boolean isVisible(Method method) {
    return Modifier.isPublic(method.getModifiers()) || Modifier.isProtected(method.getModifiers());
  }

  @Test
  void aCopyKeepsWhatWasThere() {
    MutableMessage message = new MutableMessage().set(3, 5, 1, 2, 800, true);
    message.with(7, Message.Traced.RENDEZVOUS).rendezvous(true);
    Message kept = MutableMessage.copyOf(message);
    message.set(0, 0, 0, 0, 0, false);
    assertThat(kept.source()).isEqualTo(3);
    assertThat(kept.destination()).isEqualTo(5);
    assertThat(kept.sourceNode()).isEqualTo(1);
    assertThat(kept.destinationNode()).isEqualTo(2);
    assertThat(kept.bytes()).isEqualTo(800);
    assertThat(kept.callerBlocks()).isTrue();
    assertThat(kept.tag()).isEqualTo(7);
    assertThat(kept.traced()).isEqualTo(Message.Traced.RENDEZVOUS);
    assertThat(kept.rendezvous()).isTrue();
    assertThat(message.rendezvous()).isFalse();
  }
}
