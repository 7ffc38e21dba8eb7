package org.foretell.generators.program.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.foretell.generators.GeneratorException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** The structure of a trace as trees, one for each of its programs. */
public final class SourceTree {
  /** More would be no program that anybody reads, nor one that fits into memory. */
  public static final int MOST_STATEMENTS = 100_000;

  private final List<RankProgram> programs = new ArrayList<>();
  private int statements;
  private int bursts;

  /** Reads the structure; what bursts take is left in the trace. */
  public static SourceTree of(TraceSource source) {
    SourceTree tree = new SourceTree();
    try (Reader reader = tree.new Reader()) {
      source.describe(reader);
    }
    return tree;
  }

  public List<RankProgram> programs() {
    return programs;
  }

  /** The number of places where a burst stands whose times the trace has one by one. */
  public int bursts() {
    return bursts;
  }

  private final class Reader implements ProgramSink {
    private final Deque<List<Node>> open = new ArrayDeque<>();
    private final Deque<Values> counts = new ArrayDeque<>();
    private RankSet ranks = RankSet.of(0);

    @Override
    public void beginProgram(RankSet ofRanks) {
      ranks = ofRanks;
      open.push(new ArrayList<>());
    }

    @Override
    public void op(OpView op, List<Variation> variations) {
      if (++statements > MOST_STATEMENTS) {
        throw new GeneratorException(
            GeneratorException.Kind.INPUT,
            String.format(
                java.util.Locale.ROOT,
                "the trace is too irregular for a program: its programs have more than %,d ops,"
                    + " repeats counted once, and each needs a statement; trace fewer iterations,"
                    + " or a part of the run (FORETELL_START=off, and foretell_record around the"
                    + " part)",
                MOST_STATEMENTS));
      }
      boolean isBurst = op.code().family() == OpCode.Family.COMPUTE && hasColumn(variations);
      open.getFirst().add(new Node.Statement(op, variations, isBurst ? bursts++ : -1));
    }

    private static boolean hasColumn(List<Variation> variations) {
      return variations.stream()
          .anyMatch(v -> v.field() == OpField.DURATION_PS && v.values() instanceof Values.Column);
    }

    @Override
    public void beginRepeat(Values count) {
      counts.push(count);
      open.push(new ArrayList<>());
    }

    @Override
    public void endRepeat() {
      Node loop = new Node.Loop(counts.pop(), open.pop());
      open.getFirst().add(loop);
    }

    @Override
    public void endProgram() {
      programs.add(new RankProgram(ranks, open.pop()));
    }

    @Override
    public void taskGraph(RankSet ofRanks, TaskGraph graph, boolean peersRelative) {
      throw new GeneratorException(
          GeneratorException.Kind.INPUT,
          "the trace is a task graph, which records dependencies but not the calls of the program;"
              + " no C program can be generated");
    }
  }
}
