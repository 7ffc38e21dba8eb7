package org.foretell.engine.reference.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.Recording;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceSource;
import org.junit.jupiter.api.Test;

/** What random programs have shown, small enough to work out by hand. */
class BusLinkCasesTest {
  private static final long COLLECTIVE_PS = 70;

  private final Recording heard = new Recording();

  /** On one node with two CPUs, without latency, at a byte per nanosecond. */
  private Prediction replay(TraceSource trace) {
    BusNodes nodes = new BusNodes(1, 2, 1, new LinkSpeed(0, 1e9), 0, 0, 0, 0, 0, 0, 0);
    BusSite site =
        new BusSite("here", List.of(nodes), 1e9, 0, BusSharing.FIFO, FanModel.CONSTANT, Map.of());
    PlainBusLinkModel model =
        new PlainBusLinkModel(new BusLinks(List.of(site), WideArea.NONE, List.of()), 100, 0);
    int ranks = trace.info().ranks();
    return Simulation.builder()
        .trace(trace)
        .placement(new Placement("one node", new int[ranks], new int[ranks]))
        .communication(new CommunicationModel("test", model, call -> COLLECTIVE_PS))
        .compute((rank, burst, marker) -> burst.durationPs())
        .observer(heard)
        .build()
        .run();
  }

  private static OpView reduce(boolean byMessages) {
    return new OpView()
        .reset(OpCode.REDUCE)
        .set(OpField.BYTES, 8)
        .set(OpField.FLAGS, byMessages ? OpCode.REDUCTION_TO_ROOT_BY_MESSAGES : 0);
  }

  @Test
  void aReduceByMessagesStartsWhenEachMemberCalls() {
    OpListTrace trace = new OpListTrace(3);
    trace.add(0, reduce(true));
    trace.add(1, reduce(true));
    trace.add(2, new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, 100_000));
    trace.add(2, reduce(true));
    assertThat(replay(trace).finishPs()).containsExactly(108_000, 8_000, 108_000);
  }

  @Test
  void aReduceByMessagesThatMeetsAnotherCollectiveIsAMismatch() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, new OpView().reset(OpCode.BARRIER));
    trace.add(1, reduce(true));
    assertThat(replay(trace).problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.MISMATCHED_COLLECTIVE);
  }

  @Test
  void aReduceGoesByMessagesForAllOrForNone() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, reduce(false));
    trace.add(1, reduce(true));
    assertThat(replay(trace).problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.INVALID_OPERATION);
  }

  /** A receive comes before a burst that has become ready at the same time. */
  @Test
  void whatWaitsForTheStartOfASendComesTogetherWithWhatWaitsForItsEnd() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    int send = graph.send(0, 5, 8, 0, 0);
    int burst = graph.compute(100_000, 1);
    int receive = graph.receive(0, 5, 8, 1, 0);
    graph.requiresStart(burst, send);
    graph.requires(receive, send);
    replay(new TaskGraphTrace(graph.build()));
    assertThat(heard.entries().get("to 0"))
        .containsExactly("from 0 tag 5 bytes 8 sent 0 posted 0 there 8000");
  }

  @Test
  void observersHearTheTagThatTheReceiverAskedFor() {
    TaskGraph.Builder graph = new TaskGraph.Builder();
    graph.send(0, OpView.ANY, 8, 0, 0);
    graph.receive(0, 5, 8, 1, 0);
    replay(new TaskGraphTrace(graph.build()));
    assertThat(heard.entries().get("to 0"))
        .containsExactly("from 0 tag 5 bytes 8 sent 0 posted 0 there 8000");
  }
}
