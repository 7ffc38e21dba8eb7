package org.foretell.study.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.Shown;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Variable;

/**
 * The variables of a file: figures between bounds, by a factor or in a unit, and figures that are
 * one of several values.
 */
final class VariableList {
  private static final String FACTOR = "factor";
  private static final String VALUE = "value";
  private static final String VALUES = "values";
  private static final String FIGURES = "figures";
  private static final String OFFERS = "offers";

  private final Findings findings;
  private final List<String> known;
  private final List<String> names = new ArrayList<>();
  private final List<Variable> ranges = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();

  VariableList(Findings findings, List<Offer> offers) {
    this.findings = findings;
    known = offers.stream().map(Offer::name).toList();
  }

  void read(StudyFields file) {
    names.addAll(file.objects("variables", false, this::variable));
  }

  /** {@return the names of all variables} */
  List<String> names() {
    return names;
  }

  /** {@return those between bounds} */
  List<Variable> ranges() {
    return ranges;
  }

  /** {@return those that are one of several values} */
  List<Choice> choices() {
    return choices;
  }

  private String variable(StudyFields fields) {
    String name = fields.name("name");
    List<String> figures = fields.lines(FIGURES);
    if (figures.isEmpty()) {
      fields.line(FIGURES);
    }
    List<String> offers = offers(fields);
    List<String> kinds = List.of(FACTOR, VALUE, VALUES);
    kinds.forEach(fields::optional);
    if (kinds.stream().filter(fields::has).count() > 1) {
      fields.wrong(
          kinds.stream().filter(fields::has).toList().get(1),
          "several of factor, value and values",
          "one of them");
    } else if (fields.has(VALUES)) {
      List<Choice.Option> options = options(fields);
      if (!options.isEmpty()) {
        choices.add(new Choice(name, figures, options, offers));
      }
    } else if (fields.has(VALUE)) {
      String unit = Measure.unit(fields.optional(VALUE));
      ranges.add(
          new Variable(
              name,
              figures,
              fields.estimate(VALUE, Measure.inUnit(unit)),
              Optional.of(unit),
              offers));
    } else {
      ranges.add(Variable.factor(name, figures, fields.estimate(FACTOR, Measure.FACTOR), offers));
    }
    return name;
  }

  private List<String> offers(StudyFields fields) {
    List<String> offers = new ArrayList<>();
    for (JsonValue value : fields.listed(OFFERS)) {
      if (value instanceof JsonValue.Text text) {
        offers.add(text.text());
        if (!known.contains(text.text())) {
          findings.wrong(
              value,
              "a variable of the offer " + Shown.quoted(text.text()),
              Shown.choice(text.text(), known));
        }
      } else {
        findings.wrong(value, "the name of an offer");
      }
    }
    return offers;
  }

  private List<Choice.Option> options(StudyFields fields) {
    List<String> texts = new ArrayList<>();
    List<Double> probabilities =
        fields.probabilities(VALUES, value -> ChangeFields.amount(findings, value).map(texts::add));
    for (int i = 0; i < texts.size(); i++) {
      if (texts.indexOf(texts.get(i)) < i) {
        fields.wrong(
            VALUES, "the value " + Shown.quoted(texts.get(i)) + " twice", "each value once");
        return List.of();
      }
    }
    if (probabilities.size() != texts.size()) {
      return List.of();
    }
    List<Choice.Option> options = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      options.add(new Choice.Option(texts.get(i), probabilities.get(i)));
    }
    return options;
  }
}
