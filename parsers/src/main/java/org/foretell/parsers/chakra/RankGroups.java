package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.foretell.trace.TraceException;

/** The process groups that the file of a rank defines. For one thread. */
final class RankGroups {
  private final int ranks;
  private final Map<String, IntArrayList> members = new LinkedHashMap<>();

  /**
   * None yet.
   *
   * @param ranks of the run
   */
  RankGroups(int ranks) {
    this.ranks = ranks;
  }

  /**
   * Takes PyTorch's record of process groups: a list in Python's words, with JSON in it.
   *
   * @param file that has it, for messages
   * @throws TraceException if it is damaged, or has other ranks than the run
   */
  void define(String text, MessageFile file) {
    int from = text.indexOf("[{");
    int to = text.lastIndexOf("}]");
    if (from < 0 || to < from) {
      return; // a record without groups
    }
    try {
      GroupText.readArray(
          text.substring(from, to + 2),
          (name, its) -> {
            check(name, its, ranks, "its process groups");
            members.put(name, its);
          });
    } catch (GroupText.Malformed wrong) {
      throw file.wrong(
          "PyTorch's process groups",
          String.valueOf(wrong.getMessage()),
          "convert the trace again");
    }
  }

  /**
   * Checks the members of a group.
   *
   * @param place that defines it, for messages
   * @throws TraceException if one is no rank of the run, or there twice
   */
  static void check(String name, IntArrayList members, int ranks, String place) {
    IntOpenHashSet seen = new IntOpenHashSet();
    for (int i = 0; i < members.size(); i++) {
      int rank = members.getInt(i);
      if (rank < 0 || rank >= ranks || !seen.add(rank)) {
        throw new TraceException(
            place
                + ": process group "
                + name
                + ": expected different ranks of 0 to "
                + (ranks - 1)
                + ", found "
                + rank
                + (rank < 0 || rank >= ranks ? "" : " twice")
                + "; correct the group, or copy the files of all ranks into one folder");
      }
    }
  }

  /** Passes on names and members; without members it is the group of all ranks. */
  void forEach(BiConsumer<String, IntArrayList> action) {
    members.forEach(action);
  }
}
