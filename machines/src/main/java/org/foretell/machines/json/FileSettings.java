package org.foretell.machines.json;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.JsonValue.Word;
import org.foretell.machines.findings.Shown;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Replaces a value of a machine file before it is read, named by its path. It knows JSON only:
 * whether the result is a machine is found when it is read.
 */
final class FileSettings {
  private static final String SOURCES = "sources";
  private static final String STATUS = "status";
  private static final String TEXT = "text";
  private static final int MOST_ELSEWHERE = 3;

  /** Objects whose names may hold dots, and whose values are texts or hold texts. */
  private static final List<String> FLAT = List.of("modelParameters", SOURCES);

  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
  private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

  private final Members root;
  private final String path;
  private final String text;
  private final Findings findings;
  private final List<String> figure = new ArrayList<>();
  private String part = "";
  private String now;
  private @Nullable JsonValue before;

  /**
   * A change of a value.
   *
   * @param root the file
   * @param path names joined by dots, elements of arrays by their place or name
   * @param text what it is to be, absolutely or relative to what it is
   * @param findings get a hint for each name that the file does not have so far
   */
  FileSettings(Members root, String path, String text, Findings findings) {
    this.root = root;
    this.path = meant(root, path);
    this.text = text;
    this.now = text;
    this.findings = findings;
  }

  /** The interfaces of all nodes may be set as those of the network, if all are of one kind. */
  private static String meant(Members root, String path) {
    Member groups = root.byName().get("nodeGroups");
    return path.equals("network.nics")
            && groups != null
            && groups.value() instanceof Elements array
            && array.values().size() == 1
        ? "nodeGroups." + FigureRanges.nameOf(array.values().get(0), 0) + ".nics"
        : path;
  }

  /** The path, by the name of the group where the interfaces of all nodes are meant. */
  String path() {
    return path;
  }

  /** The name of the figure; after {@link #apply}. */
  String figure() {
    return String.join(".", figure) + part;
  }

  /** What the value is now, as text; after {@link #apply}. */
  String now() {
    return now;
  }

  /**
   * The file with the value.
   *
   * @throws MachineFileException if the path leads nowhere, or the value is neither JSON nor plain
   *     text, or relative to none
   */
  Members apply() {
    if (path.isEmpty()) {
      throw stop("a path without a name", "names joined by dots, like nodeGroups.0.nics");
    }
    return sourced(in(root, path));
  }

  /** The value that stands where a path has come to. */
  private JsonValue at(JsonValue value, String rest) {
    if (rest.isEmpty()) {
      before = value;
      return RelativeValue.of(text)
          .map(by -> relative(value, by))
          .orElseGet(() -> replacement(value.path()));
    }
    String next = rest.startsWith(".") ? rest.substring(1) : rest;
    if (value instanceof Members object) {
      return in(object, next);
    }
    if (value instanceof Elements array) {
      return in(array, next);
    }
    throw stop(
        Shown.quoted(next) + " below " + value.path() + ", which is " + value.shown(),
        "the path of that value");
  }

  private Members in(Members object, String rest) {
    if (rest.isEmpty()) {
      throw stop("a path that ends with a dot", "a name after it");
    }
    // A name may hold dots, so the longest that the file has is meant.
    Optional<Map.Entry<String, Member>> there =
        object.byName().entrySet().stream()
            .filter(member -> begins(rest, member.getKey()))
            .max(Comparator.comparingInt(member -> member.getKey().length()));
    if (there.isEmpty()) {
      return withNew(object, rest);
    }
    String name = there.get().getKey();
    if (FigureRanges.isRange(object)) {
      part = "." + name;
    } else {
      figure.add(name);
    }
    Member old = there.get().getValue();
    JsonValue value = at(old.value(), rest.substring(name.length()));
    return with(object, name, new Member(old.path(), old.line(), old.column(), value));
  }

  private static boolean begins(String rest, String name) {
    return rest.startsWith(name)
        && (rest.length() == name.length()
            || rest.charAt(name.length()) == '.'
            || rest.charAt(name.length()) == '[');
  }

  /** A name that is new is known or unknown to whoever reads the file. */
  private Members withNew(Members object, String rest) {
    boolean isFlat = figure.size() == 1 && FLAT.contains(figure.get(0));
    int dot = isFlat ? -1 : rest.indexOf('.');
    String name = dot < 0 ? rest : rest.substring(0, dot);
    String memberPath = object.path() + JsonText.step(name);
    if (!isFlat && name.indexOf('[') >= 0) {
      throw stop(
          "an element of " + Shown.quoted(name.substring(0, name.indexOf('['))),
          Shown.choice(name.substring(0, name.indexOf('[')), object.byName().keySet()));
    }
    if (RelativeValue.of(text).isPresent()) {
      throw notStated(object, rest, name);
    }
    figure.add(name);
    hint(memberPath, name);
    JsonValue value =
        dot < 0
            ? replacement(memberPath)
            : in(new Members(memberPath, 0, 0, Map.of()), rest.substring(dot + 1));
    return with(object, name, new Member(memberPath, 0, 0, value));
  }

  private MachineFileException notStated(Members object, String rest, String name) {
    Set<String> known = new LinkedHashSet<>(object.byName().keySet());
    if (object.equals(root) && rest.equals(name)) {
      known.addAll(FigureGroups.NAMES);
    }
    List<String> elsewhere = new ArrayList<>();
    collect(root, "", name, elsewhere);
    return stop(
        Shown.quoted(text) + " of a figure that the machine does not state",
        "an absolute value, or a figure that it states: "
            + Shown.choice(name, known)
            + (elsewhere.isEmpty() ? "" : "; the file has " + String.join(", ", elsewhere)));
  }

  /** What stands there, multiplied. */
  private JsonValue relative(JsonValue value, RelativeValue by) {
    if (by.factor().signum() < 0) {
      throw stop("the change " + Shown.quoted(text), "at least -100%");
    }
    JsonValue scaled = FigureGroups.scaled(value, by, false);
    if (scaled == value) {
      throw stop(
          Shown.quoted(text)
              + " of "
              + (Quantity.UNLIMITED.equals(shownBefore()) ? "unlimited" : value.shown())
              + ", which is not a number",
          "an absolute value; the groups "
              + String.join(", ", FigureGroups.NAMES)
              + " and single figures may be relative");
    }
    now =
        scaled instanceof Members range && range.at(List.of(FigureRanges.VALUE)) instanceof Text was
            ? was.text()
            : scaled instanceof Text other ? other.text() : JsonWriter.line(scaled);
    return scaled;
  }

  /** Should the name be unknown, it may be one that stands elsewhere. */
  private void hint(String memberPath, String name) {
    List<String> elsewhere = new ArrayList<>();
    collect(root, "", name, elsewhere);
    if (!elsewhere.isEmpty()) {
      findings.hint(memberPath, "; the file has " + String.join(", ", elsewhere));
    }
  }

  private static void collect(JsonValue value, String at, String name, List<String> found) {
    if (value instanceof Elements array) {
      for (int index = 0; index < array.values().size(); index++) {
        JsonValue element = array.values().get(index);
        collect(element, at + "." + FigureRanges.nameOf(element, index), name, found);
      }
    } else if (value instanceof Members object) {
      object
          .byName()
          .forEach(
              (step, member) -> {
                String below = at.isEmpty() ? step : at + "." + step;
                if (step.equals(name) && found.size() < MOST_ELSEWHERE) {
                  found.add(Shown.plain(below));
                }
                if (!below.equals(SOURCES)) {
                  collect(member.value(), below, name, found);
                }
              });
    }
  }

  private Elements in(Elements array, String rest) {
    boolean bracketed = rest.startsWith("[");
    int end = bracketed ? rest.indexOf(']') : rest.indexOf('.');
    if (bracketed && end < 0) {
      throw stop("a [ without its ]", "the place of an element, like [0]");
    }
    String step = end < 0 ? rest : rest.substring(bracketed ? 1 : 0, end);
    List<String> names = new ArrayList<>();
    for (JsonValue element : array.values()) {
      names.add(FigureRanges.nameOf(element, names.size()));
    }
    int index = INDEX.matcher(step).matches() ? Integer.parseInt(step) : names.indexOf(step);
    if (index < 0 || index >= names.size()) {
      throw stop(
          "the element "
              + Shown.quoted(step)
              + " of "
              + array.path()
              + ", which has "
              + names.size(),
          names.isEmpty() ? "an existing element" : Shown.choice(step, names));
    }
    figure.add(names.get(index));
    String behind = end < 0 ? "" : rest.substring(bracketed ? end + 1 : end);
    List<JsonValue> values = new ArrayList<>(array.values());
    values.set(index, at(values.get(index), behind));
    return new Elements(array.path(), array.line(), array.column(), values);
  }

  static Members with(Members object, String name, Member member) {
    Map<String, Member> members = new LinkedHashMap<>(object.byName());
    members.put(name, member);
    return new Members(object.path(), object.line(), object.column(), members);
  }

  /** What was given: JSON if it looks like it, else a string. */
  private JsonValue replacement(String at) {
    if (text.startsWith("{") || text.startsWith("[") || text.startsWith("\"")) {
      return PlacedValue.at(parsed(), at);
    }
    if (FLAT.contains(figure.get(0))) {
      return new Text(at, 0, 0, text);
    }
    if (NUMBER.matcher(text).matches()) {
      return new Numeral(at, 0, 0, text);
    }
    return text.equals("true") || text.equals("false")
        ? new Word(at, 0, 0, text)
        : new Text(at, 0, 0, text);
  }

  private JsonValue parsed() {
    Findings own = new Findings("");
    try {
      JsonValue value = JsonText.read(text.getBytes(StandardCharsets.UTF_8), own);
      own.throwIfAny();
      return value;
    } catch (MachineFileException wrong) {
      throw stop(
          "a value that begins like JSON, with " + wrong.findings().get(0).found(),
          wrong.findings().get(0).allowed());
    }
  }

  /** The file with sources that do not vouch for what was set. */
  private Members sourced(Members file) {
    Member sources = file.byName().get(SOURCES);
    if (figure.get(0).equals(SOURCES)
        || sources == null
        || !(sources.value() instanceof Members entries)) {
      return file;
    }
    String name = String.join(".", figure);
    Map<String, Member> kept = new LinkedHashMap<>(entries.byName());
    kept.keySet().removeIf(entry -> entry.startsWith(name + "."));
    int dot = name.length();
    while (dot > 0 && !kept.containsKey(name.substring(0, dot))) {
      dot = name.lastIndexOf('.', dot - 1);
    }
    if (dot > 0) {
      String of = dot == name.length() ? "" : name.substring(dot + 1);
      kept.computeIfPresent(name.substring(0, dot), (key, entry) -> told(entry, of));
    }
    Members all = new Members(entries.path(), entries.line(), entries.column(), kept);
    return with(file, SOURCES, new Member(sources.path(), sources.line(), sources.column(), all));
  }

  /**
   * A source that tells that something was set.
   *
   * @param part of what it speaks; empty if that is all
   */
  private Member told(Member source, String part) {
    if (!(source.value() instanceof Members entry)
        || !(entry.at(List.of(TEXT)) instanceof Text said)) {
      return source;
    }
    String was = shownBefore();
    String now =
        (part.isEmpty() ? "" : part + " ")
            + ("set to " + this.now + (was == null ? "; " : ", before " + was + "; "))
            + said.text();
    Members changed = with(entry, TEXT, at(said, now));
    if (part.isEmpty() && entry.at(List.of(STATUS)) instanceof Text status) {
      changed = with(changed, STATUS, at(status, "unverified"));
    }
    return new Member(source.path(), source.line(), source.column(), changed);
  }

  static Member at(Text place, String text) {
    return new Member(
        place.path(),
        place.line(),
        place.column(),
        new Text(place.path(), place.line(), place.column(), text));
  }

  /** What the value was, as text; null if there was none; after {@link #apply}. */
  @Nullable String shownBefore() {
    if (before == null) {
      return null;
    }
    if (FigureRanges.isRange(before)) {
      return before.at(List.of(FigureRanges.VALUE)) instanceof Text value
          ? value.text()
          : JsonWriter.line(before);
    }
    return before instanceof Text string ? string.text() : JsonWriter.line(before);
  }

  private MachineFileException stop(String found, String allowed) {
    findings.add(Shown.plain(path), 0, 0, found, allowed);
    return findings.exception();
  }
}
