package org.foretell.model;

/** Which messages a parameter is about. */
public enum ParameterPlace {
  /** All, or those between nodes and what follows from it for others. */
  EVERYWHERE,
  /** Those between nodes only: it does nothing as long as all ranks are on one node. */
  BETWEEN_NODES,
  /** Those within a node: it does nothing as long as each rank has a node of its own. */
  WITHIN_NODE,
  /** Those within a node, by what the memory of the node can do. */
  MEMORY,
  /** Those between sites of a machine. */
  WIDE_AREA;

  /** {@return whether it is about messages that do not leave their node, and about no others} */
  public boolean isWithinNode() {
    return this == WITHIN_NODE || this == MEMORY;
  }

  /** {@return whether messages from a node to another one of its site meet it} */
  public boolean reachesOtherNodes() {
    return this == EVERYWHERE || this == BETWEEN_NODES;
  }
}
