package org.foretell.engine.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.trace.OpListTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Numbers of LogGOPSim, the simulator of the model's authors, in nanoseconds: schedules in which
 * the ops of a rank form a sequence, with non-blocking ops where it has independent ones.
 */
class LogGopsCasesTest {
  private static final LogGopsModel DEFAULTS = model(2500, 1500, 1000, 6, 0, 65535);

  private static LogGopsModel model(long l, long o, long g, long gapByte, long oByte, long s) {
    return new LogGopsModel(l * 1000, o * 1000, g * 1000, gapByte * 1000, oByte * 1000, s, 1);
  }

  private static long[] finishNs(LogGopsModel model, OpListTrace trace) {
    Placement placement = Placements.oneRankPerNode(trace.info().ranks());
    CommunicationModel loggops = new CommunicationModel("loggops", model, call -> 0);
    ComputeModel compute = (rank, burst, marker) -> burst.durationPs();
    Prediction result =
        ReferenceEngine.run(trace, placement, loggops, compute, new SimObserver() {});
    Prediction engine =
        Simulation.builder()
            .trace(trace)
            .placement(placement)
            .communication(loggops)
            .compute(compute)
            .build()
            .run();
    assertThat(engine.finishPs()).isEqualTo(result.finishPs());
    assertThat(result.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
    return Arrays.stream(result.finishPs()).map(ps -> ps / 1000).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01", "02", "04", "05", "06", "07", "08", "09", "11", "12", "15", "16", "17", "19", "20",
        "22", "24", "25", "30", "32", "33", "34", "36", "38", "39", "40", "41", "43", "44", "46",
        "48", "50", "53"
      })
  void agreesWithLogGopSim(String name) {
    GoalCase oracle = new GoalCase(name);
    assertThat(finishNs(oracle.model, oracle.trace())).containsExactly(oracle.finishNs);
  }

  @Test
  void linearAlltoallKeepsEveryCpuBusy() {
    assertThat(finishNs(DEFAULTS, linearAlltoall(4))).containsOnly(3 * 3378L);
    assertThat(finishNs(DEFAULTS, linearAlltoall(64))).containsOnly(212_814);
    // Messages go before the next send of a sequence, so here all CPUs are idle once for L.
    assertThat(finishNs(DEFAULTS, linearAlltoall(128))).containsOnly(429_006 + 2500);
  }

  private static OpListTrace linearAlltoall(int ranks) {
    OpListTrace trace = new OpListTrace(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      for (int distance = 1; distance < ranks; distance++) {
        int slot = 2 * distance;
        trace.add(rank, Ops.isend((rank + distance) % ranks, 0, 64, slot - 2));
        trace.add(rank, Ops.irecv((rank + ranks - distance) % ranks, 0, slot - 1));
      }
      trace.add(rank, Ops.awaitFirst(2 * ranks - 2));
    }
    return trace;
  }

  @Test
  void incastIsTakenInOneMessageAfterTheOther() {
    assertThat(incastNs(8)).isEqualTo(2_415_952);
    assertThat(incastNs(1500)).isEqualTo(2500 + 1500 + 1500 * (1500 + 49_999 * 6L));
  }

  private static long incastNs(int senders) {
    OpListTrace trace = new OpListTrace(senders + 1);
    for (int source = 1; source <= senders; source++) {
      trace.add(source, Ops.send(0, 0, 50_000));
      trace.add(0, Ops.recv(source, 0));
    }
    return finishNs(DEFAULTS, trace)[0];
  }
}
