package org.foretell.clustering;

import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.TraceSetup;
import org.foretell.report.RunResult;
import org.foretell.trace.TraceSource;

/**
 * A program of {@code docs/clustering.md}.
 *
 * @param name of its trace
 * @param papers what the papers say of it
 */
record Program(String name, String papers) {
  private static final Path TRACES = Path.of("../../shared/data/ti");
  private static final String MACHINE = "jaguar-xt5";

  private TraceSource open() {
    return switch (name) {
      case "sweep3d-like" -> StencilTraces.sweep(4, 4, 5, 10);
      case "lulesh-like" -> StencilTraces.cube(3, 50);
      default -> throw new IllegalArgumentException(name);
    };
  }

  <S extends TraceSetup<S>> S giveTo(S setup) {
    return name.contains("-like")
        ? setup.trace(open(), name)
        : setup.trace(TRACES.resolve(name + ".tar.gz"));
  }

  /** How long it takes. */
  double seconds(String model) {
    return giveTo(Foretell.prediction().machine(MACHINE).model(model)).run().predictedSeconds();
  }

  /** How near a clustered trace is to that, 1 being the same. */
  static double accuracy(double seconds, TraceSource clustered, String model) {
    RunResult run =
        Foretell.prediction().machine(MACHINE).model(model).trace(clustered, "clustered").run();
    return 1 - Math.abs(seconds - run.predictedSeconds()) / seconds;
  }
}
