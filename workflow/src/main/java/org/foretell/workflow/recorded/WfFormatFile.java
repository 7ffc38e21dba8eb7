package org.foretell.workflow.recorded;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads WfFormat 1.5, the JSON in which WfCommons publishes workflows that ran. Of the files of
 * tasks only their names are used: recorded durations include reading and writing.
 */
public final class WfFormatFile {
  /** The only version that is read. */
  public static final String VERSION = "1.5";

  private static final long LONGEST_BYTES = 1L << 31;
  private static final Pattern NUMBER_AT_END = Pattern.compile("[_-]?(ID)?\\d+$");
  private static final String TASKS = "$.workflow.specification.tasks";
  private static final String RUNS = "$.workflow.execution.tasks";

  private final Path file;
  private final Workflow.Builder builder;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final Map<String, Integer> stages = new HashMap<>();

  private WfFormatFile(Path file, String name) {
    this.file = file;
    builder = Workflow.builder(name);
  }

  /**
   * {@return whether a file looks like WfFormat of any version rather than a pipeline}
   *
   * @param file any
   */
  public static boolean isOne(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) < LONGEST_BYTES
          && JsonMapper.shared().readTree(Files.readAllBytes(file)).has("schemaVersion");
    } catch (IOException | JacksonException unreadable) {
      return false; // The reader of pipelines then says what is wrong.
    }
  }

  /**
   * Reads a file.
   *
   * @param file of at most 2 GiB
   * @return the workflow
   * @throws ForetellException if it cannot be read, is of another version, or is wrong
   */
  public static WfInstance read(Path file) {
    JsonNode root;
    try {
      root = JsonMapper.shared().readTree(Files.readAllBytes(file));
    } catch (IOException | JacksonException failure) {
      throw ForetellException.badInput(file + " cannot be read: " + failure.getMessage());
    }
    String version = root.path("schemaVersion").asString("");
    if (!version.equals(VERSION)) {
      throw ForetellException.badInput(
          "%s: $.schemaVersion is \"%s\", expected \"%s\"; convert the file with the tools of WfCommons"
              .formatted(file, version, VERSION));
    }
    String name = root.path("name").asString("");
    return new WfFormatFile(file, name.isEmpty() ? file.toString() : name)
        .instance(root.path("workflow"));
  }

  private ForetellException wrong(String place, String found, String expected) {
    return ForetellException.badInput(
        "%s: %s: found %s, expected %s".formatted(file, place, found, expected));
  }

  private WfInstance instance(JsonNode workflow) {
    JsonNode tasks = workflow.path("specification").path("tasks");
    JsonNode execution = workflow.path("execution");
    if (!tasks.isArray() || tasks.isEmpty()) {
      throw wrong(TASKS, "no tasks", "an array of at least one task");
    }
    Map<String, JsonNode> runs = runs(execution.path("tasks"));
    for (int i = 0; i < tasks.size(); i++) {
      task(TASKS + "[" + i + "]", tasks.get(i), runs);
    }
    connect(tasks);
    checkFiles(tasks, workflow.path("specification").path("files"));
    List<String> names = List.copyOf(numbers.keySet());
    JsonNode makespan = execution.path("makespanInSeconds");
    int cores = 0;
    for (JsonNode machine : execution.path("machines")) {
      cores = Math.max(cores, machine.path("cpu").path("coreCount").asInt(0));
    }
    return new WfInstance(
        builder.labels(names::get).build(),
        makespan.isNumber() ? OptionalDouble.of(makespan.asDouble()) : OptionalDouble.empty(),
        execution.path("machines").size(),
        cores);
  }

  private Map<String, JsonNode> runs(JsonNode list) {
    if (!list.isArray()) {
      throw wrong(RUNS, "none", "the runtimes of all tasks");
    }
    Map<String, JsonNode> runs = new HashMap<>();
    for (JsonNode run : list) {
      runs.put(run.path("id").asString(""), run);
    }
    return runs;
  }

  private void task(String place, JsonNode task, Map<String, JsonNode> runs) {
    String id = task.path("id").asString("");
    if (id.isEmpty() || numbers.containsKey(id)) {
      throw wrong(place + ".id", "\"" + id + "\"", "an id that no other task has");
    }
    JsonNode run = runs.get(id);
    double seconds = run == null ? -1 : run.path("runtimeInSeconds").asDouble(-1);
    if (!(seconds >= 0 && seconds <= TaskTime.MOST_SECONDS)) {
      throw wrong(
          RUNS + " of " + id,
          run == null ? "no such task" : "runtimeInSeconds " + run.path("runtimeInSeconds"),
          "a runtimeInSeconds from 0 to " + TaskTime.MOST_SECONDS);
    }
    double cores = Math.max(1, Math.ceil(run == null ? 1 : run.path("coreCount").asDouble(1)));
    String stage = NUMBER_AT_END.matcher(task.path("name").asString(id)).replaceFirst("");
    int number = stages.computeIfAbsent(stage.isEmpty() ? "tasks" : stage, builder::stage);
    TaskKind kind = TaskKind.computing(TaskTime.of(seconds)).onCores((int) Math.min(cores, 1e6));
    numbers.put(id, builder.task(number, kind));
  }

  /** Parents and children say the same twice; either is enough. */
  private void connect(JsonNode tasks) {
    Map<Integer, IntOpenHashSet> added = new HashMap<>();
    for (int i = 0; i < tasks.size(); i++) {
      for (JsonNode parent : tasks.get(i).path("parents")) {
        int from = number(TASKS + "[" + i + "].parents", parent);
        if (added.computeIfAbsent(i, task -> new IntOpenHashSet()).add(from)) {
          builder.dependency(from, i);
        }
      }
      for (JsonNode child : tasks.get(i).path("children")) {
        int to = number(TASKS + "[" + i + "].children", child);
        if (added.computeIfAbsent(to, task -> new IntOpenHashSet()).add(i)) {
          builder.dependency(i, to);
        }
      }
    }
  }

  private int number(String place, JsonNode id) {
    Integer number = numbers.get(id.asString(""));
    if (number == null) {
      throw wrong(place, id.toString(), "the id of a task");
    }
    return number;
  }

  private void checkFiles(JsonNode tasks, JsonNode listed) {
    Set<String> known = new HashSet<>();
    for (JsonNode each : listed) {
      known.add(each.path("id").asString(""));
    }
    for (JsonNode task : tasks) {
      for (JsonNode output : task.path("outputFiles")) {
        known.add(output.asString(""));
      }
    }
    for (int i = 0; i < tasks.size(); i++) {
      for (JsonNode input : tasks.get(i).path("inputFiles")) {
        if (!known.contains(input.asString(""))) {
          throw wrong(
              TASKS + "[" + i + "].inputFiles",
              input + ", which no task writes",
              "a file that a task writes, or one of $.workflow.specification.files");
        }
      }
    }
  }
}
