package org.foretell.study.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.scenario.Change;

/** Changes of figures of a machine in a study file. */
final class ChangeFields {
  private ChangeFields() {}

  /** Changes by address. */
  static List<Change> of(StudyFields fields, String name) {
    Findings findings = fields.findings();
    List<Change> changes = new ArrayList<>();
    fields
        .byName(name)
        .forEach(
            (address, value) ->
                amount(findings, value)
                    .ifPresent(
                        text -> {
                          try {
                            changes.add(new Change(address, text));
                          } catch (ForetellException wrong) {
                            findings.wrong(value, String.valueOf(wrong.getMessage()));
                          }
                        }));
    return changes;
  }

  /** What a change sets a figure to. */
  static Optional<String> amount(Findings findings, JsonValue value) {
    String text =
        value instanceof Text quoted
            ? quoted.text()
            : value instanceof Numeral number ? number.lexeme() : "";
    if (!StudyFields.LINE.matcher(text).matches()) {
      findings.wrong(value, "a value in quotes, like \"2us\", \"x0.5\" or \"+10%\"");
      return Optional.empty();
    }
    return Optional.of(text);
  }
}
