package org.foretell.workflow.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The schema and the reader agree on names and types. */
class PipelineSchemaTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(PipelineFile.schema());

  /** Every field once. */
  private static final String WHOLE =
      """
      {
        "$schema": "pipeline.schema.json",
        "formatVersion": 1,
        "name": "whole",
        "notes": ["For people."],
        "coreSpeed": "4Gflop/s",
        "dealTime": "2us",
        "messages": {"task": "1KiB", "result": "2 MB"},
        "lists": {"lane": 8, "atlas": ["a", "b"]},
        "stages": [
          {"name": "all", "foreach": ["lane", "atlas"], "acrossInstances": true, "time": "1d", "cores": 2,
           "memory": "4GiB", "reads": "1GB", "writes": "0B", "retries": 3,
           "check": {"time": "5s", "failureProbability": 0.5}, "checkpoint": {"interval": "10min", "cost": "1e1 s"}},
          {"name": "mpi", "after": ["all"], "trace": "x.txt", "nodes": 2},
          {"name": "n", "time": {"normal": {"mean": "2s", "deviation": "1s"}}},
          {"name": "l", "time": {"lognormal": {"mean": "2s", "deviation": "1s"}}},
          {"name": "e", "time": {"exponential": {"mean": "2s"}}},
          {"name": "u", "time": {"uniform": {"from": "1s", "to": "2s"}}},
          {"name": "t", "time": {"triangular": {"from": "1s", "mode": "1s", "to": "2s"}}},
          {"name": "m", "time": {"table": "d.csv", "column": "s"}},
          {"name": "a", "foreach": ["atlas"], "time": {"each": ["1s", "2s"]}}
        ]
      }
      """;

  private static final List<String> OTHER_VALUES =
      List.of(
          "null", "true", "3", "0", "-1", "0.5", "1e9", "\"\"", "\"x\"", "\"2s\"", "[]", "{}",
          "[1]");

  /** What only the reader can know to be wrong: it depends on another field, or on a file. */
  private static final Pattern BEYOND_A_SCHEMA =
      Pattern.compile(
          "which is no (stage|list)|out of order|no column|does not exist|cannot be read|for the ."
              + " tasks");

  private static final Pattern BLOCK = Pattern.compile("(?s)```json\n(.*?)```");

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(folder.resolve("x.txt"), "foretell-trace 1");
    Files.writeString(folder.resolve("d.csv"), "s\n1\n");
  }

  private static boolean fits(String json) {
    return SCHEMA.validate(json, InputFormat.JSON).isEmpty();
  }

  /** Why the reader refuses a file; empty if it does not. */
  private String refusal(String json) throws IOException {
    try {
      PipelineFile.read(Files.writeString(folder.resolve("p.json"), json));
      return "";
    } catch (ForetellException wrong) {
      return String.valueOf(wrong.getMessage());
    }
  }

  /** A copy of the whole file with a change at each member and element, one after the other. */
  private static List<String> changed(ChangeAt change) {
    List<String> all = new ArrayList<>();
    int places = places(JsonMapper.shared().readTree(WHOLE), at -> {});
    for (int place = 0; place < places; place++) {
      int wanted = place;
      JsonNode copy = JsonMapper.shared().readTree(WHOLE);
      int[] seen = {0};
      places(
          copy,
          at -> {
            if (seen[0]++ == wanted) {
              change.at(at.parent(), at.name(), at.index());
            }
          });
      all.add(copy.toPrettyString());
    }
    return all;
  }

  /** What happens at a place: a member of an object, or an element of an array. */
  private interface ChangeAt {
    void at(JsonNode parent, String name, int index);
  }

  private record Place(JsonNode parent, String name, int index) {}

  private static int places(JsonNode node, Consumer<Place> visitor) {
    int count = 0;
    if (node instanceof ObjectNode object) {
      for (String name : List.copyOf(object.propertyNames())) {
        count += 1 + places(object.get(name), visitor);
        visitor.accept(new Place(object, name, -1));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        count += 1 + places(array.get(i), visitor);
        visitor.accept(new Place(array, "", i));
      }
    }
    return count;
  }

  /** How many files both refuse; the reader and the schema agree on all of them. */
  private int refusedByBoth(List<String> files) throws IOException {
    int refused = 0;
    List<String> differences = new ArrayList<>();
    for (String json : files) {
      String refusal = refusal(json);
      if (fits(json) != refusal.isEmpty() && !BEYOND_A_SCHEMA.matcher(refusal).find()) {
        differences.add(
            "\nreader: " + refusal + "\nschema: " + SCHEMA.validate(json, InputFormat.JSON));
      }
      refused += fits(json) || refusal.isEmpty() ? 0 : 1;
    }
    assertThat(differences).isEmpty();
    return refused;
  }

  @Test
  void everyFieldIsAccepted() throws IOException {
    assertThat(SCHEMA.validate(WHOLE, InputFormat.JSON)).isEmpty();
    assertThat(refusal(WHOLE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../examples/ensemble.json",
        "../examples/ksrt.json",
        "../examples/somatic.json",
        "../validation/workers.json"
      })
  void examplesAreAccepted(Path example) throws IOException {
    assertThat(SCHEMA.validate(Files.readString(example), InputFormat.JSON)).isEmpty();
    assertThat(PipelineFile.read(example).stages()).isNotEmpty();
  }

  @Test
  void filesInThePageAreAccepted() throws IOException {
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(Path.of("../docs/workflows.md")))
            .results()
            .map(block -> block.group(1))
            .toList();
    assertThat(blocks).hasSize(2);
    assertThat(blocks)
        .allSatisfy(json -> assertThat(SCHEMA.validate(json, InputFormat.JSON)).isEmpty());
  }

  @Test
  void otherNamesAreRefusedByBoth() throws IOException {
    List<String> renamed =
        changed(
            (parent, name, index) -> {
              if (parent instanceof ObjectNode object) {
                object.set(name + "s", object.remove(name));
              }
            });
    assertThat(refusedByBoth(renamed)).isGreaterThan(50);
  }

  @Test
  void valuesOfOtherTypesAreRefusedByBoth() throws IOException {
    int refused = 0;
    for (String value : OTHER_VALUES) {
      List<String> replaced =
          changed(
              (parent, name, index) -> {
                JsonNode other = JsonMapper.shared().readTree(value);
                if (parent instanceof ObjectNode object) {
                  object.set(name, other);
                } else if (parent instanceof ArrayNode array) {
                  array.set(index, other);
                }
              });
      refused += refusedByBoth(replaced);
    }
    assertThat(refused).isGreaterThan(500);
  }

  /**
   * Whatever happens to a file, the reader says what is wrong with it, or the schema has it too.
   */
  @Test
  void damagedFilesAreRefusedInWords() throws IOException {
    Random random = new Random(1);
    List<String> pieces =
        List.of("{", "}", "[", "]", ",", "\"", "null", "NaN", "-1", "1e999", "0s", "9".repeat(30));
    int refused = 0;
    for (int i = 0; i < 2000; i++) {
      StringBuilder damaged = new StringBuilder(WHOLE);
      for (int change = 0; change < 1 + random.nextInt(3); change++) {
        int at = random.nextInt(damaged.length());
        int end = Math.min(damaged.length(), at + random.nextInt(4));
        damaged.replace(at, end, pieces.get(random.nextInt(pieces.size())));
      }
      String refusal = refusal(damaged.toString());
      refused += refusal.isEmpty() ? 0 : 1;
      assertThat(refusal.isEmpty() && !fits(damaged.toString())).as(damaged.toString()).isFalse();
    }
    assertThat(refused).isGreaterThan(1500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"s\", \"time\": \"1s\", \"nodes\": 2}",
        "{\"name\": \"s\", \"time\": \"1s\", \"trace\": \"x.txt\"}",
        "{\"name\": \"s\", \"trace\": \"x.txt\", \"cores\": 2}",
        "{\"name\": \"s\", \"time\": \"1s\", \"retries\": 2}",
        "{\"name\": \"s\", \"time\": \"1s\", \"checkpoint\": {\"interval\": \"1s\"}}",
        "{\"name\": \"s\", \"time\": \"1s\", \"reads\": \"unlimited\"}",
        "{\"name\": \"s\", \"time\": {\"normal\": {\"mean\": \"1s\"}}}",
        "{\"name\": \"s\", \"time\": {\"exponential\": {\"mean\": \"1s\"}, \"uniform\": {}}}",
        "{\"name\": \"s\"}"
      })
  void fieldsThatDoNotGoTogetherAreRefusedByBoth(String stage) throws IOException {
    String json = "{\"formatVersion\": 1, \"name\": \"p\", \"stages\": [" + stage + "]}";
    assertThat(fits(json)).isFalse();
    assertThat(refusal(json)).isNotEmpty();
  }
}
