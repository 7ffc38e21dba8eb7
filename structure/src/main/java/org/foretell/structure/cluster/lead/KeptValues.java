package org.foretell.structure.cluster.lead;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.structure.cluster.grouping.Cluster;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/** Values that each rank of a cluster keeps, as variations of the ops of its lead. */
final class KeptValues {
  /** More scopes than a share of the ranks are longer than a value for each rank. */
  private static final int RANKS_PER_SCOPE = 4;

  private final Cluster cluster;
  private final int worldRanks;
  private final Int2ObjectOpenHashMap<Variation> variations = new Int2ObjectOpenHashMap<>();
  private long numbers;

  private KeptValues(Cluster cluster, int worldRanks) {
    this.cluster = cluster;
    this.worldRanks = worldRanks;
  }

  /**
   * Reads what ranks keep. What functions compute is the same as in the trace, and not counted.
   *
   * @param fields by op, empty where nothing is kept
   * @param comparison knows what functions compute
   */
  static KeptValues of(
      TraceSource source,
      Cluster cluster,
      Outline outline,
      List<List<OpField>> fields,
      Comparison comparison) {
    KeptValues kept = new KeptValues(cluster, source.info().ranks());
    if (fields.stream().anyMatch(each -> !each.isEmpty())) {
      kept.read(source, outline, fields, comparison);
    }
    return kept;
  }

  /** The variation of a field of an op, null if the lead's value stands for all. */
  @Nullable Variation variation(int op, OpField field) {
    return variations.get(Outline.key(op, field.id()));
  }

  /** How many numbers are kept. */
  long numbers() {
    return numbers;
  }

  private void read(
      TraceSource source, Outline outline, List<List<OpField>> fields, Comparison comparison) {
    int[] ranks = cluster.ranks().toArray();
    Int2ObjectOpenHashMap<Sequence[]> sequences = new Int2ObjectOpenHashMap<>();
    OpView view = new OpView();
    for (int i = 0; i < ranks.length; i++) {
      OutlineCursor numbersOfOps = new OutlineCursor(outline, cluster.lead());
      try (RankCursor cursor = source.open(ranks[i])) {
        while (Comparison.nextEvent(cursor, view)) {
          int op = numbersOfOps.nextEvent();
          for (OpField field : fields.get(op)) {
            add(sequences, Outline.key(op, field.id()), field, view, i, ranks.length);
          }
        }
      }
    }
    sequences.forEach(
        (key, bySequence) -> {
          OpField field = OpField.values()[key & 31];
          long before = numbers;
          variations.put(key, variation(field, bySequence[0].width(), cycles(bySequence), ranks));
          if (comparison.computing(key >> 5, field) != null) {
            numbers = before;
          }
        });
  }

  private static void add(
      Int2ObjectOpenHashMap<Sequence[]> sequences,
      int key,
      OpField field,
      OpView view,
      int index,
      int size) {
    long[] values = field.isList() ? view.list(field) : new long[] {view.get(field)};
    Sequence[] ofField = sequences.get(key);
    if (ofField == null) {
      ofField = new Sequence[size];
      sequences.put(key, ofField);
    }
    if (ofField[index] == null) {
      ofField[index] = new Sequence(values.length);
    }
    ofField[index].add(values);
  }

  private static long[][] cycles(Sequence[] sequences) {
    return Arrays.stream(sequences).map(Sequence::cycle).toArray(long[][]::new);
  }

  private Variation variation(OpField field, int width, long[][] cycles, int[] ranks) {
    Map<List<Long>, List<Integer>> same = distinct(cycles, ranks);
    if (field.isRank()
        && Arrays.stream(cycles).flatMapToLong(Arrays::stream).allMatch(v -> v >= 0)) {
      long[][] distances = new long[cycles.length][];
      for (int i = 0; i < cycles.length; i++) {
        int rank = ranks[i];
        distances[i] =
            Arrays.stream(cycles[i])
                .map(value -> Math.floorMod(value - rank, (long) worldRanks))
                .toArray();
      }
      Map<List<Long>, List<Integer>> apart = distinct(distances, ranks);
      if (apart.size() < same.size()) {
        return new Variation(field, true, values(field, width, apart, distances));
      }
    }
    return new Variation(field, false, values(field, width, same, cycles));
  }

  /** Ranks by their cycles, in the order of first ranks. */
  private static Map<List<Long>, List<Integer>> distinct(long[][] cycles, int[] ranks) {
    Map<List<Long>, List<Integer>> distinct = new LinkedHashMap<>();
    for (int i = 0; i < cycles.length; i++) {
      List<Long> key = Arrays.stream(cycles[i]).boxed().toList();
      distinct.computeIfAbsent(key, cycle -> new ArrayList<>()).add(ranks[i]);
    }
    return distinct;
  }

  private Values values(
      OpField field, int width, Map<List<Long>, List<Integer>> distinct, long[][] cycles) {
    boolean perRank =
        distinct.size() * RANKS_PER_SCOPE > cycles.length
            && Arrays.stream(cycles).allMatch(cycle -> cycle.length == width);
    if (distinct.size() > 1 && perRank) {
      numbers += (long) cycles.length * width;
      return new Values.PerRank(Arrays.stream(cycles).flatMapToLong(Arrays::stream).toArray());
    }
    List<Values.Scope> scopes = new ArrayList<>();
    distinct.forEach(
        (cycle, members) -> {
          numbers += cycle.size();
          long[] values = cycle.stream().mapToLong(Long::longValue).toArray();
          RankSet scope = RankSet.ofSorted(members.stream().mapToInt(Integer::intValue).toArray());
          scopes.add(
              new Values.Scope(
                  scope,
                  values.length == 1 && !field.isList()
                      ? new Values.Constant(values[0])
                      : new Values.Cyclic(values)));
        });
    return scopes.size() == 1 ? scopes.get(0).values() : new Values.Scoped(scopes);
  }
}
