package org.foretell.classification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.classification.Training.Place;
import org.foretell.engine.Simulation;
import org.foretell.machine.Placement;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.trace.TraceSource;

/** Runs programs without a machine. */
public final class Runs {
  private static final Map<String, Map<String, String>> PARAMETERS =
      Map.of(
          "simple",
          Map.of("latency", "1.5us", "bandwidth", "2GB/s", "eagerThreshold", "64KiB"),
          "loggops",
          Map.of("L", "1.5us", "o", "0.5us", "g", "0.7us", "G", "0.18ns/B", "S", "64KiB"));

  private Runs() {}

  /** On nodes of their own, or on one. */
  public static Training.Runner under(ModelProvider provider) {
    return (program, place, observer) -> run(program, provider, place, observer);
  }

  /** A latency of 1.5 us and 2 GB/s. */
  public static void simple(TraceSource program, SimObserver observer) {
    run(program, new SimpleModelProvider(), Place.BETWEEN_NODES, observer);
  }

  private static void run(
      TraceSource program, ModelProvider provider, Place place, SimObserver observer) {
    int ranks = program.info().ranks();
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      nodes[rank] = place == Place.WITHIN_NODE ? 0 : rank;
    }
    Placement placement = new Placement("test", nodes, new int[ranks]);
    ModelContext context =
        new ModelContext(null, placement, PARAMETERS.getOrDefault(provider.name(), Map.of()));
    Prediction prediction =
        Simulation.builder()
            .trace(program)
            .placement(placement)
            .communication(provider.create(context))
            .compute((rank, burst, marker) -> burst.durationPs())
            .observer(observer)
            .build()
            .run();
    assertThat(prediction.outcome()).isEqualTo(Prediction.Outcome.COMPLETED);
  }
}
