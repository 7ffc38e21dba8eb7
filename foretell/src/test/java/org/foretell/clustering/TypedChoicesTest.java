package org.foretell.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.foretell.ClusteringSetup;
import org.foretell.Foretell;
import org.foretell.structure.cluster.grouping.CallPathClustering.Filtering;
import org.foretell.structure.cluster.grouping.Metric;
import org.foretell.structure.cluster.grouping.Selection;
import org.foretell.structure.cluster.lead.Durations;
import org.foretell.structure.cluster.lead.Partners;
import org.junit.jupiter.api.Test;

/** A choice that is made by its constant is the one that is made by its word. */
class TypedChoicesTest {
  private static ClusteringSetup setup(String method) {
    return Foretell.clustering().trace(Path.of("../examples/mg.S.64.bin")).method(method);
  }

  @Test
  void constantsAndWordsAreTheSameChoice() {
    String typed =
        setup("acurdion")
            .clusters(8)
            .selection(Selection.K_MEDOID)
            .metric(Metric.EUCLIDEAN)
            .durations(Durations.MEAN)
            .partners(Partners.SPLIT)
            .run()
            .json();
    assertThat(typed)
        .isEqualTo(
            setup("acurdion")
                .clusters(8)
                .selection("k-medoid")
                .metric("euclidean")
                .durations("mean")
                .partners("split")
                .run()
                .json())
        .isNotEqualTo(setup("acurdion").clusters(8).run().json());
    assertThat(setup("call-path").filtering(Filtering.NEVER).run().json())
        .isEqualTo(setup("call-path").filtering("never").run().json());
  }
}
