package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.generators.program.tree.SourceTree;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.Values;

/**
 * What members of irregular exchanges send each other on average, for each kind of exchange and
 * call site: all ranks must agree on it, whatever program they run.
 */
public final class IrregularMeans {
  private record Key(OpCode code, long callSite) {}

  private static final class Sum {
    double bytes;
    double blocks;
  }

  private final Map<Key, Sum> sums = new HashMap<>();
  private final int ranks;
  private final boolean always;

  /**
   * Reads what a trace exchanges.
   *
   * @param always whether they are wanted also where the trace says what each member sends
   */
  public IrregularMeans(int ranks, SourceTree tree, boolean always) {
    this.ranks = ranks;
    this.always = always;
    for (RankProgram program : tree.programs()) {
      add(program.body());
    }
  }

  private void add(List<Node> body) {
    for (Node node : body) {
      if (node instanceof Node.Loop loop) {
        add(loop.body());
      } else if (node instanceof Node.Statement statement
          && statement.code().has(SEND_BYTES_BY_RANK)) {
        add(statement);
      }
    }
  }

  private void add(Node.Statement s) {
    int length = s.length(SEND_BYTES_BY_RANK);
    if (length == 0) {
      return;
    }
    Sum sum = sums.computeIfAbsent(key(s), k -> new Sum());
    if (s.isConstant(SEND_BYTES_BY_RANK)) {
      add(sum, s.list(SEND_BYTES_BY_RANK), length);
    } else {
      add(sum, s.values(SEND_BYTES_BY_RANK), length);
    }
  }

  private void add(Sum sum, Values values, int length) {
    if (values instanceof Values.Cyclic cyclic) {
      add(sum, cyclic.values(), length);
    } else if (values instanceof Values.PerRank perRank) {
      add(sum, perRank.values(), length);
    } else if (values instanceof Values.Scoped scoped) {
      scoped.scopes().forEach(scope -> add(sum, scope.values(), length));
    }
  }

  private void add(Sum sum, long[] values, int length) {
    for (long value : values) {
      sum.bytes += value;
    }
    int blocks = length == 1 ? ranks : length;
    sum.blocks += (double) values.length / length * blocks;
  }

  private static Key key(Node.Statement s) {
    OpField site = OpField.CALL_SITE;
    return new Key(s.code(), s.isConstant(site) ? s.constant(site) : -1);
  }

  /** Whether they are wanted also where the trace says what each member sends. */
  public boolean always() {
    return always;
  }

  /** Bytes of a block. */
  public long blockBytes(Node.Statement s) {
    Sum sum = sums.get(key(s));
    return sum == null || sum.blocks == 0 ? 0 : Math.round(sum.bytes / sum.blocks);
  }
}
