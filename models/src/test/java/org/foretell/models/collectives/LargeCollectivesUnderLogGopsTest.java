package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.engine.Simulation;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.ModelContext;
import org.foretell.models.Machines;
import org.foretell.models.loggops.AtlahsModelProvider;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

/** An allgather by doubling under a model that takes messages in on match. */
class LargeCollectivesUnderLogGopsTest {
  private static final int RANKS = 64;
  private static final Map<String, String> PARAMETERS =
      Map.of("L", "5us", "o", "3us", "g", "5us", "G", "3ns/B", "S", "64KiB");

  private static Prediction allgather(long exactUpTo) {
    OpListTrace trace = new OpListTrace(RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      trace.add(
          rank,
          new OpView().reset(OpCode.ALLGATHER).set(OpField.BYTES, 8).set(OpField.RECEIVE_BYTES, 8));
    }
    ModelContext context = Machines.withoutMachine(RANKS, PARAMETERS);
    CommunicationModel model =
        new AtlahsModelProvider()
            .create(context)
            .with(new ExpandedCollectives(CollectiveProfiles.parse("ompi4"), 0, exactUpTo));
    return Simulation.builder()
        .trace(trace)
        .placement(context.placement())
        .communication(model)
        .compute((rank, burst, marker) -> 0)
        .build()
        .run();
  }

  @Test
  void anEstimatedAllgatherTakesAsLongAsAnExecutedOne() {
    // Six rounds of o + L + g + o = 16 us; 504 bytes in six messages, of each of which one is free.
    long expectedPs = 6 * 16_000_000L + (504 - 6) * 3000L;
    Prediction executed = allgather(ExpandedCollectives.DEFAULT_EXACT_UP_TO);
    assertThat(executed.problems()).isEmpty();
    assertThat(executed.makespanPs()).isEqualTo(expectedPs);
    Prediction estimated = allgather(0);
    assertThat(estimated.problems())
        .extracting(Problem::kind)
        .containsExactly(Problem.Kind.LARGE_COLLECTIVE);
    assertThat(estimated.makespanPs()).isEqualTo(expectedPs);
  }
}
