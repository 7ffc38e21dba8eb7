package org.foretell.study.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.foretell.study.description.Estimate;

/**
 * A figure of a study: a value, perhaps with bounds and a source, or one of a list. It is checked
 * where the study is built. Immutable.
 *
 * <pre>{@code
 * Figure.of(5.2e6).between(5.0e6, 5.5e6).source("offer of 3 May")
 * Figure.of("700W").between("620W", "780W")
 * }</pre>
 */
public final class Figure {
  private final Map<String, Object> members;

  private Figure(Map<String, Object> members) {
    this.members = members;
  }

  /**
   * {@return a figure}
   *
   * @param value a plain number, or money in the currency of the study
   */
  public static Figure of(double value) {
    return new Figure(Map.of("value", number(value)));
  }

  /**
   * {@return a figure}
   *
   * @param value with its unit, {@code "700W"}, {@code "400s"}, {@code "5200000 EUR"}
   */
  public static Figure of(String value) {
    return new Figure(Map.of("value", Objects.requireNonNull(value, "value")));
  }

  /**
   * {@return a figure that is one of several, all equally likely; the first is the stated one}
   *
   * @param values plain numbers, or money in the currency of the study
   */
  public static Figure oneOf(double... values) {
    return new Figure(Map.of("values", Arrays.stream(values).mapToObj(Figure::number).toList()));
  }

  /**
   * {@return a figure that is one of several, all equally likely; the first is the stated one}
   *
   * @param values with their units
   */
  public static Figure oneOf(String... values) {
    return new Figure(Map.of("values", List.of(values)));
  }

  /**
   * {@return the same between bounds}
   *
   * @param from least that it may be
   * @param to most that it may be
   */
  public Figure between(double from, double to) {
    return with("from", number(from)).with("to", number(to));
  }

  /**
   * {@return the same between bounds}
   *
   * @param from least that it may be, with its unit
   * @param to most that it may be, with its unit
   */
  public Figure between(String from, String to) {
    return with("from", from).with("to", to);
  }

  /**
   * {@return the same with another distribution between its bounds}
   *
   * @param shape how likely the values are
   */
  public Figure distributed(Estimate.Distribution shape) {
    return with("distribution", shape.name().toLowerCase(Locale.ROOT));
  }

  /**
   * {@return the same with probabilities of the values of its list}
   *
   * @param probabilities one for each value, which add up to 1
   */
  public Figure withProbabilities(double... probabilities) {
    List<Object> listed = new ArrayList<>();
    if (members.get("values") instanceof List<?> values && values.size() == probabilities.length) {
      for (int i = 0; i < probabilities.length; i++) {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("value", values.get(i));
        one.put("probability", number(probabilities[i]));
        listed.add(one);
      }
      return with("values", listed);
    }
    throw new IllegalArgumentException(
        probabilities.length + " probabilities for " + members.get("values"));
  }

  /**
   * {@return the same with a source}
   *
   * @param text who says so
   */
  public Figure source(String text) {
    return with("source", text);
  }

  private Figure with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(members);
    more.put(name, Objects.requireNonNull(value, name));
    return new Figure(more);
  }

  /** As a file has it. */
  Object written() {
    Object value = members.get("value");
    return members.size() == 1 && value != null ? value : members;
  }

  /** What JSON has no number for becomes a text, which the study then refuses. */
  static Object number(double value) {
    return Double.isFinite(value) ? (Object) value : String.valueOf(value);
  }

  @Override
  public String toString() {
    return String.valueOf(written());
  }
}
