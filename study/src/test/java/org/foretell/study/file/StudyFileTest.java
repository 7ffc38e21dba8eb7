package org.foretell.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.foretell.failure.ForetellException;
import org.foretell.scenario.Change;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyFileTest {
  private static final String WHOLE =
      """
      {
        "formatVersion": 1,
        "name": "tender",
        "currency": "EUR",
        "rankBy": "ssi",
        "models": ["max-rate", "loggops"],
        "points": {"quality": 60, "price": 40},
        "referenceNodes": 50,
        "site": {
          "lifeYears": 2,
          "pue": {"value": 1.2, "from": 1.1, "to": 1.3, "source": "operator"},
          "electricity": [0.2, {"value": 0.25, "from": 0.2, "to": 0.4, "distribution": "triangular"}],
          "discountRate": 0.03, "utilisation": 0.85, "availability": 0.95,
          "staffPerYear": {"values": [100000, 200000], "source": "plan"}, "budget": "12000000 EUR", "powerCap": "1.5MW"
        },
        "programs": [
          {"name": "mg", "trace": "mg.bin", "ranksPerNode": [16, 32], "weight": 2, "runsPerDay": 10,
           "timeLimit": "5min", "scale": 100,
           "reference": {"nodes": 4, "time": {"value": "2s", "from": "1.9s", "to": "2.1s"},
                         "operations": 1e12, "capability": 8},
           "coreRatio": {"A": {"value": 1.3, "from": 1.2, "to": 1.5}},
           "tracedCoreSpeed": "10Gflop/s", "work": "work.csv", "memoryBound": 0.4,
           "measuredPair": {"A": {"base": "small-here.bin", "other": "small-there.bin"}}},
          {"name": "cg", "trace": "cg.bin", "noise": {"trace": "daemons.txt", "together": true},
           "reference": {"nodes": 2, "figureOfMerit": {"value": 50, "from": 45, "to": 55}, "work": 700}}
        ],
        "offers": [
          {"name": "A", "machine": "frontier", "nodes": 100, "price": 5e6,
           "changes": {"network.latency": "x0.5"},
           "power": {"idle": "200W", "busy": "0.7kW", "network": "5kW"}},
          {"name": "B", "extends": "A", "nodes": 120, "changes": {"network.bandwidth": "+10%"}}
        ],
        "whatIfs": [{"name": "twice", "changes": {"network": "x2"}}],
        "variables": [
          {"name": "latency", "figures": "network.latency",
           "factor": {"value": 1, "from": 0.8, "to": 1.2, "distribution": "pert"}, "offers": ["A"]},
          {"name": "overhead", "figures": ["model.o"],
           "value": {"value": "0.3us", "from": "0.2us", "to": "0.5us", "distribution": "lognormal"}},
          {"name": "nics", "figures": "nodeGroups.compute.nics", "values": [1, 2, 4]},
          {"name": "library", "figures": "collectives", "offers": "B",
           "values": [{"value": "mpich4", "probability": 0.7}, {"value": "ompi5", "probability": 0.3}]}
        ],
        "noise": {"compute": "lognormal:5%", "network": "exponential:2us", "replays": 7},
        "sample": {"draws": 500}
      }
      """;

  private static StudyDescription parsed(String text) {
    return StudyFile.parse("tender.json", text.getBytes(StandardCharsets.UTF_8));
  }

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(StudyFile.schema());

  @Test
  void schemaAcceptsWhatIsRead() throws IOException {
    assertThat(SCHEMA.validate(WHOLE, InputFormat.JSON)).isEmpty();
    assertThat(SCHEMA.validate(ResolvedStudy.text(parsed(WHOLE)), InputFormat.JSON)).isEmpty();
    String example = Files.readString(Path.of("../examples/tender/tender.json"));
    assertThat(SCHEMA.validate(example, InputFormat.JSON)).isEmpty();
    assertThat(parsed(example).offers()).hasSize(3);
  }

  @Test
  void schemaRefusesUnknownNames() {
    String wrong = WHOLE.replace("\"weight\"", "\"wieght\"");
    assertThat(SCHEMA.validate(wrong, InputFormat.JSON)).isNotEmpty();
  }

  /** Whatever happens to a file, the reader says what is wrong with it, in its own words. */
  @Test
  void damagedFilesAreRefusedInWords() {
    Random random = new Random(1);
    byte[] whole = WHOLE.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = whole.clone();
      for (int change = 0; change < 1 + random.nextInt(3); change++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      if (random.nextInt(4) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      try {
        StudyFile.parse("damaged.json", damaged);
      } catch (ForetellException refused) {
        assertThat(refused).hasMessageContaining("study file damaged.json").hasNoCause();
      }
    }
  }

  @Test
  void everyMemberIsRead() {
    StudyDescription study = parsed(WHOLE);
    assertThat(study.rankBy()).isEqualTo(RankBy.SSI);
    assertThat(study.site().pue().from()).isEqualTo(1.1);
    assertThat(study.site().pue().source()).contains("operator");
    assertThat(study.site().pricesPerKilowattHour())
        .extracting(Estimate::distribution)
        .containsExactly(Distribution.UNIFORM, Distribution.TRIANGULAR);
    assertThat(study.site().budget()).hasValue(12e6);
    assertThat(study.site().powerCapWatts()).hasValue(1.5e6);
    Program mg = study.programs().get(0);
    assertThat(mg.trace()).isEqualTo(Path.of("mg.bin"));
    assertThat(mg.ranksPerNode()).containsExactly(16, 32);
    assertThat(mg.timeLimitSeconds()).hasValue(300);
    assertThat(mg.reference().orElseThrow().measured().to()).isEqualTo(2.1);
    assertThat(mg.coreRatios().get("A").value()).isEqualTo(1.3);
    assertThat(mg.memoryBound()).hasValue(0.4);
    assertThat(mg.measuredPairs().get("A").other()).isEqualTo(Path.of("small-there.bin"));
    assertThat(study.site().staffPerYear().values())
        .containsExactly(new Estimate.Listed(100_000, 0.5), new Estimate.Listed(200_000, 0.5));
    assertThat(mg.noise().orElseThrow().replays()).isEqualTo(7);
    Program cg = study.programs().get(1);
    assertThat(cg.noise().orElseThrow().trace()).contains(Path.of("daemons.txt"));
    assertThat(cg.noise().orElseThrow().compute()).isEmpty();
    assertThat(cg.reference().orElseThrow().work()).hasValue(700);
    assertThat(study.variables()).extracting(Variable::name).containsExactly("latency", "overhead");
    assertThat(study.variables().get(0).unit()).isEmpty();
    assertThat(study.variables().get(1).unit()).contains("us");
    assertThat(study.variables().get(1).amount().from()).isEqualTo(0.2);
    assertThat(study.choices()).extracting(Choice::name).containsExactly("nics", "library");
    assertThat(study.choices().get(0).options())
        .extracting(Choice.Option::value)
        .containsExactly("1", "2", "4");
    assertThat(study.choices().get(1).options().get(1).probability()).isEqualTo(0.3);
    assertThat(study.points().orElseThrow().qualityWeight()).isEqualTo(60);
    assertThat(study.sample().draws()).isEqualTo(500);
    assertThat(study.sample().confidence()).isEqualTo(0.95);
  }

  @Test
  void offerHasWhatItExtendsButForItsOwn() {
    Offer b = parsed(WHOLE).offers().get(1);
    assertThat(b.machine()).isEqualTo("frontier");
    assertThat(b.nodes()).isEqualTo(120);
    assertThat(b.busyWatts().value()).isEqualTo(700);
    assertThat(b.changes())
        .containsExactly(
            Change.parse("network.latency=x0.5"), Change.parse("network.bandwidth=+10%"));
  }

  @Test
  void resolvedFormReadsAsTheSameStudy() {
    StudyDescription study = parsed(WHOLE);
    assertThat(parsed(ResolvedStudy.text(study))).isEqualTo(study);
  }

  @Test
  void demandIsOneRunOfEachProgramIfNoneIsStated() {
    StudyDescription study = parsed(WHOLE.replace("\"runsPerDay\": 10,", ""));
    assertThat(study.programs())
        .extracting(one -> one.runsPerDay().value())
        .containsExactly(1.0, 1.0);
    assertThat(parsed(WHOLE).programs())
        .extracting(one -> one.runsPerDay().value())
        .containsExactly(10.0, 0.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"pue\": {\"value\": 1.2, \"from\": 1.1| \"pue\": {\"value\": 1.2, \"from\": 1.25| line"
            + " 11, column 12, $.site.pue: found the value 1.2 outside its bounds from"
            + " 1.25 to 1.3",
        "\"extends\": \"A\"| \"extends\": \"C\"| $.offers[1].extends: found \"C\"; allowed: \"A\"",
        "\"extends\": \"A\"| \"extends\": \"B\"| found a circle: B extends B",
        "\"weight\": 2| \"weight\": 0| $.programs[0].weight: found 0; allowed: a number above 0",
        "\"weight\": 2| \"wieght\": 2| found the unknown name \"wieght\"; allowed: \"weight\"",
        "12000000 EUR| 12000000 USD| $.site.budget: found \"12000000 USD\"; allowed: an amount",
        "\"currency\": \"EUR\",| | $.currency: found nothing",
        "\"idle\": \"200W\"| \"idle\": 200| $.offers[0].power.idle: found 200; allowed: a power in"
            + " quotes",
        "\"coreRatio\": {\"A\"| \"coreRatio\": {\"X\"| a core ratio for the offer \"X\"; allowed:"
            + " \"A\"",
        "[0.2, {| [0.2, 0.2, {| found 3 prices for 2 years",
        "\"name\": \"cg\"| \"name\": \"mg\"| found a second program \"mg\"",
        "\"rankBy\": \"ssi\"| \"rankBy\": \"luck\"| $.rankBy: found \"luck\"; allowed:"
            + " \"costPerDemand\"",
        "\"nodes\": 100| \"nodes\": 0| $.offers[0].nodes: found 0; allowed: a whole number from 1",
        "\"to\": \"0.5us\"| \"to\": \"500ns\"| $.variables[1].value.to: found \"500ns\"; allowed: a"
            + " value above 0 in quotes with the unit \"us\"",
        "[1, 2, 4]| [1, 2, 2]| $.variables[2].values: found the value \"2\" twice",
        "[1, 2, 4]| []| $.variables[2].values: found an array; allowed: an array of 1 to 1000",
        "\"probability\": 0.3| \"probability\": 0.4| found probabilities that add up to 1.1",
        "{\"value\": \"mpich4\", \"probability\": 0.7}| \"mpich4\"| found probabilities of 1 of 2"
            + " values",
        "\"nodeGroups.compute.nics\",| \"nodeGroups.compute.nics\", \"factor\": 2,| found several"
            + " of factor, value and values",
        "\"offers\": \"B\"| \"offers\": \"C\"| $.variables[3].offers: found a variable of the offer"
            + " \"C\"; allowed: \"A\"",
        "lognormal:5%| lognorml:5%| $.noise.compute: found \"lognorml:5%\", of which there is no"
            + " distribution",
        "\"work\": 700| \"work\": 0| $.programs[1].reference.work: found 0; allowed: a number above"
            + " 0",
        ", \"work\": 700| | $.programs[1].reference.work: found nothing",
        "\"work\": 700| \"work\": 700, \"time\": \"3s\"| found a time and a figure of merit",
        "\"runsPerDay\": 10| \"runsPerDay\": 0| $.programs: found no program that is certainly run",
        "\"network\": \"x2\"| | $.whatIfs[0].changes: found no change",
        "\"currency\": \"EUR\"| \"currency\": \"EUR and USD\"| $.currency: found \"EUR and USD\";"
            + " allowed: a code of three letters",
        "\"pert\"| \"listed\"| $.variables[0].factor.distribution: found \"listed\"",
        "\"value\": \"0.3us\", \"from\": \"0.2us\"| \"value\": \"0.3us\", \"from\": \"0us\"|"
            + " $.variables[1].value.from: found \"0us\"",
        "\"formatVersion\": 1| \"formatVersion\": 7| $.formatVersion: found 7; allowed: 1, the"
            + " only",
        "\"utilisation\": 0.85| \"utilisation\": 1e999| $.site.utilisation: found 1e999; allowed: a"
            + " number above 0",
      })
  void mistakesAreNamedByPlace(String right, String wrong, String message) {
    String text = WHOLE.replace(right, wrong == null ? "" : wrong);
    assertThat(text).isNotEqualTo(WHOLE);
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining(message);
  }

  @Test
  void allMistakesAreReportedTogether() {
    String text = WHOLE.replace("\"weight\": 2", "\"weight\": -2").replace("\"5min\"", "5");
    assertThatThrownBy(() -> parsed(text))
        .hasMessageContaining("study file tender.json has 2 mistakes:")
        .hasMessageContaining("$.programs[0].weight")
        .hasMessageContaining("$.programs[0].timeLimit");
  }

  @Test
  void truncatedFileIsNamed() {
    assertThatThrownBy(() -> parsed(WHOLE.substring(0, 300)))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("found the end of the file");
    assertThatThrownBy(() -> StudyFile.read(Path.of("nowhere.json")))
        .hasMessageContaining("study file nowhere.json: found no such file");
  }

  @Test
  void circleOfOffersIsRefused() {
    String text =
        WHOLE.replace(
            "{\"name\": \"A\", \"machine\"", "{\"name\": \"A\", \"extends\": \"B\", \"machine\"");
    assertThatThrownBy(() -> parsed(text))
        .hasMessageContaining("a circle: A extends B extends A")
        .hasMessageContaining("a circle: B extends A extends B");
  }
}
