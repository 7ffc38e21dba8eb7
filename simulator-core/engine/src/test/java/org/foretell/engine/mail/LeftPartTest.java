package org.foretell.engine.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who executes a part that its thread has left, and when that thread goes on. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class LeftPartTest {
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicBoolean alone = new AtomicBoolean();

  @Test
  void itIsExecutedUntilItsTimeIsOver() {
    LeftPart part = new LeftPart(this::more, System.nanoTime() + 50_000_000);
    CompletableFuture<Void> owner = owner(part);
    while (part.isLeft()) {
      assertThat(owner).isNotDone();
      part.execute();
    }
    owner.join();
    int before = rounds.get();
    assertThat(before).isPositive();
    part.execute();
    assertThat(rounds).as("rounds after it was given back").hasValue(before);
  }

  @Test
  void itIsGivenBackAfterItsLastRound() {
    LeftPart part = new LeftPart(() -> more() && rounds.get() < 3, Long.MAX_VALUE);
    CompletableFuture<Void> owner = owner(part);
    while (part.isLeft()) {
      part.execute();
    }
    owner.join();
    assertThat(rounds).hasValue(3);
  }

  @Test
  void itsThreadTakesItBackWhenTheOtherHasEnded() {
    LeftPart part = new LeftPart(this::more, Long.MAX_VALUE);
    CompletableFuture<Void> owner = owner(part);
    part.execute();
    alone.set(true);
    owner.join();
    assertThat(part.isLeft()).isFalse();
    part.execute();
    assertThat(rounds).hasValue(1);
  }

  @Test
  void aFailureIsReportedByTheOtherThreadFirst() throws Exception {
    LeftPart part =
        new LeftPart(
            () -> {
              throw new IllegalStateException("no figure");
            },
            Long.MAX_VALUE);
    CompletableFuture<Void> owner = owner(part);
    assertThatThrownBy(part::execute).hasMessage("no figure");
    TimeUnit.MILLISECONDS.sleep(30);
    assertThat(owner).isNotDone();
    alone.set(true);
    owner.join();
    assertThat(part.isLeft()).isFalse();
  }

  private boolean more() {
    rounds.incrementAndGet();
    return true;
  }

  private CompletableFuture<Void> owner(LeftPart part) {
    return CompletableFuture.runAsync(() -> part.await(alone::get));
  }
}
