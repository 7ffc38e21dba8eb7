package org.foretell.models.collectives.profile;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.CollectiveRule;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.trace.OpCode;

/**
 * Reads tables that are cut into bands by the number of members and then by the size. A line is
 * {@code allreduce <8 ring<16 recursive-doubling<8192 rabenseifner}: below 8 members (and not below
 * the bound of the line before) ring below 16 bytes, recursive doubling below 8192, else the last
 * one. The last line of a collective has {@code *} for its bound.
 */
final class BandTable {
  private BandTable() {}

  static List<CollectiveRule> parse(String table) {
    List<CollectiveRule> rules = new ArrayList<>();
    int minRanks = 1;
    for (String line : table.lines().filter(text -> !text.isBlank()).toList()) {
      String[] words = line.strip().split(" +", -1);
      OpCode op = Ops.named(words[0]);
      boolean last = words[1].equals("*");
      int maxRanks = last ? Integer.MAX_VALUE : Integer.parseInt(words[1].substring(1)) - 1;
      long minBytes = 0;
      for (int word = 2; word < words.length; word++) {
        String[] parts = words[word].split("<", -1);
        long maxBytes = parts.length == 1 ? Long.MAX_VALUE : Long.parseLong(parts[1]) - 1;
        rules.add(new CollectiveRule(op, minRanks, maxRanks, minBytes, maxBytes, null, parts[0]));
        minBytes = maxBytes + 1;
      }
      minRanks = last ? 1 : maxRanks + 1;
    }
    return rules;
  }
}
