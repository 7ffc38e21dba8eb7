package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.junit.jupiter.api.Test;

/** Factors by size for messages within a node: 1 us, and 0.25 ns for each byte. */
class IntraTablesTest {
  private static long oneWayNs(int peer, long bytes, Map<String, String> tables) {
    Script script =
        new Script(4).rank(0, ops -> ops.send(peer, bytes)).rank(peer, ops -> ops.recv(0));
    return Replayed.on(Machines.small(Map.of()), new MaxRateModelProvider(), tables, script.trace())
            .makespanPs()
        / 1000;
  }

  @Test
  void costsWithinANodeChangeWithTheSizeAsTheirTablesSay() {
    Map<String, String> tables =
        Map.of("intraOverheadFactors", "1000:3;0:1", "intraBandwidthFactors", "1000:0.5;0:1");
    assertThat(oneWayNs(1, 1, tables)).isEqualTo(1000);
    // Twice o', a quarter of the latency, is three times as much, and each byte takes 0.5 ns.
    assertThat(oneWayNs(1, 4001, tables)).isEqualTo(1000 + 2 * 2 * 250 + 2000);
    assertThat(oneWayNs(2, 4001, tables)).isEqualTo(oneWayNs(2, 4001, Map.of()));
  }

  @Test
  void overheadFactorsHoldWithinNodesTooUnlessThoseHaveTheirOwn() {
    Map<String, String> all = Map.of("overheadFactors", "1000:3;0:1");
    assertThat(oneWayNs(1, 4001, all)).isEqualTo(1000 + 2 * 2 * 250 + 1000);
    Map<String, String> own =
        Map.of("overheadFactors", "1000:3;0:1", "intraOverheadFactors", "0:1");
    assertThat(oneWayNs(1, 4001, own)).isEqualTo(1000 + 1000);
  }
}
