package org.foretell.parsers.scalatrace;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * Writes a list of records as a program: records become ops, loops repeats.
 *
 * <p>The time before a record depends on the call before. Where that is always the same one its
 * burst stands before the record. The record at the head of a loop comes after the call before the
 * loop the first time, and after the last of the body then: the one burst stands before the loop,
 * the other at the beginning of the body, in a repeat that runs 0 times in the first iteration and
 * once in each other.
 */
final class ProgramConverter {
  private final TraceSink sink;
  private final SharedList list;
  private final List<Map<Rsd, long[]>> handles;
  private final OpConverter converter;
  private final Bursts bursts;
  private final Notes notes;
  private final OpView burst = new OpView();

  ProgramConverter(
      TraceSink sink, SharedList list, OpConverter converter, Bursts bursts, Notes notes) {
    this.sink = sink;
    this.list = list;
    this.converter = converter;
    this.bursts = bursts;
    this.notes = notes;
    handles =
        list.variantsOfRanks().stream()
            .map(variant -> Handles.of(list.nodes(), variant.first()))
            .toList();
  }

  /** Finds the records before which not always the same call comes. */
  void findOpen() {
    findOpen(list.nodes(), Signatures.NONE);
  }

  private void findOpen(List<Node> body, @Nullable String before) {
    String last = before;
    for (Node node : body) {
      if (node instanceof Node.Repeat repeat && repeat.pass() == null) {
        String back = last(repeat.body().get(repeat.body().size() - 1), null);
        if (back == null || last == null || mayPassOver(repeat)) {
          bursts.open(repeat.head());
        }
        findOpen(repeat.body(), back);
      } else if (node instanceof Node.Leaf leaf && last == null) {
        bursts.open(leaf.rsd());
      }
      last = last(node, last);
    }
  }

  /** Whether the loop may begin without its first record, which is in a loop that may not run. */
  private boolean mayPassOver(Node.Repeat repeat) {
    return repeat.body().get(0) instanceof Node.Repeat inner
        && (mayBeEmpty(inner) || mayPassOver(inner));
  }

  void convert() {
    sink.beginProgram(RankLists.of(list.ranks()));
    body(list.nodes(), Signatures.NONE, false);
    sink.endProgram();
  }

  /**
   * Writes nodes.
   *
   * @param before signature of the call before the first, null if it is not always the same
   * @param isBurstDone whether the burst before the first has been written
   */
  private void body(List<Node> body, @Nullable String before, boolean isBurstDone) {
    String last = before;
    boolean isDone = isBurstDone;
    for (Node node : body) {
      if (node instanceof Node.Leaf leaf) {
        if (!isDone && !leaf.hasBurst()) {
          burst(leaf.rsd(), last);
        }
        converter.convert(leaf.rsd(), list, handles);
        sink.op(converter.op(), converter.variations());
      } else if (node instanceof Node.Burst burst) {
        burst(burst.rsd(), burst.before());
      } else if (node instanceof Node.Repeat repeat && repeat.pass() != null) {
        sink.beginRepeat(counts(repeat));
        body(repeat.body(), last, true);
        sink.endRepeat();
      } else if (node instanceof Node.Repeat repeat) {
        repeat(repeat, last, isDone);
      }
      last = last(node, last);
      isDone = false;
    }
  }

  private void repeat(Node.Repeat repeat, @Nullable String before, boolean isBurstDone) {
    Values counts = counts(repeat);
    Rsd head = repeat.head();
    String back = last(repeat.body().get(repeat.body().size() - 1), null);
    Integer entry = isBurstDone ? null : bursts.before(head, before);
    Integer again = bursts.before(head, back);
    boolean isOpen = bursts.isOpen(head);
    if (!isBurstDone && (isOpen || java.util.Objects.equals(entry, again))) {
      sink.beginRepeat(counts);
      body(repeat.body(), isOpen ? null : back, false);
      sink.endRepeat();
      return;
    }
    if (entry != null) {
      guarded(repeat, entry);
    }
    sink.beginRepeat(counts);
    if (again != null) {
      Values notFirst = Bursts.notFirst(counts);
      if (notFirst == null) {
        notes.longLoop();
        burst(again);
      } else if (!notFirst.equals(new Values.Constant(0))) {
        sink.beginRepeat(notFirst);
        burst(again);
        sink.endRepeat();
      }
    }
    body(repeat.body(), back, true);
    sink.endRepeat();
  }

  /** Writes the burst before a loop, if it runs at all. */
  private void guarded(Node.Repeat repeat, int histogram) {
    if (mayBeEmpty(repeat)) {
      ValuesByRank runs = new ValuesByRank();
      for (SharedList.Variant variant : list.variantsOfRanks()) {
        long[] counts = repeat.counts().of(variant.first());
        runs.add(LongStream.of(counts).map(count -> Math.min(count, 1)).toArray(), variant.ranks());
      }
      sink.beginRepeat(runs.values(1));
      burst(histogram);
      sink.endRepeat();
    } else {
      burst(histogram);
    }
  }

  private Values counts(Node.Repeat repeat) {
    ValuesByRank counts = new ValuesByRank();
    for (SharedList.Variant variant : list.variantsOfRanks()) {
      counts.add(repeat.counts().of(variant.first()), variant.ranks());
    }
    return counts.values(1);
  }

  private boolean mayBeEmpty(Node.Repeat repeat) {
    return list.variantsOfRanks().stream()
        .anyMatch(
            variant ->
                LongStream.of(repeat.counts().of(variant.first())).anyMatch(count -> count == 0));
  }

  /**
   * The signature of the call that comes before what follows a node, null if that is not always the
   * same.
   */
  private @Nullable String last(Node node, @Nullable String before) {
    if (node instanceof Node.Repeat repeat) {
      return repeat.pass() != null
          ? repeat.pass().last()
          : mayBeEmpty(repeat) ? null : last(repeat.body().get(repeat.body().size() - 1), before);
    }
    return node instanceof Node.Leaf leaf ? leaf.rsd().signature() : before;
  }

  private void burst(Rsd rsd, @Nullable String before) {
    Integer histogram = bursts.before(rsd, before);
    if (histogram != null) {
      if (bursts.isOpen(rsd)) {
        notes.mergedBurst();
      }
      burst(histogram);
    }
  }

  private void burst(int histogram) {
    sink.op(burst.reset(OpCode.COMPUTE).set(OpField.HISTOGRAM, histogram));
  }
}
