package org.foretell.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.foretell.input.MachineArgument;
import org.foretell.machines.Catalogue;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.FigureNames;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study takes the bounds of the CPU ratio from machine files. */
class MachineRatiosTest {
  private static final String RATIO = "{\"value\": 1.8, \"from\": 1.6, \"to\": 2.0}";

  @TempDir private Path folder;

  private void machine(String name, String ratio) throws IOException {
    Files.writeString(
        folder.resolve(name + ".json"),
        MachineArgument.text(
            "jaguar-xt5",
            Map.of(
                "nodeGroups."
                    + Catalogue.load("jaguar-xt5").machine().groups().get(0).name()
                    + ".cpuRatio",
                ratio),
            (machine, mistakes) -> {}));
  }

  private StudyDescription study(String coreRatio, String changes) throws IOException {
    Path file = folder.resolve("study.json");
    Files.writeString(
        file,
        """
        {
          "formatVersion": 1,
          "name": "test",
          "currency": "EUR",
          "site": {"lifeYears": 1, "electricity": 0.2, "pue": 1.2, "utilisation": 0.9, "availability": 0.95},
          "programs": [{"name": "ring", "trace": "ring.goal"%s}],
          "offers": [
            {"name": "measured", "machine": "measured.json", "nodes": 10, "price": "1000 EUR"%s},
            {"name": "plain", "machine": "plain.json", "nodes": 10, "price": "1000 EUR"},
            {"name": "known", "machine": "jaguar-xt5", "nodes": 10, "price": "1000 EUR"}
          ]
        }
        """
            .formatted(coreRatio, changes));
    machine("measured", RATIO);
    machine("plain", "1.8");
    return new MachineRatios(new OfferMachines(folder)).of(Study.read(file).description());
  }

  @Test
  void boundsOfTheMachineAreAFigureOfTheStudy() throws IOException {
    StudyDescription study = study("", "");
    Map<String, Estimate> ratios = study.programs().get(0).coreRatios();
    assertThat(ratios.keySet()).containsExactly("measured");
    Estimate ratio = ratios.get("measured");
    assertThat(ratio.value()).isEqualTo(1.8);
    assertThat(ratio.from()).isEqualTo(1.6);
    assertThat(ratio.to()).isEqualTo(2.0);
    assertThat(FigureNames.uncertain(study)).containsValue(ratio);
  }

  @Test
  void theStudysOwnRatiosCountMore() throws IOException {
    StudyDescription study = study(", \"coreRatio\": {\"measured\": 2.5}", "");
    assertThat(study.programs().get(0).coreRatios().get("measured").value()).isEqualTo(2.5);
    assertThat(study("", ", \"changes\": {\"cpu\": \"x2\"}").programs().get(0).coreRatios())
        .as("the study moves the ratio of this offer")
        .isEmpty();
  }
}
