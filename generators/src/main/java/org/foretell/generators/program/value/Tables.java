package org.foretell.generators.program.value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The lists of numbers of a program: short ones in its text, long ones in a file beside it. */
public final class Tables {
  /** More numbers than a person looks through go into the file. */
  private static final int LONGEST_IN_TEXT = 8;

  private static final int LINE = 96;

  private final Map<List<Long>, String> names = new HashMap<>();
  private final List<String> definitions = new ArrayList<>();
  private final List<String> loads = new ArrayList<>();
  private final StringBuilder file = new StringBuilder();
  private int inFile;
  private int cycles;

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

  /** The name of a new position in a list of values that are taken in turn. */
  public String cycle(long[] values, int group) {
    String of = of(values);
    boolean isInFile = of.startsWith("table[");
    String name = "turn_" + cycles++;
    definitions.add(
        "static struct turns "
            + name
            + " = {"
            + (isInFile ? "0" : of)
            + ", "
            + values.length
            + ", "
            + group
            + ", 0};");
    if (isInFile) {
      loads.add(name + ".values = " + of + ";");
    }
    return name;
  }

  /** Definitions in C, in the order in which they have to stand. */
  public List<String> definitions() {
    return definitions;
  }

  /** Statements to be run when the file has been read. */
  public List<String> loads() {
    return loads;
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
