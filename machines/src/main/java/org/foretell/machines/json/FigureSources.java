package org.foretell.machines.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;

/**
 * The figures of a machine file by name, and what its {@code sources} say of them. An entry is for
 * the figure of that name, or for all figures below it ({@code "network"}); the longest name that
 * fits a figure counts.
 */
final class FigureSources {
  private static final Pattern STATUS = Pattern.compile("sourced|derived|unverified");
  private static final Pattern NOT_BLANK = Pattern.compile("(?s).*\\S.*");

  private record Source(String status, String text) {}

  private final List<String> figures = new ArrayList<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final Map<String, Source> sourceByName = new LinkedHashMap<>();

  /**
   * Notes a figure and whether the file states it. One that it does not state may have a source
   * nevertheless: that of its default, or of a figure that is missing by mistake.
   */
  void figure(String name, boolean stated) {
    for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
      names.add(name.substring(0, dot));
    }
    names.add(name);
    if (stated) {
      figures.add(name);
    }
  }

  /** Reads the object {@code sources}, after all figures are known. */
  void read(Members sources, Findings findings) {
    for (Map.Entry<String, Member> entry : sources.byName().entrySet()) {
      String name = entry.getKey();
      Member member = entry.getValue();
      if (!names.contains(name)) {
        findings.unknownName(member, name, names);
      }
      if (member.value() instanceof Members source) {
        FileFields fields = new FileFields(findings, source);
        String status = fields.text("status", STATUS, "\"sourced\", \"derived\" or \"unverified\"");
        String text =
            fields.text("text", NOT_BLANK, "a string that gives the source of the figure");
        fields.refuseOthers();
        sourceByName.put(name, new Source(status, text));
      } else {
        findings.wrong(member.value(), "an object with \"status\" and \"text\"");
      }
    }
  }

  /** One text for each entry. */
  List<String> texts() {
    List<String> texts = new ArrayList<>();
    sourceByName.forEach(
        (name, source) -> texts.add(name + " (" + source.status() + "): " + source.text()));
    return texts;
  }

  /** Figures whose entry says so, and figures without an entry. */
  List<String> unverified() {
    return figures.stream()
        .filter(
            figure ->
                sourceOf(figure).map(source -> source.status().equals("unverified")).orElse(true))
        .toList();
  }

  /** Figures without an entry. */
  List<String> withoutSource() {
    return figures.stream().filter(figure -> sourceOf(figure).isEmpty()).toList();
  }

  private Optional<Source> sourceOf(String figure) {
    String name = figure;
    while (!sourceByName.containsKey(name)) {
      int dot = name.lastIndexOf('.');
      if (dot < 0) {
        return Optional.empty();
      }
      name = name.substring(0, dot);
    }
    return Optional.of(sourceByName.get(name));
  }
}
