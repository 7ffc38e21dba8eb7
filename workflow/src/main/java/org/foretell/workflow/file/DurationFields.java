package org.foretell.workflow.file;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.json.FileFields;
import org.foretell.time.Ps;
import org.foretell.workflow.task.MpiProgram;
import org.foretell.workflow.task.TaskTime;
import org.jspecify.annotations.Nullable;

/**
 * How long the tasks of a stage take: a time, a distribution, a table, a time for each task, or the
 * trace whose replay gives it.
 *
 * @param own the fields of the stage
 */
record DurationFields(PipelineFields own) {
  private static final Set<String> DISTRIBUTIONS =
      Set.of("normal", "lognormal", "exponential", "uniform", "triangular");
  private static final String DURATION_ALLOWED =
      "a time like \"90s\", or an object with one of \"normal\", \"lognormal\", \"exponential\","
          + " \"uniform\", \"triangular\", \"table\", \"each\"";
  private static final String TRACE_ALLOWED =
      "the name of a trace of any known format, relative to the folder of this file";
  private static final String EACH_ALLOWED =
      "an array of times, one for each task of an instance, like [\"90s\", \"2min\"]";
  private static final String TABLE_ALLOWED = "the name of a CSV file";
  private static final Pattern COLUMN = Pattern.compile("\\S.{0,99}");
  private static final int MOST_NODES = 1 << 20;

  /** One way to make a duration. */
  @FunctionalInterface
  private interface Maker {
    TaskTime make();
  }

  /** The duration; empty if it is wrong. */
  Optional<TaskTime> time() {
    FileFields fields = own.fields();
    if (fields.has("trace")) {
      return program(fields.optional("trace"));
    }
    refuse("nodes", "\"nodes\" without a \"trace\"", "\"cores\" of one node, or a \"trace\"");
    JsonValue value = fields.required("time", DURATION_ALLOWED + "; or a \"trace\"");
    if (value instanceof Text) {
      int before = own.findings().count();
      double seconds = Ps.toSeconds(own.timePs("time", 0));
      return own.findings().count() == before
          ? checked(value, () -> TaskTime.of(seconds))
          : Optional.empty();
    }
    if (value instanceof Members members) {
      PipelineFields inside = within(members);
      if (inside.fields().has("each")) {
        return each(inside, members);
      }
      return inside.fields().has("table") ? table(inside, members) : distribution(inside, members);
    }
    if (value != null) {
      own.findings().wrong(value, DURATION_ALLOWED);
    }
    return Optional.empty();
  }

  private PipelineFields within(Members members) {
    return new PipelineFields(own.findings(), new FileFields(own.findings(), members), own.files());
  }

  private Optional<TaskTime> program(@Nullable JsonValue value) {
    int before = own.findings().count();
    int nodes = own.fields().optionalWholeNumber("nodes", 1, MOST_NODES).orElse(1);
    refuse(
        "time", "\"time\" beside \"trace\"", "one of them: the replay of a trace takes its time");
    refuse("cores", "\"cores\" beside \"trace\"", "\"nodes\", over which its ranks are spread");
    Optional<Path> file =
        value instanceof Text text && !text.text().isBlank()
            ? existing(text.text())
            : Optional.empty();
    if (value != null && file.isEmpty()) {
      String found = value.shown() + (value instanceof Text ? ", which does not exist" : "");
      own.findings().wrong(value, found, TRACE_ALLOWED);
    }
    return own.findings().count() == before
        ? file.map(trace -> TaskTime.of(new MpiProgram(trace, nodes)))
        : Optional.empty();
  }

  private Optional<Path> existing(String name) {
    try {
      return Optional.of(own.files().of(name)).filter(Files::exists);
    } catch (InvalidPathException noName) {
      return Optional.empty(); // No file of this system can have such a name.
    }
  }

  private void refuse(String name, String found, String allowed) {
    JsonValue value = own.fields().optional(name);
    if (value != null) {
      own.findings().wrong(value, found, allowed);
    }
  }

  private Optional<TaskTime> distribution(PipelineFields inside, Members members) {
    String kind =
        members.byName().keySet().stream().filter(DISTRIBUTIONS::contains).findFirst().orElse("");
    if (kind.isEmpty() || members.byName().size() != 1) {
      own.findings().wrong(members, DURATION_ALLOWED);
      return Optional.empty();
    }
    PipelineFields values = inside.inner(kind);
    int before = own.findings().count();
    Maker maker =
        switch (kind) {
          case "normal", "lognormal" -> {
            double mean = values.seconds("mean");
            double deviation = values.seconds("deviation");
            requireAbove0(members, mean, deviation);
            yield kind.equals("normal")
                ? () -> TaskTime.normal(mean, deviation)
                : () -> TaskTime.lognormal(mean, deviation);
          }
          case "exponential" -> {
            double mean = values.seconds("mean");
            requireAbove0(members, mean);
            yield () -> TaskTime.exponential(mean);
          }
          case "uniform" -> {
            double from = values.seconds("from");
            double to = values.seconds("to");
            requireAbove0(members, to - from);
            yield () -> TaskTime.uniform(from, to);
          }
          default -> {
            double from = values.seconds("from");
            double mode = values.seconds("mode");
            double to = values.seconds("to");
            requireAbove0(members, to - from, mode >= from && mode <= to ? 1 : 0);
            yield () -> TaskTime.triangular(from, mode, to);
          }
        };
    values.fields().refuseOthers();
    return own.findings().count() == before ? checked(members, maker) : Optional.empty();
  }

  private void requireAbove0(Members members, double... values) {
    for (double value : values) {
      if (!(value > 0)) {
        own.findings()
            .wrong(
                members,
                "a distribution whose values are 0 or out of order",
                "means and deviations above 0, from < to, and mode between them");
        return;
      }
    }
  }

  private Optional<TaskTime> each(PipelineFields inside, Members members) {
    int before = own.findings().count();
    DoubleArrayList seconds = new DoubleArrayList();
    inside
        .fields()
        .array("each", true, EACH_ALLOWED)
        .ifPresent(array -> array.values().forEach(value -> seconds.add(inside.seconds(value))));
    inside.fields().refuseOthers();
    if (own.findings().count() == before && seconds.isEmpty()) {
      own.findings().wrong(members, "no duration", EACH_ALLOWED);
    }
    return own.findings().count() == before
        ? checked(members, () -> TaskTime.each(seconds.toDoubleArray()))
        : Optional.empty();
  }

  private Optional<TaskTime> table(PipelineFields inside, Members members) {
    JsonValue file = inside.fields().required("table", TABLE_ALLOWED);
    String column =
        inside.fields().optionalText("column", COLUMN, "the name of a column").orElse("seconds");
    inside.fields().refuseOthers();
    if (!(file instanceof Text text)) {
      if (file != null) {
        own.findings().wrong(file, TABLE_ALLOWED);
      }
      return Optional.empty();
    }
    try {
      return checked(members, () -> DurationTable.read(own.files().of(text.text()), column));
    } catch (ForetellException wrong) {
      own.findings()
          .wrong(file, String.valueOf(wrong.getMessage()), "a CSV file with durations in seconds");
      return Optional.empty();
    }
  }

  private Optional<TaskTime> checked(JsonValue value, Maker maker) {
    try {
      return Optional.of(maker.make());
    } catch (IllegalArgumentException wrong) {
      own.findings().wrong(value, String.valueOf(wrong.getMessage()), DURATION_ALLOWED);
      return Optional.empty();
    }
  }
}
