package org.foretell.machines.json;

import java.util.regex.Pattern;

/** The kinds of quantity in a machine file, and the explanation of their form for users. */
enum Unit {
  TIME("a time", "6.5us", "us", "\"ps\", \"ns\", \"us\", \"ms\" or \"s\""),
  SIZE("a size", "16KiB", "B", "whole \"B\", \"kB\", \"KiB\", \"MB\" or \"MiB\", or \"unlimited\""),
  BANDWIDTH(
      "a bandwidth above zero",
      "2.0GB/s",
      "GB/s",
      "\"MB/s\", \"GB/s\" or \"Gbit/s\", or \"unlimited\""),
  MESSAGE_RATE(
      "a message rate above zero",
      "20Mmsg/s",
      "msg/s",
      "\"kmsg/s\" or \"Mmsg/s\", or \"unlimited\""),
  CORE_SPEED("a core speed above zero", "10.4Gflop/s", "Gflop/s", "\"Mflop/s\" or \"Gflop/s\""),
  POWER("a power", "9.5W", "W", "\"mW\", \"W\", \"kW\" or \"MW\"");

  private static final Pattern SHORT_NUMBER = Pattern.compile("\\d{1,3}(\\.\\d{1,6})?");
  private static final Pattern WHOLE_NUMBER = Pattern.compile("\\d{1,9}");

  private final String kind;
  private final String example;
  private final String usualUnit;
  private final String units;

  Unit(String kind, String example, String usualUnit, String units) {
    this.kind = kind;
    this.example = example;
    this.usualUnit = usualUnit;
    this.units = units;
  }

  /** What may be written. */
  String allowed() {
    return allowedLike(example);
  }

  /** What may be written, shown with the number that stands there without a unit. */
  String allowedFor(String lexeme) {
    Pattern usable = this == SIZE ? WHOLE_NUMBER : SHORT_NUMBER;
    return allowedLike(usable.matcher(lexeme).matches() ? lexeme + usualUnit : example);
  }

  private String allowedLike(String like) {
    return kind + " in quotes with its unit, like \"" + like + "\" (" + units + ")";
  }
}
