package org.foretell.workflow.task;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.foretell.failure.ForetellException;

/**
 * Tasks and what each of them waits for: a graph without cycles.
 *
 * <p>Immutable; any thread may use it. Takes about 16 bytes for each task and 4 for each
 * dependency. A task is known by its number, from 0 in the order in which it was added.
 */
public final class Workflow {
  /** Most tasks of a workflow. */
  public static final int MOST_TASKS = 1 << 24;

  /** Most dependencies of a workflow. */
  public static final int MOST_DEPENDENCIES = 1 << 28;

  private final String name;
  private final List<String> stages;
  private final int[] stageOf;
  private final TaskKind[] kinds;
  private final int[] firstAfter;
  private final int[] after;
  private final int[] before;
  private final IntFunction<String> labels;
  private final int[] order;

  private Workflow(Workflow from, TaskKind[] kinds) {
    name = from.name;
    stages = from.stages;
    stageOf = from.stageOf;
    this.kinds = kinds;
    labels = from.labels;
    firstAfter = from.firstAfter;
    after = from.after;
    before = from.before;
    order = from.order;
  }

  private Workflow(Builder from, int[] firstAfter, int[] after, int[] before) {
    name = from.name;
    stages = List.copyOf(from.stages);
    stageOf = from.stageOf.toIntArray();
    kinds = from.kinds.toArray(new TaskKind[0]);
    labels = from.labels;
    this.firstAfter = firstAfter;
    this.after = after;
    this.before = before;
    order = ordered();
  }

  /**
   * Begins a workflow.
   *
   * @param name for reports
   * @return an empty builder, for one thread
   */
  public static Builder builder(String name) {
    return new Builder(name);
  }

  /** Each task after those that it waits for. */
  private int[] ordered() {
    int[] missing = before.clone();
    int[] sorted = new int[missing.length];
    int count = 0;
    for (int task = 0; task < missing.length; task++) {
      if (missing[task] == 0) {
        sorted[count++] = task;
      }
    }
    for (int next = 0; next < count; next++) {
      for (int i = firstAfter[sorted[next]]; i < firstAfter[sorted[next] + 1]; i++) {
        if (--missing[after[i]] == 0) {
          sorted[count++] = after[i];
        }
      }
    }
    if (count < missing.length) {
      throw ForetellException.badInput(
          name + ": tasks wait for each other: " + cycle(missing) + "; remove a dependency");
    }
    return sorted;
  }

  /** A cycle among the tasks that still miss something, as text. */
  private String cycle(int[] missing) {
    // Going backwards from any of them never leaves them, so it comes back to one.
    int[] cause = new int[missing.length];
    Arrays.fill(cause, -1);
    int start = -1;
    for (int task = 0; task < missing.length; task++) {
      for (int i = firstAfter[task]; missing[task] > 0 && i < firstAfter[task + 1]; i++) {
        cause[after[i]] = task;
      }
      start = missing[task] > 0 ? task : start;
    }
    boolean[] seen = new boolean[missing.length];
    int task = start;
    while (!seen[task]) {
      seen[task] = true;
      task = cause[task];
    }
    List<String> names = new ArrayList<>(List.of(label(task)));
    for (int each = cause[task]; each != task; each = cause[each]) {
      names.add(0, label(each));
    }
    names.add(0, label(task));
    return names.size() > 12
        ? String.join(" -> ", names.subList(0, 11)) + " -> .. -> " + label(task)
        : String.join(" -> ", names);
  }

  /** {@return its name} */
  public String name() {
    return name;
  }

  /** {@return the names of the stages, by number} */
  public List<String> stages() {
    return stages;
  }

  /** {@return the number of tasks} */
  public int tasks() {
    return stageOf.length;
  }

  /** {@return the number of dependencies} */
  public int dependencies() {
    return after.length;
  }

  /**
   * {@return the number of the stage of a task}
   *
   * @param task its number
   */
  public int stage(int task) {
    return stageOf[task];
  }

  /**
   * {@return what a task needs and does}
   *
   * @param task its number
   */
  public TaskKind kind(int task) {
    return kinds[task];
  }

  /**
   * {@return the same tasks, which need and do something else}
   *
   * @param change called once for each task with what it needs and does now
   */
  public Workflow withKinds(UnaryOperator<TaskKind> change) {
    TaskKind[] changed = kinds.clone();
    Arrays.setAll(changed, task -> Objects.requireNonNull(change.apply(kinds[task]), "kind"));
    return new Workflow(this, changed);
  }

  /**
   * {@return the name of a task, for people}
   *
   * @param task its number
   */
  public String label(int task) {
    return labels.apply(task);
  }

  /**
   * {@return how many tasks a task waits for}
   *
   * @param task its number
   */
  public int waitsFor(int task) {
    return before[task];
  }

  /**
   * {@return how many tasks wait for a task}
   *
   * @param task its number
   */
  public int followers(int task) {
    return firstAfter[task + 1] - firstAfter[task];
  }

  /**
   * {@return a task that waits for a task}
   *
   * @param task its number
   * @param index 0 to {@code followers(task) - 1}
   */
  public int follower(int task, int index) {
    return after[firstAfter[task] + Objects.checkIndex(index, followers(task))];
  }

  /**
   * {@return for each task the mean seconds from its start to the end of the last task that depends
   * on it, if no task ever waits for a worker} Takes time in proportion to the graph.
   */
  public double[] secondsToEnd() {
    double[] seconds = new double[tasks()];
    for (int next = order.length - 1; next >= 0; next--) {
      int task = order[next];
      double longest = 0;
      for (int i = firstAfter[task]; i < firstAfter[task + 1]; i++) {
        longest = Math.max(longest, seconds[after[i]]);
      }
      seconds[task] = longest + kinds[task].time().meanSeconds();
    }
    return seconds;
  }

  /** {@return the sum of the mean durations of all tasks, seconds} */
  public double totalSeconds() {
    double sum = 0;
    for (TaskKind kind : kinds) {
      sum += kind.time().meanSeconds();
    }
    return sum;
  }

  /** Collects tasks and dependencies. For one thread. */
  public static final class Builder {
    private final String name;
    private final List<String> stages = new ArrayList<>();
    private final IntArrayList stageOf = new IntArrayList();
    private final List<TaskKind> kinds = new ArrayList<>();
    private final IntArrayList from = new IntArrayList();
    private final IntArrayList to = new IntArrayList();
    private IntFunction<String> labels = task -> "task " + task;

    private Builder(String name) {
      this.name = Objects.requireNonNull(name, "name");
    }

    /**
     * Adds a stage: a group of tasks in reports.
     *
     * @param stage its name
     * @return its number
     */
    public int stage(String stage) {
      stages.add(Objects.requireNonNull(stage, "stage"));
      return stages.size() - 1;
    }

    /**
     * Adds a task.
     *
     * @param stage number of its stage
     * @param kind what it needs and does
     * @return its number
     * @throws ForetellException if there are too many
     */
    public int task(int stage, TaskKind kind) {
      Objects.checkIndex(stage, stages.size());
      if (stageOf.size() == MOST_TASKS) {
        throw ForetellException.badInput(
            name + " has more than " + MOST_TASKS + " tasks; simulate fewer instances");
      }
      stageOf.add(stage);
      kinds.add(Objects.requireNonNull(kind, "kind"));
      return stageOf.size() - 1;
    }

    /**
     * Lets a task wait for another.
     *
     * @param before number of the task that comes first
     * @param task number of the task that waits
     * @return this
     * @throws ForetellException if there are too many
     */
    public Builder dependency(int before, int task) {
      Objects.checkIndex(before, stageOf.size());
      Objects.checkIndex(task, stageOf.size());
      if (from.size() == MOST_DEPENDENCIES) {
        throw ForetellException.badInput(
            name
                + " has more than "
                + MOST_DEPENDENCIES
                + " dependencies; put a stage that gathers between wide stages");
      }
      from.add(before);
      to.add(task);
      return this;
    }

    /**
     * Sets the names of tasks.
     *
     * @param names name by number, for messages and reports
     * @return this
     */
    public Builder labels(IntFunction<String> names) {
      labels = Objects.requireNonNull(names, "names");
      return this;
    }

    /**
     * {@return the workflow}
     *
     * @throws ForetellException if it has no task, or if tasks wait for each other; names a cycle
     */
    public Workflow build() {
      if (stageOf.isEmpty()) {
        throw ForetellException.badInput(name + " has no task; add a stage with at least one");
      }
      int tasks = stageOf.size();
      int[] first = new int[tasks + 1];
      int[] before = new int[tasks];
      for (int i = 0; i < from.size(); i++) {
        first[from.getInt(i) + 1]++;
        before[to.getInt(i)]++;
      }
      for (int task = 0; task < tasks; task++) {
        first[task + 1] += first[task];
      }
      int[] place = first.clone();
      int[] after = new int[from.size()];
      for (int i = 0; i < from.size(); i++) {
        after[place[from.getInt(i)]++] = to.getInt(i);
      }
      return new Workflow(this, first, after, before);
    }
  }
}
