package org.foretell.trace.text;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.foretell.time.QuantityException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSink;
import org.foretell.trace.text.TextLexer.Token;

/** Reads and writes a task graph: a task on a line, with the tasks that wait for it. */
final class GraphText {
  static final String GRAPH = "graph";

  private static final String DURATION = "duration";
  private static final String PEER = "peer";
  private static final String TAG = "tag";
  private static final String BYTES = "bytes";
  private static final String RECEIVE_BYTES = "receive_bytes";
  private static final String STREAM = "stream";
  private static final String NIC = "nic";
  private static final String THEN = "then";
  private static final String THEN_AT_START = "then_at_start";

  private static final List<String> COMPUTE_FIELDS = List.of(DURATION, STREAM, THEN, THEN_AT_START);
  private static final List<String> SEND_FIELDS =
      List.of(PEER, TAG, BYTES, STREAM, NIC, THEN, THEN_AT_START);
  private static final List<String> RECV_FIELDS =
      List.of(PEER, TAG, RECEIVE_BYTES, STREAM, NIC, THEN, THEN_AT_START);

  private final TextLexer lexer;
  private final TextValues values;
  private final int ranks;
  private final TaskGraph.Builder builder = new TaskGraph.Builder();
  private final IntArrayList edges = new IntArrayList();
  private boolean relative;
  private boolean absolute;

  private GraphText(TextLexer lexer, TextValues values, int ranks) {
    this.lexer = lexer;
    this.values = values;
    this.ranks = ranks;
  }

  /** Reads a graph from its rank set to the brace that ends it, which stays to be passed. */
  static void read(TextLexer lexer, TextValues values, int ranks, TraceSink sink)
      throws IOException {
    RankSet set = values.rankSet();
    GraphText text = new GraphText(lexer, values, ranks);
    text.tasks();
    sink.taskGraph(set, text.graph(), text.relative);
  }

  private void tasks() throws IOException {
    values.sign('{');
    lineEnd();
    while (!lexer.isSign('}')) {
      String place = lexer.place();
      try {
        task();
      } catch (IllegalArgumentException | QuantityException e) {
        throw new TraceException(place + e.getMessage(), e);
      }
      lineEnd();
    }
  }

  private void lineEnd() throws IOException {
    if (lexer.token() != Token.LINE_END) {
      throw lexer.wrong("the end of the line, found " + lexer.found());
    }
    lexer.next();
  }

  private TaskGraph graph() {
    for (int i = 0; i < edges.size(); i += 2) {
      int waiting = edges.getInt(i + 1);
      int first = edges.getInt(i) / 2;
      if (waiting >= builder.tasks()) {
        throw lexer.at(
            "task "
                + waiting
                + " is to wait for task "
                + first
                + ", but this graph has only "
                + builder.tasks()
                + " tasks, numbered from 0");
      }
      if (edges.getInt(i) % 2 == 0) {
        builder.requires(waiting, first);
      } else {
        builder.requiresStart(waiting, first);
      }
    }
    return builder.build();
  }

  private void task() throws IOException {
    int task = builder.tasks();
    if (!values.word("the number of a task or \"}\"").equals(Integer.toString(task))) {
      throw lexer.wrong("task " + task + " next, found " + lexer.found());
    }
    lexer.next();
    values.sign(':');
    OpCode code = TextNames.op(values.word("compute, send or recv"));
    if (code != OpCode.COMPUTE && code != OpCode.SEND && code != OpCode.RECV) {
      throw lexer.wrong("compute, send or recv, found " + lexer.found());
    }
    lexer.next();
    fields(task, code);
  }

  private void fields(int task, OpCode code) throws IOException {
    List<String> known =
        code == OpCode.COMPUTE ? COMPUTE_FIELDS : code == OpCode.SEND ? SEND_FIELDS : RECV_FIELDS;
    boolean hasPeer = false;
    int given = 0;
    int peer = 0;
    int tag = 0;
    long amount = 0;
    long stream = 0;
    long nic = 0;
    while (lexer.token() == Token.WORD) {
      String field = lexer.text();
      int bit = 1 << Math.max(0, known.indexOf(field));
      if (!known.contains(field)) {
        throw lexer.wrong(
            "a field of "
                + TextNames.of(code)
                + " in a graph ("
                + String.join(", ", known)
                + "), found "
                + lexer.found()
                + TextNames.suggestion(field, known));
      }
      if ((given & bit) != 0) {
        throw lexer.at(field + " is given twice");
      }
      given |= bit;
      lexer.next();
      values.sign('=');
      switch (field) {
        case PEER -> {
          peer = peer(code);
          hasPeer = true;
        }
        case TAG -> tag = wildcard() ? OpView.ANY : tag();
        case STREAM -> stream = whole(TaskGraph.MAX_STREAMS - 1);
        case NIC -> nic = whole(TaskGraph.MAX_STREAMS - 1);
        case THEN -> successors(2 * task);
        case THEN_AT_START -> successors(2 * task + 1);
        default -> amount = amount(field.equals(DURATION));
      }
    }
    if (code == OpCode.COMPUTE) {
      builder.compute(amount, (int) stream);
    } else if (!hasPeer) {
      throw lexer.wrong("peer= in task " + task + ", found none");
    } else if (code == OpCode.SEND) {
      builder.send(peer, tag, amount, (int) stream, (int) nic);
    } else {
      builder.receive(peer, tag, amount, (int) stream, (int) nic);
    }
  }

  private boolean wildcard() throws IOException {
    boolean any = values.word("a number or any").equals(TextNames.ANY);
    if (any) {
      lexer.next();
    }
    return any;
  }

  private int peer(OpCode code) throws IOException {
    if (code == OpCode.RECV && wildcard()) {
      return OpView.ANY;
    }
    String text = values.word("a rank");
    boolean signed = text.charAt(0) == '+' || text.charAt(0) == '-';
    relative |= signed;
    absolute |= !signed;
    if (relative && absolute) {
      throw lexer.at("the peers of a graph must be either distances, all with a sign, or ranks");
    }
    long value = number(text, false);
    long least = signed ? 1L - ranks : 0;
    if (value < least || value >= ranks) {
      throw lexer.wrong("a peer of " + least + " to " + (ranks - 1) + ", found " + lexer.found());
    }
    lexer.next();
    return (int) (value < 0 ? value + ranks : value);
  }

  private long amount(boolean isDuration) throws IOException {
    String text = values.word("a number");
    try {
      long value = isDuration ? TextNumbers.parseTime(text) : TextNumbers.parseBytes(text);
      if (value < 0) {
        throw lexer.wrong("0 or more, found " + lexer.found());
      }
      lexer.next();
      return value;
    } catch (IllegalArgumentException | QuantityException e) {
      throw lexer.at(Objects.requireNonNull(e.getMessage()));
    }
  }

  private int tag() throws IOException {
    long value = number(values.word("a tag"), false);
    if (value != (int) value || value == OpView.ANY) {
      throw lexer.wrong("any or a tag of 32 bits, found " + lexer.found());
    }
    lexer.next();
    return (int) value;
  }

  private long whole(long most) throws IOException {
    long value = number(values.word("a number"), true);
    if (value > most) {
      throw lexer.wrong("a number of 0 to " + most + ", found " + lexer.found());
    }
    lexer.next();
    return value;
  }

  private long number(String text, boolean natural) {
    try {
      long value = TextNumbers.parse(text);
      if (natural && value < 0) {
        throw lexer.wrong("a number of 0 or more, found " + lexer.found());
      }
      return value;
    } catch (IllegalArgumentException | QuantityException e) {
      throw lexer.at(Objects.requireNonNull(e.getMessage()));
    }
  }

  private void successors(int event) throws IOException {
    values.sign('[');
    do {
      edges.add(event);
      edges.add((int) whole(TaskGraph.MAX_TASKS - 1));
    } while (values.isSeparator(','));
    values.sign(']');
  }

  /** Appends a task as it stands on its line. */
  static void append(TaskGraph graph, int task, boolean relative, int ranks, StringBuilder line) {
    OpCode code = graph.code(task);
    line.append(task).append(": ").append(TextNames.of(code));
    if (code == OpCode.COMPUTE) {
      line.append(" duration=").append(TextNumbers.time(graph.amount(task)));
    } else {
      line.append(' ').append(PEER).append('=');
      peer(graph.peer(task), relative, ranks, line);
      if (graph.tag(task) != 0) {
        line.append(' ').append(TAG).append('=');
        line.append(
            graph.tag(task) == OpView.ANY ? TextNames.ANY : Integer.toString(graph.tag(task)));
      }
      if (graph.amount(task) != 0) {
        line.append(code == OpCode.SEND ? " bytes=" : " receive_bytes=");
        line.append(graph.amount(task));
      }
    }
    number(STREAM, graph.stream(task), line);
    number(NIC, graph.nic(task), line);
    successors(THEN, graph, graph.firstAfterFinish(task), graph.firstAfterStart(task), line);
    successors(THEN_AT_START, graph, graph.firstAfterStart(task), graph.endAfterStart(task), line);
  }

  private static void peer(int peer, boolean relative, int ranks, StringBuilder line) {
    if (peer < 0) {
      line.append(TextNames.ANY);
    } else if (!relative) {
      line.append(peer);
    } else if (peer > ranks / 2) {
      line.append(peer - ranks);
    } else {
      line.append('+').append(peer);
    }
  }

  private static void number(String field, int value, StringBuilder line) {
    if (value != 0) {
      line.append(' ').append(field).append('=').append(value);
    }
  }

  private static void successors(
      String field, TaskGraph graph, int from, int to, StringBuilder line) {
    for (int i = from; i < to; i++) {
      line.append(i == from ? " " + field + "=[" : ",").append(graph.successor(i));
    }
    line.append(from == to ? "" : "]");
  }
}
