package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.report.RunDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the names in {@code docs/output.md} equal to those that are written. */
class OutputPageTest {
  private static final Pattern ROW =
      Pattern.compile("\\| `(\\w+)(?:\\[])?` \\| ([^|]*) \\| ([^|]*) \\|");
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Pattern NAME = Pattern.compile("\\w+");

  @TempDir private Path folder;

  /** A row of the table: what the name stands for, in words, and the names inside it. */
  private record Row(String type, Set<String> names) {}

  /** The table of the section about a command's JSON. */
  private static Map<String, Row> rows(String command) throws IOException {
    return rowsBelow("## `sim " + command + " --json FILE`");
  }

  private static Map<String, Row> rowsBelow(String heading) throws IOException {
    Map<String, Row> rows = new TreeMap<>();
    boolean within = false;
    for (String line : Files.readAllLines(Path.of("../docs/output.md"))) {
      if (line.startsWith("#")) {
        within = line.startsWith(heading);
      }
      if (!within) {
        continue;
      }
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        TreeSet<String> names = new TreeSet<>();
        Matcher code = CODE.matcher(row.group(3));
        while (code.find()) {
          Matcher name = NAME.matcher(code.group(1));
          while (name.find()) {
            names.add(name.group());
          }
        }
        rows.put(row.group(1), new Row(row.group(2), names));
      }
    }
    return rows;
  }

  private static Class<?> elementType(RecordComponent component) {
    return component.getGenericType() instanceof ParameterizedType list
            && List.class.equals(list.getRawType())
            && list.getActualTypeArguments()[0] instanceof Class<?> element
        ? element
        : component.getType();
  }

  private static void collectNames(Class<?> type, Set<String> names) {
    if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        names.add(component.getName());
        collectNames(elementType(component), names);
      }
    }
  }

  private static Class<?> document(String name) throws ClassNotFoundException {
    return Class.forName("org.foretell.report." + name);
  }

  @ParameterizedTest
  @CsvSource({
    "run, RunDocument",
    "explain, ExplainDocument",
    "check, CheckDocument",
    "classify, ClassificationDocument",
    "info, InfoDocument"
  })
  void thePageListsTheNamesOfTheDocument(String command, String document) throws Exception {
    TreeSet<String> written = new TreeSet<>();
    for (RecordComponent component : document(document).getRecordComponents()) {
      written.add(component.getName());
    }
    assertThat(rows(command).keySet()).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource({"run, RunDocument", "check, CheckDocument", "info, InfoDocument"})
  void thePageListsTheNamesWithinTheObjects(String command, String document) throws Exception {
    assertNamesWithin(document(document), rows(command));
  }

  /** What an explanation consists of has a table for each part. */
  @ParameterizedTest
  @CsvSource({
    "The critical path, CriticalPathEntry",
    "The efficiencies, LadderEntry",
    "The waits, WaitsEntry",
    "The classes, ClassesEntry",
    "The sensitivities, SensitivitiesEntry"
  })
  void thePageListsTheNamesOfAPart(String heading, String part) throws Exception {
    Map<String, Row> rows = rowsBelow("### " + heading);
    TreeSet<String> written = new TreeSet<>();
    for (RecordComponent component : document(part).getRecordComponents()) {
      written.add(component.getName());
    }
    assertThat(rows.keySet()).isEqualTo(written);
    assertNamesWithin(document(part), rows);
  }

  private static void assertNamesWithin(Class<?> document, Map<String, Row> rows) {
    for (RecordComponent component : document.getRecordComponents()) {
      Class<?> type = elementType(component);
      Row row = rows.get(component.getName());
      assertThat(row).as(component.getName()).isNotNull();
      if (type.isRecord()) {
        TreeSet<String> names = new TreeSet<>();
        collectNames(type, names);
        assertThat(row.names()).as(component.getName()).isEqualTo(names);
      }
      boolean list = component.getType().equals(List.class);
      assertThat(row.type()).as(component.getName()).matches(list ? ".*s" : ".*[^s]");
    }
  }

  @Test
  void whatIsWrittenIsTheDocument() {
    SimCall call = SimCall.asTyped("run", "arc", SimCall.EXAMPLE, "--json", "-");
    JsonNode run = JsonMapper.shared().readTree(call.out());
    for (RecordComponent component : RunDocument.class.getRecordComponents()) {
      // The page says that this one is there only if an interval was left out.
      assertThat(run.has(component.getName()))
          .as(component.getName())
          .isEqualTo(!component.getName().equals("intervalLeftOut"));
    }
    TreeSet<String> names = new TreeSet<>();
    for (RecordComponent component : RunDocument.RankEntry.class.getRecordComponents()) {
      names.add(component.getName());
    }
    assertThat(new TreeSet<>(run.get("ranks").get(0).propertyNames())).isEqualTo(names);
  }

  @Test
  void theTablesOfTheCsvAreThoseOfTheJson() throws IOException {
    Path tables = folder.resolve("tables");
    Path json = folder.resolve("run.json");
    SimCall call =
        SimCall.of("run", "arc", SimCall.EXAMPLE, "--csv", tables, "--json", json, "--seed", 3);
    assertThat(call.exitCode()).isZero();
    JsonNode run = JsonMapper.shared().readTree(json.toFile());
    for (String table : List.of("ranks", "events", "resources")) {
      List<String> lines = Files.readAllLines(tables.resolve(table + ".csv"));
      assertThat(lines).as(table).hasSize(run.get(table).size() + 1);
      List<String> columns = List.of(lines.get(0).split(",", -1));
      List<String> cells = List.of(lines.get(1).split(",", -1));
      for (int i = 0; i < columns.size(); i++) {
        JsonNode value = run.get(table).get(0).at("/" + columns.get(i).replace('.', '/'));
        assertThat(cells.get(i)).as(table + " " + columns.get(i)).isEqualTo(value.asString());
      }
    }
    assertThat(run.get("seed").asInt()).isEqualTo(3);
  }
}
