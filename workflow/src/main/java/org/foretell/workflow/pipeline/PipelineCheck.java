package org.foretell.workflow.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.task.Workflow;

/**
 * Finds what does not fit together in a pipeline.
 *
 * @param name of the pipeline
 * @param lists names by list
 * @param stages in their order
 */
record PipelineCheck(String name, Map<String, List<String>> lists, List<Stage> stages) {
  void check() {
    if (stages.isEmpty()) {
      throw wrong("no stage; add one to \"stages\"");
    }
    Map<String, Stage> byName = new LinkedHashMap<>();
    for (Stage stage : stages) {
      if (byName.put(stage.name(), stage) != null) {
        throw wrong("two stages are called " + stage.name() + "; give each a name of its own");
      }
    }
    lists.forEach(
        (list, names) -> {
          if (names.isEmpty()) {
            throw wrong("list " + list + " is empty, so its stages have no tasks; add a name");
          }
          if (new HashSet<>(names).size() < names.size()) {
            throw wrong("list " + list + " has a name twice; a task needs a name of its own");
          }
        });
    for (Stage stage : stages) {
      check(stage, byName.keySet());
    }
    refuseCycles(byName);
  }

  private void check(Stage stage, Set<String> known) {
    for (String list : stage.foreach()) {
      if (!lists.containsKey(list)) {
        throw wrong(
            "stage %s: foreach names %s, which is no list; %s"
                .formatted(
                    stage.name(),
                    list,
                    lists.isEmpty()
                        ? "add it to \"lists\""
                        : "known are " + String.join(", ", lists.keySet())));
      }
    }
    if (new HashSet<>(stage.foreach()).size() < stage.foreach().size()) {
      throw wrong("stage " + stage.name() + ": foreach names a list twice");
    }
    int durations = stage.kind().time().durations();
    if (durations > 0 && durations != tasks(stage)) {
      throw wrong(
          "stage %s: \"each\" has %,d durations for the %,d tasks of an instance; write one for each"
              .formatted(stage.name(), durations, tasks(stage)));
    }
    for (String other : stage.after()) {
      if (!known.contains(other)) {
        throw wrong(
            "stage %s: after names %s, which is no stage; known are %s"
                .formatted(stage.name(), other, String.join(", ", known)));
      }
    }
    if (new HashSet<>(stage.after()).size() < stage.after().size()) {
      throw wrong("stage " + stage.name() + ": after names a stage twice");
    }
  }

  private long tasks(Stage stage) {
    long tasks = 1;
    for (String list : stage.foreach()) {
      tasks =
          Math.min(Workflow.MOST_TASKS + 1L, tasks * lists.getOrDefault(list, List.of()).size());
    }
    return tasks;
  }

  /** Takes away stages that wait for none that is left; what then remains has a cycle. */
  private void refuseCycles(Map<String, Stage> byName) {
    Map<String, Integer> missing = new LinkedHashMap<>();
    Map<String, List<String>> followers = new HashMap<>();
    Deque<String> ready = new ArrayDeque<>();
    for (Stage stage : stages) {
      missing.put(stage.name(), stage.after().size());
      for (String other : stage.after()) {
        followers.computeIfAbsent(other, name -> new ArrayList<>()).add(stage.name());
      }
      if (stage.after().isEmpty()) {
        ready.add(stage.name());
      }
    }
    while (!ready.isEmpty()) {
      String done = ready.remove();
      missing.remove(done);
      for (String follower : followers.getOrDefault(done, List.of())) {
        if (missing.merge(follower, -1, Integer::sum) == 0) {
          ready.add(follower);
        }
      }
    }
    if (!missing.isEmpty()) {
      throw wrong(
          "stages wait for each other: "
              + String.join(" after ", cycle(byName, missing.keySet()))
              + "; remove one of these from \"after\"");
    }
  }

  /** A cycle among stages that all wait for another one of them, its first stage at both ends. */
  private static List<String> cycle(Map<String, Stage> byName, Set<String> waiting) {
    Set<String> path = new LinkedHashSet<>();
    String next = waiting.iterator().next();
    while (path.add(next)) {
      next =
          Objects.requireNonNull(byName.get(next)).after().stream()
              .filter(waiting::contains)
              .findFirst()
              .orElseThrow();
    }
    List<String> whole = new ArrayList<>(path);
    List<String> cycle = new ArrayList<>(whole.subList(whole.indexOf(next), whole.size()));
    cycle.add(next);
    return cycle;
  }

  private ForetellException wrong(String what) {
    return ForetellException.badInput("pipeline " + name + ": " + what);
  }
}
