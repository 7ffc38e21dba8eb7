package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The list of records of ranks that have the same records in the same loops. How often loops run,
 * and what the calls are called with, may differ between them.
 */
final class SharedList {
  /** Deeper loops are refused; the native format has room for what comes on top of them. */
  private static final int MAX_DEPTH = 200;

  /**
   * Ranks for which loops run equally often and requests and communicators are the same.
   *
   * @param ranks ascending
   */
  record Variant(int[] ranks) {
    int first() {
      return ranks[0];
    }
  }

  private final int[] ranks;
  private final List<Rsd> entries;
  private final List<Node> nodes;
  private final List<Variant> variants;

  /** Whether loops overlap, which they may do in another way for each variant. */
  private boolean isSplit;

  private SharedList(int[] ranks, List<Rsd> records) {
    this.ranks = ranks;
    int rank = ranks[0];
    entries = records.stream().filter(rsd -> rsd.ranks().contains(rank)).toList();
    nodes = new ArrayList<>();
    variants = variants();
    for (int at = 0; at < entries.size() && !isSplit; ) {
      int begun = nodes.size();
      int next = parse(at, 0, entries.size(), 0, nodes);
      if (next < 0) {
        nodes.subList(begun, nodes.size()).clear();
        isSplit = variants.size() > 1;
        next = isSplit ? at : Passes.follow(entries, at, rank, before(at), nodes);
      }
      at = next;
    }
  }

  /** The signature of the call before an entry that stands in no loop. */
  private String before(int at) {
    if (at == 0) {
      return Signatures.NONE;
    }
    return nodes.get(nodes.size() - 1) instanceof Node.Repeat repeat && repeat.pass() != null
        ? repeat.pass().last()
        : entries.get(at - 1).signature();
  }

  int[] ranks() {
    return ranks;
  }

  List<Rsd> entries() {
    return entries;
  }

  List<Node> nodes() {
    return nodes;
  }

  List<Variant> variantsOfRanks() {
    return variants;
  }

  /** The lists of all ranks, in the order of their first rank. */
  static List<SharedList> all(List<Rsd> records, int ranks) {
    int[] classes = new int[ranks];
    int[] number = {1};
    Map<List<Integer>, Integer> shapes = new LinkedHashMap<>();
    for (Rsd rsd : records) {
      Long2IntOpenHashMap refined = new Long2IntOpenHashMap();
      rsd.ranks()
          .forEach(
              rank -> {
                int shape = 0;
                if (!rsd.loops().isEmpty()) {
                  shape = shapes.computeIfAbsent(bodies(rsd, rank), key -> shapes.size() + 1);
                }
                long key = (long) classes[rank] << 32 | shape;
                int refinedTo = refined.getOrDefault(key, -1);
                if (refinedTo < 0) {
                  refinedTo = number[0]++;
                  refined.put(key, refinedTo);
                }
                classes[rank] = refinedTo;
              });
    }
    Map<Integer, IntArrayList> members = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      members.computeIfAbsent(classes[rank], key -> new IntArrayList()).add(rank);
    }
    List<SharedList> lists = new ArrayList<>();
    for (IntArrayList each : members.values()) {
      SharedList list = new SharedList(each.toIntArray(), records);
      if (list.isSplit) {
        list.variants.forEach(variant -> lists.add(new SharedList(variant.ranks(), records)));
      } else {
        lists.add(list);
      }
    }
    return lists;
  }

  /** How long the bodies are that begin at a record, loop after loop. */
  private static List<Integer> bodies(Rsd rsd, int rank) {
    List<Integer> bodies = new ArrayList<>();
    for (int loop = 0; loop < rsd.loops().size(); loop++) {
      for (int members : rsd.loops().get(loop).shape(rank).members()) {
        bodies.add(loop);
        bodies.add(members);
      }
    }
    return bodies;
  }

  /**
   * Takes the entry at a place, with the repeats that begin there from the given one on.
   *
   * @param from how many of those repeats have been begun already
   * @param limit where the innermost body ends
   * @return the place after it, -1 if loops overlap
   */
  private int parse(int at, int from, int limit, int depth, List<Node> into) {
    Rsd rsd = entries.get(at);
    int passed = 0;
    for (int loop = 0; loop < rsd.loops().size(); loop++) {
      int[] members = rsd.loops().get(loop).shape(ranks[0]).members();
      for (int level = 0; level < members.length; level++) {
        if (passed++ < from) {
          continue;
        }
        if (members[level] > limit - at) {
          return -1;
        }
        int end = at + members[level];
        if (depth == MAX_DEPTH) {
          throw rsd.error("expected loops at most " + MAX_DEPTH + " deep, found deeper ones");
        }
        List<Node> body = new ArrayList<>();
        int next = parse(at, passed, end, depth + 1, body);
        while (next >= 0 && next < end) {
          next = parse(next, 0, end, depth + 1, body);
        }
        if (next < 0) {
          return next;
        }
        Loop around = rsd.loops().get(loop);
        int repeat = level;
        into.add(new Node.Repeat(rsd, rank -> around.shape(rank).counts().get(repeat), body, null));
        return end;
      }
    }
    into.add(new Node.Leaf(rsd, false));
    return at + 1;
  }

  private List<Variant> variants() {
    List<Groups> deciding = new ArrayList<>();
    List<Loop> loops = new ArrayList<>();
    for (Rsd rsd : entries) {
      loops.addAll(rsd.loops());
      if (rsd.call().usesHandles()) {
        for (int key :
            new int[] {Keys.REQUEST, Keys.REQUESTS, Keys.COUNT, Keys.COLOR, Keys.RANKS}) {
          Groups groups = rsd.parameter(key);
          if (groups != null && groups.list().size() > 1) {
            deciding.add(groups);
          }
        }
      }
    }
    if (deciding.isEmpty() && loops.isEmpty()) {
      return List.of(new Variant(ranks));
    }
    Map<List<Object>, IntArrayList> members = new LinkedHashMap<>();
    for (int rank : ranks) {
      List<Object> key = new ArrayList<>();
      deciding.forEach(groups -> key.add(groups.indexOf(rank)));
      loops.forEach(loop -> key.add(loop.shape(rank)));
      members.computeIfAbsent(key, k -> new IntArrayList()).add(rank);
    }
    return members.values().stream().map(each -> new Variant(each.toIntArray())).toList();
  }

  /**
   * How often a rank of a variant executes each record, by index; {@link Long#MAX_VALUE} for more
   * than can be counted.
   */
  void executions(Variant variant, long[] byRecord) {
    Arrays.fill(byRecord, 0);
    executions(nodes, variant.first(), 1, byRecord);
  }

  private static void executions(List<Node> body, int rank, long times, long[] byRecord) {
    for (Node node : body) {
      if (node instanceof Node.Leaf leaf) {
        byRecord[leaf.rsd().index()] = times;
      } else if (node instanceof Node.Repeat repeat) {
        executions(repeat.body(), rank, iterations(repeat.counts().of(rank), times), byRecord);
      }
    }
  }

  private static long iterations(long[] cycle, long entries) {
    long sum = 0;
    long rest = 0;
    for (int i = 0; i < cycle.length; i++) {
      sum = plus(sum, cycle[i]);
      rest = plus(rest, i < entries % cycle.length ? cycle[i] : 0);
    }
    return plus(times(entries / cycle.length, sum), rest);
  }

  /** Product of two numbers that are not negative, at most {@link Long#MAX_VALUE}. */
  static long times(long a, long b) {
    long product = a * b;
    return Math.multiplyHigh(a, b) != 0 || product < 0 ? Long.MAX_VALUE : product;
  }

  /** Sum of two numbers that are not negative, at most {@link Long#MAX_VALUE}. */
  static long plus(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
