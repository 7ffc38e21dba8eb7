package org.foretell.workload.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues small enough to be scheduled by hand. */
class SchedulersTest {
  private static List<Integer> starts(
      SchedulePolicy policy, int free, List<Occupied> running, Waiting... queue) {
    return policy.scheduler().starts(0, List.of(queue), free, running).stream()
        .map(Waiting::number)
        .toList();
  }

  private static final List<Occupied> RUNNING = List.of(new Occupied(6, 100));

  @Test
  void firstComeFirstServedWaitsForTheHead() {
    assertThat(
            starts(
                SchedulePolicy.FCFS,
                4,
                RUNNING,
                new Waiting(1, 3, 50),
                new Waiting(2, 5, 50),
                new Waiting(3, 1, 50)))
        .containsExactly(1);
  }

  @Test
  void easyFillsHolesThatDoNotDelayTheHead() {
    // The head needs 8 of 10 nodes and gets them at 100; 2 nodes are spare then.
    Waiting head = new Waiting(1, 8, 50);
    assertThat(starts(SchedulePolicy.EASY, 4, RUNNING, head, new Waiting(2, 4, 100)))
        .as("ends in time")
        .containsExactly(2);
    assertThat(starts(SchedulePolicy.EASY, 4, RUNNING, head, new Waiting(2, 4, 101))).isEmpty();
    assertThat(starts(SchedulePolicy.EASY, 4, RUNNING, head, new Waiting(2, 2, 101)))
        .as("on spare nodes")
        .containsExactly(2);
    assertThat(
            starts(
                SchedulePolicy.EASY,
                4,
                RUNNING,
                head,
                new Waiting(2, 2, 101),
                new Waiting(3, 1, 101),
                new Waiting(4, 1, 100)))
        .as("spare nodes are used once")
        .containsExactly(2, 4);
  }

  /** The second job would be delayed, which EASY does not mind. */
  @Test
  void conservativeBackfillDelaysNobody() {
    Waiting head = new Waiting(1, 10, 50);
    Waiting second = new Waiting(2, 6, 50);
    Waiting small = new Waiting(3, 4, 100);
    assertThat(starts(SchedulePolicy.CONSERVATIVE, 4, RUNNING, head, second, small))
        .containsExactly(3);
    // It would end at 160, beyond the start of the head at 100.
    assertThat(starts(SchedulePolicy.CONSERVATIVE, 4, RUNNING, head, new Waiting(3, 4, 160)))
        .isEmpty();
    // 4 nodes are left beside the second job, from 100 on, for the head is small here.
    Waiting narrow = new Waiting(1, 6, 50);
    Waiting wide = new Waiting(2, 8, 50);
    Waiting long4 = new Waiting(3, 4, 120);
    assertThat(starts(SchedulePolicy.EASY, 4, RUNNING, narrow, wide, long4)).containsExactly(3);
    assertThat(starts(SchedulePolicy.CONSERVATIVE, 4, RUNNING, narrow, wide, long4))
        .as("the wide job starts at 150, when narrow ends, so long4 may run to 120")
        .containsExactly(3);
    assertThat(
            starts(SchedulePolicy.CONSERVATIVE, 4, RUNNING, narrow, wide, new Waiting(3, 4, 200)))
        .as("to 200 it would delay the wide job")
        .isEmpty();
  }
}
