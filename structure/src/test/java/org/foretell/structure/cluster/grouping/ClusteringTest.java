package org.foretell.structure.cluster.grouping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.structure.cluster.Traces;
import org.foretell.structure.cluster.grouping.CallPathClustering.Filtering;
import org.foretell.structure.cluster.signature.RankSignatures;
import org.foretell.structure.cluster.signature.Signature;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Clusters of ranks. */
class ClusteringTest {
  private static RankSignatures signatures(String text) {
    return RankSignatures.of(Traces.ofText(text), List.of());
  }

  /** Sizes of one send of each rank, to itself. */
  private static RankSignatures sizes(long... bytes) {
    StringBuilder text = new StringBuilder("ranks " + bytes.length + "\nprogram 0-");
    text.append(bytes.length - 1).append(" {\n  send peer=+0 bytes=each(");
    for (int i = 0; i < bytes.length; i++) {
      text.append(i == 0 ? "" : ",").append(bytes[i]);
    }
    return signatures(text + ")\n}\n");
  }

  private static List<String> ranks(Clustering clustering) {
    return clustering.clusters().stream().map(cluster -> cluster.ranks().toString()).toList();
  }

  /** Figures 4.2 and 4.3: of seven ranks one has another tag, call path and destination. */
  @Test
  void formatHasWhatDiffers() {
    SignatureFormat format =
        SignatureFormat.of(
            signatures(
                """
                ranks 7
                program 0-5 {
                  send peer=+1 tag=1 bytes=8
                }
                program 6 {
                  ssend peer=+2 tag=2 bytes=8
                }
                """));
    assertThat(format.signatures())
        .isEqualTo(EnumSet.of(Signature.CALL_PATH, Signature.DEST, Signature.TAG));
  }

  @Test
  void treesVisitChildrenFirst() {
    List<String> visits = new ArrayList<>();
    RadixTree.upwards(7, (parent, child) -> visits.add(parent + "<" + child));
    assertThat(visits).containsExactly("2<5", "2<6", "1<3", "1<4", "0<1", "0<2");
    RadixTree.upwards(1, (parent, child) -> visits.clear());
    assertThat(visits).hasSize(6);
  }

  @Test
  void countsThatHardlyDifferAreTheSame() {
    // 9526 and 9500 are the paper's example.
    RankSignatures ranks = sizes(9500, 9526, 9500, 12000);
    assertThat(ranks(CallPathClustering.cluster(ranks, 0.05, Filtering.NEVER)))
        .containsExactly("0-2", "3");
    assertThat(ranks(CallPathClustering.cluster(ranks, 0, Filtering.NEVER)))
        .containsExactly("0,2", "1", "3");
  }

  @Test
  void manySubclustersAreNotFormed() {
    RankSignatures ranks = sizes(100, 200, 400, 800);
    Clustering clustering = CallPathClustering.cluster(ranks, 0.05, Filtering.ABOVE_HALF);
    assertThat(ranks(clustering)).containsExactly("0-3");
    assertThat(clustering.notes()).singleElement().asString().contains("4 sub-clusters of 4");
    assertThat(ranks(CallPathClustering.cluster(ranks, 0.05, Filtering.NEVER))).hasSize(4);
    assertThat(ranks(CallPathClustering.cluster(sizes(1, 1), 0.05, Filtering.ALWAYS)))
        .containsExactly("0-1");
  }

  @Test
  void parametersAreLaidOutAsInTheTable() {
    RankSignatures ranks =
        signatures(
            """
            ranks 4
            program 0-3 {
              send peer=+1 bytes=65538
              recv peer=-1 receive_bytes=65538
              allreduce bytes=65538 count=1 communicator=1
            }
            """);
    long point = 1L << 48;
    long collective = 1L << 50;
    long commutes = 1L << 55;
    long self = 1L << 62;
    assertThat(ParameterSignature.of(ranks, 0).bits())
        .isEqualTo(2 | (1L << 16) | (3L << 32) | point | collective | commutes | self);
  }

  @Test
  void farthestRanksLead() {
    Clustering two =
        Acurdion.cluster(sizes(10, 11, 12, 90, 91, 92), Acurdion.Options.USUAL.withClusters(2));
    assertThat(ranks(two)).containsExactly("0-2", "3-5");
  }

  @Test
  void medoidsStandInTheMiddle() {
    Acurdion.Options options =
        new Acurdion.Options(2, Selection.K_MEDOID, Metric.EUCLIDEAN, false, 7);
    Clustering two = Acurdion.cluster(sizes(10, 11, 12, 90, 91, 92), options);
    assertThat(ranks(two)).containsExactly("0-2", "3-5");
  }

  @Test
  void fewerClustersThanCallPathsAreRefused() {
    RankSignatures ranks =
        signatures(
            """
            ranks 3
            program 0 {
              barrier
            }
            program 1-2 {
              allreduce bytes=8
            }
            """);
    assertThatThrownBy(() -> Acurdion.cluster(ranks, Acurdion.Options.USUAL.withClusters(1)))
        .hasMessageContaining("2 different call paths")
        .hasMessageContaining("ask for 2 clusters or more");
    assertThatThrownBy(() -> Acurdion.cluster(ranks, Acurdion.Options.USUAL.withClusters(0)))
        .hasMessageContaining("from 1 to 3");
    assertThatThrownBy(() -> Acurdion.cluster(ranks, Acurdion.Options.USUAL.withClusters(4)))
        .hasMessageContaining("from 1 to 3");
  }

  @Test
  void ranksWithoutOpsAreAlike() {
    RankSignatures ranks = signatures("ranks 5\nprogram 0-4 {\n}\n");
    assertThat(ranks(Acurdion.cluster(ranks, Acurdion.Options.USUAL.withClusters(3))))
        .containsExactly("0-4");
    assertThat(ranks(CallPathClustering.cluster(ranks, 0.05, Filtering.ABOVE_HALF)))
        .containsExactly("0-4");
  }

  @Property(tries = 200)
  void everyRankIsInOneClusterOfItsCallPath(
      @ForAll long seed,
      @ForAll @IntRange(max = 11) int more,
      @ForAll boolean twoSteps,
      @ForAll Selection selection,
      @ForAll Metric metric) {
    TraceSource trace;
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      RandomStructuredTraces.of(seed).describe(builder);
      trace = builder.build();
    }
    RankSignatures ranks = RankSignatures.of(trace, List.of());
    int k = Math.min(ranks.ranks(), ranks.callPaths() + more);
    Clustering clustering =
        Acurdion.cluster(ranks, new Acurdion.Options(k, selection, metric, twoSteps, seed));
    assertThat(clustering.clusters()).hasSizeLessThanOrEqualTo(k);
    List<Clustering> all =
        List.of(
            clustering,
            CallPathClustering.cluster(ranks, 0.05, Filtering.NEVER),
            CallPathClustering.dynamic(ranks),
            ReferenceClustering.cluster(trace, ranks));
    for (Clustering each : all) {
      List<Integer> found = new ArrayList<>();
      for (Cluster cluster : each.clusters()) {
        long path = ranks.value(Signature.CALL_PATH, cluster.lead());
        cluster
            .ranks()
            .forEach(
                rank -> {
                  found.add(rank);
                  assertThat(ranks.value(Signature.CALL_PATH, rank)).isEqualTo(path);
                });
      }
      assertThat(found).doesNotHaveDuplicates().hasSize(ranks.ranks());
      assertThat(each.mainClusters()).isEqualTo(ranks.callPaths());
    }
  }
}
