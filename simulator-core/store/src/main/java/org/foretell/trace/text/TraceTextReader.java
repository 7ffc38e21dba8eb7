package org.foretell.trace.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.time.QuantityException;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.foretell.trace.text.TextLexer.Token;

/**
 * Reads a trace from text into a sink, statement by statement.
 *
 * <p>A stream: it keeps only the current statement. Errors in the text, and statements that the
 * sink refuses, are {@link TraceException}s with file, line and column.
 */
public final class TraceTextReader {
  private static final List<String> STATEMENTS =
      withCounts(
          "name",
          "ranks",
          "origin",
          "base_flops_per_second",
          "ranks_per_node",
          ProvenanceText.BURST_CLOCK,
          ProvenanceText.CACHE_LINE,
          ProvenanceText.FROM,
          ProvenanceText.HELD_OUT,
          ProvenanceText.ERROR,
          ProvenanceText.CALLS_DIFFER,
          ProvenanceText.OPEN_LAWS,
          "note",
          "call_site",
          "marker",
          "communicator",
          "histogram",
          "program",
          GraphText.GRAPH,
          TextNames.DURATIONS,
          TextNames.CALL_TIMES);

  private static final Set<String> HEADER =
      Set.copyOf(STATEMENTS.subList(0, STATEMENTS.indexOf("note")));

  private static final Pattern INTEGER = Pattern.compile("\\d{1,10}");
  private static final Pattern COUNT = Pattern.compile("\\d{1,18}");
  private static final int TIMES_AT_ONCE = 1024;
  private static final long[] NO_ELEMENTS = {};

  private final TextLexer lexer;
  private final TextValues values;
  private final TraceSink sink;
  private final OpView view = new OpView();
  private final List<Variation> variations = new ArrayList<>();
  private final long[] columnPs = new long[TIMES_AT_ONCE];

  private String name = "";
  private String origin = "";
  private int ranks;
  private double baseFlopsPerSecond;
  private int ranksPerNode;
  private final ProvenanceText provenance;
  private final List<String> notes = new ArrayList<>();
  private boolean begun;

  private TraceTextReader(Reader in, String name, TraceSink sink) {
    lexer = new TextLexer(in, name);
    values = new TextValues(lexer);
    provenance = new ProvenanceText(lexer);
    this.sink = sink;
  }

  /**
   * Reads a file in UTF-8, from its first line to its last, calling everything from {@code begin}
   * to {@code end}.
   *
   * @param file the file
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if it cannot be read or is wrong
   */
  public static void read(Path file, TraceSink sink) {
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      new TraceTextReader(in, file.toString(), sink).read();
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }

  /**
   * Reads from a stream of characters to its end.
   *
   * @param in the text
   * @param name names the file in messages
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if it cannot be read or is wrong
   */
  public static void read(Reader in, String name, TraceSink sink) {
    try {
      new TraceTextReader(in, name, sink).read();
    } catch (IOException e) {
      throw TraceException.reading(Path.of(name), e);
    }
  }

  /**
   * {@return whether a file starts like a trace in text form}
   *
   * @param file the file
   * @throws TraceException if it cannot be read
   */
  public static boolean recognizes(Path file) {
    byte[] expected = TextNames.MAGIC.getBytes(StandardCharsets.UTF_8);
    try (var in = Files.newInputStream(file)) {
      return java.util.Arrays.equals(in.readNBytes(expected.length), expected);
    } catch (IOException e) {
      throw TraceException.reading(file, e);
    }
  }

  private void read() throws IOException {
    String place = lexer.place();
    try {
      header();
      while (lexer.token() != Token.END) {
        place = lexer.place();
        statement();
      }
      begin();
      sink.end();
    } catch (IllegalArgumentException | IllegalStateException | QuantityException e) {
      throw new TraceException(place + e.getMessage(), e);
    }
  }

  private void header() throws IOException {
    lexer.next();
    if (lexer.token() != Token.WORD || !lexer.text().equals(TextNames.MAGIC)) {
      throw lexer.wrong(
          "\""
              + TextNames.MAGIC
              + " "
              + TextNames.VERSION
              + "\" as the first line, found "
              + lexer.found());
    }
    lexer.next();
    if (!values.word("a version").equals(Integer.toString(TextNames.VERSION))) {
      throw lexer.wrong(
          "version "
              + TextNames.VERSION
              + ", found "
              + lexer.found()
              + "; use a version of Foretell that reads it");
    }
    lexer.next();
    endOfLine();
  }

  private void statement() throws IOException {
    String keyword = values.word("a statement");
    if (!STATEMENTS.contains(keyword)) {
      throw lexer.wrong(
          "a statement ("
              + String.join(", ", STATEMENTS)
              + "), found "
              + lexer.found()
              + (TextNames.op(keyword) == null
                  ? TextNames.suggestion(keyword, STATEMENTS)
                  : "; ops stand between the braces of a program"));
    }
    if (keyword.equals("program")) {
      program();
      return;
    }
    if (keyword.equals(GraphText.GRAPH)) {
      begin();
      lexer.next();
      GraphText.read(lexer, values, ranks, sink);
      lexer.next();
      endOfLine();
      return;
    }
    if (isColumn(keyword)) {
      column(keyword);
      return;
    }
    if (!keyword.equals("note") && begun == HEADER.contains(keyword)) {
      if (begun) {
        throw lexer.at(keyword + " must stand before all definitions, programs and durations");
      }
      begin();
    }
    lexer.next();
    switch (keyword) {
      case "name" -> name = string("name \"lu.C.64\"");
      case "origin" -> origin = string("origin \"my tracer\"");
      case "ranks" -> ranks = integer("a number of ranks");
      case "base_flops_per_second" -> baseFlopsPerSecond = decimal();
      case "ranks_per_node" -> ranksPerNode = integer("a number of ranks");
      case ProvenanceText.BURST_CLOCK -> {
        provenance.clock(values.word("a clock"));
        lexer.next();
      }
      case ProvenanceText.CACHE_LINE -> provenance.cacheLine(integer("a number of bytes"));
      case ProvenanceText.FROM -> provenance.from(values.rankSet());
      case ProvenanceText.HELD_OUT -> provenance.heldOut(integer("a number of ranks"));
      case ProvenanceText.ERROR -> provenance.error(decimal());
      case ProvenanceText.CALLS_DIFFER -> provenance.callsDiffer(integer("0 or 1"));
      case ProvenanceText.OPEN_LAWS -> provenance.openLaws(integer("a number of laws"));
      case "note" -> note(string("note \"taken at noon\""));
      case "call_site" -> sink.callSite(integer("an id"), string("call_site 3 \"solver.c:12\""));
      case "marker" -> sink.marker(integer("an id"), string("marker 3 \"solve\""));
      case "communicator" -> communicator();
      default -> histogram();
    }
    endOfLine();
  }

  private void begin() throws IOException {
    if (!begun) {
      if (ranks == 0) {
        throw lexer.wrong("a line \"ranks N\" first, with N of at least 1, found none");
      }
      if (ranksPerNode > ranks) {
        throw lexer.wrong(
            "\"ranks_per_node\" of at most the " + ranks + " ranks, found " + ranksPerNode);
      }
      begun = true;
      sink.begin(
          provenance.addTo(
              new TraceInfo(name, ranks, origin, baseFlopsPerSecond, notes)
                  .withRanksPerNode(ranksPerNode)));
    }
  }

  private void note(String text) {
    if (begun) {
      sink.note(text);
    } else {
      notes.add(text);
    }
  }

  private void communicator() throws IOException {
    int id = integer("an id");
    String place = lexer.place();
    RankSet members = values.rankSet();
    if (members.size() > ranks) {
      throw new TraceException(
          place + "a communicator has at most " + ranks + " ranks, but holds " + members.size());
    }
    sink.communicator(new Communicator(id, members.toArray()));
  }

  private void histogram() throws IOException {
    int id = integer("an id");
    List<DurationHistogram.Bin> bins = new ArrayList<>();
    do {
      label("count");
      long count = values.read(null) instanceof Values.Constant constant ? constant.value() : -1;
      bins.add(new DurationHistogram.Bin(count, time("min"), time("mean"), time("max")));
    } while (values.isSeparator(';'));
    sink.histogram(new DurationHistogram(id, bins));
  }

  private void label(String name) throws IOException {
    if (!values.word(name).equals(name)) {
      throw lexer.wrong("\"" + name + "=\", found " + lexer.found());
    }
    lexer.next();
    values.sign('=');
  }

  private long time(String name) throws IOException {
    label(name);
    return time();
  }

  private long time() throws IOException {
    try {
      long ps = TextNumbers.parseTime(values.word("a time"));
      lexer.next();
      return ps;
    } catch (IllegalArgumentException | QuantityException e) {
      throw lexer.at(String.valueOf(e.getMessage()));
    }
  }

  private static List<String> withCounts(String... others) {
    return Stream.concat(Stream.of(others), TextNames.COUNTS.keySet().stream()).toList();
  }

  private static boolean isColumn(String keyword) {
    return keyword.equals(TextNames.DURATIONS)
        || keyword.equals(TextNames.CALL_TIMES)
        || TextNames.COUNTS.containsKey(keyword);
  }

  private void column(String keyword) throws IOException {
    begin();
    lexer.next();
    int rank = integer("a rank");
    int length = 0;
    while (lexer.token() == Token.WORD) {
      if (length == columnPs.length) {
        toColumn(keyword, rank, length);
        length = 0;
      }
      boolean absent = lexer.text().equals(TextNames.NONE) && keyword.equals(TextNames.DURATIONS);
      if (absent) {
        lexer.next();
      }
      columnPs[length++] =
          absent ? TraceSink.NO_BURST : TextNames.COUNTS.containsKey(keyword) ? count() : time();
    }
    toColumn(keyword, rank, length);
    endOfLine();
  }

  /** What a counter counted. */
  private long count() throws IOException {
    String text = lexer.text();
    boolean isUnknown = text.equals(TextNames.UNKNOWN);
    if (!isUnknown && !COUNT.matcher(text).matches()) {
      throw lexer.wrong("a count, or \"unknown\", found " + lexer.found());
    }
    lexer.next();
    return isUnknown ? BurstCounts.UNKNOWN : Long.parseLong(text);
  }

  private void toColumn(String keyword, int rank, int length) {
    BurstCounter counter = TextNames.COUNTS.get(keyword);
    if (counter != null) {
      sink.counts(rank, counter, columnPs, 0, length);
    } else if (keyword.equals(TextNames.CALL_TIMES)) {
      sink.callTimes(rank, columnPs, 0, length);
    } else {
      sink.durations(rank, columnPs, 0, length);
    }
  }

  private void program() throws IOException {
    begin();
    lexer.next();
    sink.beginProgram(values.rankSet());
    openBrace();
    int depth = 1;
    while (depth > 0) {
      String place = lexer.place();
      try {
        if (lexer.isSign('}')) {
          depth--;
          closeBrace(depth);
        } else if (lexer.token() == Token.WORD && lexer.text().equals("repeat")) {
          lexer.next();
          sink.beginRepeat(values.read(null));
          openBrace();
          depth++;
        } else if (lexer.token() == Token.WORD && isColumn(lexer.text())) {
          column(lexer.text());
        } else {
          op();
        }
      } catch (IllegalArgumentException | IllegalStateException | QuantityException e) {
        throw new TraceException(place + e.getMessage(), e);
      }
    }
  }

  private void openBrace() throws IOException {
    values.sign('{');
    endOfLine();
  }

  private void closeBrace(int depth) throws IOException {
    if (depth == 0) {
      sink.endProgram();
    } else {
      sink.endRepeat();
    }
    lexer.next();
    endOfLine();
  }

  private void op() throws IOException {
    String opName =
        values.word("an op, \"repeat\", \"durations\", \"call_times\", counts or \"}\"");
    OpCode code = TextNames.op(opName);
    if (code == null) {
      throw lexer.wrong(
          "the name of an op, found "
              + lexer.found()
              + TextNames.suggestion(opName, TextNames.ops())
              + " (docs/trace-format.md lists all ops)");
    }
    lexer.next();
    view.reset(code);
    variations.clear();
    int given = 0;
    while (lexer.token() == Token.WORD) {
      OpField field = field(code, lexer.text());
      if ((given & 1 << field.id()) != 0) {
        throw lexer.at(TextNames.of(field) + " is given twice");
      }
      given |= 1 << field.id();
      lexer.next();
      values.sign('=');
      field(field, values.read(field));
    }
    if (TextNames.receivesWhatItSends(code) && (given & 1 << OpField.RECEIVE_BYTES.id()) == 0) {
      receiveWhatIsSent();
    }
    sink.op(view, variations);
    endOfLine();
  }

  private void receiveWhatIsSent() {
    view.set(OpField.RECEIVE_BYTES, view.bytes());
    for (Variation each : List.copyOf(variations)) {
      if (each.field() == OpField.BYTES) {
        variations.add(new Variation(OpField.RECEIVE_BYTES, each.relative(), each.values()));
      }
    }
  }

  private OpField field(OpCode code, String fieldName) {
    OpField field = TextNames.field(fieldName);
    if (field == null || !code.has(field)) {
      List<String> known = code.fields().stream().map(TextNames::of).toList();
      throw lexer.wrong(
          "a field of "
              + TextNames.of(code)
              + " ("
              + String.join(", ", known)
              + "), found "
              + lexer.found()
              + TextNames.suggestion(fieldName, known));
    }
    return field;
  }

  private void field(OpField field, Values value) {
    boolean relative = values.isRelative();
    if (value instanceof Values.Constant constant && !relative) {
      view.set(field, constant.value());
      return;
    }
    if (field.isList()) {
      long[] elements = value instanceof Values.Cyclic cyclic ? cyclic.values() : NO_ELEMENTS;
      if (value instanceof Values.Cyclic && elements.length == values.width()) {
        view.setList(field, elements);
        return;
      }
      // Only the length counts where a list varies.
      view.setList(field, new long[values.width()]);
    }
    variations.add(new Variation(field, relative, value));
  }

  private void endOfLine() throws IOException {
    if (lexer.token() != Token.LINE_END && lexer.token() != Token.END) {
      throw lexer.wrong("the end of the line, found " + lexer.found());
    }
    if (lexer.token() == Token.LINE_END) {
      lexer.next();
    }
  }

  private int integer(String what) throws IOException {
    String text = values.word(what);
    if (!INTEGER.matcher(text).matches() || Long.parseLong(text) > Integer.MAX_VALUE) {
      throw lexer.wrong(what + " of 0 to " + Integer.MAX_VALUE + ", found " + lexer.found());
    }
    lexer.next();
    return Integer.parseInt(text);
  }

  private double decimal() throws IOException {
    try {
      double value = Double.parseDouble(values.word("a number"));
      lexer.next();
      return value;
    } catch (NumberFormatException e) {
      throw lexer.wrong("a number, found " + lexer.found());
    }
  }

  /**
   * A text in double quotes.
   *
   * @param example a statement with one
   */
  private String string(String example) throws IOException {
    if (lexer.token() != Token.STRING) {
      throw lexer.wrong("a text in double quotes, as in " + example + ", found " + lexer.found());
    }
    String text = lexer.text();
    lexer.next();
    return text;
  }
}
