package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.Placements;
import org.foretell.machines.Catalogue;
import org.foretell.model.ModelContext;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreReader;
import org.junit.jupiter.api.Test;

/** The example of use as a library that the README shows, compiled and run. */
class EmbeddingTest {
  private static double predictSeconds(Path traceFile) {
    // README: begin
    try (TraceSource trace = TraceStoreReader.open(traceFile)) {
      Machine machine = Catalogue.load("jaguar-xt5").machine();
      int ranks = trace.info().ranks();
      Placement placement =
          Placements.roundRobin(machine, ranks, OptionalInt.empty(), Oversubscription.REFUSE);
      ModelContext context = new ModelContext(machine, placement, Map.of("L", "2us"));
      Prediction prediction =
          Simulation.builder()
              .trace(trace)
              .placement(placement)
              .communication(new LogGopsModelProvider().create(context))
              .compute(ScaledCompute.builder(placement).machine(machine).build())
              .build()
              .run();
      return Ps.toSeconds(prediction.makespanPs());
    }
    // README: end
  }

  @Test
  void itPredictsWhatTheCommandLinePredicts() {
    SimCall call = SimCall.of("run", "jaguar-xt5", SimCall.EXAMPLE, "-P", "L=2us", "--json", "-");
    String predicted =
        call.out()
            .lines()
            .filter(line -> line.contains("\"predictedSeconds\""))
            .findFirst()
            .orElse("");
    assertThat(predicted).contains(": " + predictSeconds(Path.of(SimCall.EXAMPLE)) + ",");
  }

  @Test
  void theReadmeShowsThisCode() throws IOException {
    String source = Files.readString(Path.of("src/test/java/org/foretell/cli/EmbeddingTest.java"));
    String code =
        source
            .substring(
                source.indexOf("// README: begin\n") + "// README: begin\n".length(),
                source.indexOf("    // README: end"))
            .stripTrailing()
            .stripIndent();
    assertThat(Readme.text()).contains("```java\n" + code + "\n```");
  }
}
