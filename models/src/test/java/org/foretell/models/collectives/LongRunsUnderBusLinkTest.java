package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Placement;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.models.buslink.BusLinkModelProvider;
import org.foretell.result.Prediction;
import org.foretell.trace.store.MemoryTrace;
import org.foretell.trace.text.TraceTextReader;
import org.junit.jupiter.api.Test;

/** What is over takes no memory, however long the run is. */
class LongRunsUnderBusLinkTest {
  private static final int CALLS = 150_000;
  private static final long LEAST_BYTES_OF_A_STEP = 100;

  @Test
  void collectivesThatAreOverLeaveNothingBehind() {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    String text =
        """
        foretell-trace 1
        ranks 2
        program 0-1 {
          repeat %d {
            compute duration=each(1us,50us)
            allreduce bytes=8
          }
        }
        """
            .formatted(CALLS);
    TraceTextReader.read(new StringReader(text), "long", builder);
    long before = usedBytes();
    long[] atTheEnd = new long[1];
    try (MemoryTrace trace = builder.build()) {
      Simulation.Builder simulation =
          Simulation.builder()
              .trace(trace)
              .placement(new Placement("apart", new int[] {0, 1}, new int[] {0, 0}))
              .communication(model())
              .compute((rank, burst, marker) -> burst.durationPs())
              .progress(
                  (timePs, operations, total) -> {
                    if (atTheEnd[0] == 0 && operations > total * 9 / 10) {
                      atTheEnd[0] = usedBytes();
                    }
                  },
                  10_000);
      assertThat(simulation.build().run().outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    }
    assertThat(atTheEnd[0]).isPositive();
    assertThat(atTheEnd[0] - before).isLessThan(CALLS * LEAST_BYTES_OF_A_STEP);
  }

  private static CommunicationModel model() {
    LinkSpeed speed = new LinkSpeed(5_000_000, 1e9);
    Machine machine =
        Machine.builder("made-up")
            .nodes(NodeGroup.builder("nodes").nodes(2).coresPerNode(1).intraNode(speed).build())
            .network(speed)
            .eagerThresholdBytes(16 * 1024)
            .build();
    Placement placement = new Placement("apart", new int[] {0, 1}, new int[] {0, 0});
    return new BusLinkModelProvider()
        .create(new ModelContext(machine, placement, Map.of()))
        .with(new ExpandedCollectives(CollectiveProfiles.parse("mpich4")));
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
