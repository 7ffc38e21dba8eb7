package org.foretell.parsers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts what a conversion leaves out, in the order in which it first does. For one thread. */
public final class Losses {
  private record Kind(String what, String reason) {}

  private final Map<Kind, long[]> counts = new LinkedHashMap<>();

  /** Nothing yet. */
  public Losses() {}

  /**
   * Counts one thing more.
   *
   * @param what is left out, in the plural
   * @param reason why, the same text each time
   */
  public void add(String what, String reason) {
    add(what, 1, reason);
  }

  /**
   * Counts several things more.
   *
   * @param what is left out, in the plural
   * @param number of them, at least 0
   * @param reason why, the same text each time
   */
  public void add(String what, long number, String reason) {
    if (number > 0) {
      counts.computeIfAbsent(new Kind(what, reason), kind -> new long[1])[0] += number;
    }
  }

  /**
   * Adds all that another one has counted, which then has nothing.
   *
   * @param other of what comes next
   */
  public void takeAll(Losses other) {
    other.counts.forEach((kind, count) -> add(kind.what(), count[0], kind.reason()));
    other.counts.clear();
  }

  /** {@return what was counted} */
  public List<Loss> list() {
    List<Loss> list = new ArrayList<>();
    counts.forEach((kind, count) -> list.add(new Loss(kind.what(), count[0], kind.reason())));
    return list;
  }
}
