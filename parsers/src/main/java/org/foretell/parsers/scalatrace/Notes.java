package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Notes about a trace for its user. */
final class Notes {
  private final boolean matchSizes;
  private final Set<Long> unknownTypes = new TreeSet<>();
  private final List<String> others = new ArrayList<>();
  private boolean hasWildcards;
  private boolean hasTags;
  private long userOperators;
  private int mergedBursts;
  private int longLoops;

  /**
   * @param matchSizes whether receives take messages of their own size only
   */
  Notes(boolean matchSizes) {
    this.matchSizes = matchSizes;
  }

  void unknownType(long datatype) {
    unknownTypes.add(datatype);
  }

  void wildcard() {
    hasWildcards = true;
  }

  void tag() {
    hasTags = true;
  }

  void userOperator() {
    userOperators++;
  }

  /** A record whose bursts are drawn from all of its histograms. */
  void mergedBurst() {
    mergedBursts++;
  }

  /** A loop whose burst between iterations runs once too often. */
  void longLoop() {
    longLoops++;
  }

  void add(String note) {
    others.add(note);
  }

  /** One sentence each. */
  List<String> list() {
    List<String> list = new ArrayList<>(others);
    if (hasWildcards && !hasTags) {
      list.add(
          "tags were not recorded, so a receive from any source takes the first message from any"
              + " rank"
              + (matchSizes
                  ? " that has its size"
                  : ", whatever its size; with --match-sizes, the first that has its size"));
    }
    if (!unknownTypes.isEmpty()) {
      list.add(
          "the sizes of datatypes "
              + unknownTypes
              + " are not recorded; their elements count as "
              + Datatypes.UNKNOWN_BYTES
              + " bytes");
    }
    if (userOperators > 0) {
      list.add(
          "records of reductions by operators of the program: "
              + userOperators
              + "; such operators count as not commutative");
    }
    if (mergedBursts > 0) {
      list.add(
          "records for which loops that may run zero times leave open which call came before: "
              + mergedBursts
              + "; their bursts are drawn from all histograms of the record");
    }
    if (longLoops > 0) {
      list.add(
          "loops of more than "
              + Bursts.MOST_ITERATIONS
              + " iterations, whose burst between iterations runs as often as the loop, not once"
              + " less: "
              + longLoops);
    }
    return list;
  }
}
