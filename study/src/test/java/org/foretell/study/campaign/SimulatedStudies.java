package org.foretell.study.campaign;

import static org.foretell.study.build.SiteBuilder.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.StudyResult;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.decision.Place;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.ProgramValues;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose programs are mixes and workflows, in a folder of their own. */
class SimulatedStudies {
  static final Path EXAMPLES = Path.of("../examples").toAbsolutePath();
  static final double DAY = 86_400;

  @TempDir Path folder;

  @BeforeEach
  void writeJobs() throws IOException {
    Files.copy(EXAMPLES.resolve("halo.64.txt"), folder.resolve("halo.64.txt"));
    // Four at once would fit alone; the network is what they share.
    Files.writeString(
        folder.resolve("jobs.json"),
        """
        {"formatVersion": 1,
         "jobs": [{"trace": "halo.64.txt", "nodes": 8, "ranksPerNode": 8, "count": 6},
                  {"name": "fixed", "duration": "30ms", "nodes": 4, "count": 2}]}
        """);
    Files.writeString(
        folder.resolve("half.json"),
        """
        {"formatVersion": 1, "jobs": [{"duration": "10s", "nodes": 10}]}
        """);
    Files.copy(EXAMPLES.resolve("ksrt.json"), folder.resolve("ksrt.json"));
  }

  static StudyBuilder study(ProgramBuilder... programs) {
    StudyBuilder study =
        StudyBuilder.study("simulated", "EUR")
            .models("max-rate")
            .site(
                site()
                    .pue(Figure.of(1.5))
                    .electricity(Figure.of(0.2))
                    .utilisation(Figure.of(0.8))
                    .availability(Figure.of(0.9)))
            .offer(
                OfferBuilder.offer("A", "stampede", 20)
                    .price(Figure.of(1e6))
                    .nodePower(Figure.of("100W"), Figure.of("400W")))
            .offer(
                OfferBuilder.offer("B", "hopper", 20)
                    .price(Figure.of(1e6))
                    .nodePower(Figure.of("100W"), Figure.of("400W")));
    for (ProgramBuilder program : programs) {
      study.program(program);
    }
    return study;
  }

  StudyResult run(StudyDescription study, String results, CampaignProgress progress) {
    return Study.of(study, folder)
        .run(
            folder.resolve(results), CampaignSettings.whole(Runner.builder().threads(2), progress));
  }

  StudyResult run(StudyDescription study) {
    return run(study, "results", CampaignProgress.NONE);
  }

  static ProgramValues values(StudyResult result, String offer, int program) {
    return result.answer().places().stream()
        .filter(place -> place.offer().equals(offer))
        .map(Place::values)
        .findFirst()
        .orElseThrow()
        .programs()
        .get(program);
  }
}
