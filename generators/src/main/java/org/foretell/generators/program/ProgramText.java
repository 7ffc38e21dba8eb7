package org.foretell.generators.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.generators.GeneratorException;
import org.foretell.generators.program.call.Calls;
import org.foretell.generators.program.call.UnsupportedCallException;
import org.foretell.generators.program.layout.Piece;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.OpenTransfers;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.value.CText;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/** What a rank does, as pieces of C. */
final class ProgramText {
  /** A place in the traced program that takes more room than this has a number in comments. */
  private static final int LONGEST_PLACE = 24;

  private final Calls calls;
  private final BurstCode bursts;
  private final ValueCode values;
  private final TraceTables tables;
  private final boolean skipping;
  private final Map<String, Integer> numberedPlaces = new LinkedHashMap<>();
  private final Map<String, Integer> skipped = new LinkedHashMap<>();
  private OpenTransfers transfers = OpenTransfers.none();

  ProgramText(
      Calls calls, BurstCode bursts, ValueCode values, TraceTables tables, boolean skipping) {
    this.calls = calls;
    this.bursts = bursts;
    this.values = values;
    this.tables = tables;
    this.skipping = skipping;
  }

  /** What the ranks of a program do. */
  List<Piece> pieces(RankProgram program) {
    bursts.beginProgram();
    transfers = OpenTransfers.of(program);
    return code(program.body(), program.ranks(), 0, 0);
  }

  /** Places in the traced program that comments name by their numbers, from 1 on. */
  List<String> numberedPlaces() {
    return List.copyOf(numberedPlaces.keySet());
  }

  /** What was left out, and how many places of it. */
  Map<String, Integer> skipped() {
    return skipped;
  }

  /**
   * The pieces of a body.
   *
   * @param depth of loops around it
   * @param times how often each loop around it repeats it, 0 if that differs
   */
  private List<Piece> code(List<Node> nodes, RankSet by, int depth, long times) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      int end = node instanceof Node.Statement statement ? endOfPhase(nodes, i, statement) : -1;
      if (end > i + 1) {
        pieces.add(phase((Node.Statement) node, nodes.subList(i + 1, end), by));
        i = end;
      } else if (node instanceof Node.Loop loop) {
        pieces.addAll(loop(loop, by, depth, times));
      } else {
        pieces.addAll(statement((Node.Statement) node, by, next(nodes, i, times)));
      }
    }
    return pieces;
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

  private Piece phase(Node.Statement begin, List<Node> body, RankSet by) {
    long marker = begin.isConstant(OpField.MARKER) ? begin.constant(OpField.MARKER) : OpView.NONE;
    String name = marker >= 0 ? tables.phase((int) marker) : "";
    long number = Math.max(0, marker);
    return new Piece.Phase(
        String.format(Locale.ROOT, "begin_phase(%d);%s", number, comment(name)),
        "phase_" + CText.identifier(name),
        String.format(Locale.ROOT, "end_phase(%d);", number),
        code(body, by, 0, 0));
  }

  private List<Piece> loop(Node.Loop loop, RankSet by, int depth, long times) {
    boolean isConstant = loop.count() instanceof Values.Constant;
    long own = loop.count() instanceof Values.Constant constant ? constant.value() : 0;
    String condition = condition(loop.count(), by, depth, times);
    boolean isCondition = !condition.isEmpty();
    List<Piece> body = code(loop.body(), by, depth + 1, isCondition ? 0 : own);
    if (body.isEmpty()) {
      return List.of();
    }
    String index = index(depth);
    String count = isCondition ? "" : values.scalar(loop.count(), by);
    String head =
        isCondition
            ? "if (" + condition + ")"
            : isConstant
                ? String.format("for (long %1$s = 0; %1$s < %2$s; %1$s++)", index, count)
                : String.format("for (long %1$s = %2$s; %1$s > 0; %1$s--)", index, count);
    return List.of(new Piece.Block(head, named("step", loop.body()), depth, body));
  }

  private static String index(int depth) {
    return String.valueOf((char) ('i' + depth % 8));
  }

  /** A test for what happens once or not at all; empty for anything else. */
  private String condition(Values count, RankSet by, int depth, long times) {
    if (count instanceof Values.Cyclic cyclic && isOnceOrNever(cyclic.values())) {
      String iteration =
          times == cyclic.values().length ? iteration(cyclic.values(), index(depth - 1)) : "";
      return iteration.isEmpty() ? values.scalar(count, by) : iteration;
    }
    return values.condition(count, by);
  }

  private static boolean isOnceOrNever(long[] counts) {
    return Arrays.stream(counts).allMatch(c -> c == 0 || c == 1)
        && Arrays.stream(counts).distinct().count() == 2;
  }

  /** A test on the loop around it: all iterations but the first, only the last and the like. */
  private static String iteration(long[] counts, String index) {
    int last = counts.length - 1;
    long sum = Arrays.stream(counts).sum();
    if (sum == 1) {
      return counts[0] == 1 ? index + " == 0" : counts[last] == 1 ? index + " == " + last : "";
    } else if (sum == last) {
      return counts[0] == 0 ? index + " > 0" : counts[last] == 0 ? index + " < " + last : "";
    }
    return "";
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

  /** The op after one of a body, which may be the first of the next iteration; null for a loop. */
  private static Node.@Nullable Statement next(List<Node> nodes, int at, long times) {
    int next = at + 1 < nodes.size() ? at + 1 : times > 1 ? 0 : at;
    return next != at && nodes.get(next) instanceof Node.Statement statement ? statement : null;
  }

  /** The data that a burst before an op most likely writes; empty for none. */
  private String written(Node.Statement burst, Node.@Nullable Statement next, RankSet by) {
    try {
      return next == null ? "" : calls.written(next, by, transfers.at(burst));
    } catch (UnsupportedCallException e) {
      return ""; // The op itself is refused, or left out with a comment.
    }
  }

  private List<Piece> statement(Node.Statement s, RankSet by, Node.@Nullable Statement next) {
    if (s.code().family() == OpCode.Family.COMPUTE) {
      return List.of(bursts.of(s, by, written(s, next, by)));
    }
    List<String> lines =
        switch (s.code().family()) {
          case MARKER -> List.of(marker(s));
          case COMPUTE,
              LOCAL,
              POINT_TO_POINT,
              PERSISTENT,
              COMPLETION,
              COLLECTIVE,
              COMMUNICATOR,
              RMA,
              FILE,
              SHMEM ->
              call(s, by);
        };
    return lines.size() == 1
        ? List.of(new Piece.Line(lines.get(0)))
        : lines.isEmpty() ? List.of() : List.of(new Piece.Line(String.join("\n", lines)));
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
      lines.set(0, lines.get(0) + comment(shown(site)));
    }
    return lines;
  }

  /** A place in the traced program, or its number if it is long. */
  private String shown(String site) {
    if (site.length() <= LONGEST_PLACE) {
      return site;
    }
    String place = CText.comment(site);
    return "at " + numberedPlaces.computeIfAbsent(place, p -> numberedPlaces.size() + 1);
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
