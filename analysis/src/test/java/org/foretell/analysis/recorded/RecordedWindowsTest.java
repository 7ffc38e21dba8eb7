package org.foretell.analysis.recorded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.analysis.recorded.MadeRun.US;
import static org.foretell.analysis.recorded.MadeRun.afterBarriers;
import static org.foretell.analysis.recorded.MadeRun.states;

import java.util.List;
import org.foretell.observe.Total;
import org.junit.jupiter.api.Test;

/** Waits at windows of runs whose times are made up so that they can be worked out by hand. */
class RecordedWindowsTest {
  /**
   * Rank 1 posts 4 us after rank 0 starts. Rank 0 puts until 6 us and completes at 13 us, of which
   * rank 1 waits from 4 us on: 2 us until the put is over, 7 us for the complete.
   */
  @Test
  void postsAndCompletesOfWindows() {
    RecordedSummary found =
        afterBarriers(
            "win_create(object=0;bytes=8) win_start(object=0;ranks=[1])"
                + " put(object=0;peer=1;bytes=8) compute(7) win_complete(object=0)",
            "0 5us 1us 0",
            "win_create(object=0;bytes=8) compute(4) win_post(object=0;ranks=[0])"
                + " win_wait(object=0)",
            "0 0 10us");
    assertThat(states(found))
        .containsExactly("LATE_POST 1 4.0", "EARLY_WAIT 1 2.0", "LATE_COMPLETE 1 7.0");
    assertThat(found.unknownCalls()).isZero();
    assertThat(found.waits().delays().orElseThrow().unknownPs()).isEqualTo(Total.ZERO);
  }

  /** A library may let the complete wait for the post instead of the start. */
  @Test
  void aCompleteMayWaitForThePost() {
    assertThat(
            states(
                afterBarriers(
                    "win_create(object=0;bytes=8) win_start(object=0;ranks=[1]) compute(1)"
                        + " win_complete(object=0)",
                    "0 0 5us",
                    "win_create(object=0;bytes=8) compute(4) win_post(object=0;ranks=[0])"
                        + " win_wait(object=0)",
                    "0 0 2us")))
        .containsExactly("LATE_POST 1 3.0");
  }

  /** Rank 0 has the lock for 5 us; rank 1 asks after 2 us, and gets it after 6 us. */
  @Test
  void locksOfWindows() {
    String first =
        "win_create(object=0;bytes=8) win_lock(object=0;peer=1%s) compute(5)"
            + " win_unlock(object=0;peer=1)";
    String second =
        "win_create(object=0;bytes=8) compute(2) win_lock(object=0;peer=1%s)"
            + " win_unlock(object=0;peer=1)";
    String shared = ";flags=1";
    assertThat(states(afterBarriers(first.formatted(""), "0 0 0", second.formatted(""), "0 4us 0")))
        .containsExactly("LOCK_CONTENTION 1 3.0");
    assertThat(
            states(
                afterBarriers(first.formatted(""), "0 0 0", second.formatted(shared), "0 4us 0")))
        .containsExactly("LOCK_CONTENTION 1 3.0");
    assertThat(
            states(
                afterBarriers(
                    first.formatted(shared), "0 0 0", second.formatted(shared), "0 4us 0")))
        .isEmpty();
    // Back 20 ns after the call of 2.98 us has ended: clocks are wrong by that. Not by 100 ns.
    assertThat(
            states(afterBarriers(first.formatted(""), "0 0 0", second.formatted(""), "0 2980ns 0")))
        .containsExactly("LOCK_CONTENTION 1 2.98");
    assertThat(
            states(afterBarriers(first.formatted(""), "0 0 0", second.formatted(""), "0 2900ns 0")))
        .isEmpty();
  }

  /**
   * Ranks 1 and 0 are a communicator in this order, of which the window is. Rank 0 accesses rank 1,
   * which is member 0 and posts late, and locks itself, which is member 1, while rank 1 waits.
   */
  @Test
  void windowsOfOtherCommunicators() {
    RecordedSummary found =
        afterBarriers(
            "comm_split(color=0;key=1;new_communicator=9)"
                + " win_create(object=0;bytes=8;communicator=9) win_start(object=0;ranks=[0])"
                + " put(object=0;peer=0;bytes=8) win_complete(object=0) win_lock(object=0;peer=1)"
                + " compute(6) win_unlock(object=0;peer=1)",
            "0 0 5us 1us 0 0 0",
            "comm_split(color=0;key=0;new_communicator=4)"
                + " win_create(object=0;bytes=8;communicator=4) compute(4)"
                + " win_post(object=0;ranks=[1]) win_wait(object=0) compute(1)"
                + " win_lock(object=0;peer=1) win_unlock(object=0;peer=1)",
            "0 0 0 2us 6us 0");
    assertThat(states(found))
        .containsExactly("LATE_POST 1 4.0", "EARLY_WAIT 1 2.0", "LOCK_CONTENTION 1 5.0");
    assertThat(found.unknownCalls()).isZero();
    assertThat(found.waits().ranks().get(0).causedPs()).isEqualTo(Total.of(7 * US));
  }

  /**
   * Rank 0 has the lock of rank 1 for 5 us. Rank 1 accesses itself after 1 us, and waits for the
   * lock in its next call that may wait for the access; in the one after that no more.
   */
  @Test
  void accessesThatALockHoldsBack() {
    String first =
        "win_create(object=0;bytes=8) win_lock(object=0;peer=1) compute(5)"
            + " win_unlock(object=0;peer=1)";
    String all =
        "win_create(object=0;bytes=8) compute(1) win_lock_all(object=0)"
            + " rput(object=0;peer=1;bytes=8;request=2)";
    for (String ops :
        List.of(
            "win_flush(object=0;peer=1) win_flush(object=0;peer=1)",
            "win_flush_all(object=0) win_flush(object=0;peer=1)",
            "win_flush_local(object=0;peer=1) win_flush(object=0;peer=1)",
            "wait(request=2) win_flush_local_all(object=0)",
            "win_unlock_all(object=0) barrier(communicator=1)")) {
      RecordedSummary found = afterBarriers(first, "0 0 1us", all + " " + ops, "0 0 0 6us 0");
      assertThat(states(found)).as(ops).containsExactly("LOCK_CONTENTION 1 4.0");
      assertThat(found.unknownCalls()).isZero();
    }
    assertThat(states(afterBarriers(first, "0 0 1us", all, "0 6us 0")))
        .containsExactly("LOCK_CONTENTION 1 4.0");
    assertThat(
            states(
                afterBarriers(
                    first.replace("peer=1) compute", "peer=1;flags=1) compute"),
                    "0 0 1us",
                    all + " win_unlock_all(object=0)",
                    "0 0 0 6us")))
        .isEmpty();
  }
}
