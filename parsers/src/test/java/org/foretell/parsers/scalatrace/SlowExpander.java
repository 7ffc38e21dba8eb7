package org.foretell.parsers.scalatrace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Expands a trace of ScalaTrace for a rank in the plainest way, call by call, from the description
 * of the format alone. It shares no code with the reader, and expects a sound file.
 */
final class SlowExpander {
  /** Vectors for ranks. */
  static final class Scoped {
    final Map<Integer, List<Integer>> byRank = new HashMap<>();
    final List<Integer> all = new ArrayList<>();

    List<Integer> of(int rank) {
      return all.isEmpty() ? byRank.get(rank) : all;
    }
  }

  /** A record. */
  static final class Item {
    final TreeSet<Integer> ranks = new TreeSet<>();
    int op;
    String signature = "";
    final Map<String, Scoped> parameters = new LinkedHashMap<>();
    final List<Scoped> iterations = new ArrayList<>();
    final List<Scoped> members = new ArrayList<>();

    /** Of {@code COMP 4b} (or 4c) and {@code COMM 4b}: the line by signature. */
    final Map<String, String> bursts = new LinkedHashMap<>();

    final Map<String, String> instructions = new LinkedHashMap<>();
    final Map<String, String> calls = new LinkedHashMap<>();
  }

  /** A call of a rank. */
  record Execution(Item item, String before, Map<String, Integer> values) {
    int value(String key) {
      return values.get(key);
    }
  }

  final List<Item> items = new ArrayList<>();
  int world;

  private List<Item> list = List.of();
  private Map<Object, Integer> cursors = new HashMap<>();
  private int rank;
  private String before = "";
  private Consumer<Execution> taker = e -> {};

  SlowExpander(Path file) throws IOException {
    Item item = new Item();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank()) {
        items.add(item);
        item = new Item();
        continue;
      }
      String[] words = line.trim().split("[ :]+", -1);
      if (line.startsWith("RANKS")) {
        item.ranks.addAll(ranks(line.substring(6)));
        world = Math.max(world, item.ranks.last() + 1);
      } else if (line.startsWith("EVENT")) {
        item.op = Integer.parseInt(words[1]);
        item.signature = words[2];
      } else if (line.startsWith("COM")) {
        Map<String, String> into =
            words[0].equals("COMM")
                ? item.calls
                : words[1].startsWith("4b") ? item.bursts : item.instructions;
        into.put(words[2], line);
      } else if (line.startsWith("LOOP")) {
        String[] parts = line.split("iter:|mem:", -1);
        item.iterations.add(scoped(new Scoped(), parts[1]));
        item.members.add(scoped(new Scoped(), parts[2]));
      } else {
        int blank = line.indexOf(' ');
        scoped(
            item.parameters.computeIfAbsent(line.substring(0, blank), key -> new Scoped()),
            line.substring(blank));
      }
    }
  }

  private static Scoped scoped(Scoped into, String text) {
    if (text.indexOf('(') < 0) {
      into.all.addAll(numbers(text));
      return into;
    }
    for (String part : text.trim().split("(?<=\\])", -1)) {
      if (!part.isBlank()) {
        List<Integer> values = numbers(part.substring(part.indexOf('(') + 1, part.indexOf(')')));
        for (int each : ranks(part.substring(part.indexOf('[') + 1, part.indexOf(']')))) {
          into.byRank.put(each, values);
        }
      }
    }
    return into;
  }

  private static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    Scanner scanner = new Scanner(text);
    while (scanner.hasNextInt()) {
      numbers.add(scanner.nextInt());
    }
    return numbers;
  }

  private static List<Integer> ranks(String text) {
    List<Integer> numbers = numbers(text);
    List<Integer> ranks = new ArrayList<>();
    int at = 1;
    for (int i = 0; i < numbers.get(0); i++) {
      int depth = -numbers.get(at);
      List<Integer> some = new ArrayList<>(List.of(numbers.get(at + 1)));
      for (int d = 0; d < depth; d++) {
        List<Integer> more = new ArrayList<>();
        for (int rank : some) {
          for (int step = 0; step < numbers.get(at + 2 + 2 * d); step++) {
            more.add(rank + step * numbers.get(at + 3 + 2 * d));
          }
        }
        some = more;
      }
      ranks.addAll(some);
      at += 2 + 2 * depth;
    }
    return ranks;
  }

  /** Hands on the calls of a rank in order. */
  void expand(int ofRank, Consumer<Execution> consumer) {
    rank = ofRank;
    taker = consumer;
    cursors = new HashMap<>();
    before = "";
    list = items.stream().filter(item -> item.ranks.contains(ofRank)).toList();
    for (int at = 0; at < list.size(); ) {
      at += run(at, 0);
    }
  }

  private int run(int at, int depth) {
    Item item = list.get(at);
    for (int d = depth; d < item.iterations.size(); d++) {
      Scoped scoped = item.iterations.get(d);
      if (scoped.of(rank) == null) {
        continue;
      }
      int iterations = next(scoped);
      int members = next(item.members.get(d));
      for (int i = 0; i < iterations; i++) {
        int used = run(at, d + 1);
        while (used < members) {
          used += run(at + used, 0);
        }
        if (used != members) {
          throw new IllegalStateException("a loop ends within another");
        }
      }
      return members;
    }
    Map<String, Integer> values = new HashMap<>();
    item.parameters.forEach((key, scoped) -> values.put(key, next(scoped)));
    taker.accept(new Execution(item, before, values));
    before = item.signature;
    return 1;
  }

  private int next(Scoped scoped) {
    List<Integer> cycle = scoped.of(rank);
    int cursor = cursors.merge(scoped, 1, Integer::sum) - 1;
    return cycle.get(cursor % cycle.size());
  }
}
