package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.file.Movement;
import org.foretell.machines.file.RelativeValue;
import org.foretell.machines.file.SetValue;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.Shown;

/**
 * Changes values of a machine file before it is read, those of a path or those of a group, and
 * refuses changes that contradict each other.
 */
public final class FileChanges {
  private static final String SOURCES = "sources";

  private final Findings findings;
  private final Function<String, Movement> settings;

  /** What was said of each figure, as it was said. */
  private final Map<String, String> said = new LinkedHashMap<>();

  /** By which change of a group a figure was moved. */
  private final Map<String, String> moved = new LinkedHashMap<>();

  private final List<SetValue> set = new ArrayList<>();

  private FileChanges(Findings findings, Function<String, Movement> settings) {
    this.findings = findings;
    this.settings = settings;
  }

  /**
   * A file with other values.
   *
   * @param root the file
   * @param set what was set, in order
   */
  public record Changed(JsonValue root, List<SetValue> set) {}

  /**
   * Changes values, one after the other. What {@code sources} says of a value tells that it was
   * set.
   *
   * @param file its root
   * @param values text by path: names joined by dots, elements of arrays by their place or name; or
   *     the name of a group
   * @param settings what becomes of a setting for a model when the network gets faster
   * @param findings get a hint for each name that the file does not have so far
   * @throws MachineFileException if a path leads nowhere, a value is neither JSON nor plain text, a
   *     relative value has nothing to relate to, or two contradict each other
   */
  public static Changed apply(
      JsonValue file,
      Map<String, String> values,
      Function<String, Movement> settings,
      Findings findings) {
    FileChanges changes = new FileChanges(findings, settings);
    JsonValue changed = file;
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (!(changed instanceof Members object)) {
        break;
      }
      changed = changes.apply(object, plain(entry.getKey()), entry.getValue());
    }
    if (changed instanceof Members object) {
      changed = changes.alike(object);
    }
    return new Changed(changed, List.copyOf(changes.set));
  }

  private static String plain(String path) {
    return path.startsWith("$.") ? path.substring(2) : path;
  }

  private Members apply(Members file, String path, String text) {
    if (FigureGroups.NAMES.contains(path) && RelativeValue.of(text).isPresent()) {
      return group(file, path, RelativeValue.of(text).get(), text);
    }
    FileSettings setting = new FileSettings(file, path, text, findings);
    Members changed = setting.apply();
    String change = path + "=" + text;
    String before = said.put(setting.figure(), change);
    if (before != null && !before.substring(before.indexOf('=')).equals("=" + text)) {
      throw contradiction(path, before, change);
    }
    for (Map.Entry<String, String> other : moved.entrySet()) {
      if (overlap(other.getKey(), setting.figure())) {
        throw contradiction(path, other.getValue(), change);
      }
    }
    set.add(new SetValue(setting.path(), setting.now(), setting.shownBefore()));
    return changed;
  }

  /** The interfaces of nodes and of the topology, if only one of them was set, set alike. */
  private Members alike(Members file) {
    Members changed = file;
    for (Map.Entry<String, String> other :
        InterfacesAlike.following(file, said.keySet()).entrySet()) {
      FileSettings setting = new FileSettings(changed, other.getKey(), other.getValue(), findings);
      changed = setting.apply();
      set.add(new SetValue(setting.path(), setting.now(), setting.shownBefore()));
    }
    return changed;
  }

  private Members group(Members file, String group, RelativeValue by, String text) {
    String change = group + "=" + text;
    if (by.factor().signum() <= 0) {
      throw stop(group, "the change " + Shown.quoted(change), "a factor above 0");
    }
    FigureGroups.Moved all = FigureGroups.move(file, group, by, settings);
    if (all.figures().isEmpty()) {
      throw stop(
          group,
          "no figure of the group " + group + " that the machine states with a limit",
          "a group with members: " + String.join(", ", FigureGroups.NAMES));
    }
    for (String figure : all.figures()) {
      for (Map.Entry<String, String> other : said.entrySet()) {
        if (overlap(figure, other.getKey())) {
          throw contradiction(group, other.getValue(), change);
        }
      }
      moved.put(figure, change);
    }
    set.add(new SetValue(group, text, "x1"));
    return sourced(all, change);
  }

  /** Whether one of two figures is the other, or a part of it. */
  private static boolean overlap(String one, String other) {
    return one.equals(other) || one.startsWith(other + ".") || other.startsWith(one + ".");
  }

  /** The file with sources that do not vouch for what was moved. */
  private static Members sourced(FigureGroups.Moved all, String change) {
    Member sources = all.file().byName().get(SOURCES);
    if (sources == null || !(sources.value() instanceof Members entries)) {
      return all.file();
    }
    Set<String> about = new LinkedHashSet<>();
    for (String figure : all.figures()) {
      String name = figure;
      while (!name.isEmpty() && !entries.byName().containsKey(name)) {
        name = name.substring(0, Math.max(0, name.lastIndexOf('.')));
      }
      about.add(name);
    }
    Map<String, Member> told = new LinkedHashMap<>(entries.byName());
    about.forEach(name -> told.computeIfPresent(name, (key, entry) -> told(entry, change)));
    Members now = new Members(entries.path(), entries.line(), entries.column(), told);
    Map<String, Member> members = new LinkedHashMap<>(all.file().byName());
    members.put(SOURCES, new Member(sources.path(), sources.line(), sources.column(), now));
    return new Members(all.file().path(), all.file().line(), all.file().column(), members);
  }

  private static Member told(Member source, String change) {
    if (!(source.value() instanceof Members entry)
        || !(entry.at(List.of("text")) instanceof Text said)) {
      return source;
    }
    Members text =
        FileSettings.with(
            entry, "text", FileSettings.at(said, "moved by " + change + "; " + said.text()));
    Members changed =
        text.at(List.of("status")) instanceof Text status
            ? FileSettings.with(text, "status", FileSettings.at(status, "unverified"))
            : text;
    return new Member(source.path(), source.line(), source.column(), changed);
  }

  private MachineFileException contradiction(String path, String one, String other) {
    return stop(
        path,
        Shown.quoted(one) + " and " + Shown.quoted(other) + ", which contradict each other",
        "one of them");
  }

  private MachineFileException stop(String path, String found, String allowed) {
    findings.add(Shown.plain(path), 0, 0, found, allowed);
    return findings.exception();
  }
}
