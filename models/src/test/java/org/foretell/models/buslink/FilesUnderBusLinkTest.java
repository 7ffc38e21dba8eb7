package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.foretell.engine.Simulation;
import org.foretell.machine.FileSystem;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Placements;
import org.foretell.model.ModelContext;
import org.foretell.models.Script;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * Ops on files under a model of links and buses, times in nanoseconds: a server that takes 100 for
 * a request and 1 for a byte, 1000 away, and 300 for metadata.
 */
class FilesUnderBusLinkTest {
  private static final FileSystem FILES =
      new FileSystem(
          1, new LinkSpeed(100_000, 1e9), new LinkSpeed(1_000_000, 1e10), 300_000, 1024, 1);

  private static long[] finishNs(int ranks, Consumer<Script> writes) {
    Script script = new Script(ranks);
    writes.accept(script);
    OpListTrace trace = script.trace();
    var placement = Placements.oneRankPerNode(ranks);
    Map<String, String> parameters =
        Map.of("interNodeLatency", "1us", "interNodeBandwidth", "1GB/s");
    Prediction prediction =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(
                new BusLinkModelProvider().create(new ModelContext(null, placement, parameters)))
            .compute((rank, burst, marker) -> burst.durationPs())
            .fileSystem(FILES)
            .observer(new SimObserver() {})
            .build()
            .run();
    assertThat(prediction.problems()).isEmpty();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return Arrays.stream(prediction.finishPs()).map(ps -> ps / 1000).toArray();
  }

  private static OpView file(OpCode code, long bytes) {
    return new OpView().reset(code).set(OpField.OBJECT, 0).set(OpField.BYTES, bytes);
  }

  @Test
  void requestsQueueForTheServer() {
    Consumer<Script> writes = s -> s.eachRank(r -> r.add(file(OpCode.FILE_WRITE, 500)));
    assertThat(finishNs(2, writes)).containsExactly(1600, 2200);
    assertThat(finishNs(1, writes.andThen(writes))).containsExactly(3200);
    assertThat(finishNs(2, writes.andThen(s -> s.eachRank(r -> r.compute(10)))))
        .containsExactly(1610, 2210);
  }

  @Test
  void aRequestInTheBackgroundLeavesTheCpuToItsRank() {
    assertThat(
            finishNs(
                1,
                s ->
                    s.rank(
                        0,
                        r ->
                            r.add(file(OpCode.FILE_IREAD, 500).set(OpField.REQUEST, 0))
                                .compute(1200)
                                .add(new OpView().reset(OpCode.WAIT).set(OpField.REQUEST, 0)))))
        .containsExactly(1600);
  }

  @Test
  void collectiveFormsWaitForAll() {
    Consumer<Script> barrier = s -> s.eachRank(r -> r.collective(OpCode.BARRIER, 0));
    long together = finishNs(2, barrier)[0];
    assertThat(
            finishNs(
                2,
                s ->
                    s.rank(1, r -> r.compute(700))
                        .eachRank(
                            r -> r.add(file(OpCode.FILE_OPEN, 0)).add(file(OpCode.FILE_READ, 50)))))
        .containsExactly(700 + together + 300 + 1150, 700 + together + 300 + 1300);
  }
}
