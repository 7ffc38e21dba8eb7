package org.foretell.engine.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who executes a part that its thread has left, and when that thread goes on. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class LeftPartTest {
  private final AtomicInteger rounds = new AtomicInteger();
  private final AtomicBoolean alone = new AtomicBoolean();

  @Test
  void itIsExecutedUntilItsTimeIsOver() {
    Left left = new Left(this::more, 50_000_000);
    while (left.part.isLeft()) {
      assertThat(left.owner).isNotDone();
      left.part.execute();
    }
    left.owner.join();
    int before = rounds.get();
    assertThat(before).isPositive();
    left.part.execute();
    assertThat(rounds).as("rounds after it was given back").hasValue(before);
    assertThat(left.part.awayNanos()).isGreaterThan(50_000_000);
  }

  @Test
  void itIsGivenBackAfterItsLastRound() {
    Left left = new Left(() -> more() && rounds.get() < 3, Long.MAX_VALUE);
    while (left.part.isLeft()) {
      left.part.execute();
    }
    left.owner.join();
    assertThat(rounds).hasValue(3);
  }

  @Test
  void itsThreadTakesItBackWhenTheOtherHasEnded() {
    Left left = new Left(this::more, Long.MAX_VALUE);
    left.part.execute();
    alone.set(true);
    left.owner.join();
    assertThat(left.part.isLeft()).isFalse();
    left.part.execute();
    assertThat(rounds).hasValue(1);
  }

  @Test
  void aFailureIsReportedByTheOtherThreadFirst() throws Exception {
    Left left =
        new Left(
            () -> {
              throw new IllegalStateException("no figure");
            },
            Long.MAX_VALUE);
    assertThatThrownBy(left.part::execute).hasMessage("no figure");
    TimeUnit.MILLISECONDS.sleep(30);
    assertThat(left.owner).isNotDone();
    alone.set(true);
    left.owner.join();
    assertThat(left.part.isLeft()).isFalse();
  }

  private boolean more() {
    rounds.incrementAndGet();
    return true;
  }

  /** A part that a thread has left. */
  private final class Left {
    private final LeftPart part;
    private final CompletableFuture<Void> owner;

    Left(BooleanSupplier round, long nanos) {
      CompletableFuture<LeftPart> leaves = new CompletableFuture<>();
      owner =
          CompletableFuture.runAsync(
              () -> {
                LeftPart mine = new LeftPart(round, nanos);
                leaves.complete(mine);
                mine.await(alone::get);
              });
      part = leaves.join();
    }
  }
}
