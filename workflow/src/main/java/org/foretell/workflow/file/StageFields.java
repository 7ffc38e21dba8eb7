package org.foretell.workflow.file;

import java.util.Optional;
import java.util.OptionalInt;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.json.FileFields;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;

/**
 * What a stage needs and does, read from its object.
 *
 * @param own its fields
 */
record StageFields(PipelineFields own) {
  private static final int MOST_CORES = 1 << 20;
  private static final int MOST_RETRIES = 1_000_000;

  /** What its tasks need and do; empty if something is wrong. */
  Optional<TaskKind> kind() {
    Findings findings = own.findings();
    FileFields fields = own.fields();
    int before = findings.count();
    Optional<TaskTime> time = new DurationFields(own).time();
    OptionalInt cores =
        fields.has("trace")
            ? OptionalInt.empty()
            : fields.optionalWholeNumber("cores", 1, MOST_CORES);
    long memory = own.bytes("memory", 0);
    long reads = own.bytes("reads", 0);
    long writes = own.bytes("writes", 0);
    OptionalInt retries = fields.optionalWholeNumber("retries", 0, MOST_RETRIES);
    PipelineFields check = own.inner("check");
    long checkPs = check.timePs("time", 0);
    check.fields().optional("failureProbability");
    double failures =
        check.fields().has("failureProbability")
            ? check.fields().number("failureProbability", 0, 1)
            : 0;
    check.fields().refuseOthers();
    PipelineFields checkpoint = own.inner("checkpoint");
    boolean hasCheckpoint = fields.has("checkpoint");
    long intervalPs = hasCheckpoint ? checkpoint.timePs("interval", -1) : 0;
    long costPs = hasCheckpoint ? checkpoint.timePs("cost", -1) : 0;
    checkpoint.fields().refuseOthers();
    if (hasCheckpoint && findings.count() == before && (intervalPs <= 0 || costPs < 0)) {
      wrong(
          "checkpoint",
          "no interval above 0 or no cost",
          "{\"interval\": \"1h\", \"cost\": \"30s\"}");
    }
    if (!fields.has("check") && retries.isPresent()) {
      wrong("retries", "retries without a check", "a \"check\" with a failureProbability");
    }
    if (findings.count() > before || time.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TaskKind(
            time.get(),
            cores.orElse(1),
            memory,
            reads,
            writes,
            checkPs,
            failures,
            retries.orElse(0),
            intervalPs,
            costPs));
  }

  private void wrong(String name, String found, String allowed) {
    JsonValue value = own.fields().required(name, allowed);
    if (value != null) {
      own.findings().wrong(value, found, allowed);
    }
  }
}
