package org.foretell.workflow.traced;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.Objects;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pipeline file of traced tasks: a stage for each round. Immutable.
 *
 * @param traced the tasks
 */
public record TracedPipeline(TracedTasks traced) {
  private static final int LONGEST_NAME = 64;
  private static final int PS_DIGITS = 12;

  /** Checks that there are tasks. */
  public TracedPipeline {
    Objects.requireNonNull(traced, "traced");
  }

  /**
   * Writes the file.
   *
   * @param out stays open
   * @throws IOException if that cannot be written to
   */
  public void write(Writer out) throws IOException {
    ObjectNode file = JsonMapper.shared().createObjectNode();
    file.put("formatVersion", 1);
    file.put("name", name());
    file.putArray("notes")
        .add(
            "Tasks that rank %d dealt out to %d workers, in the order in which it did."
                .formatted(traced.master(), traced.workers()));
    if (traced.baseFlopsPerSecond() > 0) {
      file.put("coreSpeed", new BigDecimal(traced.baseFlopsPerSecond()).toPlainString() + "flop/s");
    }
    file.putObject("messages")
        .put("task", traced.taskBytes() + "B")
        .put("result", traced.resultBytes() + "B");
    file.put("dealTime", time(traced.dealPs()));
    ObjectNode lists = file.putObject("lists");
    ArrayNode stages = file.putArray("stages");
    for (int round = 0; round < traced.rounds(); round++) {
      ObjectNode stage = stages.addObject().put("name", named("tasks", "round ", round));
      if (round > 0) {
        stage.putArray("after").add(named("tasks", "round ", round - 1));
      }
      String list = named("task", "task-", round);
      long[] durationsPs = traced.durationsPs(round);
      if (durationsPs.length == 1) {
        stage.put("time", time(durationsPs[0]));
      } else {
        lists.put(list, durationsPs.length);
        stage.putArray("foreach").add(list);
        ArrayNode each = stage.putObject("time").putArray("each");
        for (long durationPs : durationsPs) {
          each.add(time(durationPs));
        }
      }
    }
    out.write(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(file));
    out.write('\n');
  }

  private String named(String ofOnly, String ofMany, int round) {
    return traced.rounds() == 1 ? ofOnly : ofMany + (round + 1);
  }

  private static String time(long ps) {
    return BigDecimal.valueOf(ps, PS_DIGITS).stripTrailingZeros().toPlainString() + "s";
  }

  /** A name that pipeline files allow. */
  private String name() {
    String allowed =
        traced.program().replaceAll("[^A-Za-z0-9 ._+-]", "_").replaceFirst("^[^A-Za-z0-9]+", "");
    String name = allowed.isEmpty() ? "traced" : allowed;
    return name.substring(0, Math.min(LONGEST_NAME, name.length()));
  }
}
