package org.foretell.structure.cluster.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.foretell.structure.cluster.Traces;
import org.foretell.structure.dispatch.RoleFinder;
import org.foretell.structure.dispatch.Roles;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/** Which workers differ only in the tasks that they got. */
class DispatchedWorkersTest {
  private static final String SITES =
      "call_site 0 \"task a\"\ncall_site 1 \"task b\"\ncall_site 2 \"end\"\n";
  private static final String STOP = "recv peer=0\nbarrier call_site=2\n";

  private static String task(int site) {
    return "recv peer=0 receive_bytes=8 call_site=%d\ncompute duration=5ms\nsend peer=0 bytes=4\n"
        .formatted(site);
  }

  /** The sets for workers with these programs, whose master receives from any of them. */
  private static List<RankSet> alike(String... workers) {
    StringBuilder text = new StringBuilder("ranks " + (workers.length + 1) + "\n" + SITES);
    text.append("program 0 {\nrecv peer=any receive_bytes=4\n}\n");
    for (int rank = 1; rank <= workers.length; rank++) {
      text.append("program ").append(rank).append(" {\n").append(workers[rank - 1]).append("}\n");
    }
    TraceSource trace = Traces.ofText(text.toString());
    Roles roles = RoleFinder.quickly(trace);
    assertThat(roles).isInstanceOf(Roles.Found.class);
    return DispatchedWorkers.alike(trace, (Roles.Found) roles);
  }

  @Test
  void numbersOfTasksDoNotCount() {
    assertThat(
            alike(
                "repeat 9 {\n" + task(0) + "}\n" + STOP,
                "repeat 2 {\n" + task(0) + "}\n" + STOP,
                task(0) + task(0) + task(0) + STOP))
        .containsExactly(RankSet.range(1, 3));
  }

  @Test
  void aFirstTaskThatIsTheOnlyOneIsEnough() {
    assertThat(alike(task(0) + STOP, task(0) + task(0) + STOP))
        .containsExactly(RankSet.range(1, 2));
  }

  @Test
  void ordersOfTasksOfSeveralKindsDoNotCount() {
    assertThat(
            alike(
                task(0) + task(0) + task(1) + task(0) + STOP,
                task(0) + task(1) + task(1) + task(0) + STOP,
                task(0) + task(0) + STOP))
        .as("the third never had a task of the other kind")
        .containsExactly(RankSet.range(1, 2));
  }

  @Test
  void pollsThatFindNothingDoNotCount() {
    String poll = "iprobe peer=0 outcome=%d\n";
    assertThat(
            alike(
                "repeat 3 {\n" + poll.formatted(1) + task(0) + "}\n" + STOP,
                poll.formatted(0)
                    + poll.formatted(1)
                    + task(0)
                    + poll.formatted(1)
                    + task(0)
                    + STOP))
        .containsExactly(RankSet.range(1, 2));
  }

  @Test
  void whatComesBeforeAndAfterTheTasksCounts() {
    assertThat(
            alike(
                task(0) + task(0) + STOP,
                "barrier\n" + task(0) + task(0) + STOP,
                task(0) + task(0) + STOP + "barrier\n",
                task(0) + task(0) + STOP))
        .containsExactly(RankSet.parse("1,4"));
  }

  @Test
  void tasksEndWithTheLastOfTheirMessages() {
    String twoAnswers = "recv peer=0 receive_bytes=8\nsend peer=0 bytes=4\nsend peer=0 bytes=4\n";
    assertThat(
            alike(
                "repeat 3 {\n" + twoAnswers + "}\n" + STOP,
                "repeat 5 {\n" + twoAnswers + "}\n" + STOP))
        .containsExactly(RankSet.range(1, 2));
  }
}
