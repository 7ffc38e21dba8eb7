package org.foretell.parsers.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.trace.OpField;

/** What the columns of a table are, by its first row. */
final class TableColumns {
  static final int NONE = -1;

  private static final String RANK = "rank";
  private static final String CALL = "call";

  /**
   * A column of times.
   *
   * @param index of it
   * @param unit of its values
   */
  record Time(int index, TimeUnit unit) {
    static final Time ABSENT = new Time(NONE, TimeUnit.PS);

    boolean isPresent() {
      return index != NONE;
    }
  }

  private final Map<OpField, Integer> fields = new EnumMap<>(OpField.class);
  private int rank = NONE;
  private int call = NONE;
  private Time start = Time.ABSENT;
  private Time end = Time.ABSENT;
  private Time duration = Time.ABSENT;

  private TableColumns() {}

  /** Whether a first line is one of a table of calls. */
  static boolean isHeader(String line) {
    List<String> names =
        Arrays.stream(line.split(",")).map(name -> plain(name.replace("\"", ""))).toList();
    return names.contains(RANK) && names.contains(CALL);
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads the names.
   *
   * @throws IllegalArgumentException with what is wrong, for the user
   */
  static TableColumns of(List<String> names) {
    TableColumns columns = new TableColumns();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = plain(names.get(i));
      if (seen.contains(name)) {
        throw new IllegalArgumentException("column \"" + name + "\" is there twice");
      }
      seen.add(name);
      columns.add(name, i);
    }
    if (columns.rank == NONE || columns.call == NONE) {
      throw new IllegalArgumentException("expected columns rank and call, found " + seen);
    }
    if (columns.start.isPresent() != columns.end.isPresent()) {
      throw new IllegalArgumentException(
          "expected columns of both the start and the end of calls, or of neither; found only "
              + (columns.start.isPresent() ? "start" : "end"));
    }
    return columns;
  }

  private void add(String name, int index) {
    for (TimeUnit unit : TimeUnit.values()) {
      Time time = new Time(index, unit);
      if (name.equals("start" + unit.ending())) {
        start = once(start, time, name);
        return;
      } else if (name.equals("end" + unit.ending())) {
        end = once(end, time, name);
        return;
      } else if (name.equals("duration" + unit.ending())) {
        duration = once(duration, time, name);
        return;
      }
    }
    if (name.equals(RANK)) {
      rank = index;
    } else if (name.equals(CALL)) {
      call = index;
    } else {
      fields.put(field(name), index);
    }
  }

  private static Time once(Time before, Time time, String name) {
    if (before.isPresent()) {
      throw new IllegalArgumentException("column \"" + name + "\" is there in another unit too");
    }
    return time;
  }

  private static OpField field(String name) {
    return known()
        .filter(field -> name.equals(name(field)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown column \""
                        + (name.length() > 40 ? name.substring(0, 40) + "..." : name)
                        + "\"; known are rank, call, start, end and duration with a unit"
                        + " (start_us), and "
                        + known().map(TableColumns::name).collect(Collectors.joining(", "))));
  }

  private static Stream<OpField> known() {
    return Arrays.stream(OpField.values())
        .filter(field -> field != OpField.DURATION_PS && field != OpField.HISTOGRAM);
  }

  /** The name of a field's column. */
  static String name(OpField field) {
    return field.name().toLowerCase(Locale.ROOT);
  }

  int rank() {
    return rank;
  }

  int call() {
    return call;
  }

  Time start() {
    return start;
  }

  Time end() {
    return end;
  }

  Time duration() {
    return duration;
  }

  /** Index of the column of a field, or {@link #NONE}. */
  int of(OpField field) {
    return fields.getOrDefault(field, NONE);
  }

  /** The fields that have a column. */
  Iterable<OpField> fields() {
    return fields.keySet();
  }
}
