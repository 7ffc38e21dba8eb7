package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.foretell.engine.reference.Ops.collective;
import static org.foretell.engine.reference.Ops.compute;
import static org.foretell.engine.reference.Ops.op;

import java.util.List;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.engine.reference.buslink.PlainBusLinkModel;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placement;
import org.foretell.machine.Traffic;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.model.MpiModel;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** Times that follow from a few numbers, where random programs seldom look. */
class TimesByHandTest {
  private static final long US = 1_000_000;

  private static List<String> told(OpListTrace trace, MpiModel mpi, long collectivePs, int rank) {
    int ranks = trace.info().ranks();
    int[] nodes = new int[ranks];
    for (int node = 0; node < ranks; node++) {
      nodes[node] = node;
    }
    Recording recording = new Recording();
    Simulation.builder()
        .trace(trace)
        .placement(new Placement("one each", nodes, new int[ranks]))
        .communication(new CommunicationModel("test", mpi, call -> collectivePs))
        .compute((who, burst, marker) -> burst.durationPs())
        .observer(recording)
        .build()
        .run();
    return recording.of(rank);
  }

  /** Two sites of two nodes, 1 GB/s everywhere, 2 us between nodes and 5 us between sites. */
  private static BusLinks twoSites() {
    BusNodes nodes = new BusNodes(2, 1, 1, new LinkSpeed(US, 1e9), 0, 0, 0, 2 * US, 0, 0, 5 * US);
    BusSite site =
        new BusSite("site", List.of(nodes), 1e9, 0, BusSharing.FIFO, FanModel.CONSTANT, Map.of());
    WideArea wideArea =
        new WideArea(
            1e9, Traffic.NONE, 0, 0, FanModel.CONSTANT, Map.of(), new long[0][], List.of());
    return new BusLinks(List.of(site, site), wideArea, List.of());
  }

  @Test
  void aQuietWaitsForTheLastPutWhicheverItIs() {
    for (int largest = 1; largest <= 2; largest++) {
      OpListTrace trace = new OpListTrace(3);
      for (int target = 1; target <= 2; target++) {
        trace.add(
            0,
            op(OpCode.SHMEM_PUT_NBI)
                .set(OpField.PEER, target)
                .set(OpField.BYTES, target == largest ? 1000 : 1));
      }
      trace.add(0, op(OpCode.SHMEM_QUIET));
      // 10 there and 1 a byte; neither the caller nor the acknowledgement takes time.
      LinearModel model = new LinearModel(10, 1, 1L << 40, 0, 0, 0, 0, false);
      assertThat(told(trace, model, 0, 0).get(2)).startsWith("SHMEM_QUIET 0..1010 ");
    }
  }

  @Test
  void theStartupOfACollectiveIsTheLongestOfTheWaysThatItNeeds() {
    OpListTrace trace = new OpListTrace(4);
    trace.define(new Communicator(2, new int[] {0, 1}));
    trace.define(new Communicator(3, new int[] {0, 2}));
    trace.add(0, collective(OpCode.IBARRIER, 2, 0).set(OpField.REQUEST, 0));
    trace.add(0, Ops.await(0));
    trace.add(0, collective(OpCode.IBARRIER, 3, 0).set(OpField.REQUEST, 0));
    trace.add(0, Ops.await(0));
    trace.add(1, collective(OpCode.IBARRIER, 2, 0).set(OpField.REQUEST, 0));
    trace.add(2, collective(OpCode.IBARRIER, 3, 0).set(OpField.REQUEST, 0));
    List<String> told = told(trace, new PlainBusLinkModel(twoSites(), 0, 0), 0, 0);
    assertThat(told.get(0)).startsWith("IBARRIER 0..2000000 ");
    assertThat(told.get(1)).startsWith("WAIT 2000000..4000000 ");
    assertThat(told.get(2)).startsWith("IBARRIER 4000000..9000000 ");
    assertThat(told.get(3)).startsWith("WAIT 9000000..14000000 ");
  }

  @Test
  void aCollectiveFreesItsLinksAFlightBeforeItEnds() {
    OpListTrace trace = new OpListTrace(4);
    trace.define(new Communicator(2, new int[] {0, 2}));
    trace.define(new Communicator(3, new int[] {1, 3}));
    for (int rank = 0; rank < 4; rank++) {
      trace.add(rank, compute(rank % 2));
      trace.add(rank, collective(OpCode.BARRIER, 2 + rank % 2, 0));
    }
    PlainBusLinkModel model = new PlainBusLinkModel(twoSites(), 0, 3000);
    assertThat(told(trace, model, 4000, 0).get(1)).startsWith("BARRIER 0..4000 ");
    // From 1000 on it has the links of both sites.
    assertThat(told(trace, model, 4000, 1).get(1)).startsWith("BARRIER 1..5000 ");
  }

  @Test
  void waitingForNobodyCostsNothingWhateverTheSlotWasUsedForBefore() {
    OpListTrace trace = new OpListTrace(2);
    trace.add(0, Ops.irecv(1, 0, 0));
    trace.add(0, Ops.await(0));
    trace.add(0, Ops.isend(OpView.PROC_NULL, 0, 8, 0));
    trace.add(0, Ops.await(0));
    trace.add(1, Ops.send(0, 0, 0));
    List<String> told = told(trace, new PlainBusLinkModel(twoSites(), 64, 0), 0, 0);
    assertThat(told.get(1)).startsWith("WAIT 0..2000000 ");
    assertThat(told.get(3)).startsWith("WAIT 2000000..2000000 ");
  }
}
