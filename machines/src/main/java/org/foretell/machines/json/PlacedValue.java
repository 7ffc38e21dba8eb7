package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;

/** JSON that was given for a value of a file. */
final class PlacedValue {
  private PlacedValue() {}

  /** The same value, as if it stood at a path of the file. */
  static JsonValue at(JsonValue value, String at) {
    if (value instanceof Members object) {
      Map<String, Member> members = new LinkedHashMap<>();
      object
          .byName()
          .forEach(
              (name, member) -> {
                String below = at + member.path().substring(object.path().length());
                members.put(name, new Member(below, 0, 0, at(member.value(), below)));
              });
      return new Members(at, 0, 0, members);
    }
    if (value instanceof Elements array) {
      List<JsonValue> elements = new ArrayList<>();
      for (JsonValue element : array.values()) {
        elements.add(at(element, at + "[" + elements.size() + "]"));
      }
      return new Elements(at, 0, 0, elements);
    }
    if (value instanceof Text string) {
      return new Text(at, 0, 0, string.text());
    }
    return value instanceof Numeral number
        ? new Numeral(at, 0, 0, number.lexeme())
        : new Word(at, 0, 0, ((Word) value).word());
  }
}
