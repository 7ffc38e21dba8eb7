package org.foretell.machines;

import java.util.regex.Pattern;

/** The kinds of quantity in a machine file, and how a user is told to write them. */
enum Unit {
  TIME("a time", "us", "6.5", "\"ps\", \"ns\", \"us\", \"ms\" or \"s\""),
  SIZE("a size", "KiB", "16", "whole \"B\", \"kB\", \"KiB\", \"MB\" or \"MiB\", or \"unlimited\""),
  BANDWIDTH(
      "a bandwidth above zero",
      "GB/s",
      "2.0",
      "\"MB/s\", \"GB/s\" or \"Gbit/s\", or \"unlimited\""),
  CORE_SPEED("a core speed above zero", "Gflop/s", "10.4", "\"Mflop/s\" or \"Gflop/s\"");

  private static final Pattern PLAIN_NUMBER = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

  private final String kind;
  private final String unit;
  private final String example;
  private final String units;

  Unit(String kind, String unit, String example, String units) {
    this.kind = kind;
    this.unit = unit;
    this.example = example;
    this.units = units;
  }

  /** What may be written. */
  String allowed() {
    return allowedFor(example);
  }

  /** What may be written, shown with the number that stands there without a unit. */
  String allowedFor(String lexeme) {
    String number = PLAIN_NUMBER.matcher(lexeme).matches() ? lexeme : example;
    return kind + " in quotes with its unit, like \"" + number + unit + "\" (" + units + ")";
  }
}
