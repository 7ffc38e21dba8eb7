package org.foretell.workflow.file;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToLongFunction;
import org.foretell.failure.ForetellException;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.machines.json.FileFields;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.workflow.task.TaskKind;
import org.foretell.workflow.task.TaskTime;
import org.jspecify.annotations.Nullable;

/**
 * What a stage needs and does, read from its object.
 *
 * @param findings takes what is wrong
 * @param fields of the object
 * @param folder that tables are relative to
 */
record StageFields(Findings findings, FileFields fields, Path folder) {
  private static final String TIME_ALLOWED =
      "a time in quotes with its unit, like \"90s\" (\"us\", \"ms\", \"s\", \"min\", \"h\")";
  private static final String BYTES_ALLOWED = "a size in quotes with its unit, like \"2GiB\"";
  private static final String DURATION_ALLOWED =
      "a time like \"90s\", or an object with one of \"normal\", \"lognormal\", \"exponential\","
          + " \"uniform\", \"triangular\", \"table\"";
  private static final int MOST_CORES = 1 << 20;
  private static final int MOST_RETRIES = 1_000_000;

  Optional<TaskKind> kind() {
    int before = findings.count();
    Optional<TaskTime> time = time();
    OptionalInt cores = fields.optionalWholeNumber("cores", 1, MOST_CORES);
    long memory = bytes("memory", 0);
    long reads = bytes("reads", 0);
    long writes = bytes("writes", 0);
    OptionalInt retries = fields.optionalWholeNumber("retries", 0, MOST_RETRIES);
    boolean isChecked = fields.has("check");
    StageFields check = inner("check");
    long checkPs = check.timePs("time", 0);
    double failures =
        check.fields.has("failureProbability")
            ? check.fields.number("failureProbability", 0, 1)
            : 0;
    check.known("failureProbability").refuseOthers();
    StageFields checkpoint = inner("checkpoint");
    boolean hasCheckpoint = fields.has("checkpoint");
    long intervalPs = hasCheckpoint ? checkpoint.timePs("interval", -1) : 0;
    long costPs = hasCheckpoint ? checkpoint.timePs("cost", -1) : 0;
    checkpoint.fields.refuseOthers();
    if (hasCheckpoint && findings.count() == before && (intervalPs <= 0 || costPs < 0)) {
      JsonValue value = fields.required("checkpoint", TIME_ALLOWED);
      if (value != null) {
        findings.wrong(
            value, "no interval above 0 or no cost", "{\"interval\": \"1h\", \"cost\": \"30s\"}");
      }
    }
    if (!isChecked && retries.isPresent()) {
      JsonValue value = fields.required("retries", "");
      if (value != null) {
        findings.wrong(value, "retries without a check", "a \"check\" with a failureProbability");
      }
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

  private StageFields inner(String name) {
    return new StageFields(findings, fields.object(name, false), folder);
  }

  private FileFields known(String name) {
    fields.optional(name);
    return fields;
  }

  boolean truth(String name) {
    JsonValue value = fields.optional(name);
    if (value instanceof Word word && !word.word().equals("null")) {
      return word.word().equals("true");
    }
    if (value != null) {
      findings.wrong(value, "true or false");
    }
    return false;
  }

  long bytes(String name, long usual) {
    return quantity(fields.optional(name), usual, Quantity::parseBytes, BYTES_ALLOWED);
  }

  private long timePs(String name, long usual) {
    return quantity(fields.optional(name), usual, Quantity::parseTimePs, TIME_ALLOWED);
  }

  private long quantity(
      @Nullable JsonValue value, long usual, ToLongFunction<String> reader, String allowed) {
    if (value instanceof Text text && !text.text().strip().equals(Quantity.UNLIMITED)) {
      try {
        return reader.applyAsLong(text.text());
      } catch (QuantityException wrong) {
        findings.wrong(value, allowed);
        return usual;
      }
    }
    if (value != null) {
      findings.wrong(value, allowed);
    }
    return usual;
  }

  private Optional<TaskTime> time() {
    JsonValue value = fields.required("time", DURATION_ALLOWED);
    if (value instanceof Text) {
      int before = findings.count();
      double seconds = Ps.toSeconds(timePs("time", 0));
      return findings.count() == before
          ? checked(value, () -> TaskTime.of(seconds))
          : Optional.empty();
    }
    if (value instanceof Members members) {
      return distribution(members);
    }
    if (value != null) {
      findings.wrong(value, DURATION_ALLOWED);
    }
    return Optional.empty();
  }

  /** One way to make a duration. */
  @FunctionalInterface
  private interface Maker {
    TaskTime make();
  }

  private Optional<TaskTime> distribution(Members members) {
    StageFields shape = new StageFields(findings, new FileFields(findings, members), folder);
    if (shape.fields.has("table")) {
      return shape.table(members);
    }
    String kind =
        members.byName().keySet().stream()
            .filter(
                java.util.List.of("normal", "lognormal", "exponential", "uniform", "triangular")
                    ::contains)
            .findFirst()
            .orElse("");
    if (kind.isEmpty() || members.byName().size() != 1) {
      findings.wrong(members, DURATION_ALLOWED);
      return Optional.empty();
    }
    StageFields own = shape.inner(kind);
    int before = findings.count();
    Maker maker =
        switch (kind) {
          case "normal", "lognormal" -> {
            double mean = own.seconds("mean");
            double deviation = own.seconds("deviation");
            own.positive(mean, deviation);
            yield kind.equals("normal")
                ? () -> TaskTime.normal(mean, deviation)
                : () -> TaskTime.lognormal(mean, deviation);
          }
          case "exponential" -> {
            double mean = own.seconds("mean");
            own.positive(mean);
            yield () -> TaskTime.exponential(mean);
          }
          case "uniform" -> {
            double from = own.seconds("from");
            double to = own.seconds("to");
            own.positive(to - from);
            yield () -> TaskTime.uniform(from, to);
          }
          default -> {
            double from = own.seconds("from");
            double mode = own.seconds("mode");
            double to = own.seconds("to");
            own.positive(to - from, mode >= from && mode <= to ? 1 : 0);
            yield () -> TaskTime.triangular(from, mode, to);
          }
        };
    own.fields.refuseOthers();
    return findings.count() == before ? checked(members, maker) : Optional.empty();
  }

  private double seconds(String name) {
    JsonValue value = fields.required(name, TIME_ALLOWED);
    return value == null ? 1 : Ps.toSeconds(timePs(name, 1));
  }

  private void positive(double... values) {
    for (double value : values) {
      if (!(value > 0)) {
        findings.add(
            "$.stages",
            0,
            0,
            "a distribution whose values are 0 or out of order",
            "means and deviations above 0, from < to, and mode between them");
        return;
      }
    }
  }

  private Optional<TaskTime> table(Members members) {
    JsonValue file = fields.required("table", "the name of a CSV file");
    String column =
        fields
            .optionalText("column", java.util.regex.Pattern.compile("\\S.{0,99}"), "a column")
            .orElse("seconds");
    fields.refuseOthers();
    if (!(file instanceof Text text)) {
      if (file != null) {
        findings.wrong(file, "the name of a CSV file");
      }
      return Optional.empty();
    }
    try {
      return checked(members, () -> DurationTable.read(folder.resolve(text.text()), column));
    } catch (ForetellException wrong) {
      findings.wrong(
          file, String.valueOf(wrong.getMessage()), "a CSV file with durations in seconds");
      return Optional.empty();
    }
  }

  private Optional<TaskTime> checked(JsonValue value, Maker maker) {
    try {
      return Optional.of(maker.make());
    } catch (IllegalArgumentException wrong) {
      findings.wrong(value, String.valueOf(wrong.getMessage()), DURATION_ALLOWED);
      return Optional.empty();
    }
  }
}
