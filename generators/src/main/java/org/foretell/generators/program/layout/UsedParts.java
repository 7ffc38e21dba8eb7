package org.foretell.generators.program.layout;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a program needs of a text in C whose parts stand between empty lines: functions, macros and
 * variables that nothing names are left out.
 */
public final class UsedParts {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_]\\w*");
  private static final Pattern MACRO = Pattern.compile("^#define (\\w+)", Pattern.MULTILINE);
  private static final Pattern FUNCTION =
      Pattern.compile("^static [^=;(]*?(\\w+)\\(", Pattern.MULTILINE);
  private static final Pattern VARIABLE =
      Pattern.compile("^static [^(]*?(\\w+)(\\[[^\\]]*\\])*( =|;)", Pattern.MULTILINE);
  private static final Pattern TYPE = Pattern.compile("^struct (\\w+) \\{", Pattern.MULTILINE);

  private UsedParts() {}

  /**
   * A text without what is not used.
   *
   * @param library parts that define names, and others, which stay
   * @param program what uses them
   */
  public static String of(String library, String program) {
    List<String> parts = List.of(library.split("\n\n+"));
    Set<String> used = new LinkedHashSet<>(identifiers(program));
    List<Boolean> kept = new ArrayList<>();
    for (String part : parts) {
      boolean stays = names(part).isEmpty();
      kept.add(stays);
      if (stays) {
        used.addAll(identifiers(part));
      }
    }
    boolean isMore = true;
    while (isMore) {
      isMore = false;
      for (int i = 0; i < parts.size(); i++) {
        if (!kept.get(i) && names(parts.get(i)).stream().anyMatch(used::contains)) {
          kept.set(i, true);
          used.addAll(identifiers(parts.get(i)));
          isMore = true;
        }
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      if (kept.get(i)) {
        text.append(text.isEmpty() ? "" : "\n\n").append(parts.get(i).strip());
      }
    }
    return text.append('\n').toString();
  }

  /** What a part defines; nothing if it has other lines too, such as an include. */
  private static Set<String> names(String part) {
    Set<String> names = new LinkedHashSet<>();
    if (part.contains("#include") || part.contains("#if")) {
      return names;
    }
    for (Pattern kind : List.of(MACRO, FUNCTION, VARIABLE, TYPE)) {
      Matcher found = kind.matcher(part);
      while (found.find()) {
        names.add(found.group(1));
      }
    }
    return names;
  }

  private static Set<String> identifiers(String text) {
    Set<String> all = new LinkedHashSet<>();
    Matcher found = IDENTIFIER.matcher(text);
    while (found.find()) {
      all.add(found.group());
    }
    return all;
  }
}
