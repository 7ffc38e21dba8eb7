package org.foretell.trace;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A trace as a tree of programs, repeats and ops, with a naive expansion: the model that stores and
 * text forms are compared with.
 */
public final class StructuredTrace {
  /** A part of a program. */
  public sealed interface Node {}

  /** An op; not changed after construction. */
  public record Op(OpView view, List<Variation> variations) implements Node {}

  /** A repeat. */
  public record Repeat(Values count, List<Node> body) implements Node {}

  /** The program of some ranks. */
  public record Program(RankSet ranks, List<Node> nodes) {}

  private final TraceInfo info;
  private final TraceTables tables;
  private final List<Program> programs;
  private final OpListTrace expansion;
  private final List<List<Long>> columns = new ArrayList<>();

  /**
   * Expands at once.
   *
   * @param durationsPs what columns are filled with
   */
  public StructuredTrace(
      TraceInfo info, TraceTables tables, List<Program> programs, LongSupplier durationsPs) {
    this.info = info;
    this.tables = tables;
    this.programs = List.copyOf(programs);
    expansion = new OpListTrace(info.ranks());
    tables.communicators().forEach(expansion::define);
    for (int rank = 0; rank < info.ranks(); rank++) {
      columns.add(new ArrayList<>());
    }
    for (Program program : programs) {
      for (int rank : program.ranks().toArray()) {
        new Expander(program.ranks(), rank, durationsPs).run(program.nodes());
      }
    }
  }

  /** What each rank executes, op by op. */
  public OpListTrace expansion() {
    return expansion;
  }

  /** The programs. */
  public List<Program> programs() {
    return programs;
  }

  /** Writes everything to a sink, columns after all programs. */
  public void describe(TraceSink sink) {
    sink.begin(info);
    for (int id = 0; id < tables.callSites().size(); id++) {
      sink.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      sink.marker(id, tables.markers().get(id));
    }
    tables.communicators().forEach(sink::communicator);
    tables.histograms().forEach(sink::histogram);
    for (Program program : programs) {
      sink.beginProgram(program.ranks());
      describe(program.nodes(), sink);
      sink.endProgram();
    }
    for (int rank = 0; rank < columns.size(); rank++) {
      long[] column = columns.get(rank).stream().mapToLong(Long::longValue).toArray();
      int half = column.length / 2;
      sink.durations(rank, column, 0, half);
      sink.durations(rank, column, half, column.length - half);
    }
    sink.end();
  }

  private static void describe(List<Node> nodes, TraceSink sink) {
    for (Node node : nodes) {
      if (node instanceof Op op) {
        sink.op(op.view(), op.variations());
      } else if (node instanceof Repeat repeat) {
        sink.beginRepeat(repeat.count());
        describe(repeat.body(), sink);
        sink.endRepeat();
      }
    }
  }

  /** One rank's way through its program. */
  private final class Expander {
    private final RankSet ranks;
    private final int rank;
    private final LongSupplier durationsPs;
    private final IdentityHashMap<Object, Integer> taken = new IdentityHashMap<>();

    Expander(RankSet ranks, int rank, LongSupplier durationsPs) {
      this.ranks = ranks;
      this.rank = rank;
      this.durationsPs = durationsPs;
    }

    void run(List<Node> nodes) {
      for (Node node : nodes) {
        if (node instanceof Repeat repeat) {
          long count = take(repeat, repeat.count(), 1)[0];
          for (long i = 0; i < count; i++) {
            run(repeat.body());
          }
        } else if (node instanceof Op op && isThere(op)) {
          expansion.add(rank, resolve(op));
        }
      }
    }

    /** Decides whether an op that may be left out is there; notes it if not. */
    private boolean isThere(Op op) {
      if (op.variations().contains(Variation.OPTIONAL_DURATION)
          && durationsPs.getAsLong() % 2 == 0) {
        columns.get(rank).add(TraceSink.NO_BURST);
        return false;
      }
      return true;
    }

    private OpView resolve(Op op) {
      OpView resolved = new OpView();
      resolved.copyFrom(op.view());
      for (Variation variation : op.variations()) {
        OpField field = variation.field();
        if (field.isList()) {
          int length = op.view().listLength(field);
          resolved.setList(field, take(variation, variation.values(), length));
        } else {
          long value = take(variation, variation.values(), 1)[0];
          resolved.set(
              field,
              variation.relative() ? Math.floorMod(rank + value, (long) info.ranks()) : value);
        }
      }
      return resolved;
    }

    private long[] take(Object place, Values values, int width) {
      long[] taking = new long[width];
      if (values instanceof Values.Scoped scoped) {
        for (Values.Scope scope : scoped.scopes()) {
          if (scope.ranks().contains(rank)) {
            return take(place, scope.values(), width);
          }
        }
        throw new AssertionError("no scope for rank " + rank);
      } else if (values instanceof Values.Column) {
        taking[0] = durationsPs.getAsLong();
        columns.get(rank).add(taking[0]);
      } else {
        int first = 0;
        if (values instanceof Values.Cyclic) {
          first = taken.merge(place, width, Integer::sum) - width;
        } else if (values instanceof Values.PerRank) {
          first = ranks.indexOf(rank) * width;
        }
        for (int i = 0; i < width; i++) {
          if (values instanceof Values.Cyclic cyclic) {
            taking[i] = cyclic.values()[(first + i) % cyclic.values().length];
          } else if (values instanceof Values.PerRank perRank) {
            taking[i] = perRank.values()[first + i];
          } else if (values instanceof Values.Constant constant) {
            taking[i] = constant.value();
          }
        }
      }
      return taking;
    }
  }
}
