package org.foretell.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.foretell.study.build.MixBuilder.mix;
import static org.foretell.study.build.SiteBuilder.site;
import static org.foretell.study.build.WorkflowBuilder.workflow;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.foretell.failure.ForetellException;
import org.foretell.study.build.Figure;
import org.foretell.study.build.OfferBuilder;
import org.foretell.study.build.ProgramBuilder;
import org.foretell.study.build.StudyBuilder;
import org.foretell.study.description.Program;
import org.foretell.study.description.Simulated;
import org.foretell.study.description.StudyDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedFieldsTest {
  private static final String STUDY =
      """
      {"formatVersion": 1, "name": "centre", "currency": "EUR",
       "site": {"pue": 1.2, "electricity": 0.2, "utilisation": 1, "availability": 0.95},
       "noise": {"compute": "lognormal:5%%"},
       "programs": [
      {"name": "one", %s}],
       "offers": [{"name": "A", "machine": "hopper", "nodes": 100, "price": 1e6}]}
      """;

  private static final String MIX =
      "\"mix\": {\"jobs\": \"jobs.json\", \"policy\": \"fcfs\", \"together\": true,"
          + " \"anyNodes\": true, \"kill\": false, \"demand\": \"30min\", \"replications\": 4}";

  private static final String WORKFLOW =
      "\"workflow\": {\"pipeline\": \"p.json\", \"instances\": 10, \"workers\": 80, \"perNode\": 4,"
          + " \"policy\": \"fifo\", \"dealTime\": \"1ms\", \"nodeMemory\": \"64GiB\"}";

  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(StudyFile.schema());

  private static StudyDescription parsed(String text) {
    return StudyFile.parse("centre.json", text.getBytes(StandardCharsets.UTF_8));
  }

  private static Program program(String members) {
    return parsed(STUDY.formatted(members)).programs().get(0);
  }

  @Test
  void membersAreThoseOfTheCommands() {
    Program queue = program(MIX);
    assertThat(queue.simulated())
        .hasValue(
            new Simulated.JobQueue(
                Path.of("jobs.json"),
                Optional.of("fcfs"),
                true,
                1,
                true,
                false,
                OptionalDouble.of(1800),
                4));
    assertThat(queue.traces().files()).isEmpty();
    assertThat(queue.noise().orElseThrow().replays()).isEqualTo(4);
    assertThat(queue.noise().orElseThrow().compute()).as("noise is of traces").isEmpty();
    Program pipeline = program(WORKFLOW + ", \"timeLimit\": \"12h\"");
    assertThat(pipeline.simulated())
        .hasValue(
            new Simulated.Pipeline(
                Path.of("p.json"),
                10,
                80,
                4,
                "fifo",
                OptionalLong.of(1_000_000_000),
                OptionalLong.of(64L << 30),
                1));
    assertThat(pipeline.noise()).isEmpty();
    assertThat(pipeline.timeLimitSeconds()).hasValue(43_200);
  }

  @Test
  void defaultsAreThoseOfTheCommands() {
    assertThat(program("\"mix\": {\"jobs\": \"j\"}").simulated())
        .hasValue(
            new Simulated.JobQueue(
                Path.of("j"), Optional.empty(), false, 1, false, true, OptionalDouble.empty(), 1));
    assertThat(program("\"workflow\": {\"pipeline\": \"p\", \"workers\": 3}").simulated())
        .hasValue(
            new Simulated.Pipeline(
                Path.of("p"),
                1,
                3,
                1,
                "critical-path",
                OptionalLong.empty(),
                OptionalLong.empty(),
                1));
  }

  @Test
  void resolvedStudyAndSchemaAgree() {
    for (String members : List.of(MIX, WORKFLOW, "\"mix\": {\"jobs\": \"j\"}")) {
      String text = STUDY.formatted(members);
      assertThat(SCHEMA.validate(text, InputFormat.JSON)).isEmpty();
      String resolved = ResolvedStudy.text(parsed(text));
      assertThat(SCHEMA.validate(resolved, InputFormat.JSON)).isEmpty();
      assertThat(parsed(resolved).programs()).isEqualTo(parsed(text).programs());
    }
  }

  @Test
  void buildersDescribeTheSame() {
    StudyDescription built =
        StudyBuilder.study("centre", "EUR")
            .site(
                site()
                    .pue(Figure.of(1.2))
                    .electricity(Figure.of(0.2))
                    .utilisation(Figure.of(1))
                    .availability(Figure.of(0.95)))
            .program(
                ProgramBuilder.mix(
                    "one",
                    mix(Path.of("jobs.json"))
                        .policy("fcfs")
                        .together()
                        .anyNodes()
                        .noKill()
                        .demand("30min")
                        .replications(4)))
            .program(
                ProgramBuilder.workflow(
                    "two",
                    workflow(Path.of("p.json"), 80, 4)
                        .instances(10)
                        .policy("fifo")
                        .dealTime("1ms")
                        .nodeMemory("64GiB")))
            .program(ProgramBuilder.mix("three", mix(Path.of("jobs.json")).interference(1.5)))
            .offer(OfferBuilder.offer("A", "hopper", 100).price(Figure.of(1e6)))
            .build();
    assertThat(built.programs().get(0)).isEqualTo(program(MIX));
    assertThat(built.programs().get(1).simulated()).isEqualTo(program(WORKFLOW).simulated());
    assertThat(built.programs().get(2).simulated().orElseThrow())
        .isInstanceOfSatisfying(
            Simulated.JobQueue.class, queue -> assertThat(queue.interference()).isEqualTo(1.5));
  }

  /** The program is on line 5. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          "trace": "a", "mix": {"jobs": "j"}|trace|trace beside a mix|no "trace"
          "traces": ["a", "b"], "ranks": 4, "workflow": {"pipeline": "p", "workers": 1}|traces|traces beside a workflow|no "traces"
          "mix": {"jobs": "j"}, "workflow": {"pipeline": "p", "workers": 1}|workflow|a mix and a workflow|one of "trace", "traces", "mix", "workflow"
          "mix": {"jobs": "j"}, "ranksPerNode": 8|ranksPerNode|ranksPerNode beside a mix|describes the run of a trace
          "mix": {"jobs": "j"}, "ranks": 8|ranks|ranks beside a mix|describes the run of a trace
          "mix": {"jobs": "j"}, "scale": 2|scale|scale beside a mix|describes the run of a trace
          "mix": {"jobs": "j"}, "noise": {"compute": "lognormal:5%"}|noise|noise beside a mix|describes the run of a trace
          "mix": {"policy": "fifo"}|mix.jobs|nothing|a string of one line
          "mix": {"jobs": "j", "policy": "fifo"}|mix.policy|"fifo"|"fcfs", "easy", "conservative"
          "mix": {"jobs": "j", "together": true, "interference": 2}|mix.interference|an interference factor of jobs|one of "together" and "interference"
          "mix": {"jobs": "j", "interference": 0.5}|mix.interference|0.5|a number from 1.0 to 1000.0
          "mix": {"jobs": "j", "demand": "soon"}|mix.demand|"soon"|a time above 0
          "mix": {"jobs": "j", "replications": 0}|mix.replications|0|a whole number from 1 to 1000
          "mix": {"jobs": "j", "deman": "1h"}|mix.deman|"deman"|demand
          "mix": "jobs.json"|mix|"jobs.json"|an object
          "workflow": {"pipeline": "p"}|workflow.workers|nothing|a whole number from 1
          "workflow": {"pipeline": "p", "workers": 0}|workflow.workers|0|a whole number from 1
          "workflow": {"pipeline": "p", "workers": 1, "perNode": 0}|workflow.perNode|0|a whole number from 1
          "workflow": {"pipeline": "p", "workers": 1, "instances": 1.5}|workflow.instances|1.5|a whole number from 1
          "workflow": {"pipeline": "p", "workers": 1, "policy": "random"}|workflow.policy|"random"|"critical-path", "fifo", "locality"
          "workflow": {"pipeline": "p", "workers": 1, "dealTime": "long"}|workflow.dealTime|"long"|a time like "10ms"
          "workflow": {"pipeline": "p", "workers": 1, "nodeMemory": "1s"}|workflow.nodeMemory|"1s"|a size like "256GiB"
          "runsPerDay": 1|trace|nothing|a string of one line
          """)
  void mistakesAreNamedWithTheirPlace(String members, String place, String found, String allowed) {
    String text = STUDY.formatted(members);
    assertThatThrownBy(() -> parsed(text))
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("study file centre.json")
        .hasMessageContaining("line 5, column ")
        .hasMessageContaining("$.programs[0]." + place + ": found ")
        .hasMessageContaining(found)
        .hasMessageContaining(allowed);
    boolean isOfUnit =
        members.contains("demand\"") || members.contains("Time") || members.contains("Memory");
    if (!isOfUnit) {
      assertThat(SCHEMA.validate(text, InputFormat.JSON)).isNotEmpty();
    }
  }
}
