package org.foretell.model;

/** The messages that a parameter affects. */
public enum ParameterPlace {
  /** All messages, or those between nodes with consequences for others. */
  EVERYWHERE,
  /** Messages between nodes: no effect while all ranks are on one node. */
  BETWEEN_NODES,
  /** Messages within a node: no effect while each rank has a node of its own. */
  WITHIN_NODE,
  /** Messages within a node, through the memory of the node. */
  MEMORY,
  /** Messages between sites of a machine. */
  WIDE_AREA;

  /** {@return whether it affects only messages that stay within their node} */
  public boolean isWithinNode() {
    return this == WITHIN_NODE || this == MEMORY;
  }

  /** {@return whether it affects messages from a node to another node of its site} */
  public boolean reachesOtherNodes() {
    return this == EVERYWHERE || this == BETWEEN_NODES;
  }
}
