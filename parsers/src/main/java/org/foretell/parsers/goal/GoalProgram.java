package org.foretell.parsers.goal;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.trace.OpView;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/** Reads the statements of one rank after the other. */
final class GoalProgram {
  /** CPUs and NICs have 8 bits in GOAL. */
  private static final int MOST_CPU = 255;

  private static final long LOW_32 = 0xFFFF_FFFFL;
  private static final String[] OPTIONS = {
    "tag, cpu, nic (in this order) or the end of the line",
    "cpu, nic (in this order) or the end of the line",
    "nic or the end of the line",
    "the end of the line"
  };

  private static final String STATEMENT = "a label, calc, send, recv or }";

  private final GoalScanner scanner;
  private final int ranks;
  private final GoalOptions options;
  private final LabelTable labels = new LabelTable();
  private final IntArrayList lines = new IntArrayList();
  private final SharedGraphs graphs;
  private TaskGraph.Builder builder = new TaskGraph.Builder();

  /** Tasks of the rank before, unless that was like another one. */
  private TaskGraph.Builder before = new TaskGraph.Builder();

  private int rankBefore = OpView.NONE;
  private int rank;

  /** Whether a task depends on one that does not stand before it, as in every cycle. */
  private boolean hasForward;

  /** A label that a line requires before any has defined it. */
  private @Nullable String unknown;

  private int unknownLine;

  GoalProgram(GoalScanner scanner, int ranks, GoalOptions options, SharedGraphs graphs) {
    this.scanner = scanner;
    this.graphs = graphs;
    this.ranks = ranks;
    this.options = options;
  }

  /** Reads from the opening to the closing brace, and passes the graph on. */
  void read(int ofRank) {
    rank = ofRank;
    labels.clear();
    lines.clear();
    builder.clear();
    hasForward = false;
    unknown = null;
    scanner.passBlanks();
    if (scanner.peek() != '{') {
      throw scanner.expected("{ after rank " + rank);
    }
    scanner.pass();
    while (true) {
      scanner.passEmpty();
      int next = scanner.peek();
      if (next == '}') {
        scanner.pass();
        break;
      }
      if (next < 0) {
        throw scanner.expected("} at the end of rank " + rank + " (the file is cut off)");
      }
      statement();
    }
    if (unknown != null) {
      throw scanner.wrongIn(
          unknownLine,
          "label " + unknown + " is not defined in rank " + rank + "; labels are local to a rank");
    }
    // Most ranks are like the one before, so that nothing needs to be built or looked up.
    if (rankBefore >= 0
        && builder.isShifted(before, rank - rankBefore, ranks)
        && graphs.addLikeLast(rank)) {
      return;
    }
    TaskGraph graph = builder.build();
    int cyclic = hasForward ? graph.taskOnCycle() : -1;
    if (cyclic >= 0) {
      throw scanner.wrongIn(
          lines.getInt(cyclic),
          "the operation in this line waits for itself: the dependencies of rank "
              + rank
              + " form a cycle, which can never run");
    }
    graphs.add(rank, graph);
    TaskGraph.Builder spare = before;
    before = builder;
    rankBefore = rank;
    builder = spare;
  }

  private void statement() {
    scanner.readWord(STATEMENT);
    scanner.passBlanks();
    if (scanner.peek() == ':') {
      define();
      scanner.pass();
      scanner.readWord("calc, send or recv");
      operation("calc, send or recv");
    } else if (scanner.isLetter()) {
      dependency();
    } else {
      operation(STATEMENT);
    }
    scanner.endOfLine("the end of the line");
  }

  private void define() {
    int task = labels.find(scanner);
    if (task >= 0) {
      throw scanner.wrong(
          "label "
              + scanner.wordText()
              + " is defined a second time in rank "
              + rank
              + ", first in line "
              + lines.getInt(task)
              + "; give each operation a unique label (LogGOPSim silently uses the first one)");
    }
    labels.add(scanner, builder.tasks());
    if (unknown != null && unknown.equals(scanner.wordText())) {
      throw scanner.wrongIn(
          unknownLine,
          "label "
              + unknown
              + " is required before it is defined in line "
              + scanner.line()
              + "; put the requirement after both operations");
    }
  }

  private void dependency() {
    int waiting = task();
    scanner.readWord("requires or irequires");
    boolean start = scanner.isWord(Keyword.IREQUIRES);
    if (!start && !scanner.isWord(Keyword.REQUIRES)) {
      throw scanner.expectedNotWord("requires or irequires");
    }
    scanner.readWord("a label");
    int first = task();
    if (waiting < 0 || first < 0) {
      return;
    }
    hasForward |= waiting <= first;
    if (start) {
      builder.requiresStart(waiting, first);
    } else {
      builder.requires(waiting, first);
    }
  }

  /** What the word read last names; -1 when that is not known, which the end of the rank tells. */
  private int task() {
    int task = labels.find(scanner);
    if (task < 0 && unknown == null) {
      unknown = scanner.wordText();
      unknownLine = scanner.line();
    }
    return task;
  }

  private void operation(String expected) {
    if (builder.tasks() == TaskGraph.MAX_TASKS) {
      throw scanner.wrong(
          "expected at most " + TaskGraph.MAX_TASKS + " operations of a rank, found more");
    }
    if (scanner.isWord(Keyword.CALC)) {
      long units = scanner.readNumber(options.mostUnits(), "a time");
      int cpu = 0;
      if (!scanner.isLineEnd()) {
        scanner.readWord("cpu or the end of the line");
        if (!scanner.isWord(Keyword.CPU)) {
          throw scanner.expectedNotWord("cpu or the end of the line");
        }
        cpu = cpu("a CPU");
      }
      builder.compute(units * options.timeUnitPs(), cpu);
    } else if (scanner.isWord(Keyword.SEND)) {
      message(true);
    } else if (scanner.isWord(Keyword.RECV)) {
      message(false);
    } else {
      throw scanner.expectedNotWord(expected);
    }
    lines.add(scanner.line());
  }

  private void message(boolean isSend) {
    long bytes = scanner.readNumber(Long.MAX_VALUE, "a size");
    if (scanner.peek() != 'b') {
      throw scanner.expected("b right after the size");
    }
    scanner.pass();
    scanner.readWord(isSend ? "to" : "from");
    if (!scanner.isWord(isSend ? Keyword.TO : Keyword.FROM)) {
      throw scanner.expectedNotWord(isSend ? "to" : "from");
    }
    int peer = peer(isSend);
    int tag = 0;
    int cpu = 0;
    int nic = 0;
    for (int given = 0; !scanner.isLineEnd(); ) {
      scanner.readWord(OPTIONS[given]);
      if (given < 1 && scanner.isWord(Keyword.TAG)) {
        given = 1;
        tag = tag();
      } else if (given < 2 && scanner.isWord(Keyword.CPU)) {
        given = 2;
        cpu = cpu("a CPU");
      } else if (given < 3 && scanner.isWord(Keyword.NIC)) {
        given = 3;
        nic = cpu("a NIC");
      } else {
        throw scanner.expectedNotWord(OPTIONS[given]);
      }
    }
    if (isSend) {
      builder.send(peer, tag, bytes, cpu, nic);
    } else {
      builder.receive(peer, tag, bytes, cpu, nic);
    }
  }

  private int cpu(String what) {
    return (int) scanner.readNumber(MOST_CPU, what);
  }

  private int peer(boolean isSend) {
    String expected = isSend ? "a rank to send to" : "a rank to receive from, or -1 for any";
    long peer = wildcardOr(expected);
    boolean any = peer == OpView.ANY || peer == LOW_32;
    if (any && !isSend) {
      return OpView.ANY;
    }
    if (peer < 0 || peer >= ranks) {
      throw scanner.wrong(
          "expected "
              + expected
              + ", of 0 to "
              + (ranks - 1)
              + ", found "
              + (any ? "-1" : Long.toUnsignedString(peer)));
    }
    return (int) peer;
  }

  private int tag() {
    long tag = wildcardOr("a tag, or -1 for any");
    if (tag >>> 32 != 0 && tag != (int) tag) {
      throw scanner.wrong(
          "expected a tag of 32 bits, perhaps with its sign in 64, found "
              + Long.toUnsignedString(tag));
    }
    return (int) tag;
  }

  /** A number, or -1. */
  private long wildcardOr(String expected) {
    scanner.passBlanks();
    if (scanner.peek() != '-') {
      return scanner.readUnsigned(expected);
    }
    scanner.pass();
    if (scanner.peek() != '1' || scanner.readUnsigned(expected) != 1) {
      throw scanner.wrong("expected " + expected + ", found another negative number");
    }
    return OpView.ANY;
  }
}
