package org.foretell.machines.findings;

import java.util.List;
import java.util.Map;

/** A JSON value that knows where it stands in its file. */
public sealed interface JsonValue {
  /** JSON path, {@code $.nodeGroups[0].nodes}. */
  String path();

  /** Line of its first character, from 1. */
  int line();

  /** Column of its first character, from 1. */
  int column();

  /** As it should appear in a message. */
  String shown();

  /** The value at a place below, or the last one on the way that there is. */
  default JsonValue at(List<String> place) {
    JsonValue value = this;
    for (String step : place) {
      if (value instanceof Members object && object.byName().containsKey(step)) {
        value = object.byName().get(step).value();
      } else if (value instanceof Elements array) {
        value = array.values().get(Integer.parseInt(step));
      }
    }
    return value;
  }

  /** An object; the order of the members is that of the file. */
  record Members(String path, int line, int column, Map<String, Member> byName)
      implements JsonValue {
    @Override
    public String shown() {
      return "an object";
    }
  }

  /** A member of an object: where its name stands, and its value. */
  record Member(String path, int line, int column, JsonValue value) {}

  /** An array. */
  record Elements(String path, int line, int column, List<JsonValue> values) implements JsonValue {
    @Override
    public String shown() {
      return "an array";
    }
  }

  /** A string. */
  record Text(String path, int line, int column, String text) implements JsonValue {
    @Override
    public String shown() {
      return Shown.quoted(text);
    }
  }

  /** A number, as written, or {@code NaN} and its like. */
  record Numeral(String path, int line, int column, String lexeme) implements JsonValue {
    @Override
    public String shown() {
      return Shown.plain(lexeme);
    }
  }

  /** {@code true}, {@code false} or {@code null}. */
  record Word(String path, int line, int column, String word) implements JsonValue {
    @Override
    public String shown() {
      return word;
    }
  }
}
