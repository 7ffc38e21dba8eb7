package org.foretell.generators.program.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.foretell.trace.ValuePattern;

/** The lists of numbers of a program: short ones in its text, long ones in a file beside it. */
public final class Tables {
  /** More numbers than a person looks through go into the file. */
  private static final int LONGEST_IN_TEXT = 8;

  /** Columns for values that are taken in turn. */
  private static final int LONGEST_TURN = 40;

  /** Loops within each other that a person follows. */
  private static final int MOST_LEVELS = 3;

  private static final int LINE = 96;

  private final Map<List<Long>, String> names = new HashMap<>();
  private final List<String> definitions = new ArrayList<>();
  private final StringBuilder file = new StringBuilder();
  private int inFile;

  /** An expression for an array of these values, defined once however often it is used. */
  public String of(long[] values) {
    List<Long> key = Arrays.stream(values).boxed().toList();
    return names.computeIfAbsent(key, k -> define(values));
  }

  private String define(long[] values) {
    if (values.length > LONGEST_IN_TEXT) {
      file.append(values.length);
      for (long value : values) {
        file.append(' ').append(value);
      }
      file.append('\n');
      return "table[" + inFile++ + "]";
    }
    String name = "values_" + names.size();
    StringBuilder text = new StringBuilder("static const long " + name + "[] = {");
    int column = text.length();
    StringJoiner numbers = new StringJoiner(", ");
    for (long value : values) {
      String number = CText.number(value);
      column += number.length() + 2;
      if (column > LINE) {
        number = "\n    " + number;
        column = number.length();
      }
      numbers.add(number);
    }
    definitions.add(text.append(numbers).append("};").toString());
    return name;
  }

  /**
   * An expression for the next of values that are taken in turn. Each place in the program takes
   * them for itself.
   */
  public String next(long[] values) {
    String numbers =
        Arrays.stream(values).mapToObj(CText::number).collect(Collectors.joining(", "));
    if (numbers.length() <= LONGEST_TURN) {
      return "next(" + numbers + ")";
    }
    ValuePattern pattern = ValuePattern.of(values);
    return pattern.list().length == 1 && pattern.levels().size() <= MOST_LEVELS
        ? stepped(pattern)
        : "next_of(" + of(values) + ", " + values.length + ")";
  }

  private static String stepped(ValuePattern pattern) {
    StringJoiner text = new StringJoiner(", ", "stepped(", ")");
    text.add(CText.number(pattern.list()[0]));
    for (ValuePattern.Level level : pattern.levels()) {
      text.add(CText.number(level.count())).add(CText.number(level.step()));
    }
    return text.toString();
  }

  /** An expression for the next list of so many numbers. */
  public String nextList(long[] values, int group) {
    return "next_list(" + of(values) + ", " + values.length + ", " + group + ")";
  }

  /** Definitions in C, in the order in which they have to stand. */
  public List<String> definitions() {
    return definitions;
  }

  /** How many lists are in the file. */
  public int inFile() {
    return inFile;
  }

  /** A list in each line, its length first. */
  public String file() {
    return file.toString();
  }
}
