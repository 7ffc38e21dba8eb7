package org.foretell.structure.outline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.structure.grammar.Grammar;
import org.foretell.structure.grammar.PairReplacement;

/**
 * Does what {@link PairReplacement} does, with the same result, to a program whose loops are not
 * unrolled: a pair within a loop counts as often as the loop runs, that of the last and the first
 * symbol of its body once less. Where a pair lies across the border of a loop, an iteration is
 * taken out of it, or the body turned. Takes time and memory for what the program is as stored, not
 * for what it unrolls to: a pass over it for each pair that is replaced.
 */
final class LoopReplacement {
  /** Iterations that are taken out make programs longer; beyond this it is given up. */
  private static final int GROWTH = 8;

  private static final int LEAST_BOUND = 256;

  private final Grammar grammar;
  private final int mostItems;

  /** A symbol, or some body that is run several times. */
  sealed interface Item {
    int first();

    int last();

    int size();
  }

  /** A symbol, and how often it stands there; more than once only until runs are replaced. */
  record Sym(int symbol, long times) implements Item {
    @Override
    public int first() {
      return symbol;
    }

    @Override
    public int last() {
      return symbol;
    }

    @Override
    public int size() {
      return 1;
    }
  }

  /** At least two times, of at least one item. */
  record Loop(long times, List<Item> body) implements Item {
    @Override
    public int first() {
      return body.get(0).first();
    }

    @Override
    public int last() {
      return body.get(body.size() - 1).last();
    }

    @Override
    public int size() {
      return LoopReplacement.size(body) + 1;
    }
  }

  private LoopReplacement(Grammar grammar, int mostItems) {
    this.grammar = grammar;
    this.mostItems = mostItems;
  }

  static int size(List<Item> items) {
    int size = 0;
    for (Item item : items) {
      size += item.size();
    }
    return size;
  }

  /**
   * What is left of a program when all is replaced.
   *
   * @param grammar gets the symbols that replace others
   * @param program not changed
   * @return empty if so many iterations would have to be taken out of loops that the program should
   *     better be unrolled; the grammar is spoilt then
   */
  static Optional<int[]> reduce(Grammar grammar, List<Item> program) {
    int bound = Math.max(LEAST_BOUND, GROWTH * size(program));
    return new LoopReplacement(grammar, bound).reduce(program);
  }

  private Optional<int[]> reduce(List<Item> program) {
    List<Item> items = withRuns(joined(program));
    for (long pair = mostFrequent(items); pair >= 0; pair = mostFrequent(items)) {
      int left = (int) (pair >>> 32);
      int right = (int) pair;
      items = withRuns(joined(replaced(items, left, right, grammar.pair(left, right))));
      if (size(items) > mostItems) {
        return Optional.empty();
      }
    }
    return Optional.of(items.stream().mapToInt(Item::first).toArray());
  }

  /** Of pairs that are equally frequent the first; -1 if none occurs twice. */
  private static long mostFrequent(List<Item> items) {
    Map<Long, long[]> counts = new LinkedHashMap<>();
    count(items, 1, counts);
    long best = -1;
    long most = 1;
    for (Map.Entry<Long, long[]> entry : counts.entrySet()) {
      if (entry.getValue()[0] > most) {
        most = entry.getValue()[0];
        best = entry.getKey();
      }
    }
    return best;
  }

  /** In the order in which pairs occur for the first time. */
  private static void count(List<Item> items, long times, Map<Long, long[]> counts) {
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      if (i > 0) {
        add(items.get(i - 1).last(), item.first(), times, counts);
      }
      if (item instanceof Loop loop) {
        count(loop.body, times * loop.times, counts);
        add(loop.last(), loop.first(), times * (loop.times - 1), counts);
      }
    }
  }

  private static void add(int left, int right, long times, Map<Long, long[]> counts) {
    counts.computeIfAbsent((long) left << 32 | right, pair -> new long[1])[0] += times;
  }

  /** Puts one symbol in the place of a pair, wherever that is. */
  private static List<Item> replaced(List<Item> items, int left, int right, int made) {
    List<Item> out = new ArrayList<>();
    Deque<Item> next = new ArrayDeque<>();
    for (Item item : items) {
      next.addAll(item instanceof Loop loop ? replaced(loop, left, right, made) : List.of(item));
      while (!next.isEmpty()) {
        Item now = next.pop();
        if (!out.isEmpty() && out.get(out.size() - 1).last() == left && now.first() == right) {
          openLast(out);
          openFirst(now, next);
          out.set(out.size() - 1, new Sym(made, 1));
        } else {
          out.add(now);
        }
      }
    }
    return out;
  }

  private static List<Item> replaced(Loop loop, int left, int right, int made) {
    List<Item> body = replaced(loop.body, left, right, made);
    if (body.get(body.size() - 1).last() != left || body.get(0).first() != right) {
      return List.of(new Loop(loop.times, body));
    }
    // (R x L) n times is R x, then (LR x) once less, then L.
    List<Item> inner = inner(body);
    List<Item> out = new ArrayList<>();
    out.add(new Sym(right, 1));
    out.addAll(inner);
    List<Item> turned = new ArrayList<>();
    turned.add(new Sym(made, 1));
    turned.addAll(inner);
    addLoop(out, loop.times - 1, turned);
    out.add(new Sym(left, 1));
    return out;
  }

  /** What is between the first and the last symbol of a body, both of which are taken out. */
  private static List<Item> inner(List<Item> body) {
    List<Item> open = new ArrayList<>(body);
    openLast(open);
    Deque<Item> rest = new ArrayDeque<>(open.subList(1, open.size()));
    openFirst(open.get(0), rest);
    rest.removeLast();
    return new ArrayList<>(rest);
  }

  private static void addLoop(List<Item> out, long times, List<Item> body) {
    if (times == 1) {
      out.addAll(body);
    } else {
      out.add(new Loop(times, body));
    }
  }

  /** Takes iterations out of loops until the last item is a symbol. */
  private static void openLast(List<Item> items) {
    while (items.get(items.size() - 1) instanceof Loop loop) {
      items.remove(items.size() - 1);
      addLoop(items, loop.times - 1, loop.body);
      items.addAll(loop.body);
    }
  }

  /**
   * Takes iterations out of loops until there is a symbol in front.
   *
   * @param next gets what comes after that symbol, in front
   * @return the symbol
   */
  private static Sym openFirst(Item item, Deque<Item> next) {
    Item now = item;
    while (now instanceof Loop loop) {
      if (loop.times == 2) {
        pushAll(loop.body, next);
      } else {
        next.push(new Loop(loop.times - 1, loop.body));
      }
      pushAll(loop.body, next);
      now = next.pop();
    }
    return (Sym) now;
  }

  private static void pushAll(List<Item> body, Deque<Item> next) {
    for (int i = body.size() - 1; i >= 0; i--) {
      next.push(body.get(i));
    }
  }

  /** Joins neighbours that are the same symbol. */
  private static List<Item> joined(List<Item> items) {
    List<Item> out = new ArrayList<>();
    Deque<Item> next = new ArrayDeque<>();
    for (Item item : items) {
      next.addAll(item instanceof Loop loop ? joined(loop) : List.of(item));
      while (!next.isEmpty()) {
        Item now = next.pop();
        if (!out.isEmpty() && out.get(out.size() - 1).last() == now.first()) {
          openLast(out);
          Sym last = (Sym) out.get(out.size() - 1);
          Sym first = openFirst(now, next);
          out.set(out.size() - 1, new Sym(last.symbol, last.times + first.times));
        } else {
          out.add(now);
        }
      }
    }
    return out;
  }

  private static List<Item> joined(Loop loop) {
    List<Item> body = joined(loop.body);
    if (body.size() == 1) {
      return body.get(0) instanceof Sym sym
          ? List.of(new Sym(sym.symbol, sym.times * loop.times))
          : List.of(new Loop(((Loop) body.get(0)).times * loop.times, ((Loop) body.get(0)).body));
    }
    if (body.get(0).first() != body.get(body.size() - 1).last()) {
      return List.of(new Loop(loop.times, body));
    }
    // (c x c) n times is c x, then (cc x) once less, then c.
    List<Item> open = new ArrayList<>(body);
    openLast(open);
    Sym last = (Sym) open.get(open.size() - 1);
    Sym first = openFirst(open.get(0), new ArrayDeque<>());
    List<Item> inner = inner(body);
    List<Item> out = new ArrayList<>();
    out.add(first);
    out.addAll(inner);
    List<Item> turned = new ArrayList<>();
    turned.add(new Sym(first.symbol, last.times + first.times));
    turned.addAll(inner);
    addLoop(out, loop.times - 1, turned);
    out.add(last);
    return out;
  }

  /** Puts a run in the place of a symbol that stands there several times. */
  private List<Item> withRuns(List<Item> items) {
    List<Item> out = new ArrayList<>(items.size());
    for (Item item : items) {
      if (item instanceof Loop loop) {
        out.add(new Loop(loop.times, withRuns(loop.body)));
      } else {
        Sym sym = (Sym) item;
        out.add(
            sym.times == 1 ? sym : new Sym(grammar.run(sym.symbol, Math.toIntExact(sym.times)), 1));
      }
    }
    return out;
  }
}
