package org.foretell.structure.cluster.lead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.structure.cluster.Traces;
import org.foretell.structure.cluster.grouping.Acurdion;
import org.foretell.structure.cluster.grouping.CallPathClustering;
import org.foretell.structure.cluster.grouping.CallPathClustering.Filtering;
import org.foretell.structure.cluster.grouping.Clustering;
import org.foretell.structure.cluster.signature.ParameterFunction;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Traces in which leads stand for all ranks. */
class LeadTraceTest {
  private static LeadTrace leads(TraceSource trace, Partners partners, Durations durations) {
    RankSignatures signatures = RankSignatures.of(trace, List.of());
    Clustering clustering = CallPathClustering.cluster(signatures, 0.05, Filtering.ALWAYS);
    return new LeadTrace(
        trace, signatures, clustering, new Treatment(partners, durations, 0, List.of()));
  }

  private static TraceSource built(LeadTrace leads) {
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      leads.describe(builder);
      return builder.build();
    }
  }

  private static final String TRANSPOSE =
      """
      ranks 4
      program 0-3 {
        isend peer=each(0,2,1,3) bytes=each(8,16,8,8) request=0 tag=1
        recv peer=each(0,2,1,3) receive_bytes=16 tag=1
        wait request=0
        compute duration=each(1us,2us,1us,1us)
        send peer=0 bytes=4
      }
      """;

  @Test
  void partnersThatDifferAreKept() {
    TraceSource trace = Traces.ofText(TRANSPOSE);
    LeadTrace leads = leads(trace, Partners.KEEP, Durations.LEAD);
    TraceSource clustered = built(leads);
    assertThat(leads.clustering().clusters()).hasSize(1);
    assertThat(Traces.ops(clustered, 1))
        .containsExactly(
            "isend peer=2 tag=1 bytes=8 request=0",
            "recv peer=2 tag=1 receive_bytes=-1",
            "wait request=0",
            "compute duration_ps=1000000",
            "send peer=0 bytes=4");
    assertThat(leads.matching().source().value()).isEqualTo(0.5);
    // Of eight sends two go elsewhere; all last ones go to rank 0.
    assertThat(leads.matching().destination().value()).isEqualTo(0.75);
    assertThat(leads.matching().tag().value()).isEqualTo(1);
    assertThat(leads.keptNumbers()).isPositive();
  }

  @Test
  void receivesTakeAnySizeWhereSizesVaryInALoop() {
    TraceSource trace =
        Traces.ofText(
            """
            ranks 2
            program 0-1 {
              repeat 2 {
                sendrecv peer=1 bytes=by(0: cycle(8,16); 1: cycle(8,24)) receive_peer=0 receive_bytes=by(0: cycle(8,16); 1: cycle(8,24))
              }
            }
            """);
    TraceSource clustered = built(leads(trace, Partners.KEEP, Durations.LEAD));
    assertThat(Traces.ops(clustered, 1)).hasSize(2).allMatch(op -> op.contains("receive_bytes=-1"));
  }

  @Test
  void clustersAreSplitByPartners() {
    LeadTrace leads = leads(Traces.ofText(TRANSPOSE), Partners.SPLIT, Durations.LEAD);
    assertThat(leads.keptNumbers()).isZero();
    assertThat(leads.clustering().clusters()).hasSize(4);
    assertThat(Traces.ops(built(leads), 1)).contains("isend peer=2 tag=1 bytes=16 request=0");
  }

  @Test
  void mergedPartnersAreAtTheSameDistance() {
    LeadTrace leads = leads(Traces.ofText(TRANSPOSE), Partners.MERGE, Durations.LEAD);
    assertThat(Traces.ops(built(leads), 1)).contains("isend peer=1 tag=1 bytes=8 request=0");
    assertThat(leads.keptNumbers()).isZero();
  }

  /** Ranks 1 and 2 exchange, the others send to themselves. */
  private static ParameterFunction transpose(long rightFor) {
    return new ParameterFunction() {
      @Override
      public String name() {
        return "transpose";
      }

      @Override
      public boolean computes(OpView op, OpField field, int ranks) {
        return field == OpField.PEER && op.tag() == 1;
      }

      @Override
      public long value(OpView op, OpField field, int rank, int ranks) {
        return rank % 2 * 2L + rank / 2 + (rank == rightFor ? 0 : rank == 3 ? -1 : 0);
      }
    };
  }

  @Test
  void functionsComputePartners() {
    TraceSource trace = Traces.ofText(TRANSPOSE);
    for (Partners partners : Partners.values()) {
      List<ParameterFunction> functions = List.of(transpose(3));
      RankSignatures signatures = RankSignatures.of(trace, functions);
      Clustering clustering = CallPathClustering.cluster(signatures, 0.05, Filtering.ALWAYS);
      Treatment treatment = new Treatment(partners, Durations.LEAD, 0, functions);
      LeadTrace leads = new LeadTrace(trace, signatures, clustering, treatment);
      assertThat(Traces.ops(built(leads), 1)).anyMatch(op -> op.startsWith("isend peer=2 tag=1"));
      assertThat(Traces.ops(built(leads), 3)).contains("isend peer=3 tag=1 bytes=8 request=0");
      assertThat(leads.matching().source().value()).isEqualTo(1);
      if (partners != Partners.SPLIT) {
        assertThat(leads.keptNumbers()).isZero();
        assertThat(leads.clustering().clusters()).hasSize(1);
      } else {
        // By their last sends, which are at another distance and computed by nobody.
        assertThat(leads.clustering().clusters()).hasSize(4);
      }
    }
  }

  @Test
  void aWrongFunctionIsNotUsed() {
    TraceSource trace = Traces.ofText(TRANSPOSE);
    List<ParameterFunction> functions = List.of(transpose(-1));
    RankSignatures signatures = RankSignatures.of(trace, functions);
    Clustering clustering = CallPathClustering.cluster(signatures, 0.05, Filtering.ALWAYS);
    Treatment treatment = new Treatment(Partners.KEEP, Durations.LEAD, 0, functions);
    LeadTrace leads = new LeadTrace(trace, signatures, clustering, treatment);
    assertThat(Traces.ops(built(leads), 3)).contains("isend peer=3 tag=1 bytes=8 request=0");
    assertThat(leads.keptNumbers()).isPositive();
  }

  @Test
  void burstsFollowTheirRule() {
    TraceSource trace = Traces.ofText(TRANSPOSE);
    assertThat(Traces.ops(built(leads(trace, Partners.KEEP, Durations.MEAN)), 2))
        .contains("compute duration_ps=1250000");
    assertThat(Traces.ops(built(leads(trace, Partners.KEEP, Durations.OUTLIERS)), 1))
        .contains("compute duration_ps=2000000");
    TraceSource drawn = built(leads(trace, Partners.KEEP, Durations.HISTOGRAM));
    assertThat(Traces.ops(drawn, 2)).contains("compute histogram=0");
    assertThat(drawn.tables().histograms())
        .singleElement()
        .satisfies(h -> assertThat(h.count()).isEqualTo(4));
  }

  @Test
  void columnsBecomeCycles() {
    TraceSource trace =
        Traces.ofText(
            """
            ranks 2
            program 0-1 {
              repeat 4 {
                compute duration=column
                barrier
              }
            }
            durations 0 1ps 2ps 1ps 2ps
            durations 1 5ps 5ps 5ps 5ps
            """);
    TraceSource clustered = built(leads(trace, Partners.KEEP, Durations.LEAD));
    assertThat(Traces.ops(clustered, 1)).isEqualTo(Traces.ops(trace, 0));
  }

  /** Fields that a lead's value may stand for. */
  private static boolean isMerged(OpCode code, OpField field) {
    boolean size = field == OpField.BYTES || field == OpField.RECEIVE_BYTES;
    return size && code.family() != OpCode.Family.COLLECTIVE;
  }

  private static List<String> events(TraceSource source, int rank) {
    List<String> events = new ArrayList<>();
    OpView op = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().family() != OpCode.Family.COMPUTE) {
          for (OpField field : op.code().fields()) {
            if (isMerged(op.code(), field)) {
              op.set(field, 0);
            }
          }
          events.add(op.toString());
        }
      }
    }
    return events;
  }

  @Property(tries = 300)
  void ranksKeepWhatOthersDependOn(
      @ForAll long seed, @ForAll @IntRange(max = 5) int more, @ForAll Durations durations) {
    TraceSource trace;
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      RandomStructuredTraces.of(seed).describe(builder);
      trace = builder.build();
    }
    RankSignatures signatures = RankSignatures.of(trace, List.of());
    int k = Math.min(signatures.ranks(), signatures.callPaths() + more);
    Clustering clustering = Acurdion.cluster(signatures, Acurdion.Options.USUAL.withClusters(k));
    for (Partners partners : List.of(Partners.KEEP, Partners.SPLIT)) {
      Treatment treatment = new Treatment(partners, durations, 0.1, List.of());
      LeadTrace leads = new LeadTrace(trace, signatures, clustering, treatment);
      TraceSource clustered = built(leads);
      for (int rank = 0; rank < signatures.ranks(); rank++) {
        assertThat(events(clustered, rank)).isEqualTo(events(trace, rank));
      }
    }
  }
}
