package org.foretell.parsers.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks on several threads. */
@Timeout(60)
class InOrderTest {
  private static List<int[]> slots(int number) {
    List<int[]> slots = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      slots.add(new int[1]);
    }
    return slots;
  }

  @Test
  void areTakenInInTheOrderOfTheirNumbers() {
    SplittableRandom random = new SplittableRandom(7);
    int[] naps = random.ints(200, 0, 200_000).toArray();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger underWay = new AtomicInteger();
    List<Integer> taken = new ArrayList<>();
    InOrder.run(
        naps.length,
        3,
        slots(5),
        (slot, number) -> {
          most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
          LockSupport.parkNanos(naps[number]);
          slot[0] = number;
          underWay.decrementAndGet();
        },
        slot -> taken.add(slot[0]));
    assertThat(taken).hasSize(naps.length).isSorted().doesNotHaveDuplicates();
    assertThat(most.get()).isBetween(1, 3);
  }

  /** The second fails while the first goes on, and fails later. */
  @Test
  void ofSeveralFailuresThatOfTheLowestTaskCounts() {
    CountDownLatch failed = new CountDownLatch(1);
    List<Integer> taken = new ArrayList<>();
    assertThatThrownBy(
            () ->
                InOrder.run(
                    4,
                    2,
                    slots(4),
                    (slot, number) -> {
                      slot[0] = number;
                      if (number == 1) {
                        await(failed);
                      } else if (number == 2) {
                        failed.countDown();
                      }
                      if (number > 0) {
                        throw new TraceException("task " + number);
                      }
                    },
                    slot -> taken.add(slot[0])))
        .isExactlyInstanceOf(TraceException.class)
        .hasMessage("task 1");
    assertThat(taken).containsExactly(0);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noTaskIsUnderWayAfterAFailure() {
    AtomicInteger underWay = new AtomicInteger();
    assertThatThrownBy(
            () ->
                InOrder.run(
                    10,
                    2,
                    slots(4),
                    (slot, number) -> {
                      if (number == 0) {
                        throw new StackOverflowError("of task 0");
                      }
                      underWay.incrementAndGet();
                      while (!Thread.interrupted()) {
                        LockSupport.parkNanos(1000);
                      }
                      underWay.decrementAndGet();
                    },
                    slot -> {}))
        .isInstanceOf(StackOverflowError.class)
        .hasMessage("of task 0");
    assertThat(underWay.get()).isZero();
  }

  @Test
  void anInterruptEndsAllTasks() {
    AtomicInteger underWay = new AtomicInteger();
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () ->
                InOrder.run(
                    10,
                    2,
                    slots(4),
                    (slot, number) -> {
                      underWay.incrementAndGet();
                      while (!Thread.interrupted()) {
                        LockSupport.parkNanos(1000);
                      }
                      underWay.decrementAndGet();
                    },
                    slot -> {}))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(underWay.get()).isZero();
  }
}
