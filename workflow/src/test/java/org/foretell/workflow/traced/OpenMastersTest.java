package org.foretell.workflow.traced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.workflow.traced.TracedTasksTest.MILLISECOND;
import static org.foretell.workflow.traced.TracedTasksTest.RECEIVE_FROM_1;
import static org.foretell.workflow.traced.TracedTasksTest.programs;
import static org.foretell.workflow.traced.TracedTasksTest.refused;
import static org.foretell.workflow.traced.TracedTasksTest.tasks;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Masters that receive from any worker by other means than wildcards in the world. */
class OpenMastersTest {
  @Test
  void messagesOfADuplicateOfTheWorldCountAsOthersDo() {
    String dup = "comm_dup communicator=0 new_communicator=%d\n";
    String reduction = "recv peer=1 receive_bytes=8 communicator=%d\n";
    TracedTasks tasks =
        tasks(
            programs(
                dup.formatted(2)
                    + dup.formatted(3)
                    + "send peer=1 bytes=8 communicator=3\n"
                    + RECEIVE_FROM_1.replace("any", "any communicator=3")
                    + "send peer=1 communicator=3\n"
                    + reduction.formatted(2),
                dup.formatted(7)
                    + dup.formatted(8)
                    + "recv peer=0 receive_bytes=8 communicator=8\ncompute duration=1s\n"
                    + "send peer=0 tag=1 bytes=8 communicator=8\nrecv peer=0 communicator=8\n"
                    + "recv peer=2 receive_bytes=8 communicator=7\n"
                    + "send peer=0 bytes=8 communicator=7",
                dup.formatted(2) + dup.formatted(3) + "send peer=1 bytes=8 communicator=2"));
    assertThat(tasks.workers()).isEqualTo(1);
    assertThat(tasks.durationsPs(0)).containsExactly(1000 * MILLISECOND);
  }

  private static final String TWO_RECEIVES =
      """
      send peer=1 bytes=8
      send peer=2 bytes=8
      irecv peer=1 receive_bytes=8 request=0
      irecv peer=2 receive_bytes=8 request=1
      """;

  /** A master that names the senders of all its receives, and takes whichever is first. */
  @Test
  void aMasterThatWaitsForAnyOfSeveralReceivesFromAll() {
    for (String first :
        List.of(
            "waitany requests=[0,1] outcome=1\n",
            "waitsome requests=[0,1] outcomes=[1]\n",
            "testany requests=[0,1] outcome=nobody\ntestany requests=[0,1] outcome=1\n",
            "testsome requests=[0,1] outcomes=[]\ntestsome requests=[0,1] outcomes=[1]\n",
            "test request=0 outcome=0\ntest request=1 outcome=1\n")) {
      String master = TWO_RECEIVES + first + "wait request=0\nsend peer=1\nsend peer=2\n";
      TracedTasks tasks = tasks(programs(master, SECONDS + STOP, SECONDS + STOP));
      assertThat(tasks.master()).as(first).isZero();
      assertThat(tasks.durationsPs(0))
          .as(first)
          .containsExactly(3000 * MILLISECOND, 3000 * MILLISECOND);
    }
  }

  private static final String SECONDS =
      "recv peer=0 receive_bytes=8\ncompute duration=3s\nsend peer=0 bytes=8\n";
  private static final String STOP = "recv peer=0\n";

  @Test
  void aMasterThatAsksForEachInTurnReceivesFromAll() {
    String master =
        """
        send peer=1 bytes=8
        send peer=2 bytes=8
        iprobe peer=1 outcome=0
        iprobe peer=2 outcome=1
        recv peer=2 receive_bytes=8
        iprobe peer=1 outcome=1
        recv peer=1 receive_bytes=8
        send peer=1
        send peer=2
        """;
    TracedTasks tasks = tasks(programs(master, SECONDS + STOP, SECONDS + STOP));
    assertThat(tasks.tasks()).isEqualTo(2);
    refused(
        programs(master.replace("iprobe peer=1 outcome=0\n", ""), SECONDS + STOP, SECONDS + STOP),
        "no rank receives from any source");
  }
}
