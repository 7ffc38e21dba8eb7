package org.foretell.models.buslink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/**
 * Eight ranks on four nodes, with 8 us and 1 GB/s between and 1 us and 4 GB/s within. Worked out by
 * hand, nanoseconds.
 */
class PlainCollectivesTest {
  private static Machine machine(int links) {
    NodeGroup nodes =
        NodeGroup.builder("cpu")
            .nodes(4)
            .coresPerNode(2)
            .intraNode(Machines.MEMORY)
            .inputLinks(links)
            .outputLinks(links)
            .build();
    return Machines.of(Map.of(), nodes);
  }

  private static long ns(OpCode code, long bytes, int links, Map<String, String> parameters) {
    Script script = new Script(8);
    script.eachRank(rank -> rank.collective(code, bytes));
    return Replayed.on(machine(links), new BusLinkModelProvider(), parameters, script.trace())
            .makespanPs()
        / 1000;
  }

  private static long ns(OpCode code, long bytes) {
    return ns(code, bytes, 1, Map.of());
  }

  @Test
  void blocksOfAllMembersMoveOnce() {
    // 2 lg 4 latencies and 8,000 bytes between nodes, 2 lg 2 and as many bytes within.
    assertThat(ns(OpCode.ALLGATHER, 1000)).isEqualTo(4 * 8000 + 8000 + 2 * 1000 + 2000);
    assertThat(ns(OpCode.GATHER, 1000)).isEqualTo(4 * 8000 + 8000 + 2 * 1000 + 2000);
  }

  @Test
  void vectorsGoUpAndDownATree() {
    long bytes = 1000;
    assertThat(ns(OpCode.ALLREDUCE, bytes)).isEqualTo(4 * (8000 + bytes) + 2 * (1000 + bytes / 4));
    assertThat(ns(OpCode.BARRIER, 0)).isEqualTo(4 * 8000 + 2 * 1000);
  }

  @Test
  void linksCarryWhatHasToLeaveTheirNode() {
    // Two ranks send a megabyte to each of six others.
    assertThat(ns(OpCode.ALLTOALL, 1_000_000)).isEqualTo(12_000_000);
    long limited = ns(OpCode.ALLTOALL, 1_000_000, 4, Map.of("buses", "2"));
    assertThat(limited).isEqualTo(12_000_000 * 3 / 2);
  }

  @Test
  void whatTheUserStatesIsTheFormulaOfDimemas() {
    long stated = ns(OpCode.ALLGATHER, 1000, 1, Map.of("collective.allgather", "logarithmic"));
    assertThat(stated).isGreaterThan(ns(OpCode.ALLGATHER, 1000));
    assertThat(ns(OpCode.ALLTOALL, 1_000_000, 1, Map.of("collective.alltoall", "none"))).isZero();
  }

  @Test
  void aShorterLatencyNeverTakesLonger() {
    for (OpCode code : new OpCode[] {OpCode.ALLTOALL, OpCode.ALLGATHER, OpCode.ALLREDUCE}) {
      long before = 0;
      for (int latencyNs = 0; latencyNs <= 20_000; latencyNs += 100) {
        long now = ns(code, 500, 1, Map.of("interNodeLatency", latencyNs + "ns"));
        if (latencyNs > 0) {
          // At most four rounds there and back are longer by 100 ns each.
          assertThat(now - before).isBetween(0L, 400L);
        }
        before = now;
      }
    }
  }
}
