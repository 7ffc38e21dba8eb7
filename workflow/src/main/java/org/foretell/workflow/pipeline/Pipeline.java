package org.foretell.workflow.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.foretell.workflow.task.Workflow;

/**
 * A pipeline as a file describes it: stages over lists, for any number of instances (patients,
 * samples, days). Immutable.
 *
 * @param name for reports
 * @param coreSpeed of the machine on which durations were measured, {@code "4Gflop/s"}; empty if
 *     durations hold for the simulated machine
 * @param taskBytes size of the message with which the master deals out a task
 * @param resultBytes size of the message with which a worker reports
 * @param dealPs the master's own time for each task that it deals out, picoseconds
 * @param lists the names in each list
 * @param stages in the order of the file
 */
public record Pipeline(
    String name,
    Optional<String> coreSpeed,
    long taskBytes,
    long resultBytes,
    long dealPs,
    Map<String, List<String>> lists,
    List<Stage> stages) {
  /**
   * Copies and checks the parts.
   *
   * @throws ForetellException if stages name lists or stages that do not exist, if a list is empty,
   *     if there are two stages of a name, or if stages wait for each other
   */
  public Pipeline {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(coreSpeed, "coreSpeed");
    lists = new LinkedHashMap<>(lists);
    stages = List.copyOf(stages);
    new PipelineCheck(name, lists, stages).check();
  }

  /**
   * {@return the tasks of some instances}
   *
   * @param instances at least 1
   * @throws ForetellException if there are too many tasks or dependencies
   */
  public Workflow workflow(int instances) {
    if (instances < 1) {
      throw ForetellException.usage("instances " + instances + " is out of range; write 1 or more");
    }
    Workflow.Builder builder = Workflow.builder(name);
    Map<String, Block> blocks = new HashMap<>();
    List<Block> inOrder = new ArrayList<>();
    for (Stage stage : stages) {
      Block block = new Block(stage, builder, instances);
      blocks.put(stage.name(), block);
      inOrder.add(block);
    }
    for (Block block : inOrder) {
      for (String other : block.stage.after()) {
        connect(Objects.requireNonNull(blocks.get(other)), block, builder, instances);
      }
    }
    return builder.labels(task -> label(inOrder, task, instances)).build();
  }

  /** The tasks of a stage: instance by instance, the last list fastest. */
  private final class Block {
    private final Stage stage;
    private final int first;
    private final int[] sizes;
    private final int perInstance;
    private final int count;

    Block(Stage stage, Workflow.Builder builder, int instances) {
      this.stage = stage;
      sizes = stage.foreach().stream().mapToInt(list -> names(list).size()).toArray();
      long product = 1;
      for (int size : sizes) {
        product = Math.min(product * size, Workflow.MOST_TASKS + 1L);
      }
      long all = product * (stage.acrossInstances() ? 1 : instances);
      if (all > Workflow.MOST_TASKS) {
        throw ForetellException.badInput(
            "%s: stage %s has more than %,d tasks; simulate fewer instances"
                .formatted(Pipeline.this.name, stage.name(), Workflow.MOST_TASKS));
      }
      perInstance = (int) product;
      count = (int) all;
      int number = builder.stage(stage.name());
      int task = -1;
      for (int i = 0; i < count; i++) {
        task = builder.task(number, kind(stage.kind(), i % perInstance));
      }
      first = task - count + 1;
    }

    private static TaskKind kind(TaskKind shared, int inInstance) {
      TaskTime time = shared.time();
      return time.durations() == 0 ? shared : shared.lasting(time.ofTask(inInstance));
    }

    private int instances() {
      return count / perInstance;
    }

    /** By list of the other block the place of the same list here, -1 if it is not here. */
    private int[] placesOf(Block other) {
      return other.stage.foreach().stream().mapToInt(stage.foreach()::indexOf).toArray();
    }

    private int[] coordinates(int inInstance) {
      int[] at = new int[sizes.length];
      int rest = inInstance;
      for (int i = sizes.length - 1; i >= 0; i--) {
        at[i] = rest % sizes[i];
        rest /= sizes[i];
      }
      return at;
    }
  }

  private List<String> names(String list) {
    return Objects.requireNonNull(lists.get(list));
  }

  /** Each task of a block waits for those of an earlier one that agree with it. */
  private static void connect(Block earlier, Block later, Workflow.Builder builder, int instances) {
    int[] places = later.placesOf(earlier);
    int[] first = agreeing(earlier, places, later.coordinates(0));
    if ((long) first.length * later.perInstance > Workflow.MOST_DEPENDENCIES) {
      throw ForetellException.badInput(
          "stage %s has more than %,d dependencies on stage %s; put a stage that gathers between them"
              .formatted(later.stage.name(), Workflow.MOST_DEPENDENCIES, earlier.stage.name()));
    }
    boolean areAlike = Arrays.stream(places).allMatch(place -> place < 0);
    List<int[]> agreeing = new ArrayList<>();
    for (int task = 0; task < later.perInstance; task++) {
      agreeing.add(areAlike ? first : agreeing(earlier, places, later.coordinates(task)));
    }
    for (int instance = 0; instance < instances; instance++) {
      int from = earlier.instances() == 1 ? 0 : instance;
      int to = later.instances() == 1 ? 0 : instance;
      if (from == 0 && to == 0 && instance > 0) {
        return;
      }
      for (int task = 0; task < later.perInstance; task++) {
        for (int each : agreeing.get(task)) {
          builder.dependency(
              earlier.first + from * earlier.perInstance + each,
              later.first + to * later.perInstance + task);
        }
      }
    }
  }

  private static int[] agreeing(Block earlier, int[] places, int[] wanted) {
    int[] strides = new int[places.length];
    int stride = 1;
    int fixed = 0;
    int count = 1;
    for (int i = places.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= earlier.sizes[i];
      fixed += places[i] < 0 ? 0 : wanted[places[i]] * strides[i];
      count *= places[i] < 0 ? earlier.sizes[i] : 1;
    }
    int[] found = new int[count];
    for (int i = 0; i < count; i++) {
      int rest = i;
      int task = fixed;
      for (int list = places.length - 1; list >= 0; list--) {
        if (places[list] < 0) {
          task += rest % earlier.sizes[list] * strides[list];
          rest /= earlier.sizes[list];
        }
      }
      found[i] = task;
    }
    return found;
  }

  private String label(List<Block> blocks, int task, int instances) {
    Block block =
        blocks.stream()
            .filter(each -> task >= each.first && task < each.first + each.count)
            .findFirst()
            .orElseThrow();
    int inBlock = task - block.first;
    List<String> parts = new ArrayList<>();
    if (instances > 1 && block.instances() > 1) {
      parts.add("instance " + inBlock / block.perInstance);
    }
    int[] at = block.coordinates(inBlock % block.perInstance);
    for (int i = 0; i < at.length; i++) {
      String list = block.stage.foreach().get(i);
      parts.add(list + " " + names(list).get(at[i]));
    }
    return parts.isEmpty()
        ? block.stage.name()
        : block.stage.name() + " (" + String.join(", ", parts) + ")";
  }
}
