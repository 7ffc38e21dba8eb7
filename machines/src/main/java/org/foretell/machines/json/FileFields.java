package org.foretell.machines.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Watts;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.time.Power;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.jspecify.annotations.Nullable;

/**
 * One object of a machine file, read field by field. What is wrong goes to the findings; the reader
 * then goes on with a harmless value, so that a file is read to its end whatever is wrong with it.
 */
public final class FileFields {
  /** Stands in for a number that is missing or wrong; within the range of every field. */
  private static final int STAND_IN = 1;

  /** Far more than any quantity needs; converting endless digits would take too long. */
  private static final int LONGEST_QUANTITY = 100;

  private static final int MOST_NUMBERS = 16;

  private static final String RATIO =
      "a number from 0.000001 to 1000000: how many times faster than the traced machine";
  private static final String OUTSIDE = "a value outside of its range";
  private static final String ORDERED = "from <= value <= to";

  private final Findings findings;
  private final Members object;
  private final Set<String> known = new LinkedHashSet<>();

  public FileFields(Findings findings, Members object) {
    this.findings = findings;
    this.object = object;
  }

  /** Reports the names that no method has asked for. To be called last. */
  public void refuseOthers() {
    object
        .byName()
        .forEach(
            (name, member) -> {
              if (!known.contains(name)) {
                findings.unknownName(member, name, known);
              }
            });
  }

  public boolean has(String name) {
    return object.byName().containsKey(name);
  }

  public @Nullable JsonValue optional(String name) {
    known.add(name);
    Member member = object.byName().get(name);
    return member == null ? null : member.value();
  }

  public @Nullable JsonValue required(String name, String allowed) {
    JsonValue value = optional(name);
    if (value == null) {
      findings.missing(object, name, allowed);
    }
    return value;
  }

  /** A field that holds an object; an empty one that reports nothing if it does not. */
  public FileFields object(String name, boolean mustBeThere) {
    String allowed = "an object {...}";
    JsonValue value = mustBeThere ? required(name, allowed) : optional(name);
    if (value instanceof Members members) {
      return new FileFields(findings, members);
    }
    if (value != null) {
      findings.wrong(value, allowed);
    }
    // What the missing object should hold is said when it is there.
    Findings unheard = new Findings("");
    return new FileFields(unheard, new Members("", 0, 0, Map.of()));
  }

  /** A field that holds an array. */
  public Optional<Elements> array(String name, boolean mustBeThere, String allowed) {
    JsonValue value = mustBeThere ? required(name, allowed) : optional(name);
    if (value instanceof Elements elements) {
      return Optional.of(elements);
    }
    if (value != null) {
      findings.wrong(value, allowed);
    }
    return Optional.empty();
  }

  /** A text that matches a pattern; the text as it is, for want of a better one, if not. */
  public String text(String name, Pattern pattern, String allowed) {
    JsonValue value = required(name, allowed);
    if (value instanceof Text text && pattern.matcher(text.text()).matches()) {
      return text.text();
    }
    if (value != null) {
      findings.wrong(value, allowed);
    }
    return value instanceof Text text ? text.text() : "";
  }

  public Optional<String> optionalText(String name, Pattern pattern, String allowed) {
    return optional(name) == null ? Optional.empty() : Optional.of(text(name, pattern, allowed));
  }

  /** A whole number from {@code least} to {@code most}. */
  public int wholeNumber(String name, int least, int most) {
    String allowed = "a whole number from " + least + " to " + most;
    JsonValue value = required(name, allowed);
    return value == null ? STAND_IN : wholeNumber(value, least, most, allowed);
  }

  /** An array of 1 to 16 whole numbers, each from {@code least} to {@code most}. */
  int[] wholeNumbers(String name, int least, int most) {
    String allowed =
        "an array of 1 to " + MOST_NUMBERS + " whole numbers from " + least + " to " + most;
    JsonValue value = required(name, allowed);
    if (value instanceof Elements elements
        && !elements.values().isEmpty()
        && elements.values().size() <= MOST_NUMBERS) {
      return elements.values().stream()
          .mapToInt(element -> wholeNumber(element, least, most, allowed))
          .toArray();
    }
    if (value instanceof Elements elements) {
      findings.wrong(value, "an array of " + elements.values().size(), allowed);
    } else if (value != null) {
      findings.wrong(value, allowed);
    }
    return new int[] {STAND_IN};
  }

  /** A whole number that must have one value. */
  public void constant(String name, int expected, String allowed) {
    JsonValue value = required(name, allowed);
    if (value != null) {
      wholeNumber(value, expected, expected, allowed);
    }
  }

  public OptionalInt optionalWholeNumber(String name, int least, int most) {
    return optional(name) == null
        ? OptionalInt.empty()
        : OptionalInt.of(wholeNumber(name, least, most));
  }

  /** A count for which 0 and {@code "unlimited"} mean no limit; 0 when it is missing. */
  int limit(String name, int most) {
    return limit(name, most, 0);
  }

  /**
   * A count that may be 0.
   *
   * @param unlimited stands for {@code "unlimited"} and for a count that is missing
   */
  int limit(String name, int most, int unlimited) {
    JsonValue value = optional(name);
    if (value == null || (value instanceof Text text && text.text().equals(Quantity.UNLIMITED))) {
      return unlimited;
    }
    return wholeNumber(
        value, 0, most, "a whole number from 1 to " + most + ", or \"unlimited\" (or 0)");
  }

  private int wholeNumber(JsonValue value, int least, int most, String allowed) {
    BigDecimal number = number(value);
    if (number == null
        || number.compareTo(BigDecimal.valueOf(least)) < 0
        || number.compareTo(BigDecimal.valueOf(most)) > 0
        || number.stripTrailingZeros().scale() > 0) {
      findings.wrong(value, allowed);
      return STAND_IN;
    }
    return number.intValueExact();
  }

  /**
   * One positive number, or an array of them; empty when missing.
   *
   * @param coresPerNode how many there must be in an array; 0 when that is not known
   */
  double[] ratios(String name, int coresPerNode) {
    JsonValue value = optional(name);
    if (value == null) {
      return new double[0];
    }
    if (value instanceof Members range && FigureRanges.isRange(range)) {
      return new double[] {boundedRatio(range)};
    }
    if (!(value instanceof Elements elements)) {
      return new double[] {ratio(value)};
    }
    List<Double> ratios = new ArrayList<>();
    for (JsonValue element : elements.values()) {
      ratios.add(ratio(element));
    }
    if (coresPerNode == 0) {
      return new double[0];
    }
    if (ratios.size() != coresPerNode) {
      findings.wrong(
          value,
          "an array of " + ratios.size(),
          "a number for all cores, or an array of " + coresPerNode + ", one for each core");
      return new double[0];
    }
    return ratios.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double boundedRatio(Members members) {
    int mistakes = findings.count();
    FileFields range = new FileFields(findings, members);
    double ratio = range.ratio(FigureRanges.VALUE);
    double from = range.ratio(FigureRanges.FROM);
    double to = range.ratio(FigureRanges.TO);
    range.refuseOthers();
    if (findings.count() == mistakes && !within(ratio, from, to)) {
      findings.wrong(members, OUTSIDE, ORDERED);
    }
    return ratio;
  }

  private double ratio(String name) {
    JsonValue value = required(name, RATIO);
    return value == null ? STAND_IN : ratio(value);
  }

  private double ratio(JsonValue value) {
    BigDecimal number = number(value);
    double ratio = number == null ? 0 : number.doubleValue();
    if (!within(ratio, 1e-6, 1e6)) {
      findings.wrong(value, RATIO);
      return STAND_IN;
    }
    return ratio;
  }

  private static @Nullable BigDecimal number(JsonValue value) {
    if (!(value instanceof Numeral number)) {
      return null;
    }
    try {
      return new BigDecimal(number.lexeme());
    } catch (NumberFormatException e) {
      // NaN, Infinity, or an exponent beyond any quantity: wrong for every field.
      return null;
    }
  }

  /** True or false; null when it is missing or wrong. */
  @Nullable Boolean optionalTruth(String name) {
    JsonValue value = optional(name);
    if (value instanceof Word word && !word.word().equals("null")) {
      return word.word().equals("true");
    }
    if (value != null) {
      findings.wrong(value, "true or false");
    }
    return null;
  }

  /** A number, {@code least} when it is missing or wrong. */
  public double number(String name, double least, double most) {
    return number(name, least, most, "a number from " + least + " to " + most);
  }

  public double number(String name, double least, double most, String allowed) {
    JsonValue value = required(name, allowed);
    BigDecimal number = value == null ? null : number(value);
    if (value != null && (number == null || !within(number.doubleValue(), least, most))) {
      findings.wrong(value, allowed);
      number = null;
    }
    return number == null ? least : number.doubleValue();
  }

  private static boolean within(double number, double least, double most) {
    return number >= least && number <= most;
  }

  /** A whole number of any length that a long can hold. */
  public long whole(String name, long least, long most) {
    String allowed = "a whole number from " + least + " to " + most;
    JsonValue value = required(name, allowed);
    return value == null ? least : whole(value, least, most, allowed);
  }

  private long whole(JsonValue value, long least, long most, String allowed) {
    BigDecimal number = number(value);
    if (number == null
        || number.compareTo(BigDecimal.valueOf(least)) < 0
        || number.compareTo(BigDecimal.valueOf(most)) > 0
        || number.stripTrailingZeros().scale() > 0) {
      findings.wrong(value, allowed);
      return least;
    }
    return number.longValueExact();
  }

  /** An array of whole numbers from 0; empty when it is missing. */
  List<Long> wholeNumbers(String name, long most) {
    String allowed = "a whole number from 0 to " + most;
    List<Long> numbers = new ArrayList<>();
    array(name, false, "an array of whole numbers")
        .ifPresent(
            elements -> elements.values().forEach(e -> numbers.add(whole(e, 0, most, allowed))));
    return numbers;
  }

  long timePs(String name) {
    return quantity(name, Unit.TIME, 0L, Quantity::parseTimePs);
  }

  long bytes(String name) {
    return quantity(name, Unit.SIZE, 0L, Quantity::parseBytes);
  }

  double bytesPerSecond(String name) {
    return quantity(name, Unit.BANDWIDTH, 1.0, Quantity::parseBytesPerSecond);
  }

  OptionalDouble optionalFlopPerSecond(String name) {
    return optional(name) == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(quantity(name, Unit.CORE_SPEED, 1.0, Quantity::parseFlopPerSecond));
  }

  OptionalDouble optionalBytesPerSecond(String name) {
    return optional(name) == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytesPerSecond(name));
  }

  OptionalDouble optionalMessagesPerSecond(String name) {
    return optional(name) == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            quantity(name, Unit.MESSAGE_RATE, 1.0, Quantity::parseMessagesPerSecond));
  }

  OptionalLong optionalBytes(String name) {
    return optional(name) == null ? OptionalLong.empty() : OptionalLong.of(bytes(name));
  }

  /** A power with its bounds. */
  Watts watts(String name) {
    int mistakes = findings.count();
    double value = quantity(name, Unit.POWER, 0.0, Power::parse);
    if (findings.count() > mistakes) {
      return Watts.NONE;
    }
    if (!(optional(name) instanceof Members members) || !FigureRanges.isRange(members)) {
      return Watts.of(value);
    }
    FileFields range = new FileFields(findings, members);
    return new Watts(
        value,
        range.quantity(FigureRanges.FROM, Unit.POWER, 0.0, Power::parse),
        range.quantity(FigureRanges.TO, Unit.POWER, 0.0, Power::parse));
  }

  private <T extends Comparable<T>> T quantity(
      String name, Unit unit, T standIn, Function<String, T> parser) {
    JsonValue value = required(name, unit.allowed());
    if (value == null) {
      return standIn;
    }
    if (!(value instanceof Members members) || !FigureRanges.isRange(value)) {
      return quantity(value, unit, standIn, parser);
    }
    int mistakes = findings.count();
    FileFields range = new FileFields(findings, members);
    T figure = range.quantity(FigureRanges.VALUE, unit, standIn, parser);
    T from = range.quantity(FigureRanges.FROM, unit, standIn, parser);
    T to = range.quantity(FigureRanges.TO, unit, standIn, parser);
    range.refuseOthers();
    if (findings.count() == mistakes && (from.compareTo(figure) > 0 || figure.compareTo(to) > 0)) {
      findings.wrong(value, OUTSIDE, ORDERED);
    }
    return figure;
  }

  private <T> T quantity(JsonValue value, Unit unit, T standIn, Function<String, T> parser) {
    if (value instanceof Text text && text.text().length() <= LONGEST_QUANTITY) {
      try {
        return parser.apply(text.text());
      } catch (QuantityException e) {
        findings.wrong(value, value.shown() + reason(e), unit.allowed());
      }
    } else if (value instanceof Numeral number) {
      findings.wrong(value, number.shown() + " without a unit", unit.allowedFor(number.lexeme()));
    } else {
      findings.wrong(value, unit.allowed());
    }
    return standIn;
  }

  /** Why a quantity with a unit is refused; nothing for what is no such quantity at all. */
  private static String reason(QuantityException refusal) {
    String message = String.valueOf(refusal.getMessage());
    if (message.contains("write a number and its unit")) {
      return "";
    }
    int hint = message.indexOf("; ");
    return ", which"
        + message.substring(message.indexOf("\" ") + 1, hint < 0 ? message.length() : hint);
  }

  /** All fields of an object that describes a link. */
  LinkSpeed linkSpeed() {
    LinkSpeed speed = new LinkSpeed(timePs("latency"), bytesPerSecond("bandwidth"));
    refuseOthers();
    return speed;
  }
}
