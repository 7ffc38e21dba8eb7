package org.foretell.machines.json;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;

/** What the figures of a machine file are, by the names that its sources have for them. */
final class StatedFigures {
  private StatedFigures() {}

  /** A figure as the file has it, or those directly in an object; empty if there is none. */
  static Optional<String> find(JsonValue value, String figure) {
    if (figure.isEmpty()) {
      return shown(value);
    } else if (value instanceof Members members) {
      // Names have dots in them, as those of model parameters do.
      for (Map.Entry<String, Member> entry : members.byName().entrySet()) {
        Optional<String> rest = below(figure, entry.getKey());
        if (rest.isPresent()) {
          return find(entry.getValue().value(), rest.get());
        }
      }
    } else if (value instanceof Elements elements) {
      for (int index = 0; index < elements.values().size(); index++) {
        JsonValue element = elements.values().get(index);
        Optional<String> rest = below(figure, FigureRanges.nameOf(element, index));
        if (rest.isPresent()) {
          return find(element, rest.get());
        }
      }
    }
    return Optional.empty();
  }

  /** What is left of a figure's name below a member; empty if it is not below it. */
  private static Optional<String> below(String figure, String name) {
    if (figure.equals(name)) {
      return Optional.of("");
    }
    return figure.startsWith(name + ".")
        ? Optional.of(figure.substring(name.length() + 1))
        : Optional.empty();
  }

  private static Optional<String> shown(JsonValue value) {
    if (value instanceof Members members && !FigureRanges.isRange(members)) {
      String figures =
          members.byName().entrySet().stream()
              .flatMap(
                  entry ->
                      scalar(entry.getValue().value())
                          .map(each -> entry.getKey() + " " + each)
                          .stream())
              .collect(Collectors.joining(", "));
      return figures.isEmpty() ? Optional.empty() : Optional.of(figures);
    }
    return scalar(value);
  }

  private static Optional<String> scalar(JsonValue value) {
    if (value instanceof Members members) {
      Member range = members.byName().get(FigureRanges.VALUE);
      return range != null && FigureRanges.isRange(members)
          ? scalar(range.value())
          : Optional.empty();
    } else if (value instanceof Text text) {
      return Optional.of(text.text());
    } else if (value instanceof Numeral numeral) {
      return Optional.of(numeral.lexeme());
    }
    return value instanceof Word word ? Optional.of(word.word()) : Optional.empty();
  }
}
