package org.foretell.workflow.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.failure.ForetellException;

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
    Set<String> done = new HashSet<>();
    for (Stage stage : stages) {
      follow(stage, byName, new ArrayList<>(), done);
    }
  }

  private void check(Stage stage, Set<String> known) {
    for (String list : stage.foreach()) {
      if (!lists.containsKey(list)) {
        throw wrong(
            "stage %s: foreach names %s, which is no list; known are %s"
                .formatted(stage.name(), list, String.join(", ", lists.keySet())));
      }
    }
    if (new HashSet<>(stage.foreach()).size() < stage.foreach().size()) {
      throw wrong("stage " + stage.name() + ": foreach names a list twice");
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

  private void follow(Stage stage, Map<String, Stage> byName, List<String> path, Set<String> done) {
    if (path.contains(stage.name())) {
      List<String> cycle = new ArrayList<>(path.subList(path.indexOf(stage.name()), path.size()));
      cycle.add(stage.name());
      throw wrong(
          "stages wait for each other: "
              + String.join(" after ", cycle)
              + "; remove one of these from \"after\"");
    }
    if (done.contains(stage.name())) {
      return;
    }
    path.add(stage.name());
    for (String other : stage.after()) {
      Stage earlier = byName.get(other);
      if (earlier != null) {
        follow(earlier, byName, path, done);
      }
    }
    path.remove(path.size() - 1);
    done.add(stage.name());
  }

  private ForetellException wrong(String what) {
    return ForetellException.badInput("pipeline " + name + ": " + what);
  }
}
