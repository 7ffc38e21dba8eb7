package org.foretell.machine;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a placement file; collects its mistakes and reports them together. */
final class PlacementText {
  private static final Pattern PLACE = Pattern.compile("(\\d{1,9})(?:[\\s,]+(\\d{1,9}))?");
  private static final int MISTAKES_SHOWN = 20;

  private final Machine machine;
  private final String fileName;
  private final int ranks;
  private final Oversubscription oversubscription;

  private final int[] nodeOfRank;
  private final int[] coreOfRank;
  private final Long2IntOpenHashMap lineOfCore = new Long2IntOpenHashMap();
  private final Int2IntOpenHashMap lowestFreeCore = new Int2IntOpenHashMap();
  private final List<String> mistakes = new ArrayList<>();
  private int mistakeCount;

  PlacementText(Machine machine, String fileName, int ranks, Oversubscription oversubscription) {
    this.machine = machine;
    this.fileName = fileName;
    this.ranks = ranks;
    this.oversubscription = oversubscription;
    this.nodeOfRank = new int[ranks];
    this.coreOfRank = new int[ranks];
  }

  Placement parse(String text) {
    int line = 0;
    int rank = 0;
    for (String raw : (Iterable<String>) text.lines()::iterator) {
      line++;
      int comment = raw.indexOf('#');
      String place = (comment < 0 ? raw : raw.substring(0, comment)).strip();
      if (!place.isEmpty()) {
        if (rank < ranks) {
          place(rank, line, place);
        }
        rank++;
      }
    }
    if (rank != ranks) {
      mistake("places " + rank + " ranks, but there are " + ranks + "; write one line for each");
    }
    if (mistakeCount > 0) {
      throw new PlacementException(message());
    }
    return new Placement("file " + fileName, nodeOfRank, coreOfRank, oversubscription);
  }

  private void place(int rank, int line, String place) {
    Matcher matcher = PLACE.matcher(place);
    if (!matcher.matches()) {
      mistake(line, "\"" + shortened(place) + "\" is not a place; write \"node\" or \"node core\"");
      return;
    }
    int node = Integer.parseInt(matcher.group(1));
    if (node >= machine.nodes()) {
      mistake(line, "no node " + node + "; nodes are 0 to " + (machine.nodes() - 1));
    } else {
      int cores = machine.groupOf(node).coresPerNode();
      int core =
          matcher.group(2) == null ? freeCore(node, cores) : Integer.parseInt(matcher.group(2));
      if (core >= cores) {
        mistake(line, "no core " + core + " in node " + node + "; cores are 0 to " + (cores - 1));
      } else {
        take(rank, line, node, core);
      }
    }
  }

  /** The lowest core that is not taken, or, when all are, one of them in turn. */
  private int freeCore(int node, int cores) {
    int core = lowestFreeCore.get(node);
    while (core < cores && lineOfCore.containsKey(key(node, core))) {
      core++;
    }
    lowestFreeCore.put(node, core < cores ? core : core + 1);
    return core % cores;
  }

  private void take(int rank, int line, int node, int core) {
    int earlierLine = lineOfCore.putIfAbsent(key(node, core), line);
    if (earlierLine != 0 && oversubscription == Oversubscription.REFUSE) {
      mistake(
          line,
          "core %d of node %d is taken by line %d; choose another, or set oversubscription to share or ignore (in sim: --oversubscribe share|ignore)"
              .formatted(core, node, earlierLine));
    }
    nodeOfRank[rank] = node;
    coreOfRank[rank] = core;
  }

  private static long key(int node, int core) {
    return ((long) node << 32) | core;
  }

  private static String shortened(String place) {
    return place.length() > 40 ? place.substring(0, 37) + "..." : place;
  }

  private void mistake(int line, String what) {
    mistake("line " + line + ": " + what);
  }

  private void mistake(String what) {
    mistakeCount++;
    if (mistakes.size() < MISTAKES_SHOWN) {
      mistakes.add(what);
    }
  }

  private String message() {
    StringBuilder message = new StringBuilder("placement file ").append(fileName).append(':');
    for (String mistake : mistakes) {
      message.append("\n  ").append(mistake);
    }
    if (mistakeCount > mistakes.size()) {
      message.append("\n  and ").append(mistakeCount - mistakes.size()).append(" more");
    }
    return message.toString();
  }
}
