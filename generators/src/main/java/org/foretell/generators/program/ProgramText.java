package org.foretell.generators.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.program.call.Calls;
import org.foretell.generators.program.call.UnsupportedCallException;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;

/**
 * The functions of a program: one for each phase, for each loop with more than a few statements,
 * and for each stretch that is too long to be read at once.
 */
final class ProgramText {
  /** Statements of a function, at most, but for loops around a few. */
  private static final int LONGEST = 48;

  /** A loop with fewer statements stays where it is. */
  private static final int SHORT_LOOP = 6;

  private final Calls calls;
  private final BurstCode bursts;
  private final ValueCode values;
  private final TraceTables tables;
  private final boolean skipping;
  private final Map<String, String> functions = new LinkedHashMap<>();
  private final Set<String> names = new LinkedHashSet<>();
  private final Map<String, Integer> skipped = new LinkedHashMap<>();

  ProgramText(
      Calls calls, BurstCode bursts, ValueCode values, TraceTables tables, boolean skipping) {
    this.calls = calls;
    this.bursts = bursts;
    this.values = values;
    this.tables = tables;
    this.skipping = skipping;
  }

  /** The name of a function that does what a program does. */
  String function(RankProgram program, String name) {
    return define(name, code(program.body(), program.ranks(), 0));
  }

  /** The functions, each after those that it calls. */
  List<String> functions() {
    return List.copyOf(functions.values());
  }

  /** What was left out, and how many places of it. */
  Map<String, Integer> skipped() {
    return skipped;
  }

  private String define(String wanted, List<String> lines) {
    String key = String.join("\n", lines);
    for (Map.Entry<String, String> known : functions.entrySet()) {
      if (known.getKey().equals(key)) {
        String text = known.getValue();
        return text.substring("static void ".length(), text.indexOf('('));
      }
    }
    String name = wanted;
    for (int i = 2; !names.add(name); i++) {
      name = wanted + "_" + i;
    }
    StringBuilder text = new StringBuilder("static void " + name + "(void) {\n");
    for (String line : lines) {
      text.append(Columns.wrapped("  " + line)).append('\n');
    }
    functions.put(key, text.append("}").toString());
    return name;
  }

  private List<String> code(List<Node> nodes, RankSet by, int depth) {
    List<List<String>> pieces = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int end = node instanceof Node.Statement statement ? endOfPhase(nodes, i, statement) : -1;
      if (end > i + 1) {
        pieces.add(phase((Node.Statement) node, nodes.subList(i + 1, end), by));
        i = end;
      } else if (node instanceof Node.Loop loop) {
        pieces.add(loop(loop, by, depth));
      } else {
        pieces.add(statement((Node.Statement) node, by));
      }
    }
    return joined(pieces);
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
        callsOfParts.add(define("part", part) + "();");
        part = new ArrayList<>();
      }
      part.addAll(piece);
    }
    callsOfParts.add(define("part", part) + "();");
    List<List<String>> single = callsOfParts.stream().map(List::of).toList();
    return single.size() <= 2 * LONGEST ? callsOfParts : joined(single);
  }

  /** Where the phase ends that begins here, on the same level; -1 if it does not. */
  private static int endOfPhase(List<Node> nodes, int start, Node.Statement begin) {
    if (begin.code() != OpCode.MARKER_BEGIN) {
      return -1;
    }
    int depth = 0;
    for (int i = start; i < nodes.size(); i++) {
      if (nodes.get(i) instanceof Node.Statement statement) {
        depth += statement.code() == OpCode.MARKER_BEGIN ? 1 : 0;
        depth -= statement.code() == OpCode.MARKER_END ? 1 : 0;
        if (depth == 0) {
          return i;
        }
      }
    }
    return -1;
  }

  private List<String> phase(Node.Statement begin, List<Node> body, RankSet by) {
    long marker = begin.isConstant(OpField.MARKER) ? begin.constant(OpField.MARKER) : OpView.NONE;
    String name = marker >= 0 ? tables.phase((int) marker) : "";
    String function = define("phase_" + CText.identifier(name), code(body, by, 0));
    long number = Math.max(0, marker);
    return List.of(
        String.format("begin_phase(%d);%s", number, comment(name)),
        function + "();",
        String.format("end_phase(%d);", number));
  }

  private List<String> loop(Node.Loop loop, RankSet by, int depth) {
    List<String> body = code(loop.body(), by, depth + 1);
    if (body.isEmpty()) {
      return List.of();
    }
    if ((body.size() > SHORT_LOOP && depth > 0) || body.size() > LONGEST) {
      body = List.of(define(named("step", loop.body()), body) + "();");
    }
    String condition = values.condition(loop.count(), by);
    if (!condition.isEmpty()) {
      return block("if (" + condition + ") {", body);
    }
    String index = String.valueOf((char) ('i' + depth % 8));
    String count = values.scalar(loop.count(), by);
    boolean isConstant = loop.count() instanceof Values.Constant;
    return block(
        isConstant
            ? String.format("for (long %1$s = 0; %1$s < %2$s; %1$s++) {", index, count)
            : String.format("for (long %1$s = %2$s; %1$s > 0; %1$s--) {", index, count),
        body);
  }

  /** A name with the place of the first call in the traced program, where that is known. */
  private String named(String name, List<Node> body) {
    for (Node node : body) {
      String place =
          node instanceof Node.Statement s
              ? CText.identifier(site(s))
              : named("", ((Node.Loop) node).body());
      if (!place.isEmpty()) {
        return name.isEmpty() ? place : name + "_" + place;
      }
    }
    return name;
  }

  private static List<String> block(String head, List<String> body) {
    List<String> lines = new ArrayList<>();
    lines.add(head);
    body.forEach(line -> lines.add("  " + line));
    lines.add("}");
    return lines;
  }

  private List<String> statement(Node.Statement s, RankSet by) {
    return switch (s.code().family()) {
      case COMPUTE -> List.of(bursts.of(s, by));
      case MARKER -> List.of(marker(s));
      default -> call(s, by);
    };
  }

  private String marker(Node.Statement s) {
    long marker = s.isConstant(OpField.MARKER) ? Math.max(0, s.constant(OpField.MARKER)) : 0;
    return (s.code() == OpCode.MARKER_BEGIN ? "begin_phase(" : "end_phase(") + marker + ");";
  }

  private List<String> call(Node.Statement s, RankSet by) {
    List<String> lines;
    try {
      lines = new ArrayList<>(calls.of(s, by));
    } catch (UnsupportedCallException e) {
      String op = s.code().name().toLowerCase(Locale.ROOT);
      String what = op + ": " + e.getMessage();
      if (!skipping) {
        throw new GeneratorException(
            GeneratorException.Kind.INPUT, what + place(s) + "; --skip leaves such calls out");
      }
      skipped.merge(what, 1, Integer::sum);
      return List.of("/* left out: " + CText.comment(what) + " */");
    }
    String site = site(s);
    if (!lines.isEmpty() && !site.isEmpty()) {
      lines.set(0, lines.get(0) + comment(site));
    }
    return lines;
  }

  private String site(Node.Statement s) {
    boolean isKnown = s.code().has(OpField.CALL_SITE) && s.isConstant(OpField.CALL_SITE);
    long site = isKnown ? s.constant(OpField.CALL_SITE) : OpView.NONE;
    return site == OpView.NONE ? "" : tables.callSites().get((int) site);
  }

  private String place(Node.Statement s) {
    String site = site(s);
    return site.isEmpty() ? "" : " (at " + CText.comment(site) + ")";
  }

  private static String comment(String text) {
    String clean = CText.comment(text);
    return clean.isEmpty() ? "" : "  /* " + clean + " */";
  }
}
