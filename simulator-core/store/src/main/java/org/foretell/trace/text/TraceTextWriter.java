package org.foretell.trace.text;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.BurstCounts;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.PendingFile;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Writes a trace as text.
 *
 * <p>A stream: it keeps only the line, and consecutive definitions, which are written in the order
 * of a trace file: call sites, markers, communicators, histograms. Structure is preserved, so that
 * {@link TraceTextReader} repeats the same calls. Values are not checked against their ranges or
 * tables; the reader's sink does that. Errors of the file system are {@link TraceException}s. Not
 * thread safe.
 */
public final class TraceTextWriter implements TraceSink {
  private static final String DEFINITION = "definitions must stand between programs";

  private static final int TIMES_ON_A_LINE = 10;

  private final Writer out;
  private final @Nullable PendingFile file;
  private final StringBuilder line = new StringBuilder();

  /** Definitions that are not yet written, a line each. */
  private final Map<Table, StringBuilder> tables = new EnumMap<>(Table.class);

  /** Kinds of definitions, in the order in which they are written. */
  private enum Table {
    CALL_SITE,
    MARKER,
    COMMUNICATOR,
    HISTOGRAM
  }

  private boolean begun;
  private boolean ended;
  private boolean closed;
  private boolean inProgram;
  private int depth;
  private int ranks;
  private String column = "";
  private int rankOfColumn = -1;
  private int timesOnLine;
  private String remark = "";

  private TraceTextWriter(Writer out, @Nullable PendingFile file) {
    this.out = out;
    this.file = file;
  }

  /**
   * Starts a file in UTF-8; it gets its name when the trace ends.
   *
   * @param target replaced when the trace ends
   * @return a sink for one thread
   * @throws TraceException if no file can be created beside it
   */
  public static TraceTextWriter create(Path target) {
    PendingFile file = new PendingFile(target);
    try {
      Writer out =
          Files.newBufferedWriter(
              file.temporary(), StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
      return new TraceTextWriter(out, file);
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
  }

  /**
   * Writes to a stream of characters, which is flushed at the end and not closed.
   *
   * @param out where to; should not be slow for small writes
   * @return a sink for one thread
   */
  public static TraceTextWriter to(Writer out) {
    return new TraceTextWriter(new BufferedWriter(out), null);
  }

  @Override
  public void begin(TraceInfo info) {
    require(!begun && !closed, "begin() must be the first call");
    begun = true;
    ranks = info.ranks();
    line.append(TextNames.MAGIC).append(' ').append(TextNames.VERSION);
    endLine();
    if (!info.name().isEmpty()) {
      quote(line.append("name "), info.name());
      endLine();
    }
    line.append("ranks ").append(info.ranks());
    endLine();
    if (!info.origin().isEmpty()) {
      quote(line.append("origin "), info.origin());
      endLine();
    }
    if (info.baseFlopsPerSecond() != 0) {
      line.append("base_flops_per_second ").append(info.baseFlopsPerSecond());
      endLine();
    }
    if (info.ranksPerNode() != 0) {
      line.append("ranks_per_node ").append(info.ranksPerNode());
      endLine();
    }
    ProvenanceText.lines(info)
        .forEach(
            text -> {
              line.append(text);
              endLine();
            });
    info.notes().forEach(this::note);
  }

  @Override
  public void note(String text) {
    startDefinition();
    quote(line.append("note "), text);
    endLine();
  }

  @Override
  public void callSite(int id, String text) {
    require(!inProgram, DEFINITION);
    startDefinition();
    quote(line.append("call_site ").append(id).append(' '), text);
    endDefinition(Table.CALL_SITE);
  }

  @Override
  public void marker(int id, String name) {
    require(!inProgram, DEFINITION);
    startDefinition();
    quote(line.append("marker ").append(id).append(' '), name);
    endDefinition(Table.MARKER);
  }

  @Override
  public void communicator(Communicator communicator) {
    require(!inProgram, DEFINITION);
    startDefinition();
    line.append("communicator ").append(communicator.id()).append(' ');
    int[] ranks = communicator.worldRanks();
    for (int i = 0; i < ranks.length; ) {
      int run = i + 1;
      while (run < ranks.length && ranks[run] == ranks[run - 1] + 1) {
        run++;
      }
      line.append(i == 0 ? "" : ",").append(ranks[i]);
      if (run - i > 1) {
        line.append('-').append(ranks[run - 1]);
      }
      i = run;
    }
    endDefinition(Table.COMMUNICATOR);
  }

  @Override
  public void histogram(DurationHistogram histogram) {
    require(!inProgram, DEFINITION);
    startDefinition();
    line.append("histogram ").append(histogram.id());
    String separator = " ";
    for (DurationHistogram.Bin bin : histogram.bins()) {
      line.append(separator)
          .append("count=")
          .append(bin.count())
          .append(" min=")
          .append(TextNumbers.time(bin.minPs()))
          .append(" mean=")
          .append(TextNumbers.time(bin.meanPs()))
          .append(" max=")
          .append(TextNumbers.time(bin.maxPs()));
      separator = "; ";
    }
    endDefinition(Table.HISTOGRAM);
  }

  @Override
  public void beginProgram(RankSet ranks) {
    require(!inProgram, "beginProgram() must stand between programs");
    start();
    line.append("program ").append(ranks).append(" {");
    endLine();
    inProgram = true;
    depth = 1;
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    require(inProgram, "ops must stand in a program");
    start();
    line.append(TextNames.of(op.code()));
    for (OpField field : op.code().fields()) {
      Variation variation = null;
      for (Variation each : variations) {
        variation = each.field() == field ? each : variation;
      }
      int length = line.length();
      line.append(' ').append(TextNames.of(field)).append('=');
      boolean written = variation == null ? constant(op, field) : variation(op, variation);
      // What is left out would be read as the size that is sent.
      written |= field == OpField.RECEIVE_BYTES && TextNames.receivesWhatItSends(op.code());
      if (!written) {
        line.setLength(length);
      }
    }
    if (!remark.isEmpty()) {
      line.append("  # ").append(remark);
      remark = "";
    }
    endLine();
  }

  private boolean constant(OpView op, OpField field) {
    if (field.isList()) {
      long[] elements = op.list(field);
      item(field, false, elements, 0, elements.length);
      return elements.length > 0;
    }
    number(field, false, op.get(field));
    return op.get(field) != op.code().absent(field);
  }

  private boolean variation(OpView op, Variation variation) {
    OpField field = variation.field();
    int width = field.isList() ? op.listLength(field) : 1;
    values(field, variation.relative(), width, variation.values());
    boolean absent =
        !field.isList()
            && !variation.relative()
            && variation.values() instanceof Values.Constant constant
            && constant.value() == op.code().absent(field);
    return !absent;
  }

  private void values(@Nullable OpField field, boolean relative, int width, Values values) {
    if (values instanceof Values.Constant constant) {
      long[] copies = new long[width];
      Arrays.fill(copies, constant.value());
      item(field, relative, copies, 0, width);
    } else if (values instanceof Values.Cyclic cyclic) {
      if (cyclic.values().length == width) {
        item(field, relative, cyclic.values(), 0, width);
      } else {
        items(TextNames.CYCLE, field, relative, cyclic.values(), width);
      }
    } else if (values instanceof Values.PerRank perRank) {
      items(TextNames.EACH, field, relative, perRank.values(), width);
    } else if (values instanceof Values.Scoped scoped) {
      String separator = TextNames.BY + "(";
      for (Values.Scope scope : scoped.scopes()) {
        line.append(separator).append(scope.ranks()).append(": ");
        values(field, relative, width, scope.values());
        separator = "; ";
      }
      line.append(')');
    } else {
      boolean optional = values instanceof Values.Column column && column.optional();
      line.append(optional ? TextNames.OPTIONAL : TextNames.COLUMN);
    }
  }

  private void items(
      String form, @Nullable OpField field, boolean relative, long[] numbers, int width) {
    line.append(form).append('(');
    for (int i = 0; i < numbers.length; i += width) {
      line.append(i == 0 ? "" : ",");
      item(field, relative, numbers, i, width);
    }
    line.append(')');
  }

  private void item(
      @Nullable OpField field, boolean relative, long[] numbers, int from, int width) {
    if (field == null || !field.isList()) {
      number(field, relative, numbers[from]);
      return;
    }
    line.append('[');
    for (int i = from; i < from + width; i++) {
      line.append(i == from ? "" : ",");
      number(field, relative, numbers[i]);
    }
    line.append(']');
  }

  private void number(@Nullable OpField field, boolean relative, long value) {
    String word = field == null || relative ? null : TextNames.word(field, value);
    if (word != null) {
      line.append(word);
    } else if (field == OpField.DURATION_PS) {
      line.append(TextNumbers.time(value));
    } else {
      line.append(relative && value >= 0 ? "+" : "").append(value);
    }
  }

  @Override
  public void beginRepeat(Values count) {
    require(inProgram, "repeats must stand in a program");
    start();
    line.append("repeat ");
    values(null, false, 1, count);
    line.append(" {");
    endLine();
    depth++;
  }

  @Override
  public void endRepeat() {
    require(inProgram && depth > 1, "endRepeat() must close a repeat");
    closeBrace();
  }

  @Override
  public void endProgram() {
    require(inProgram && depth == 1, "endProgram() must not stand inside a repeat");
    closeBrace();
    inProgram = false;
  }

  @Override
  public void taskGraph(RankSet set, TaskGraph graph, boolean peersRelative) {
    require(!inProgram, "taskGraph() must stand between programs");
    start();
    line.append(GraphText.GRAPH).append(' ').append(set).append(" {");
    endLine();
    for (int task = 0; task < graph.tasks(); task++) {
      line.append("  ");
      GraphText.append(graph, task, peersRelative, ranks, line);
      endLine();
    }
    line.append('}');
    endLine();
  }

  private void closeBrace() {
    endColumn();
    depth--;
    start();
    line.append('}');
    endLine();
  }

  @Override
  public void durations(int rank, long[] durationsPs, int offset, int length) {
    column(TextNames.DURATIONS, rank, durationsPs, offset, length, TraceTextWriter::time);
  }

  @Override
  public void callTimes(int rank, long[] timesPs, int offset, int length) {
    column(TextNames.CALL_TIMES, rank, timesPs, offset, length, TraceTextWriter::time);
  }

  @Override
  public void counts(int rank, BurstCounter counter, long[] counts, int offset, int length) {
    column(TextNames.of(counter), rank, counts, offset, length, TraceTextWriter::count);
  }

  private static String time(long timePs) {
    return timePs == NO_BURST ? TextNames.NONE : TextNumbers.time(timePs);
  }

  private static String count(long count) {
    return count == BurstCounts.UNKNOWN ? TextNames.UNKNOWN : Long.toString(count);
  }

  private void column(
      String keyword, int rank, long[] values, int offset, int length, LongFunction<String> text) {
    require(begun && !ended, "the trace must have begun and not ended");
    if (rank != rankOfColumn || !keyword.equals(column)) {
      endColumn();
    }
    endTables();
    for (int i = offset; i < offset + length; i++) {
      if (timesOnLine == TIMES_ON_A_LINE) {
        endColumn();
      }
      if (timesOnLine++ == 0) {
        indent();
        line.append(keyword).append(' ').append(rank);
        column = keyword;
        rankOfColumn = rank;
      }
      line.append(' ');
      line.append(text.apply(values[i]));
    }
  }

  /**
   * Writes a line for people, which readers ignore.
   *
   * @param text without line ends
   */
  public void comment(String text) {
    start();
    line.append(("# " + text.replaceAll("\\p{Cntrl}", " ")).stripTrailing());
    endLine();
  }

  /**
   * Adds a remark for people at the end of the next op's line, which readers ignore.
   *
   * @param text without line ends; empty for nothing
   */
  public void remark(String text) {
    remark = text.replaceAll("\\p{Cntrl}", " ");
  }

  private void endColumn() {
    if (timesOnLine > 0) {
      timesOnLine = 0;
      rankOfColumn = -1;
      endLine();
    }
  }

  @Override
  public void end() {
    require(!inProgram, "end() must stand between programs");
    require(begun && !ended, "end() must stand after begin()");
    endColumn();
    endTables();
    ended = true;
    try {
      if (file == null) {
        out.flush();
      } else {
        out.close();
        file.commit();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (file == null || ended) {
      return;
    }
    try {
      out.close();
      file.discard();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void start() {
    startDefinition();
    endTables();
    indent();
  }

  private void startDefinition() {
    require(begun && !ended, "the trace must have begun and not ended");
    endColumn();
  }

  private void endDefinition(Table table) {
    tables.computeIfAbsent(table, key -> new StringBuilder()).append(line).append('\n');
    line.setLength(0);
  }

  /** No definition follows before something else does. */
  private void endTables() {
    if (tables.isEmpty()) {
      return;
    }
    try {
      for (StringBuilder table : tables.values()) {
        out.append(table);
      }
    } catch (IOException e) {
      throw failed(e);
    }
    tables.clear();
  }

  private void indent() {
    line.append("  ".repeat(depth));
  }

  private void endLine() {
    try {
      out.append(line).append('\n');
    } catch (IOException e) {
      throw failed(e);
    }
    line.setLength(0);
  }

  private TraceException failed(IOException e) {
    return file == null
        ? new TraceException("cannot write the trace: " + e.getMessage(), e)
        : TraceException.writing(file.target(), e);
  }

  private static void quote(StringBuilder out, String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\t' -> out.append("\\t");
        case '\r' -> out.append("\\r");
        default -> {
          if (c < ' ' || c == 0x7F || Character.isSurrogate(c)) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalStateException(message);
    }
  }
}
