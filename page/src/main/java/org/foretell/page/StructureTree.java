package org.foretell.page;

import static java.util.Comparator.comparingDouble;
import static java.util.Comparator.comparingInt;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.foretell.structure.outline.CallValue;
import org.foretell.structure.outline.LoopWords;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Part;
import org.foretell.time.Quantity;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;

/**
 * What programs look like, as rows in rows for the template. However long a program is, it has at
 * most some hundred rows: those with least time are put together, and so are deep ones.
 */
final class StructureTree {
  private static final int MOST_PROGRAMS = 8;
  private static final int MOST_ROWS_OF_BODY = 24;
  private static final int MOST_ROWS = 240;
  private static final int MOST_DEPTH = 6;

  /** Loops with at least this share of their program's time are open. */
  private static final double OPEN_SHARE = 0.05;

  private final List<String> callSites;
  private double programPs;
  private int rowsLeft;

  /** Some pieces, what all of their iterations take, and how many ops they are in the text. */
  private record Piece(Part part, double totalPs, int ops) {}

  private StructureTree(List<String> callSites) {
    this.callSites = callSites;
  }

  /**
   * The programs of most ranks, in the order of their ranks.
   *
   * @param outlines at least one
   * @param callSites names by number
   */
  static Map<String, Object> of(List<Outline> outlines, List<String> callSites) {
    List<Outline> shown =
        IntStream.range(0, outlines.size())
            .boxed()
            .sorted(comparingInt((Integer i) -> outlines.get(i).ranks().size()).reversed())
            .limit(MOST_PROGRAMS)
            .sorted()
            .map(outlines::get)
            .toList();
    StructureTree tree = new StructureTree(callSites);
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("programs", shown.stream().map(tree::program).toList());
    int ranks = outlines.stream().mapToInt(outline -> outline.ranks().size()).sum();
    int shownRanks = shown.stream().mapToInt(outline -> outline.ranks().size()).sum();
    data.put("kinds", outlines.size());
    data.put("otherKinds", outlines.size() - shown.size());
    data.put("otherRanks", ranks - shownRanks);
    return data;
  }

  private Map<String, Object> program(Outline outline) {
    List<Part> parts = new ArrayList<>();
    for (int line = 0; line < outline.lines(); line++) {
      parts.addAll(outline.parts(line));
    }
    List<Piece> pieces = parts.stream().map(part -> piece(part, 1)).toList();
    programPs = pieces.stream().mapToDouble(Piece::totalPs).sum();
    rowsLeft = MOST_ROWS;
    Map<String, Object> program = new LinkedHashMap<>();
    int ranks = outline.ranks().size();
    program.put("name", (ranks == 1 ? "Rank " : "Ranks ") + shortened(outline.ranks().toString()));
    program.put("count", ranks == 1 ? "" : String.format(Locale.ROOT, "%,d ranks, mean", ranks));
    program.put("picoseconds", Long.toString(Math.round(programPs)));
    program.put("time", Quantity.formatTime(Math.round(programPs)));
    program.put("rows", body(pieces, 1, 1));
    return program;
  }

  /** Sets of ranks may have thousands of pieces. */
  private static String shortened(String ranks) {
    String spaced = ranks.replace(",", ", ");
    if (spaced.length() <= 80) {
      return spaced;
    }
    return spaced.substring(0, spaced.lastIndexOf(", ", 80)) + ", …";
  }

  private static Piece piece(Part part, double times) {
    if (part instanceof Part.Loop loop) {
      double totalPs = 0;
      int ops = 0;
      for (Part inner : loop.body()) {
        Piece of = piece(inner, times * loop.count().mean());
        totalPs += of.totalPs;
        ops += of.ops;
      }
      return new Piece(part, totalPs, ops);
    }
    return new Piece(part, times * ((Part.Call) part).meanPs(), 1);
  }

  /**
   * The rows of a body, in its order; those with least time are put together.
   *
   * @param times how often the body is run in all
   * @param depth from 1
   */
  private List<Map<String, Object>> body(List<Piece> pieces, double times, int depth) {
    BitSet kept = new BitSet();
    IntStream.range(0, pieces.size())
        .boxed()
        .sorted(comparingDouble((Integer i) -> pieces.get(i).totalPs).reversed())
        .limit(Math.min(MOST_ROWS_OF_BODY, Math.max(1, rowsLeft)))
        .forEach(kept::set);
    rowsLeft -= kept.cardinality();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < pieces.size(); ) {
      if (kept.get(i)) {
        rows.add(row(pieces.get(i), times, depth));
        i++;
      } else {
        int end = kept.nextSetBit(i) < 0 ? pieces.size() : kept.nextSetBit(i);
        rows.add(rest(pieces.subList(i, end)));
        i = end;
      }
    }
    return rows;
  }

  private Map<String, Object> row(Piece piece, double times, int depth) {
    if (!(piece.part instanceof Part.Loop loop)) {
      Part.Call call = (Part.Call) piece.part;
      String each =
          times > 1
              ? String.format(Locale.ROOT, "%,.0f × ", times)
                  + Quantity.formatTime(Math.round(call.meanPs()))
              : "";
      return row(name(call), each, piece.totalPs);
    }
    String name = LoopWords.of(loop, depth - 1);
    double inner = times * loop.count().mean();
    Map<String, Object> row =
        row(name, Quantity.formatTime(Math.round(piece.totalPs / inner)) + " each", piece.totalPs);
    List<Piece> body = loop.body().stream().map(part -> piece(part, inner)).toList();
    boolean tooDeep = depth == MOST_DEPTH || rowsLeft <= 0;
    row.put("rows", tooDeep ? List.of(rest(body)) : body(body, inner, depth + 1));
    row.put("open", piece.totalPs >= OPEN_SHARE * programPs);
    return row;
  }

  private Map<String, Object> rest(List<Piece> pieces) {
    int ops = pieces.stream().mapToInt(Piece::ops).sum();
    double totalPs = pieces.stream().mapToDouble(Piece::totalPs).sum();
    String name =
        ops == 1 ? "… one op, left out" : String.format(Locale.ROOT, "… %,d ops, left out", ops);
    return row(name, "", totalPs);
  }

  private Map<String, Object> row(String name, String each, double totalPs) {
    double share = programPs == 0 ? 0 : totalPs / programPs;
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", name);
    row.put("each", each);
    row.put("picoseconds", Long.toString(Math.round(totalPs)));
    row.put("time", Quantity.formatTime(Math.round(totalPs)));
    row.put("percent", String.format(Locale.ROOT, "%.1f %%", 100 * share));
    row.put("width", 100 * share);
    return row;
  }

  private String name(Part.Call call) {
    String word =
        call.code() == OpCode.COMPUTE
            ? "computation"
            : call.code().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String values = call.values().stream().map(CallValue::text).collect(Collectors.joining(", "));
    return PageWords.at(
        values.isEmpty() ? word : word + " (" + values + ")",
        call.callSite() == OpView.NONE ? null : callSites.get(call.callSite()));
  }
}
