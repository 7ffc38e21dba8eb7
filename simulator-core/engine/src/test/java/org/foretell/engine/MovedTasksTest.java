package org.foretell.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.Ops.*;
import static org.foretell.engine.Replays.trace;

import java.util.ArrayList;
import java.util.List;
import org.foretell.engine.reference.LinearModel;
import org.foretell.engine.reference.LogGopsModel;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.observe.SimObserver;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.junit.jupiter.api.Test;

/** What observers hear of the payload of messages of task graphs, worked out by hand. */
class MovedTasksTest {
  /** "source -> destination, bytes, start .. end". */
  private static SimObserver listing(List<String> moved) {
    return new SimObserver() {
      @Override
      public void moved(int source, int destination, long bytes, long startPs, long endPs) {
        moved.add(source + " -> " + destination + ", " + bytes + ", " + startPs + " .. " + endPs);
      }
    };
  }

  private static List<String> moved(MpiModel model, TaskGraph.Builder... graphs) {
    TaskGraph[] built = new TaskGraph[graphs.length];
    for (int rank = 0; rank < graphs.length; rank++) {
      built[rank] = graphs[rank].build();
    }
    List<String> moved = new ArrayList<>();
    Simulation.builder()
        .trace(new TaskGraphTrace(built))
        .placement(Placements.oneRankPerNode(graphs.length))
        .communication(new CommunicationModel("test", model, call -> 0))
        .compute((rank, burst, marker) -> burst.durationPs())
        .observer(listing(moved))
        .build()
        .run();
    return moved;
  }

  /**
   * LogGOPS with L = 2500, o = 1500, g = 1000 and G = 6. The first byte of a message is there o + L
   * after its send starts, its last one 6 for each other byte later. The second message waits for
   * the interface until 7000; the burst delays the third; the last has no payload.
   */
  @Test
  void underLogGopsUntilTheLastByteIsThere() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, 0, 1001, 0, 0);
    sender.send(1, 0, 501, 1, 0);
    int burst = sender.compute(20_000, 2);
    sender.requires(sender.send(2, 0, 1, 2, 0), burst);
    sender.requires(sender.send(2, 1, 0, 2, 0), burst);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 0, 1001, 0, 0);
    receiver.receive(0, 0, 501, 0, 0);
    TaskGraph.Builder other = new TaskGraph.Builder();
    other.receive(0, 0, 1, 0, 0);
    other.receive(0, 1, 0, 0, 0);
    assertThat(moved(new LogGopsModel(2500, 1500, 1000, 6, 0, 65_535, 1), sender, receiver, other))
        .containsExactlyInAnyOrder(
            "0 -> 1, 1001, 0 .. 10000", "0 -> 1, 501, 7000 .. 14000", "0 -> 2, 1, 20000 .. 24000");
  }

  /** 100 and 1 for each byte; above 1000 bytes from when the receive is posted, at 300. */
  @Test
  void underADirectModelFromWhereBothEndsAreReady() {
    TaskGraph.Builder sender = new TaskGraph.Builder();
    sender.send(1, 0, 50, 0, 0);
    sender.send(1, 1, 5000, 1, 0);
    TaskGraph.Builder receiver = new TaskGraph.Builder();
    receiver.receive(0, 0, 50, 0, 0);
    receiver.requires(receiver.receive(0, 1, 5000, 1, 0), receiver.compute(300, 1));
    assertThat(moved(new LinearModel(100, 1, 1000), sender, receiver))
        .containsExactlyInAnyOrder("0 -> 1, 50, 0 .. 150", "0 -> 1, 5000, 300 .. 5400");
  }

  /** As above, of ranks that are sequences of ops. */
  @Test
  void aRankThatIsASequenceReportsTheSame() {
    List<String> moved = new ArrayList<>();
    Replays.simulation(
            trace(
                List.of(send(1, 0, 1001), send(1, 0, 501), send(1, 0, 0)),
                List.of(recv(0, 0), recv(0, 0), recv(0, 0))),
            new CommunicationModel(
                "test", new LogGopsModel(2500, 1500, 1000, 6, 0, 65_535, 1), call -> 0))
        .observer(listing(moved))
        .build()
        .run();
    assertThat(moved)
        .containsExactlyInAnyOrder("0 -> 1, 1001, 0 .. 10000", "0 -> 1, 501, 7000 .. 14000");
  }
}
