package org.foretell.study.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.study.build.NoiseBuilder.noise;
import static org.foretell.study.build.OfferBuilder.offer;
import static org.foretell.study.build.ProgramBuilder.program;
import static org.foretell.study.build.SiteBuilder.site;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Change;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.file.StudyFile;
import org.junit.jupiter.api.Test;

class StudyBuilderTest {
  private static final String FILE =
      """
      {
        "formatVersion": 1, "name": "tender", "title": "A tender", "currency": "EUR",
        "rankBy": "ssi", "models": ["loggops", "max-rate"], "referenceNodes": 1000,
        "points": {"quality": 60, "price": 40},
        "noise": {"compute": "lognormal:5%", "replays": 7},
        "site": {
          "lifeYears": 2,
          "pue": {"value": 1.2, "from": 1.1, "to": 1.3, "source": "operator"},
          "electricity": [0.2, {"value": 0.25, "from": 0.2, "to": 0.4, "distribution": "pert"}],
          "discountRate": 0.03, "utilisation": 0.85, "availability": 0.95,
          "staffPerYear": {"values": [{"value": 1e5, "probability": 0.4}, {"value": 2e5, "probability": 0.6}]},
          "budget": 12000000, "powerCap": "1.5MW"
        },
        "programs": [
          {"name": "mg", "trace": "mg.bin", "ranksPerNode": [16, 32], "weight": 2, "runsPerDay": 10,
           "timeLimit": "5min", "scale": 100,
           "reference": {"nodes": 4, "time": {"value": "2s", "from": "1.9s", "to": "2.1s"},
                         "operations": 1e12, "capability": 8},
           "coreRatio": {"A": {"value": 1.3, "from": 1.2, "to": 1.5}},
           "tracedCoreSpeed": "10Gflop/s", "work": "work.csv", "memoryBound": 0.4,
           "measuredPair": {"A": {"base": "here.bin", "other": "there.bin"}}},
          {"name": "cg", "trace": "cg.bin",
           "noise": {"network": "exponential:2us", "trace": "daemons.txt", "together": true},
           "reference": {"nodes": 2, "figureOfMerit": 50, "work": 700}}
        ],
        "offers": [
          {"name": "A", "machine": "frontier", "nodes": 100,
           "price": {"value": "5000000 EUR", "from": "4000000 EUR", "to": "6000000 EUR"},
           "changes": {"network.latency": "x0.5"},
           "maintenancePerYear": 1e5, "hostingPerYear": 2e5, "residual": 3e5,
           "power": {"idle": "200W", "busy": "0.7kW", "network": "5kW"}},
          {"name": "B", "machine": "hopper", "nodes": 120, "price": 5e6}
        ],
        "whatIfs": [{"name": "twice", "changes": {"network": "x2"}}],
        "variables": [
          {"name": "latency", "figures": "network.latency",
           "factor": {"value": 1, "from": 0.8, "to": 1.2}, "offers": ["A"]},
          {"name": "overhead", "figures": "model.o",
           "value": {"value": "0.3us", "from": "0.2us", "to": "0.5us", "distribution": "normal"}},
          {"name": "nics", "figures": "nodeGroups.compute.nics", "values": ["1", "2", "4"]}
        ],
        "sample": {"draws": 500, "seed": 3, "confidence": 0.9, "tolerance": 0.02, "mostReplays": 99,
          "mostNearFlips": 7}
      }
      """;

  private static StudyBuilder whole() {
    return StudyBuilder.study("tender", "EUR")
        .title("A tender")
        .rankBy(RankBy.SSI)
        .models("loggops", "max-rate")
        .referenceNodes(1000)
        .points(60, 40)
        .noise(noise().compute("lognormal:5%").replays(7))
        .site(
            site()
                .lifeYears(2)
                .pue(Figure.of(1.2).between(1.1, 1.3).source("operator"))
                .electricity(
                    Figure.of(0.2),
                    Figure.of(0.25).between(0.2, 0.4).distributed(Distribution.PERT))
                .discountRate(Figure.of(0.03))
                .utilisation(Figure.of(0.85))
                .availability(Figure.of(0.95))
                .staffPerYear(Figure.oneOf(1e5, 2e5).withProbabilities(0.4, 0.6))
                .budget(12e6)
                .powerCap("1.5MW"))
        .program(
            program("mg", Path.of("mg.bin"))
                .ranksPerNode(16, 32)
                .weight(Figure.of(2))
                .runsPerDay(Figure.of(10))
                .timeLimit("5min")
                .scale(Figure.of(100))
                .reference(4, Figure.of("2s").between("1.9s", "2.1s"))
                .operations(1e12)
                .capability(8)
                .coreRatio("A", Figure.of(1.3).between(1.2, 1.5))
                .tracedCoreSpeed("10Gflop/s")
                .work(Path.of("work.csv"))
                .memoryBound(0.4)
                .measuredPair("A", Path.of("here.bin"), Path.of("there.bin")))
        .program(
            program("cg", Path.of("cg.bin"))
                .noise(noise().network("exponential:2us").trace(Path.of("daemons.txt"), true))
                .referenceMerit(2, Figure.of(50), 700))
        .offer(
            offer("A", "frontier", 100)
                .price(Figure.of("5000000 EUR").between("4000000 EUR", "6000000 EUR"))
                .changes(Change.parse("network.latency=x0.5"))
                .maintenancePerYear(Figure.of(1e5))
                .hostingPerYear(Figure.of(2e5))
                .residual(Figure.of(3e5))
                .nodePower(Figure.of("200W"), Figure.of("0.7kW"))
                .networkPower(Figure.of("5kW")))
        .offer(offer("B", "hopper", 120).price(Figure.of(5e6)))
        .whatIf("twice", Change.parse("network=x2"))
        .factor("latency", "network.latency", Figure.of(1).between(0.8, 1.2), "A")
        .value(
            "overhead",
            "model.o",
            Figure.of("0.3us").between("0.2us", "0.5us").distributed(Distribution.NORMAL))
        .choice("nics", "nodeGroups.compute.nics", Figure.oneOf("1", "2", "4"))
        .sample(500, 3)
        .confidence(0.9)
        .surfaces(0.02, 99)
        .nearFlips(7);
  }

  @Test
  void studyIsThatOfTheFile() {
    StudyDescription read = StudyFile.parse("tender.json", FILE.getBytes(StandardCharsets.UTF_8));
    assertThat(whole().build()).isEqualTo(read);
  }

  @Test
  void allMistakesAreReportedTogether() {
    StudyBuilder wrong =
        whole()
            .offer(offer("C", "frontier", 0).price(Figure.of(Double.NaN)))
            .factor("speed", "cpu", Figure.of(1).between(2, 3), "nobody");
    assertThatThrownBy(wrong::build)
        .isInstanceOf(ForetellException.class)
        .hasMessageStartingWith("the study \"tender\" has 4 mistakes:")
        .hasMessageContaining("$.offers[2].nodes: found 0; allowed: a whole number from 1")
        .hasMessageContaining("$.offers[2].price: found \"NaN\"; allowed: an amount")
        .hasMessageContaining("$.variables[3].factor: found the value 1.0 outside its bounds")
        .hasMessageContaining("a variable of the offer \"nobody\"")
        .message()
        .doesNotContain("line ");
  }

  @Test
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> StudyBuilder.study("empty", "EUR").build())
        .hasMessageContaining("$.site: found nothing")
        .hasMessageContaining("$.programs: found an empty array")
        .hasMessageContaining("$.offers: found an empty array");
    Change twice = Change.parse("network=x2");
    assertThatThrownBy(() -> StudyBuilder.study("two", "EUR").whatIf("w", twice, twice))
        .hasMessageContaining("network: is changed to x2 and to x2");
  }
}
