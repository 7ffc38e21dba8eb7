package org.foretell.extrapolation.outline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * The program that several ranks share: each executes its parts in order, and may leave out any.
 *
 * <p>Symbols are nodes of a graph, with an edge for each two that follow each other anywhere. Where
 * the graph has a cycle there is a loop; the edges that lead from its last calls back to its first
 * ones begin an iteration. Without them the same is done for what remains, and so loops nest. Which
 * calls come first follows from the order in which ranks make each for the first time.
 */
public final class Outline {
  private final List<Part> body;
  private final int parts;

  private Outline(List<Part> body, int parts) {
    this.body = body;
    this.parts = parts;
  }

  /** {@return the parts of the program, in order} */
  public List<Part> body() {
    return body;
  }

  /** {@return the number of parts, loops included} */
  public int parts() {
    return parts;
  }

  /**
   * Finds the program. A way back from a last call to a first one begins an iteration, and other
   * ways back are loops within.
   *
   * @param sequences the calls of each rank as symbols
   * @param symbols one more than the highest
   * @return a program that has all sequences
   */
  public static Outline of(List<int[]> sequences, int symbols) {
    int[] order = new FirstCalls(sequences, symbols).order();
    return new Builder(sequences, order, false).build();
  }

  /**
   * Finds a program in which any way back begins an iteration: {@code a b b} is two iterations, of
   * which the second leaves out a call. The order is one of few iterations.
   *
   * @param sequences the calls of each rank as symbols
   * @param sites for each symbol the number of its call site; calls of one site mostly stand
   *     together
   * @return a program that has all sequences, with loops that have no loops within
   */
  public static Outline flat(List<int[]> sequences, int[] sites) {
    int[] first = new FirstCalls(sequences, sites.length).order();
    int count = Arrays.stream(sites).max().orElse(-1) + 1;
    int[] ofSites =
        new FirstCalls(
                sequences.stream()
                    .map(sequence -> Arrays.stream(sequence).map(s -> sites[s]).toArray())
                    .toList(),
                count)
            .order();
    int[] symbols =
        IntStream.range(0, sites.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(symbol -> ofSites[sites[symbol]])
                    .thenComparingInt(symbol -> first[symbol]))
            .mapToInt(symbol -> symbol)
            .toArray();
    symbols = FewestIterations.order(sequences, symbols);
    int[] order = new int[symbols.length];
    for (int place = 0; place < order.length; place++) {
      order[symbols[place]] = place;
    }
    return new Builder(sequences, order, true).build();
  }

  /** The graph of symbols; the last node stands for the outside. */
  private static final class Builder {
    private final int nodes;
    private final BitSet[] after;
    private final BitSet[] before;
    private final int[] order;
    private final boolean flat;
    private int parts;

    Builder(List<int[]> sequences, int[] order, boolean flat) {
      this.order = order;
      this.flat = flat;
      int symbols = order.length;
      nodes = symbols;
      after = new BitSet[symbols + 1];
      before = new BitSet[symbols + 1];
      for (int i = 0; i <= symbols; i++) {
        after[i] = new BitSet();
        before[i] = new BitSet();
      }
      for (int[] sequence : sequences) {
        int last = symbols;
        for (int symbol : sequence) {
          edge(last, symbol);
          last = symbol;
        }
        edge(last, symbols);
      }
    }

    private void edge(int from, int to) {
      after[from].set(to);
      before[to].set(from);
    }

    Outline build() {
      BitSet all = new BitSet();
      all.set(0, nodes);
      BitSet[] inside = new BitSet[nodes];
      for (int i = 0; i < nodes; i++) {
        inside[i] = (BitSet) after[i].clone();
        inside[i].clear(nodes);
      }
      List<Part> body = body(all, inside);
      return new Outline(body, parts);
    }

    /** The parts of some nodes, of which only some edges lie inside. */
    private List<Part> body(BitSet members, BitSet[] inside) {
      List<Part> body = new ArrayList<>();
      for (BitSet component : inOrder(components(members, inside), inside)) {
        int first = component.nextSetBit(0);
        if (component.cardinality() == 1 && !inside[first].get(first)) {
          body.add(new Part.Leaf(++parts, first));
        } else {
          int id = ++parts;
          body.add(new Part.Loop(id, body(component, cut(component, inside)), component));
        }
      }
      return body;
    }

    /** The edges within a loop that do not begin an iteration. */
    private BitSet[] cut(BitSet loop, BitSet[] inside) {
      BitSet[] kept = new BitSet[nodes];
      BitSet entries = new BitSet();
      BitSet exits = new BitSet();
      for (int u = loop.nextSetBit(0); u >= 0; u = loop.nextSetBit(u + 1)) {
        kept[u] = (BitSet) inside[u].clone();
        kept[u].and(loop);
      }
      for (int u = loop.nextSetBit(0); u >= 0; u = loop.nextSetBit(u + 1)) {
        BitSet leaving = (BitSet) after[u].clone();
        leaving.andNot(kept[u]);
        if (!leaving.isEmpty()) {
          exits.set(u);
        }
        for (int v = before[u].nextSetBit(0); v >= 0; v = before[u].nextSetBit(v + 1)) {
          if (!loop.get(v) || !kept[v].get(u)) {
            entries.set(u);
          }
        }
      }
      boolean removed = cut(loop, kept, entries, exits);
      if (removed) {
        // What only stands between last and first calls ends an iteration, but never the loop.
        BitSet between = new BitSet();
        for (int u = loop.nextSetBit(0); u >= 0; u = loop.nextSetBit(u + 1)) {
          BitSet others = (BitSet) kept[u].clone();
          others.andNot(entries);
          BitSet inner = (BitSet) before[u].clone();
          inner.andNot(exits);
          between.set(u, others.isEmpty() && inner.isEmpty());
        }
        cut(loop, kept, entries, between);
      }
      int first = loop.stream().boxed().min(Comparator.comparingInt(u -> order[u])).orElseThrow();
      for (int u = loop.nextSetBit(0); u >= 0 && !removed; u = loop.nextSetBit(u + 1)) {
        // Ranks that leave out the first call begin iterations with one of the next.
        for (int v = entries.nextSetBit(0); v >= 0; v = entries.nextSetBit(v + 1)) {
          kept[u].set(v, kept[u].get(v) && order[u] < order[v]);
        }
        kept[u].clear(first);
      }
      return kept;
    }

    /** Removes the edges back from some calls to first ones; false if there are none. */
    private boolean cut(BitSet loop, BitSet[] kept, BitSet entries, BitSet lasts) {
      boolean removed = false;
      for (int u = loop.nextSetBit(0); u >= 0; u = loop.nextSetBit(u + 1)) {
        for (int v = kept[u].nextSetBit(0); v >= 0; v = kept[u].nextSetBit(v + 1)) {
          boolean begins = flat || (lasts.get(u) && entries.get(v));
          if (order[u] >= order[v] && begins) {
            kept[u].clear(v);
            removed = true;
          }
        }
      }
      return removed;
    }

    private static List<BitSet> components(BitSet members, BitSet[] inside) {
      List<BitSet> components = new ArrayList<>();
      BitSet[] reached = new BitSet[inside.length];
      for (int u = members.nextSetBit(0); u >= 0; u = members.nextSetBit(u + 1)) {
        reached[u] = reach(u, inside);
      }
      BitSet done = new BitSet();
      for (int u = members.nextSetBit(0); u >= 0; u = members.nextSetBit(u + 1)) {
        if (!done.get(u)) {
          BitSet component = new BitSet();
          component.set(u);
          for (int v = reached[u].nextSetBit(0); v >= 0; v = reached[u].nextSetBit(v + 1)) {
            if (reached[v].get(u)) {
              component.set(v);
            }
          }
          done.or(component);
          components.add(component);
        }
      }
      return components;
    }

    private static BitSet reach(int from, BitSet[] inside) {
      BitSet found = new BitSet();
      BitSet open = (BitSet) inside[from].clone();
      while (!open.isEmpty()) {
        int next = open.nextSetBit(0);
        found.set(next);
        open.or(inside[next]);
        open.andNot(found);
      }
      return found;
    }

    /** Sorts components so that each stands before those that come after it. */
    private List<BitSet> inOrder(List<BitSet> components, BitSet[] inside) {
      int[] waiting = new int[components.size()];
      List<BitSet> followers = new ArrayList<>();
      for (int own = 0; own < components.size(); own++) {
        BitSet component = components.get(own);
        BitSet next = new BitSet();
        for (int u = component.nextSetBit(0); u >= 0; u = component.nextSetBit(u + 1)) {
          next.or(inside[u]);
        }
        BitSet following = new BitSet();
        for (int other = 0; other < components.size(); other++) {
          if (other != own && components.get(other).intersects(next)) {
            following.set(other);
            waiting[other]++;
          }
        }
        followers.add(following);
      }
      PriorityQueue<Integer> ready =
          new PriorityQueue<>(Comparator.comparingInt(c -> earliest(components.get(c))));
      for (int c = 0; c < waiting.length; c++) {
        if (waiting[c] == 0) {
          ready.add(c);
        }
      }
      List<BitSet> sorted = new ArrayList<>();
      while (!ready.isEmpty()) {
        int c = ready.remove();
        sorted.add(components.get(c));
        followers.get(c).stream().filter(other -> --waiting[other] == 0).forEach(ready::add);
      }
      return sorted;
    }

    private int earliest(BitSet component) {
      return component.stream().map(u -> order[u]).min().orElseThrow();
    }
  }
}
