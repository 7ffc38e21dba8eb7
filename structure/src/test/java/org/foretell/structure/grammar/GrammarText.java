package org.foretell.structure.grammar;

import java.util.HashMap;
import java.util.Map;

/** Symbols as texts: leaves are letters, {@code a[3]} is a run and {@code (a+b)} a pair. */
public final class GrammarText {
  private GrammarText() {}

  /** The text of each symbol. */
  public static Map<Integer, String> of(Grammar grammar) {
    Map<Integer, String> names = new HashMap<>();
    for (int symbol = 0; symbol < grammar.size(); symbol++) {
      names.put(
          symbol,
          grammar.isLeaf(symbol)
              ? String.valueOf((char) ('a' + symbol))
              : grammar.isRun(symbol)
                  ? names.get(grammar.left(symbol)) + "[" + grammar.length(symbol) + "]"
                  : "("
                      + names.get(grammar.left(symbol))
                      + "+"
                      + names.get(grammar.right(symbol))
                      + ")");
    }
    return names;
  }
}
