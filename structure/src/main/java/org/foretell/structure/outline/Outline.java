package org.foretell.structure.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.Steps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;

/**
 * The structure of a program that some ranks share: lines of ops, pairs and runs, with the mean of
 * the times of these ranks.
 */
public final class Outline {
  private static final double PS_PER_MICROSECOND = 1e6;
  private static final int CLOSE_PAIR = -1;
  private static final int PLUS = -2;
  private static final int END_RUN = -3;

  private final RankSet ranks;
  private final SymbolTable table;
  private final Grammar grammar;
  private final int[] lines;
  private final Steps steps;
  private final OpTimes times;

  /** How often each leaf runs, on all ranks together. */
  private final long[] executions;

  private final LeafValues values;
  private final LoopCount[] counts;

  Outline(
      RankSet ranks,
      SymbolTable table,
      Grammar grammar,
      int[] lines,
      Steps steps,
      OpTimes times,
      long[] executions,
      LeafValues values,
      LoopCount[] counts) {
    this.ranks = ranks;
    this.table = table;
    this.grammar = grammar;
    this.lines = lines;
    this.steps = steps;
    this.times = times;
    this.executions = executions;
    this.values = values;
    this.counts = counts;
  }

  /** {@return the ranks that share it} */
  public RankSet ranks() {
    return ranks;
  }

  /** {@return the number of lines} */
  public int lines() {
    return lines.length;
  }

  /**
   * {@return the time of a line, picoseconds, mean of the ranks}
   *
   * @param line from 0
   */
  public double totalPs(int line) {
    double sum = 0;
    for (int leaf = steps.firstLeaf(line); leaf < steps.firstLeaf(line + 1); leaf++) {
      sum += times.sumPs(leaf);
    }
    return sum / ranks.size();
  }

  /**
   * {@return a line in the notation of Grosclaude et al.: {@code (CPU2: 1308792.75+Allreduce2:
   * 128.75)[4]: 5235686}; subscripts are call sites, times are microseconds. A run whose length
   * varies has its shortest and longest: {@code [1..9]}}
   *
   * @param line from 0
   * @param detailed whether each op of a pair or run has its mean time
   */
  public String text(int line, boolean detailed) {
    StringBuilder text = new StringBuilder();
    boolean within = detailed && !grammar.isLeaf(lines[line]);
    int leaf = steps.firstLeaf(line);
    int run = steps.firstRun(line);
    IntArrayList open = new IntArrayList();
    open.push(lines[line]);
    while (!open.isEmpty()) {
      int symbol = open.popInt();
      if (symbol == CLOSE_PAIR || symbol == PLUS) {
        text.append(symbol == PLUS ? '+' : ')');
      } else if (symbol == END_RUN) {
        ValueRule count = counts[open.popInt()].rule();
        String most = count.isConstant() ? "" : ".." + count.most();
        text.append('[').append(count.least()).append(most).append(']');
      } else if (grammar.isLeaf(symbol)) {
        text.append(name(symbol));
        if (within) {
          text.append(String.format(Locale.ROOT, ": %.2f", meanPs(leaf) / PS_PER_MICROSECOND));
        }
        leaf++;
      } else if (grammar.isRun(symbol)) {
        open.push(run++);
        open.push(END_RUN);
        open.push(grammar.left(symbol));
      } else {
        text.append('(');
        open.push(CLOSE_PAIR);
        open.push(grammar.right(symbol));
        open.push(PLUS);
        open.push(grammar.left(symbol));
      }
    }
    return text.append(": ").append(total(totalPs(line) / PS_PER_MICROSECOND)).toString();
  }

  /**
   * {@return the parts of a line; pairs are expanded}
   *
   * @param line from 0
   */
  public List<Part> parts(int line) {
    List<List<Part>> bodies = new ArrayList<>(List.of(new ArrayList<>()));
    IntArrayList open = new IntArrayList();
    open.push(lines[line]);
    int leaf = steps.firstLeaf(line);
    int run = steps.firstRun(line);
    while (!open.isEmpty()) {
      int symbol = open.popInt();
      if (symbol == END_RUN) {
        List<Part> body = bodies.remove(bodies.size() - 1);
        bodies.get(bodies.size() - 1).add(new Part.Loop(counts[open.popInt()], body));
      } else if (grammar.isLeaf(symbol)) {
        bodies
            .get(bodies.size() - 1)
            .add(
                new Part.Call(
                    table.code(symbol),
                    table.callSite(symbol),
                    meanPs(leaf),
                    times.leastPs(leaf),
                    times.mostPs(leaf),
                    values.of(leaf)));
        leaf++;
      } else if (grammar.isRun(symbol)) {
        bodies.add(new ArrayList<>());
        open.push(run++);
        open.push(END_RUN);
        open.push(grammar.left(symbol));
      } else {
        open.push(grammar.right(symbol));
        open.push(grammar.left(symbol));
      }
    }
    return List.copyOf(bodies.get(0));
  }

  private double meanPs(int leaf) {
    return times.sumPs(leaf) / executions[leaf];
  }

  private String name(int symbol) {
    int site = table.callSite(symbol);
    return word(table.code(symbol)) + (site == OpView.NONE ? "" : site);
  }

  /**
   * {@return the name of an op in an outline: {@code Send}, {@code Allreduce}, {@code CPU} for a
   * burst}
   *
   * @param code which op
   */
  public static String word(OpCode code) {
    if (code == OpCode.COMPUTE) {
      return "CPU";
    }
    String name = code.name();
    return name.charAt(0) + name.substring(1).toLowerCase(Locale.ROOT);
  }

  /** Long times without a fraction, short ones with as much as they have, up to two digits. */
  private static String total(double microseconds) {
    return microseconds >= 1000
        ? String.format(Locale.ROOT, "%.0f", microseconds)
        : String.format(Locale.ROOT, "%.2f", microseconds).replaceAll("\\.?0+$", "");
  }
}
