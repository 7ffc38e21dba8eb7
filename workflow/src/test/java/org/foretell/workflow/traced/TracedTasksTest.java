package org.foretell.workflow.traced;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.trace.TraceException;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.foretell.workflow.TestMachines;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of masters and workers, written by hand. */
class TracedTasksTest {
  static final long MILLISECOND = 1_000_000_000L;

  /**
   * Five tasks of 3, 1, 1, 1 and 1 s, then one of 2 s that gathers. The master needs 10 ms for
   * each.
   */
  private static final String FARM =
      """
      name "farm"
      ranks 3
      program 0 {
        barrier
        compute duration=5s
        send peer=1 tag=1 bytes=100
        compute duration=12ms
        send peer=2 tag=1 bytes=200
        recv peer=any tag=any receive_bytes=8 matched_peer=2 matched_tag=1
        compute duration=12ms
        send peer=2 tag=1 bytes=100
        recv peer=any tag=any receive_bytes=8 matched_peer=2 matched_tag=1
        compute duration=12ms
        send peer=2 tag=1 bytes=100
        recv peer=any tag=any receive_bytes=8 matched_peer=1 matched_tag=1
        compute duration=12ms
        send peer=1 tag=1 bytes=100
        recv peer=any tag=any receive_bytes=8 matched_peer=2 matched_tag=1
        recv peer=any tag=any receive_bytes=8 matched_peer=1 matched_tag=1
        compute duration=12ms
        send peer=1 tag=1 bytes=100
        recv peer=any tag=any receive_bytes=8 matched_peer=1 matched_tag=1
        send peer=1 tag=2 bytes=0
        send peer=2 tag=2 bytes=0
        compute duration=7s
        barrier
      }
      program 1 {
        barrier
        recv peer=0 tag=any receive_bytes=200
        compute duration=3s
        send peer=0 tag=1 bytes=8
        recv peer=0 tag=any receive_bytes=200
        compute duration=400ms
        elapse duration=600ms
        send peer=0 tag=1 bytes=8
        recv peer=0 tag=any receive_bytes=200
        compute duration=2s
        send peer=0 tag=1 bytes=8
        compute duration=1ms
        recv peer=0 tag=any receive_bytes=200
        barrier
      }
      program 2 {
        barrier
        repeat 3 {
          recv peer=0 tag=any receive_bytes=200
          compute duration=1s
          send peer=0 tag=1 bytes=8
        }
        recv peer=0 tag=any receive_bytes=200
        barrier
      }
      """;

  @TempDir private Path folder;

  static TracedTasks tasks(String text) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      TraceTextReader.read(new StringReader("foretell-trace 1\n" + text), "test", builder);
      return TracedTasks.of(builder.build());
    }
  }

  private WorkflowSetup pipeline(String text, Machine machine, int workers, int perNode)
      throws IOException {
    StringWriter out = new StringWriter();
    new TracedPipeline(tasks(text)).write(out);
    Path file = Files.writeString(folder.resolve("tasks.json"), out.toString());
    return TestMachines.setup(machine, workers, perNode)
        .pipeline(PipelineFile.read(file), 1)
        .policy(SchedulingPolicies.FIFO);
  }

  @Test
  void tasksAreWhatWorkersComputeBetweenMessages() {
    TracedTasks farm = tasks(FARM);
    assertThat(farm.master()).isZero();
    assertThat(farm.workers()).isEqualTo(2);
    assertThat(farm.tasks()).isEqualTo(6);
    assertThat(farm.durationsPs(0))
        .as("in the order in which the master dealt them out")
        .containsExactly(
            3000 * MILLISECOND,
            1000 * MILLISECOND,
            1000 * MILLISECOND,
            1000 * MILLISECOND,
            1000 * MILLISECOND);
    assertThat(farm.rounds()).as("worker 2 was idle, and got none of them").isEqualTo(2);
    assertThat(farm.durationsPs(1)).containsExactly(2000 * MILLISECOND);
    assertThat(farm.taskBytes()).as("700 bytes in all").isEqualTo(117);
    assertThat(farm.resultBytes()).isEqualTo(8);
    assertThat(farm.dealPs()).as("five times 12 ms for six tasks").isEqualTo(10 * MILLISECOND);
  }

  @Test
  void thePipelineTakesAsLongAsTheTrace() throws IOException {
    Path trace = Files.writeString(folder.resolve("t.txt"), "foretell-trace 1\n" + FARM);
    Machine machine = TestMachines.of(1, 3);
    double replayed =
        Foretell.prediction()
            .trace(trace)
            .machine(machine)
            .model("simple")
            .run()
            .predictedSeconds();
    WorkflowResult result = pipeline(FARM, machine, 2, 2).run();
    assertThat(result.makespanSeconds()).isCloseTo(6, within(0.05));
    assertThat(result.makespanSeconds())
        .as("without what rank 0 does before and after")
        .isCloseTo(replayed - 5 - 7, within(0.02));
    assertThat(result.tasks()).isEqualTo(6);
  }

  @Test
  void moreWorkersShareTheTasks() throws IOException {
    assertThat(pipeline(FARM, TestMachines.of(1, 6), 5, 5).run().makespanSeconds())
        .as("the longest of the first round, then the last task")
        .isCloseTo(5, within(0.05));
    assertThat(pipeline(FARM, TestMachines.of(1, 2), 1, 1).run().makespanSeconds())
        .isCloseTo(9, within(0.1));
  }

  /** Two workers with four tasks of a second each, dealt out in turn; each asks for work first. */
  private static final String EVEN =
      """
      name "even"
      ranks 3
      base_flops_per_second 4e9
      program 0 {
        recv peer=any tag=0 receive_bytes=0 matched_peer=1 matched_tag=0
        send peer=1 bytes=64
        recv peer=any tag=0 receive_bytes=0 matched_peer=2 matched_tag=0
        send peer=2 bytes=64
        repeat 3 {
          recv peer=any tag=0 receive_bytes=0 matched_peer=1 matched_tag=0
          send peer=1 bytes=64
          recv peer=any tag=0 receive_bytes=0 matched_peer=2 matched_tag=0
          send peer=2 bytes=64
        }
        recv peer=any tag=0 receive_bytes=0 matched_peer=1 matched_tag=0
        send peer=1 bytes=64
        recv peer=any tag=0 receive_bytes=0 matched_peer=2 matched_tag=0
        send peer=2 bytes=64
      }
      program 1-2 {
        send peer=0 tag=0 bytes=0
        repeat 4 {
          recv peer=0 receive_bytes=64
          compute duration=1s
          send peer=0 tag=0 bytes=0
        }
        recv peer=0 receive_bytes=64
      }
      """;

  @Test
  void aSlowWorkerGetsFewerTasks() throws IOException {
    LinkSpeed link = new LinkSpeed(1_000_000, Double.POSITIVE_INFINITY);
    Machine machine =
        Machine.builder("mixed")
            .nodes(nodes("fast", 2, 4e9))
            .nodes(nodes("slow", 1, 1e9))
            .network(link)
            .build();
    Path trace = Files.writeString(folder.resolve("t.txt"), "foretell-trace 1\n" + EVEN);
    double replayed =
        Foretell.prediction()
            .trace(trace)
            .machine(machine)
            .model("simple")
            .run()
            .predictedSeconds();
    assertThat(replayed).as("the slow worker has half of the tasks").isCloseTo(16, within(1e-3));
    assertThat(pipeline(EVEN, machine, 2, 1).run().makespanSeconds())
        .as("it ends two while the other ends six")
        .isCloseTo(8, within(1e-3));
  }

  private static NodeGroup nodes(String name, int cores, double flopsPerSecond) {
    return NodeGroup.builder(name)
        .nodes(1)
        .coresPerNode(cores)
        .coreFlopsPerSecond(flopsPerSecond)
        .intraNode(new LinkSpeed(1_000_000, Double.POSITIVE_INFINITY))
        .build();
  }

  @Test
  void workersThatAskFirstHaveNoTaskBefore() {
    TracedTasks even = tasks(EVEN);
    assertThat(even.tasks()).isEqualTo(8);
    assertThat(even.rounds()).isEqualTo(1);
    assertThat(even.dealPs()).isZero();
    assertThat(even.resultBytes()).isZero();
    assertThat(even.baseFlopsPerSecond()).isEqualTo(4e9);
  }

  @Test
  void requestsPollsAndMessagesInPartsAreFollowed() {
    TracedTasks tasks =
        tasks(
            """
            ranks 2
            program 0 {
              isend peer=1 tag=1 bytes=4 request=0
              send peer=1 tag=2 bytes=60
              wait request=0
              compute duration=3us
              iprobe peer=any tag=any outcome=0
              compute duration=90ms
              iprobe peer=any tag=any outcome=1 matched_peer=1 matched_tag=1
              compute duration=1us
              recv peer=1 tag=any receive_bytes=8
              recv peer=1 tag=any receive_bytes=8
              irecv peer=any tag=any receive_bytes=8 request=1 matched_peer=1 matched_tag=1
              send peer=1 tag=1 bytes=64
              waitall requests=[1]
              recv peer=any tag=any receive_bytes=8 matched_peer=1 matched_tag=1
            }
            program 1 {
              recv peer=0 tag=1 receive_bytes=4
              compute duration=1ms
              recv peer=0 tag=2 receive_bytes=60
              compute duration=100ms
              send peer=0 tag=1 bytes=8
              compute duration=2ms
              send peer=0 tag=1 bytes=8
              compute duration=50ms
              irecv peer=0 tag=1 receive_bytes=64 request=0
              test request=0 outcome=0
              compute duration=5ms
              test request=0 outcome=1
              compute duration=20ms
              sendrecv peer=0 tag=1 bytes=8 receive_peer=nobody receive_tag=0 receive_bytes=0
              isend peer=0 tag=1 bytes=8 request=1
              waitany requests=[1] outcome=0
            }
            """);
    assertThat(tasks.durationsPs(0)).containsExactly(103 * MILLISECOND, 20 * MILLISECOND);
    assertThat(tasks.taskBytes()).isEqualTo(64);
    assertThat(tasks.resultBytes()).isEqualTo(16);
    assertThat(tasks.dealPs()).as("4 us for two tasks, without the wait").isEqualTo(2_000_000);
  }

  @Test
  void everyWayToCompleteAReceiveIsFollowed() {
    String wait =
        """
        irecv peer=0 tag=1 receive_bytes=8 request=0
        %s
        compute duration=1s
        send peer=0 tag=1 bytes=8
        """;
    List<String> completions =
        List.of(
            "wait request=0",
            "waitall requests=[0]",
            "waitany requests=[0] outcome=0",
            "waitsome requests=[0] outcomes=[0]",
            polled("test request=0 outcome=%s", "0", "1"),
            polled("testall requests=[0] outcome=%s", "0", "1"),
            polled("testany requests=[0] outcome=%s", "nobody", "0"),
            polled("testsome requests=[0] outcomes=[%s]", "", "0"));
    StringBuilder master = new StringBuilder();
    StringBuilder worker = new StringBuilder();
    for (String completion : completions) {
      master.append("send peer=1 tag=1 bytes=8\nprobe peer=any tag=1\n" + RECEIVE_FROM_1);
      worker.append(wait.formatted(completion));
    }
    TracedTasks tasks = tasks(programs(master.toString(), worker.toString()));
    assertThat(tasks.durationsPs(0)).hasSize(completions.size()).containsOnly(1000 * MILLISECOND);
  }

  /** A test that finds nothing at first; the computation after it is no part of a task. */
  private static String polled(String op, String nothing, String found) {
    return String.join("\n", op.formatted(nothing), "compute duration=9s", op.formatted(found));
  }

  static void refused(String text, String reason) {
    assertThatThrownBy(() -> tasks(text))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("this is no trace of a master that deals out tasks to workers: ")
        .hasMessageContaining(reason);
  }

  static String programs(String... programs) {
    StringBuilder text = new StringBuilder("ranks " + programs.length + "\n");
    for (int rank = 0; rank < programs.length; rank++) {
      text.append("program ").append(rank).append(" {\n").append(programs[rank]).append("\n}\n");
    }
    return text.toString();
  }

  static final String RECEIVE_FROM_1 =
      "recv peer=any tag=1 receive_bytes=8 matched_peer=1 matched_tag=1\n";
  private static final String RECEIVE =
      "recv peer=any tag=0 receive_bytes=8 matched_peer=1 matched_tag=0\n";
  private static final String ANSWER = "recv peer=0 receive_bytes=8\nsend peer=0 bytes=8\n";

  @Test
  void otherProgramsAreRefusedWithTheReason() {
    refused(
        programs("send peer=1 bytes=8\nrecv peer=1", ANSWER), "no rank receives from any source");
    refused(
        programs("send peer=1\n" + RECEIVE, "recv peer=0\nsend peer=2\nsend peer=0", "recv peer=1"),
        "rank 1 has messages with rank 2, not only with rank 0");
    refused(
        programs(RECEIVE, RECEIVE, "send peer=0\nsend peer=1"),
        "ranks 0 and 1 both receive from any source");
    refused(programs(RECEIVE, "compute duration=1s"), "no rank sends to rank 0");
    refused(
        programs("send peer=1\n" + RECEIVE, "recv peer=0\nbarrier\nsend peer=0"),
        "rank 1 calls barrier between its messages (op 2)");
    refused(
        programs("send peer=1\nrecv peer=any tag=0 receive_bytes=8", ANSWER),
        "does not record whose messages");
    refused(programs("send peer=1\n" + RECEIVE + RECEIVE, ANSWER), "than that rank sends");
    refused(
        programs("send peer=1\nsend peer=1\n" + RECEIVE, ANSWER),
        "rank 1 does not receive as many");
    refused(
        programs("send peer=1\n" + RECEIVE, ANSWER + ANSWER), "rank 1 does not receive as many");
    refused(
        programs("send peer=1\n" + RECEIVE, ANSWER + "send peer=0"),
        "not receive all messages of rank 1");
    refused(programs(RECEIVE, "send peer=0\nrecv peer=0"), "does not receive as many");
    refused(programs(RECEIVE, "send peer=0"), "no rank answers a message");
    refused(
        programs("send peer=1\n" + RECEIVE, "irecv peer=0 request=0\ntest request=0\nsend peer=0"),
        "what test of rank 1 found (op 2)");
    refused(programs("recv_init peer=any request=0", "send peer=0"), "persistent requests (op 1)");
    refused(
        programs(
            "comm_split color=0 key=1 new_communicator=2\nrecv peer=any communicator=2",
            "comm_split color=0 key=0 new_communicator=2\nsend peer=0 communicator=2"),
        "rank 0 receives from any source in another communicator than MPI_COMM_WORLD and its"
            + " duplicates (op 2)");
    refused(
        programs("send peer=1\n" + RECEIVE, "recv peer=0\nsend peer=1 communicator=1\nsend peer=0"),
        "rank 1 calls send between its messages (op 2)");
    refused(
        programs("send peer=2\n" + RECEIVE, "send peer=0", ""), "rank 2, which receives nothing");
    refused(programs("put peer=1 bytes=8 object=0", ""), "one-sided communication");
  }
}
