package org.foretell.generators.program.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Divides the text of programs into functions: one for each phase, for each loop with more than a
 * few statements, and for each stretch that is too long to be read at once. Functions of the same
 * text are one.
 */
public final class Functions {
  /** Statements of a function, at most, but for loops around a few. */
  private static final int LONGEST = 48;

  /** A loop with fewer statements stays where it is. */
  private static final int SHORT_LOOP = 6;

  /** Values that are taken in turn: their place in the program remembers which was the last. */
  private static final String IN_TURN = "next";

  /** Counters of loops, by their depth. */
  private static final String COUNTERS = "ijklmnop";

  private final Map<String, String> functions = new LinkedHashMap<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final Set<String> remembering = new LinkedHashSet<>();

  /**
   * Defines a function.
   *
   * @param wanted its name, which gets a number if there is another one of that name
   * @return a call of it
   */
  public String define(String wanted, List<Piece> body) {
    return defineLines(wanted, lines(body));
  }

  /** The functions, each after those that it calls. */
  public List<String> texts() {
    return List.copyOf(functions.values());
  }

  private String defineLines(String wanted, List<String> lines) {
    boolean remembers = lines.stream().anyMatch(this::remembers);
    List<String> counters = outerCounters(lines);
    String call = "(" + String.join(", ", counters) + ")";
    String key = String.join("\n", lines);
    String known = functions.get(key);
    if (known != null && !remembers) {
      return known.substring("static void ".length(), known.indexOf('(')) + call;
    }
    String name = wanted;
    for (int i = 2; !names.add(name); i++) {
      name = wanted + "_" + i;
    }
    if (remembers) {
      remembering.add(name + call + ";");
    }
    String parameters =
        counters.isEmpty()
            ? "void"
            : counters.stream().map(c -> "long " + c).collect(Collectors.joining(", "));
    StringBuilder text = new StringBuilder("static void " + name + "(" + parameters + ") {\n");
    for (String line : lines) {
      text.append(Columns.wrapped("  " + line)).append('\n');
    }
    functions.put(remembers ? name : key, text.append("}").toString());
    return name + call;
  }

  /** The counters that lines use of loops around them. */
  private static List<String> outerCounters(List<String> lines) {
    List<String> counters = new ArrayList<>();
    for (int i = 0; i < COUNTERS.length(); i++) {
      char c = COUNTERS.charAt(i);
      boolean isUsed =
          lines.stream().anyMatch(l -> l.contains("(" + c + " ") || l.contains("(" + c + ")"));
      if (isUsed && lines.stream().noneMatch(l -> l.contains("(long " + c + " "))) {
        counters.add(String.valueOf(c));
      }
    }
    return counters;
  }

  /** Whether calling it at two places is something else than two of it. */
  private boolean remembers(String line) {
    return line.contains(IN_TURN) || remembering.contains(line.strip());
  }

  private List<String> lines(List<Piece> pieces) {
    return joined(pieces.stream().map(this::lines).toList());
  }

  private List<String> lines(Piece piece) {
    if (piece instanceof Piece.Phase phase) {
      String function = define(phase.name(), phase.body());
      return List.of(phase.head(), function + ";", phase.end());
    } else if (piece instanceof Piece.Block block) {
      List<String> body = lines(block.body());
      boolean isLong = body.size() > LONGEST || (body.size() > SHORT_LOOP && block.depth() > 0);
      return block(
          block.head() + " {", isLong ? List.of(defineLines(block.name(), body) + ";") : body);
    } else if (piece instanceof Piece.Choice choice) {
      return choice(choice);
    }
    return List.of(piece.head().split("\n"));
  }

  private List<String> choice(Piece.Choice choice) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < choice.tests().size(); i++) {
      String test = choice.tests().get(i);
      String head = test.isEmpty() ? "else" : "if (" + test + ")";
      boolean isFirst = i == 0;
      if (!isFirst) {
        lines.remove(lines.size() - 1);
      }
      List<String> body = lines(choice.bodies().get(i));
      lines.addAll(
          block(
              (isFirst ? "" : test.isEmpty() ? "} " : "} else ") + head + " {",
              body.size() > LONGEST ? List.of(defineLines("part", body) + ";") : body));
    }
    return lines;
  }

  private static List<String> block(String head, List<String> body) {
    List<String> lines = new ArrayList<>();
    lines.add(head);
    body.forEach(line -> lines.add("  " + line));
    lines.add("}");
    return lines;
  }

  /** The lines of all pieces, in several functions if they are too many for one. */
  private List<String> joined(List<List<String>> pieces) {
    List<String> lines = new ArrayList<>();
    pieces.forEach(lines::addAll);
    if (lines.size() <= 2 * LONGEST) {
      return lines;
    }
    List<String> callsOfParts = new ArrayList<>();
    List<String> part = new ArrayList<>();
    for (List<String> piece : pieces) {
      if (part.size() + piece.size() > LONGEST && !part.isEmpty()) {
        callsOfParts.add(defineLines("part", part) + ";");
        part = new ArrayList<>();
      }
      part.addAll(piece);
    }
    callsOfParts.add(defineLines("part", part) + ";");
    List<List<String>> single = callsOfParts.stream().map(List::of).toList();
    return single.size() <= 2 * LONGEST ? callsOfParts : joined(single);
  }
}
