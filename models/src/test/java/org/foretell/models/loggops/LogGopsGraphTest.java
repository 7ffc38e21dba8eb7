package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.foretell.engine.reference.GoalCase;
import org.foretell.models.Replayed;
import org.foretell.result.Prediction;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Task graphs under LogGOPS: LogGOPSim's answers to schedules, and to its patterns at scale. */
class LogGopsGraphTest {
  private static final int NO_TASK = -1;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", "02", "04", "05", "06", "07", "08", "09", "11", "12", "15", "16", "17", "19", "20",
        "22", "24", "25", "27", "28", "29", "30", "32", "33", "34", "36", "38", "39", "40", "41",
        "43", "44", "46", "48", "50", "51", "53"
      })
  void ranksFinishWhenLogGopSimSaysTheyDo(String number) {
    GoalCase oracle = new GoalCase(number);
    Prediction prediction =
        Replayed.without(new LogGopsModelProvider(), oracle.parameters(), oracle.graphs());
    assertThat(Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000))
        .containsExactly(Arrays.stream(oracle.finishNs()).boxed().toArray(Long[]::new));
  }

  private static long makespanNs(TaskGraph... graphs) {
    return Replayed.without(
                new LogGopsModelProvider(),
                LogGopsModelProviderTest.LOGGOPSIM,
                new TaskGraphTrace(graphs))
            .makespanPs()
        / 1000;
  }

  @ParameterizedTest
  @CsvSource({"10,55420", "14,77588", "17,94214"})
  void binomialBroadcastTakesAMessageForEachLevel(int levels, long expectedNs) {
    int ranks = 1 << levels;
    TaskGraph[] graphs = new TaskGraph[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      TaskGraph.Builder graph = new TaskGraph.Builder();
      int top = rank == 0 ? 0 : Integer.highestOneBit(rank);
      int received = rank == 0 ? NO_TASK : graph.receive(rank - top, 0, 8, 0, 0);
      for (int bit = rank == 0 ? 1 : 2 * top; bit < ranks; bit *= 2) {
        int sent = graph.send(rank + bit, 0, 8, 0, 0);
        if (received != NO_TASK) {
          graph.requires(sent, received);
        }
      }
      graphs[rank] = graph.build();
    }
    assertThat(makespanNs(graphs)).isEqualTo(expectedNs);
  }

  @ParameterizedTest
  @CsvSource({"10,55420", "14,77588"})
  void disseminationTakesAMessageForEachRound(int rounds, long expectedNs) {
    int ranks = 1 << rounds;
    TaskGraph[] graphs = new TaskGraph[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      TaskGraph.Builder graph = new TaskGraph.Builder();
      int received = NO_TASK;
      for (int distance = 1; distance < ranks; distance *= 2) {
        int sent = graph.send((rank + distance) % ranks, 0, 8, 0, 0);
        int next = graph.receive((rank + ranks - distance) % ranks, 0, 8, 0, 0);
        if (received != NO_TASK) {
          graph.requires(sent, received);
          graph.requires(next, received);
        }
        received = next;
      }
      graphs[rank] = graph.build();
    }
    assertThat(makespanNs(graphs)).isEqualTo(expectedNs);
  }

  @ParameterizedTest
  @CsvSource({"64,212814", "128,429006", "256,861390", "512,1726158"})
  void linearAlltoallKeepsEveryCpuBusy(int ranks, long expectedNs) {
    TaskGraph[] graphs = new TaskGraph[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      TaskGraph.Builder graph = new TaskGraph.Builder();
      for (int distance = 1; distance < ranks; distance++) {
        graph.receive((rank + ranks - distance) % ranks, 0, 64, 0, 0);
        graph.send((rank + distance) % ranks, 0, 64, 0, 0);
      }
      graphs[rank] = graph.build();
    }
    assertThat(makespanNs(graphs)).isEqualTo(expectedNs);
  }

  @ParameterizedTest
  @CsvSource({"1,305494", "8,2415952"})
  void largeMessagesToOneRankFollowEachOther(int senders, long expectedNs) {
    TaskGraph[] graphs = new TaskGraph[senders + 1];
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    for (int sender = 1; sender <= senders; sender++) {
      receiver.receive(sender, 0, 50_000, 0, 0);
      TaskGraph.Builder graph = new TaskGraph.Builder();
      graph.send(0, 0, 50_000, 0, 0);
      graphs[sender] = graph.build();
    }
    graphs[0] = receiver.build();
    assertThat(makespanNs(graphs)).isEqualTo(expectedNs);
  }
}
