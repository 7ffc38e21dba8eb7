package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.structure.duration.BurstForm;
import org.foretell.structure.duration.PlaceForms;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Writes a shared program, each value in its shortest form. */
public final class ProgramWriter {
  private final SharedProgram program;
  private final PlaceForms forms;
  private final OpTable ops;
  private final TraceSink sink;
  private final int ranksOfTrace;
  private final RankValues ranks;
  private final int[][] positions;
  private final OpView view = new OpView();
  private final List<Variation> variations = new ArrayList<>();

  /**
   * A writer of one program.
   *
   * @param forms what bursts are at each place
   */
  public ProgramWriter(
      SharedProgram program, PlaceForms forms, OpTable ops, int ranksOfTrace, TraceSink sink) {
    this.program = program;
    this.forms = forms;
    this.ops = ops;
    this.sink = sink;
    this.ranksOfTrace = ranksOfTrace;
    ranks = new RankValues(program.ranks(), ranksOfTrace);
    positions = new int[program.classes().size()][];
  }

  /** Writes the program from its beginning to its end. */
  public void write() {
    sink.beginProgram(program.ranks());
    BitSet all = new BitSet();
    all.set(0, program.classes().size());
    parts(program.parts(), all);
    sink.endProgram();
  }

  private void parts(List<Part> parts, BitSet here) {
    BitSet open = here;
    for (Part part : parts) {
      if (!part.scope().equals(open)) {
        if (!open.equals(here)) {
          sink.endRepeat();
        }
        open = part.scope().equals(here) ? here : part.scope();
        if (!open.equals(here)) {
          sink.beginRepeat(once(part.scope()));
        }
      }
      if (part.isOp()) {
        op(part);
      } else {
        sink.beginRepeat(count(part));
        parts(part.body(), part.scope());
        sink.endRepeat();
      }
    }
    if (!open.equals(here)) {
      sink.endRepeat();
    }
  }

  /** Once for some classes, never for the others. */
  private Values once(BitSet scope) {
    long[] values = new long[ranks.size()];
    boolean[] defined = new boolean[values.length];
    java.util.Arrays.fill(defined, true);
    scope.stream().forEach(c -> spread(c, 1, values));
    return ranks.plain(values, defined);
  }

  private Values count(Part part) {
    BitSet scope = part.scope();
    if (part.isSameCount()) {
      return ops.loopCounts().values(part.count(scope.nextSetBit(0)));
    }
    if (scope.stream().anyMatch(c -> part.count(c) < 0)) {
      return varyingCounts(part);
    }
    long[] values = new long[ranks.size()];
    boolean[] defined = defined(part);
    scope.stream().forEach(c -> spread(c, part.count(c), values));
    return ranks.plain(values, defined);
  }

  /** Counts that differ by rank, some of them from entry to entry. */
  private Values varyingCounts(Part part) {
    Values[] byPosition = new Values[ranks.size()];
    part.scope().stream()
        .forEach(
            c -> {
              Values values = ops.loopCounts().values(part.count(c));
              for (int position : positions(c)) {
                byPosition[position] = values;
              }
            });
    return ranks.scoped(byPosition);
  }

  private void spread(int rankClass, long value, long[] values) {
    for (int position : positions(rankClass)) {
      values[position] = value;
    }
  }

  private int[] positions(int rankClass) {
    if (positions[rankClass] == null) {
      positions[rankClass] = ranks.positions(program.classes().get(rankClass).ranks());
    }
    return positions[rankClass];
  }

  private boolean[] defined(Part part) {
    boolean[] defined = new boolean[ranks.size()];
    part.scope().stream()
        .forEach(
            c -> {
              for (int position : positions(c)) {
                defined[position] = true;
              }
            });
    return defined;
  }

  private void op(Part part) {
    int any = part.anyOp();
    variations.clear();
    if (ops.isTimed(any)) {
      BurstForm form = forms.at(part.place);
      if (form.isNever()) {
        return;
      }
      view.reset(ops.code(any));
      fields(part, any);
      form.applyTo(view, variations);
      sink.op(view, variations);
      return;
    }
    if (program.leavesBurstsOut() && !forms.at(part.place).isNever()) {
      view.reset(OpCode.COMPUTE);
      if (ops.burstSites().areOfTheOp()) {
        callSite(part, any);
      }
      forms.at(part.place).applyTo(view, variations);
      sink.op(view, variations);
      variations.clear();
    }
    view.reset(ops.code(any));
    fields(part, any);
    sink.op(view, variations);
  }

  private void fields(Part part, int any) {
    OpField[] fields = ops.fields(any);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] != OpField.DURATION_PS || !ops.isTimed(any)) {
        field(part, any, i);
      }
    }
  }

  /** Gives the burst before an op the call site of the op. */
  private void callSite(Part part, int any) {
    OpField[] fields = ops.fields(any);
    for (int i = 0; i < fields.length; i++) {
      if (fields[i] == OpField.CALL_SITE) {
        field(part, any, i);
      }
    }
  }

  private void field(Part part, int any, int i) {
    OpField field = ops.fields(any)[i];
    if (part.isSame() || isSame(part, any, i)) {
      same(any, i);
    } else if (VaryingValues.has(part, i, ops)) {
      if (field.isList()) {
        view.setList(field, ops.list(any, i));
      }
      variations.add(new VaryingValues(ranks, ops, this::positions).of(part, i));
    } else if (field.isList()) {
      lists(part, any, i);
    } else {
      numbers(part, i, field);
    }
  }

  private boolean isSame(Part part, int any, int field) {
    BitSet scope = part.scope();
    for (int c = scope.nextSetBit(0); c >= 0; c = scope.nextSetBit(c + 1)) {
      if (!ops.isEqual(any, part.op(c), field)) {
        return false;
      }
    }
    return true;
  }

  private void same(int op, int field) {
    OpField of = ops.fields(op)[field];
    if (ops.isSpecial(op, field)) {
      if (of.isList()) {
        view.setList(of, ops.list(op, field));
      }
      variations.add(ops.special(op, field));
    } else if (of.isList()) {
      view.setList(of, ops.list(op, field));
    } else if (ops.isRelative(op, field)) {
      variations.add(Variation.relativePeer(of, ops.value(op, field)));
    } else {
      view.set(of, ops.value(op, field));
    }
  }

  private void numbers(Part part, int field, OpField of) {
    long[] values = new long[ranks.size()];
    BitSet scope = part.scope();
    for (int c = scope.nextSetBit(0); c >= 0; c = scope.nextSetBit(c + 1)) {
      int op = part.op(c);
      long value = ops.value(op, field);
      boolean relative = ops.isRelative(op, field);
      for (int position : positions(c)) {
        values[position] =
            relative ? Math.floorMod(ranks.rank(position) + value, (long) ranksOfTrace) : value;
      }
    }
    Variation variation = ranks.field(of, values, defined(part), 1);
    if (!variation.relative() && variation.values() instanceof Values.Constant constant) {
      view.set(of, constant.value());
    } else {
      variations.add(variation);
    }
  }

  private void lists(Part part, int any, int field) {
    OpField of = ops.fields(any)[field];
    long[] first = ops.list(any, field);
    long[] values = new long[ranks.size() * first.length];
    BitSet scope = part.scope();
    for (int c = scope.nextSetBit(0); c >= 0; c = scope.nextSetBit(c + 1)) {
      long[] list = ops.list(part.op(c), field);
      for (int position : positions(c)) {
        System.arraycopy(list, 0, values, position * list.length, list.length);
      }
    }
    view.setList(of, first);
    variations.add(ranks.field(of, values, defined(part), first.length));
  }
}
