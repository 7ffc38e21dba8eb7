package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.machine.FigureRange;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;

/**
 * Figures that are written with their bounds: {@code {"value": "1.8us", "from": "1.6us", "to":
 * "2.4us"}}.
 */
final class FigureRanges {
  static final String VALUE = "value";
  static final String FROM = "from";
  static final String TO = "to";

  private static final Set<String> NAMES = Set.of(VALUE, FROM, TO);

  private FigureRanges() {}

  /** Whether a value is meant to be a figure with its bounds. */
  static boolean isRange(JsonValue value) {
    return value instanceof Members members
        && members.byName().containsKey(VALUE)
        && (members.byName().containsKey(FROM) || members.byName().containsKey(TO));
  }

  /** The ranges of a file without mistakes, in its order. */
  static List<FigureRange> of(JsonValue root) {
    List<FigureRange> ranges = new ArrayList<>();
    collect(root, "", ranges);
    return ranges;
  }

  private static void collect(JsonValue value, String figure, List<FigureRange> ranges) {
    if (value instanceof Elements elements) {
      for (int index = 0; index < elements.values().size(); index++) {
        JsonValue element = elements.values().get(index);
        collect(element, figure + "." + nameOf(element, index), ranges);
      }
    } else if (value instanceof Members members) {
      if (members.byName().keySet().equals(NAMES)) {
        ranges.add(
            new FigureRange(figure, text(members, VALUE), text(members, FROM), text(members, TO)));
        return;
      }
      for (Map.Entry<String, Member> entry : members.byName().entrySet()) {
        if (!isOfSources(figure, entry.getKey())) {
          collect(
              entry.getValue().value(),
              figure.isEmpty() ? entry.getKey() : figure + "." + entry.getKey(),
              ranges);
        }
      }
    }
  }

  /** A value for {@link JsonWriter}, with members in the order of their names, without bounds. */
  static Object plain(JsonValue value) {
    if (value instanceof Elements elements) {
      return elements.values().stream().map(FigureRanges::plain).toList();
    }
    if (!(value instanceof Members members)) {
      return value;
    }
    Member figure = members.byName().get(VALUE);
    if (figure != null && isRange(members)) {
      return plain(figure.value());
    }
    Map<String, Object> sorted = new TreeMap<>();
    members.byName().forEach((name, member) -> sorted.put(name, plain(member.value())));
    return sorted;
  }

  private static boolean isOfSources(String figure, String name) {
    return figure.isEmpty() && name.equals("sources");
  }

  /** Groups of nodes go by their names, everything else by its place. */
  static String nameOf(JsonValue element, int index) {
    if (element instanceof Members members && members.byName().containsKey("name")) {
      String name = text(members, "name");
      return name.isEmpty() ? String.valueOf(index) : name;
    }
    return String.valueOf(index);
  }

  private static String text(Members members, String name) {
    var member = members.byName().get(name);
    if (member == null) {
      return "";
    }
    if (member.value() instanceof Numeral number) {
      return number.lexeme();
    }
    return member.value() instanceof Text text ? text.text() : "";
  }
}
