package org.foretell.study.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.machines.json.FileFields;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Estimate.Distribution;
import org.jspecify.annotations.Nullable;

/** One object of a study file, read field by field; what is wrong goes to the findings. */
final class StudyFields {
  static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+-]{0,63}");
  static final String NAME_ALLOWED =
      "letters, digits, blanks and . _ + -, at most 64, like \"offer A\"";
  static final Pattern LINE = Pattern.compile("\\S.{0,499}");
  static final String LINE_ALLOWED = "a string of one line, at most 500 characters";
  private static final int MOST_LISTED = 10_000;
  private static final int MOST_VALUES = 1000;
  private static final String VALUES = "values";

  /** Of decimal fractions that add up to 1. */
  private static final double LARGEST_ROUNDING = 1e-6;

  private final Findings findings;
  private final FileFields fields;

  StudyFields(Findings findings, Members object) {
    this(findings, new FileFields(findings, object));
  }

  private StudyFields(Findings findings, FileFields fields) {
    this.findings = findings;
    this.fields = fields;
  }

  Findings findings() {
    return findings;
  }

  void refuseOthers() {
    fields.refuseOthers();
  }

  boolean has(String name) {
    return fields.has(name);
  }

  StudyFields object(String name, boolean mustBeThere) {
    return new StudyFields(findings, fields.object(name, mustBeThere));
  }

  String text(String name, Pattern pattern, String allowed) {
    return fields.text(name, pattern, allowed);
  }

  String name(String name) {
    return fields.text(name, NAME, NAME_ALLOWED);
  }

  String line(String name) {
    return fields.text(name, LINE, LINE_ALLOWED);
  }

  Optional<String> optionalLine(String name) {
    return fields.optionalText(name, LINE, LINE_ALLOWED);
  }

  void constant(String name, int value, String allowed) {
    fields.constant(name, value, allowed);
  }

  long whole(String name, long least, long most, long usual) {
    return has(name) ? fields.whole(name, least, most) : known(name, usual);
  }

  long whole(String name, long least, long most) {
    return fields.whole(name, least, most);
  }

  double number(String name, double least, double most, double usual) {
    return has(name) ? fields.number(name, least, most) : known(name, usual);
  }

  /** So that a name that is missing is offered where one is misspelt. */
  private <T> T known(String name, T usual) {
    fields.optional(name);
    return usual;
  }

  /** A figure with or without bounds; the usual value if it is missing. */
  Estimate estimate(String name, Measure measure, double usual) {
    JsonValue value = fields.optional(name);
    return value == null ? Estimate.exactly(usual) : estimate(value, measure);
  }

  /** A figure that must be there. */
  Estimate estimate(String name, Measure measure) {
    JsonValue value = fields.required(name, measure.allowed());
    return value == null ? Estimate.exactly(1) : estimate(value, measure);
  }

  Estimate estimate(JsonValue value, Measure measure) {
    if (!(value instanceof Members members)) {
      return Estimate.exactly(figure(value, measure));
    }
    int before = findings.count();
    StudyFields range = new StudyFields(findings, members);
    if (range.has(VALUES)) {
      return listed(range, measure);
    }
    double figure = range.figure("value", measure);
    boolean isRange = range.has("from") || range.has("to");
    double from = isRange ? range.figure("from", measure) : figure;
    double to = isRange ? range.figure("to", measure) : figure;
    Distribution distribution =
        range
            .choice(
                "distribution",
                Arrays.stream(Distribution.values())
                    .filter(shape -> shape != Distribution.LISTED)
                    .toList(),
                shape -> shape.name().toLowerCase(Locale.ROOT))
            .orElse(Distribution.UNIFORM);
    Optional<String> source = range.optionalLine("source");
    range.refuseOthers();
    if (findings.count() == before && !(from <= figure && figure <= to)) {
      findings.wrong(
          value,
          "the value "
              + range.shown("value")
              + " outside its bounds from "
              + range.shown("from")
              + " to "
              + range.shown("to"),
          "from <= value <= to");
    }
    if (findings.count() == before && distribution == Distribution.LOGNORMAL && !(from > 0)) {
      findings.wrong(value, "a lognormal distribution from 0", "from above 0");
    }
    return findings.count() == before
        ? new Estimate(figure, from, to, distribution, source)
        : Estimate.exactly(figure);
  }

  private String shown(String name) {
    JsonValue value = fields.optional(name);
    return value == null ? "" : value.shown();
  }

  /** A figure that is one of a list. */
  private Estimate listed(StudyFields list, Measure measure) {
    int before = findings.count();
    List<Double> figures = new ArrayList<>();
    List<Double> probabilities =
        list.probabilities(VALUES, value -> Optional.of(figures.add(figure(value, measure))));
    Optional<String> source = list.optionalLine("source");
    list.refuseOthers();
    if (findings.count() > before) {
      return Estimate.exactly(1);
    }
    List<Estimate.Listed> values = new ArrayList<>();
    for (int i = 0; i < figures.size(); i++) {
      values.add(new Estimate.Listed(figures.get(i), probabilities.get(i)));
    }
    return Estimate.oneOf(values, source);
  }

  /**
   * The probabilities of the values of a list, each of which may be an object with its own; equally
   * likely if none is.
   *
   * @param reader takes each value; empty if it is wrong
   */
  List<Double> probabilities(String name, Function<JsonValue, Optional<Boolean>> reader) {
    JsonValue list = fields.required(name, "an array of values");
    List<Double> probabilities = new ArrayList<>();
    if (!(list instanceof Elements elements)
        || elements.values().isEmpty()
        || elements.values().size() > MOST_VALUES) {
      if (list != null) {
        findings.wrong(list, "an array of 1 to " + MOST_VALUES + " values");
      }
      return probabilities;
    }
    int stated = 0;
    for (JsonValue element : elements.values()) {
      double probability = 1.0 / elements.values().size();
      JsonValue value = element;
      if (element instanceof Members members) {
        StudyFields own = new StudyFields(findings, members);
        value = own.fields.required("value", "a value");
        probability = own.required("probability", Measure.POSITIVE_SHARE);
        own.refuseOthers();
        stated++;
      }
      if (value != null && reader.apply(value).isPresent()) {
        probabilities.add(probability);
      }
    }
    double sum = probabilities.stream().mapToDouble(Double::doubleValue).sum();
    if (stated > 0 && stated < elements.values().size()) {
      findings.wrong(
          list,
          "probabilities of " + stated + " of " + elements.values().size() + " values",
          "a probability for each value, or for none");
    } else if (probabilities.size() == elements.values().size()
        && Math.abs(sum - 1) > LARGEST_ROUNDING) {
      findings.wrong(list, "probabilities that add up to " + sum, "probabilities that add up to 1");
    }
    return probabilities;
  }

  /** A figure without bounds that must be there. */
  double required(String name, Measure measure) {
    return figure(name, measure);
  }

  /** A member that is read elsewhere. */
  @Nullable JsonValue optional(String name) {
    return fields.optional(name);
  }

  /** True or false; false if it is missing. */
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

  /** Reports a member that is there, or its absence. */
  void wrong(String name, String found, String allowed) {
    JsonValue value = fields.required(name, allowed);
    if (value != null) {
      findings.wrong(value, found, allowed);
    }
  }

  private double figure(String name, Measure measure) {
    JsonValue value = fields.required(name, measure.allowed());
    return value == null ? 1 : figure(value, measure);
  }

  private double figure(JsonValue value, Measure measure) {
    OptionalDouble read = measure.read(value);
    if (read.isEmpty()) {
      findings.wrong(value, measure.allowed());
    }
    return read.orElse(1);
  }

  OptionalDouble optionalFigure(String name, Measure measure) {
    JsonValue value = fields.optional(name);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(figure(value, measure));
  }

  /** One of several words. */
  <T> Optional<T> choice(String name, List<T> values, Function<T, String> word) {
    JsonValue value = fields.optional(name);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> chosen =
        value instanceof Text text
            ? values.stream().filter(one -> word.apply(one).equals(text.text())).findFirst()
            : Optional.empty();
    if (chosen.isEmpty()) {
      findings.wrong(
          value,
          String.join(", ", values.stream().map(one -> "\"" + word.apply(one) + "\"").toList()));
    }
    return chosen;
  }

  /** Elements of an array, or a value that stands alone. */
  List<JsonValue> listed(String name) {
    JsonValue value = fields.optional(name);
    if (value instanceof Elements elements) {
      if (elements.values().size() > MOST_LISTED) {
        findings.wrong(
            value, elements.values().size() + " elements", "at most " + MOST_LISTED + " elements");
        return List.of();
      }
      return elements.values();
    }
    return value == null ? List.of() : List.of(value);
  }

  /** Objects of an array, each read by a method. */
  <T> List<T> objects(String name, boolean mustBeThere, Function<StudyFields, T> reader) {
    return objects(name, mustBeThere, Optional::of, reader);
  }

  /**
   * Objects of an array, each completed, and then read by a method.
   *
   * @param completed the object to read in place of one; empty if it cannot be completed
   */
  <T> List<T> objects(
      String name,
      boolean mustBeThere,
      Function<Members, Optional<Members>> completed,
      Function<StudyFields, T> reader) {
    String allowed = "an array of objects [{...}, ...]";
    List<T> read = new ArrayList<>();
    Optional<Elements> array = fields.array(name, mustBeThere, allowed);
    if (array.isPresent()) {
      if (mustBeThere && array.get().values().isEmpty()) {
        findings.wrong(array.get(), "an empty array", "at least one object");
      }
      if (array.get().values().size() > MOST_LISTED) {
        findings.wrong(
            array.get(),
            array.get().values().size() + " elements",
            "at most " + MOST_LISTED + " elements");
        return read;
      }
      for (JsonValue value : array.get().values()) {
        if (value instanceof Members members) {
          Optional<Members> whole = completed.apply(members);
          if (whole.isPresent()) {
            StudyFields object = new StudyFields(findings, whole.get());
            read.add(reader.apply(object));
            object.refuseOthers();
          }
        } else {
          findings.wrong(value, "an object {...}");
        }
      }
    }
    return read;
  }

  /** Values by names that the file chooses. */
  Map<String, JsonValue> byName(String name) {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    JsonValue value = fields.optional(name);
    if (value instanceof Members members) {
      members.byName().forEach((key, member) -> values.put(key, member.value()));
    } else if (value != null) {
      findings.wrong(value, "an object {...}");
    }
    return values;
  }

  /** Texts of one line each. */
  List<String> lines(String name) {
    List<String> lines = new ArrayList<>();
    for (JsonValue value : listed(name)) {
      if (value instanceof Text text && LINE.matcher(text.text()).matches()) {
        lines.add(text.text());
      } else {
        findings.wrong(value, LINE_ALLOWED);
      }
    }
    return lines;
  }
}
