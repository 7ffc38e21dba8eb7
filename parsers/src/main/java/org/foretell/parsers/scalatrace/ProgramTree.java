package org.foretell.parsers.scalatrace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.ProgramSink;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** The programs of a trace as trees. */
final class ProgramTree {
  /** Part of a program. */
  sealed interface Part {}

  /** An op. */
  static final class Op implements Part {
    final OpView view;
    final List<Variation> variations;

    /** Number of the record that it becomes, -1 for what becomes none. */
    int record = -1;

    Op(OpView view, List<Variation> variations) {
      this.view = view;
      this.variations = variations;
    }

    /** Whether each execution takes an entry of the rank's column of durations. */
    boolean isFromColumn() {
      Variation duration = variation(OpField.DURATION_PS);
      return duration != null && duration.values() instanceof Values.Column;
    }

    /** How a field varies, null if it does not. */
    @Nullable Variation variation(OpField field) {
      for (Variation variation : variations) {
        if (variation.field() == field) {
          return variation;
        }
      }
      return null;
    }
  }

  /** A block that runs some times. */
  static final class Repeat implements Part {
    final Values count;
    final List<Part> body = new ArrayList<>();

    /** How many records are in it. */
    int records;

    Repeat(Values count) {
      this.count = count;
    }
  }

  private final RankSet ranks;
  private final List<Part> parts;

  private ProgramTree(RankSet ranks, List<Part> parts) {
    this.ranks = ranks;
    this.parts = parts;
  }

  RankSet ranks() {
    return ranks;
  }

  List<Part> parts() {
    return parts;
  }

  /** The cycle that values are for a rank. */
  static long[] cycle(Values values, RankSet ranks, int rank, int width) {
    if (values instanceof Values.Constant constant) {
      return new long[] {constant.value()};
    } else if (values instanceof Values.Cyclic cyclic) {
      return cyclic.values();
    } else if (values instanceof Values.PerRank perRank) {
      int index = ranks.indexOf(rank) * width;
      return java.util.Arrays.copyOfRange(perRank.values(), index, index + width);
    } else if (values instanceof Values.Scoped scoped) {
      for (Values.Scope scope : scoped.scopes()) {
        if (scope.ranks().contains(rank)) {
          return cycle(scope.values(), ranks, rank, width);
        }
      }
    }
    throw new IllegalStateException("rank " + rank + " has no value in " + values);
  }

  /** Gathers programs. */
  static final class Collector implements ProgramSink {
    private final List<ProgramTree> programs = new ArrayList<>();
    private final Deque<List<Part>> open = new ArrayDeque<>();
    private List<Part> parts = new ArrayList<>();
    private RankSet ranks = RankSet.of(0);
    private final AbsentBursts absent = new AbsentBursts();

    AbsentBursts absent() {
      return absent;
    }

    @Override
    public void durations(int rank, long[] durationsPs, int offset, int length) {
      absent.add(rank, durationsPs, offset, length);
    }

    List<ProgramTree> programs() {
      return programs;
    }

    @Override
    public void beginProgram(RankSet programRanks) {
      ranks = programRanks;
      parts = new ArrayList<>();
    }

    @Override
    public void op(OpView op, List<Variation> variations) {
      OpView copy = new OpView();
      copy.reset(op.code());
      for (OpField field : op.code().fields()) {
        if (field.isList()) {
          copy.setList(field, op.list(field));
        } else {
          copy.set(field, op.get(field));
        }
      }
      parts.add(new Op(copy, List.copyOf(variations)));
    }

    @Override
    public void beginRepeat(Values count) {
      Repeat repeat = new Repeat(count);
      parts.add(repeat);
      open.push(parts);
      parts = repeat.body;
    }

    @Override
    public void endRepeat() {
      parts = open.pop();
    }

    @Override
    public void endProgram() {
      programs.add(new ProgramTree(ranks, parts));
    }
  }
}
