package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.MachineFileException;
import org.foretell.report.ComparisonResult;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Comparisons and settings, said by a program. */
class ComparisonTest {
  private static final Path EXAMPLE = Path.of("../examples/mg.S.64.bin");
  private static final Path SIMGRID = Path.of("../examples/mg.S.16.tar.gz");

  @TempDir private Path folder;

  private Path file(String name, String... lines) throws IOException {
    return Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
  }

  @Test
  void itsRowsAreThePredictionsOfTheModels() {
    ComparisonResult result =
        Foretell.comparison()
            .machine("jaguar-xt5")
            .trace(EXAMPLE)
            .models("loggops", "simple", "bus-link")
            .run();
    assertThat(result.json()).contains("\"loggops\"", "\"simple\"", "\"bus-link\"");
    double alone =
        Foretell.prediction()
            .machine("jaguar-xt5")
            .trace(EXAMPLE)
            .model("simple")
            .run()
            .predictedSeconds();
    assertThat(result.json()).contains(Double.toString(alone));
  }

  @Test
  void supportOfOpenShmemCountsAsInAPrediction() {
    Path trace = Path.of("../examples/shmem-halo.txt");
    Map<String, String> software = Map.of("shmem.progress", "\"software\"", "shmem.atomic", "5us");
    double alone = prediction(trace, software);
    assertThat(alone).isGreaterThan(prediction(trace, Map.of()));
    String compared =
        Foretell.comparison()
            .machine("jaguar-xt5")
            .trace(trace)
            .models("simple", "loggops")
            .set(software)
            .run()
            .json();
    assertThat(compared).contains(Double.toString(alone));
  }

  private static double prediction(Path trace, Map<String, String> changes) {
    return Foretell.prediction()
        .machine("jaguar-xt5")
        .trace(trace)
        .model("simple")
        .set(changes)
        .run()
        .predictedSeconds();
  }

  @Test
  void tellsOfProgressAndEndsWhenCancelled() {
    ComparisonSetup setup =
        Foretell.comparison().machine("jaguar-xt5").trace(EXAMPLE).models("simple", "loggops");
    String unwatched = setup.run().json();
    List<Long> told = new ArrayList<>();
    setup.progress((timePs, operations, total) -> told.add(operations), 1000);
    assertThat(setup.run().json()).isEqualTo(unwatched);
    assertThat(told).hasSizeGreaterThan(1).allMatch(operations -> operations > 0);
    setup.cancelWhen(() -> told.size() > 1);
    assertThatThrownBy(setup::run).isInstanceOf(CancellationException.class);
  }

  @Test
  void collectivesInStepsAreCompared() {
    String formulas =
        Foretell.comparison().machine("arc").trace(EXAMPLE).models("simple").run().json();
    String steps =
        Foretell.comparison()
            .machine("arc")
            .trace(EXAMPLE)
            .models("simple")
            .collectives("mpich4")
            .run()
            .json();
    assertThat(steps).contains("mpich4").isNotEqualTo(formulas);
  }

  @Test
  void aTraceOfAnotherFormatIsReadAsItIs() {
    double seconds = Foretell.predict("arc", SIMGRID).predictedSeconds();
    assertThat(seconds).isPositive();
    assertThat(Foretell.predict("../examples/fattree.16.xml", SIMGRID).predictedSeconds())
        .isBetween(3.67e-3, 3.69e-3);
  }

  /** o + L + 7 G + o. */
  @Test
  void aScheduleIsReplayed() throws IOException {
    Path schedule =
        file(
            "case.goal",
            "num_ranks 2",
            "rank 0 {",
            "l1: send 8b to 1 tag 1",
            "}",
            "rank 1 {",
            "l1: recv 8b from 0 tag 1",
            "}");
    assertThat(
            Foretell.prediction()
                .machine("-")
                .trace(schedule)
                .model("loggops")
                .parameter("L", "2500ns")
                .parameter("o", "1500ns")
                .parameter("g", "1000ns")
                .parameter("G", "6ns/B")
                .parameter("S", "65535B")
                .run()
                .predictedSeconds())
        .isEqualTo(5.542e-6);
  }

  @Test
  void messagesSpeakOfSettingsNotOfOptions() {
    ComparisonSetup none = Foretell.comparison().machine("arc").trace(EXAMPLE);
    assertThatThrownBy(none::run)
        .isInstanceOf(ForetellException.class)
        .hasMessageStartingWith("no model is named; name for example simple and loggops");
    PredictionSetup never = Foretell.prediction().trace(EXAMPLE).replications(0);
    assertThatThrownBy(never::run).hasMessageStartingWith("replications 0 is out of range");
    PredictionSetup nowhere = Foretell.prediction().machine("arc").trace(EXAMPLE).placement("x");
    assertThatThrownBy(nowhere::run).hasMessageStartingWith("placement x is unknown");
  }

  @ParameterizedTest
  @CsvSource({
    "arc, logops, L, loggops",
    "arc, loggops, Lat, Lat",
    "arc, loggops, collective.bcasts, collective.bcast"
  })
  void whatIsNotKnownIsNamed(String machine, String model, String parameter, String named) {
    assertThatThrownBy(
            () ->
                Foretell.prediction()
                    .machine(machine)
                    .trace(EXAMPLE)
                    .model(model)
                    .parameter(parameter, "2us")
                    .run())
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(named);
  }

  @Test
  void aMachineThatIsNotInTheCatalogueIsNamed() {
    assertThatThrownBy(() -> Foretell.predict("no-such-machine", EXAMPLE))
        .isInstanceOf(MachineFileException.class)
        .hasMessageContaining("no-such-machine");
  }

  @Test
  void filesThatAreNoTracesAreNamedAsWhatTheyAre() throws IOException {
    Path image =
        Files.write(
            folder.resolve("a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    assertThatThrownBy(() -> Foretell.predict("arc", image))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("a.png: is not a trace of a known format");
  }
}
