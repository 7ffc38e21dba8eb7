package org.foretell.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.model.ModelProvider;
import org.foretell.models.flow.FlowModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/**
 * Closed forms of messages whose figures depend on their size: 8 us and 1 GB/s between nodes, 1 us
 * and 4 GB/s within one; above 1000 bytes a factor of 3 for latency or overhead, and half of the
 * bandwidth.
 */
class FiguresBySizeTest {
  private static final ModelProvider SIMPLE = new SimpleModelProvider();
  private static final ModelProvider LOGGOPS = new LogGopsModelProvider();
  private static final ModelProvider FLOW = new FlowModelProvider();

  private static final Map<String, String> LATENCIES =
      Map.of("latencyFactors", "1000:3;0:1", "bandwidthFactors", "1000:0.5;0:1");
  private static final Map<String, String> OVERHEADS =
      Map.of("overheadFactors", "1000:3;0:1", "bandwidthFactors", "1000:0.5;0:1");
  private static final int BETWEEN = 2;
  private static final int WITHIN = 1;

  private static long ns(ModelProvider provider, Map<String, String> factors, Script script) {
    return Replayed.on(Machines.small(Map.of()), provider, factors, script.trace()).makespanPs()
        / 1000;
  }

  private static long oneWayNs(
      ModelProvider provider, Map<String, String> factors, int peer, long bytes) {
    return ns(
        provider,
        factors,
        new Script(4).rank(0, ops -> ops.send(peer, bytes)).rank(peer, ops -> ops.recv(0)));
  }

  @Test
  void simpleMultipliesLatencyAndBandwidth() {
    assertThat(oneWayNs(SIMPLE, LATENCIES, BETWEEN, 1000)).isEqualTo(8000 + 1000);
    assertThat(oneWayNs(SIMPLE, LATENCIES, BETWEEN, 1001)).isEqualTo(3 * 8000 + 2 * 1001);
    // A rendezvous as well.
    assertThat(oneWayNs(SIMPLE, LATENCIES, BETWEEN, 8000)).isEqualTo(3 * 8000 + 2 * 8000);
    // Within a node likewise, unless that has factors of its own.
    assertThat(oneWayNs(SIMPLE, LATENCIES, WITHIN, 4000)).isEqualTo(3 * 1000 + 2 * 1000);
    Map<String, String> own =
        Map.of(
            "latencyFactors", "0:3", "intraLatencyFactors", "0:2", "intraBandwidthFactors", "0:4");
    assertThat(oneWayNs(SIMPLE, own, WITHIN, 4000)).isEqualTo(2 * 1000 + 250);
  }

  @Test
  void simpleChargesANonBlockingSendTheLatencyOfItsSize() {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.await(ops.isend(BETWEEN, 2000)))
            .rank(BETWEEN, ops -> ops.recv(0));
    long[] finishPs =
        Replayed.on(Machines.small(Map.of()), SIMPLE, LATENCIES, script.trace()).finishPs();
    assertThat(finishPs[0]).isEqualTo(3 * 8_000_000);
    assertThat(finishPs[BETWEEN]).isEqualTo(3 * 8_000_000 + 2 * 2_000_000);
  }

  @Test
  void simpleShowsAMessageToProbesNoLaterThanItComes() {
    Map<String, String> faster = Map.of("latencyFactors", "100:0.25;0:1");
    OpView any =
        new OpView()
            .reset(OpCode.RECV)
            .set(OpField.PEER, OpView.ANY)
            .set(OpField.RECEIVE_BYTES, -1);
    Script script =
        new Script(4).rank(0, ops -> ops.send(BETWEEN, 101)).rank(BETWEEN, ops -> ops.add(any));
    assertThat(ns(SIMPLE, faster, script)).isEqualTo(2000 + 101);
  }

  @Test
  void logGopsMultipliesOverheadAndBandwidthAndLeavesTheWire() {
    // o is a quarter of the latency, L half of it.
    assertThat(oneWayNs(LOGGOPS, OVERHEADS, BETWEEN, 1000)).isEqualTo(8000 + 999);
    assertThat(oneWayNs(LOGGOPS, OVERHEADS, BETWEEN, 1001))
        .isEqualTo(2 * 3 * 2000 + 4000 + 2 * 1000);
    assertThat(oneWayNs(LOGGOPS, OVERHEADS, WITHIN, 4001)).isEqualTo(2 * 3 * 250 + 500 + 2 * 1000);
    Map<String, String> own = Map.of("overheadFactors", "0:3", "intraOverheadFactors", "0:1");
    assertThat(oneWayNs(LOGGOPS, own, WITHIN, 4001)).isEqualTo(1000 + 1000);
  }

  @Test
  void logGopsKeepsInterfacesForTheBandwidthOfTheSize() {
    Script script =
        new Script(4)
            .rank(
                0,
                ops -> {
                  ops.isend(BETWEEN, 4001);
                  ops.isend(BETWEEN + 1, 4001);
                  ops.awaitAll();
                })
            .rank(BETWEEN, ops -> ops.recv(0))
            .rank(BETWEEN + 1, ops -> ops.recv(0));
    // The second leaves after g and 4000 bytes of the first.
    assertThat(ns(LOGGOPS, OVERHEADS, script))
        .isEqualTo(2000 + 2 * 4000 + 2 * 3 * 2000 + 4000 + 2 * 4000);
  }

  @Test
  void flowMultipliesWhatPassesBetweenTheOverheads() {
    assertThat(oneWayNs(FLOW, LATENCIES, BETWEEN, 1000)).isEqualTo(8000 + 1000);
    assertThat(oneWayNs(FLOW, LATENCIES, BETWEEN, 2000)).isEqualTo(2 * 2000 + 3 * 4000 + 2 * 2000);
    assertThat(oneWayNs(FLOW, LATENCIES, BETWEEN, 8000)).isEqualTo(2 * 2000 + 3 * 4000 + 2 * 8000);
    assertThat(oneWayNs(FLOW, LATENCIES, WITHIN, 4000)).isEqualTo(2 * 250 + 3 * 500 + 2 * 1000);
    Map<String, String> own =
        Map.of(
            "latencyFactors", "0:3", "intraLatencyFactors", "0:2", "intraBandwidthFactors", "0:4");
    assertThat(oneWayNs(FLOW, own, WITHIN, 4000)).isEqualTo(2 * 250 + 2 * 500 + 250);
  }

  @Test
  void formulasOfCollectivesTakeFactorsToo() {
    Script broadcast = new Script(2).eachRank(ops -> ops.collective(OpCode.BCAST, 4001));
    assertThat(ns(SIMPLE, LATENCIES, broadcast)).isEqualTo(3 * 1000 + 2 * 1000);
    assertThat(ns(LOGGOPS, OVERHEADS, broadcast)).isEqualTo(2 * 3 * 250 + 500 + 2 * 1000);
    assertThat(ns(FLOW, LATENCIES, broadcast)).isEqualTo(2 * 250 + 3 * 500 + 2 * 1000);
  }
}
