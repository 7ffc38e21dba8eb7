package org.foretell.structure.outline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.structure.cluster.values.Executions;
import org.foretell.structure.outline.LoopReplacement.Item;
import org.foretell.structure.outline.LoopReplacement.Loop;
import org.foretell.structure.outline.LoopReplacement.Sym;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * Programs as the trace stores them, with their loops. It keeps short ones only, in whose loops
 * ranks may differ in how often they run, but do not change that from one time to the next.
 */
final class StoredPrograms implements ProgramSink {
  private static final int MOST_NODES = 2048;

  private final SymbolTable table;
  private final @Nullable Program[] programs;

  private @Nullable Program program;
  private final List<Repeat> open = new ArrayList<>();
  private int nodes;

  private sealed interface Node {}

  private record Call(int symbol) implements Node {}

  private record Repeat(Values count, List<Node> body) implements Node {}

  private record Program(RankSet ranks, List<Node> nodes) {}

  private StoredPrograms(SymbolTable table, int ranks) {
    this.table = table;
    programs = new Program[ranks];
  }

  static StoredPrograms of(TraceSource trace, SymbolTable table) {
    StoredPrograms stored = new StoredPrograms(table, trace.info().ranks());
    trace.describe(stored);
    return stored;
  }

  @Override
  public void beginProgram(RankSet ranks) {
    program = new Program(ranks, new ArrayList<>());
    open.clear();
    nodes = 0;
  }

  private void add(Node node) {
    if (program == null) {
      return;
    }
    if (++nodes > MOST_NODES) {
      program = null;
      return;
    }
    (open.isEmpty() ? program.nodes : open.get(open.size() - 1).body).add(node);
  }

  @Override
  public void op(OpView op, List<Variation> variations) {
    OpCode code = op.code();
    if (program == null || code == OpCode.COMPUTE || SymbolTable.isMarker(code)) {
      return;
    }
    if (variations.stream().anyMatch(varies -> varies.field() == OpField.CALL_SITE)) {
      program = null;
    } else {
      add(new Call(table.number(code, op.callSite())));
    }
  }

  @Override
  public void beginRepeat(Values count) {
    Repeat repeat = new Repeat(count, new ArrayList<>());
    add(repeat);
    open.add(repeat);
  }

  @Override
  public void endRepeat() {
    open.remove(open.size() - 1);
  }

  @Override
  public void endProgram() {
    Program complete = program;
    if (complete != null) {
      complete.ranks.forEach(rank -> programs[rank] = complete);
    }
    program = null;
  }

  /**
   * The program of a rank, with its bursts.
   *
   * @param calls the fingerprint of the rank's sequence
   * @return empty if it is not kept
   */
  Optional<List<Item>> items(int rank, Calls calls) {
    Program found = programs[rank];
    if (found == null || !isFixed(found.nodes, found.ranks, rank)) {
      return Optional.empty();
    }
    List<Item> items = items(found.nodes, found.ranks, rank, calls);
    if (calls.endsInBurst()) {
      items.add(new Sym(table.number(OpCode.COMPUTE, OpView.NONE), 1));
    }
    return items.isEmpty() ? Optional.empty() : Optional.of(items);
  }

  /** Whether each loop runs as often each time the rank comes to it. */
  private static boolean isFixed(List<Node> nodes, RankSet ranks, int rank) {
    for (Node node : nodes) {
      if (node instanceof Repeat repeat
          && !(Executions.of(repeat.count, ranks, rank) instanceof Values.Constant
              && isFixed(repeat.body, ranks, rank))) {
        return false;
      }
    }
    return true;
  }

  private List<Item> items(List<Node> nodes, RankSet ranks, int rank, Calls calls) {
    List<Item> items = new ArrayList<>();
    for (Node node : nodes) {
      if (node instanceof Repeat repeat) {
        long times = ((Values.Constant) Executions.of(repeat.count, ranks, rank)).value();
        List<Item> body = times == 0 ? List.of() : items(repeat.body, ranks, rank, calls);
        if (times == 1) {
          items.addAll(body);
        } else if (!body.isEmpty()) {
          items.add(new Loop(times, body));
        }
      } else {
        int call = ((Call) node).symbol;
        if (calls.withBurst().get(call)) {
          items.add(new Sym(table.number(OpCode.COMPUTE, table.callSite(call)), 1));
        }
        items.add(new Sym(call, 1));
      }
    }
    return items;
  }
}
