package org.foretell.parsers.scalatrace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Part of the list of records that some ranks execute, with its loops around what they repeat. */
sealed interface Node {
  /**
   * A record. A rank has each at most once in its list.
   *
   * @param rsd the record
   * @param hasBurst whether the burst before it is a node of its own
   */
  record Leaf(Rsd rsd, boolean hasBurst) implements Node {}

  /**
   * The burst before a record after a certain call.
   *
   * @param rsd the record
   * @param before signature of that call
   */
  record Burst(Rsd rsd, String before) implements Node {}

  /** How often something runs. */
  interface Counts {
    /** A cycle over its entries. */
    long[] of(int rank);
  }

  /**
   * What is repeated.
   *
   * @param head the record that it begins with
   * @param counts how often the body runs
   * @param body at least one node
   * @param pass null for a loop of the file
   */
  record Repeat(Rsd head, Counts counts, List<Node> body, @Nullable Pass pass) implements Node {}

  /**
   * That a repeat stands for passes through records, in which the bursts are nodes of their own.
   *
   * @param last signature of the call that it ends with
   */
  record Pass(String last) {}
}
