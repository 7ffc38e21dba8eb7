package org.foretell.structure.cluster.online;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.structure.cluster.online.MarkerState.CLUSTERING;
import static org.foretell.structure.cluster.online.MarkerState.FINAL;
import static org.foretell.structure.cluster.online.MarkerState.LEAD;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.foretell.structure.cluster.Traces;
import org.foretell.structure.cluster.grouping.Acurdion;
import org.foretell.structure.cluster.lead.Durations;
import org.foretell.structure.cluster.lead.Partners;
import org.foretell.structure.cluster.lead.Treatment;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Clusters from marker to marker. */
class ChameleonTest {
  private static final Treatment TREATMENT =
      new Treatment(Partners.KEEP, Durations.LEAD, 0, List.of());

  /** Rounds of a ring, then others in which ranks 2 and 3 do something else; phases are named. */
  private static final String TWO_RINGS =
      """
      ranks 4
      marker 0 "step"
      marker 1 "other"
      program 0-1 {
        init
        marker_begin marker=1
        repeat 6 {
          marker_begin marker=0
          sendrecv peer=+1 tag=1 bytes=8 receive_peer=-1 receive_tag=1 receive_bytes=8
          compute duration=each(1us,3us)
        }
        repeat 3 {
          marker_begin marker=0
          barrier
        }
        finalize
      }
      program 2-3 {
        init
        marker_begin marker=1
        repeat 6 {
          marker_begin marker=0
          sendrecv peer=+1 tag=1 bytes=8 receive_peer=-1 receive_tag=1 receive_bytes=8
          compute duration=2us
        }
        repeat 3 {
          marker_begin marker=0
          barrier
          probe peer=any tag=any
        }
        finalize
      }
      """;

  private static Chameleon chameleon(TraceSource trace, String marker, int every, int clusters) {
    OptionalInt most = clusters == 0 ? OptionalInt.empty() : OptionalInt.of(clusters);
    return new Chameleon(
        new Markers(trace, Optional.ofNullable(marker.isEmpty() ? null : marker)),
        new Chameleon.Options(most, Acurdion.Options.USUAL, every),
        TREATMENT);
  }

  private static TraceSource built(Chameleon chameleon) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      chameleon.online().describe(builder);
      return builder.build();
    }
  }

  /** The ops of a rank; a lead has bursts of no length where only other ranks have some. */
  private static List<String> ops(TraceSource trace, int rank) {
    return Traces.ops(trace, rank).stream().filter(op -> !op.equals("compute")).toList();
  }

  @Test
  void clustersAreFoundAgainWhenRanksChange() {
    TraceSource trace = Traces.ofText(TWO_RINGS);
    Chameleon chameleon = chameleon(trace, "step", 1, 0);
    OnlineClustering online = chameleon.run();
    assertThat(online.markers()).isEqualTo(9);
    assertThat(online.calls()).isEqualTo(9);
    // Intervals: init, 6 of the ring of which the first ends the init's, 2 of the barrier, the end.
    assertThat(online.allTracing()).isEqualTo(3);
    assertThat(online.clusterings()).isEqualTo(2);
    assertThat(online.leads()).isEqualTo(4);
    assertThat(online.phases())
        .extracting(Phase::state)
        .containsExactly(CLUSTERING, LEAD, CLUSTERING, FINAL);
    assertThat(online.phases()).extracting(Phase::markers).containsExactly(3, 5, 1, 0);
    // Ranks 2 and 3 changed while rank 0 recorded for them, so they had to be divided off.
    assertThat(online.phases())
        .extracting(Phase::divided)
        .containsExactly(false, true, false, false);
    assertThat(online.phases().get(0).clustering().clusters()).hasSize(1);
    assertThat(online.phases().get(1).clustering().clusters()).hasSize(2);
    assertThat(online.longest()).isSameAs(online.phases().get(1));
    TraceSource clustered = built(chameleon);
    List<String> ofLead = Traces.ops(trace, 0);
    assertThat(ops(clustered, 0)).isEqualTo(ofLead);
    assertThat(ops(clustered, 1))
        .isEqualTo(
            ofLead.stream()
                .map(op -> op.replace("peer=1", "peer=2").replace("peer=3", "peer=0"))
                .toList());
    assertThat(ops(clustered, 3))
        .hasSameSizeAs(Traces.ops(trace, 3))
        .contains("probe peer=-1 tag=-1", "compute duration_ps=2000000");
  }

  @Test
  void aBranchThatComesBackKeepsNoOldClusters() {
    String text =
        """
        ranks 2
        program 0-1 {
          repeat 4 { barrier }
          bcast bytes=8
          repeat 4 { barrier }
        }
        """
            .replace("{ barrier }", "{\n    barrier\n  }");
    OnlineClustering online = chameleon(Traces.ofText(text), "barrier", 1, 0).run();
    assertThat(online.phases())
        .extracting(Phase::state)
        .containsExactly(CLUSTERING, LEAD, CLUSTERING, LEAD, FINAL);
    assertThat(online.phases()).extracting(Phase::markers).containsExactly(2, 3, 2, 1, 0);
    OnlineClustering halved = chameleon(Traces.ofText(text), "barrier", 2, 0).run();
    assertThat(halved.markers()).isEqualTo(8);
    assertThat(halved.calls()).isEqualTo(4);
    assertThat(halved.phases()).extracting(Phase::markers).containsExactly(2, 2);
  }

  @Test
  void iterationsOfTheMainLoopAreMarkers() {
    TraceSource trace = Traces.ofText(TWO_RINGS);
    OnlineClustering online = chameleon(trace, "loop", 1, 0).run();
    assertThat(online.marker()).isEqualTo("iterations of the main loop");
    assertThat(online.markers()).isEqualTo(6);
    assertThat(online.allTracing()).isEqualTo(2);
    assertThat(online.leads()).isEqualTo(3);
    Chameleon unrolled = chameleon(Traces.unrolled(trace), "loop", 1, 0);
    assertThat(unrolled.run().markers()).isEqualTo(6);
    assertThat(ops(built(unrolled), 0)).isEqualTo(Traces.ops(trace, 0));
  }

  @Test
  void wrongMarkersAreReported() {
    TraceSource trace = Traces.ofText(TWO_RINGS);
    assertWrong(trace, "", 1, 0, "has several phases (step, other)");
    assertWrong(
        trace,
        "steps",
        1,
        0,
        "nothing that can be a marker is called \"steps\"; expected one of its phases (step,"
            + " other)");
    assertWrong(trace, "bcast", 1, 0, "the ranks come to no marker (bcast)");
    assertWrong(
        trace, "step", 10, 0, "the ranks come to 9 markers (phase step), so each 10-th would");
    assertWrong(trace, "step", 1, 1, "2 different call paths");
    assertWrong(trace, "step", 0, 0, "must be at least 1");
    TraceSource uneven =
        Traces.ofText("ranks 2\nprogram 0 {\n  barrier\n}\nprogram 1 {\n  init\n}\n");
    assertWrong(uneven, "barrier", 1, 0, "rank 0 comes to 1 markers (barrier), but rank 1 to 0");
    assertWrong(uneven, "", 1, 0, "has no phases");
    assertWrong(uneven, "loop", 1, 0, "no marker (iterations of the main loop)");
  }

  private static void assertWrong(
      TraceSource trace, String marker, int every, int clusters, String message) {
    assertThatThrownBy(() -> chameleon(trace, marker, every, clusters).run())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
