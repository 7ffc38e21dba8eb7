package org.foretell.structure.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.structure.cluster.Traces;
import org.foretell.trace.RankSet;
import org.junit.jupiter.api.Test;

/** Masters and workers; {@code TracedTasksTest} has more of them. */
class RoleFinderTest {
  private static String programs(String... programs) {
    StringBuilder text = new StringBuilder("ranks " + programs.length + "\n");
    for (int rank = 0; rank < programs.length; rank++) {
      text.append("program ").append(rank).append(" {\n").append(programs[rank]).append("}\n");
    }
    return text.toString();
  }

  private static Roles roles(String text) {
    Roles roles = RoleFinder.of(Traces.ofText(text));
    assertThat(RoleFinder.quickly(Traces.ofText(text)).getClass()).isEqualTo(roles.getClass());
    return roles;
  }

  private static String reason(String text) {
    Roles roles = roles(text);
    assertThat(roles).isInstanceOf(Roles.None.class);
    return ((Roles.None) roles).reason();
  }

  @Test
  void aMasterThatProbesAnyAndReceivesWhatItFound() {
    Roles roles =
        roles(
            programs(
                "probe peer=any matched_peer=2\nrecv peer=2 receive_bytes=0\n",
                "barrier\n",
                "send peer=0\n",
                "barrier\n"));
    assertThat(roles).isEqualTo(new Roles.Found(0, RankSet.of(2), 0));
  }

  @Test
  void oneOfSeveralReceivesFromOneRankIsNoChoice() {
    String master =
        "irecv peer=1 request=0\nirecv peer=1 request=1\nwaitany requests=[0,1] outcome=0\n";
    assertThat(reason(programs(master, "send peer=0\nsend peer=0\n")))
        .startsWith("no rank receives from any source (MPI_ANY_SOURCE)");
  }

  @Test
  void aRequestThatNowSendsReceivesNoMore() {
    String master =
        """
        irecv peer=1 request=0
        wait request=0
        isend peer=1 request=0
        irecv peer=2 request=1
        waitany requests=[0,1] outcome=0
        """;
    assertThat(reason(programs(master, "send peer=0\nrecv peer=0\n", "send peer=0\n")))
        .startsWith("no rank receives from any source");
  }

  @Test
  void neighboursThatReceiveFromAnyAreNoMasters() {
    String own = "send peer=%d\nsend peer=%d\nrecv peer=any\nrecv peer=any\n";
    assertThat(
            reason(
                programs(
                    own.formatted(1, 3),
                    own.formatted(0, 2),
                    own.formatted(1, 3),
                    own.formatted(0, 2))))
        .isEqualTo(
            "ranks 0 and 3 both receive from any source, and neither alone has the messages of all"
                + " others");
  }

  @Test
  void aCommunicatorOfSomeRanksIsNoCopyOfTheWorld() {
    String split = "comm_split color=0 key=0 new_communicator=2\n";
    assertThat(
            reason(
                programs(
                    split + "recv peer=any communicator=2\n",
                    split + "send peer=0 communicator=2\n")))
        .isEqualTo(
            "rank 0 receives from any source in another communicator than MPI_COMM_WORLD and its"
                + " duplicates (op 2)");
  }
}
