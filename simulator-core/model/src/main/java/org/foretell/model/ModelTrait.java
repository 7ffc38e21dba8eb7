package org.foretell.model;

/**
 * A property of a model that matters for questions about its predictions. A kind of model has some
 * traits; a keyword of a parameter can add others.
 */
public enum ModelTrait {
  /**
   * The duration of a message is known when it starts: messages do not affect each other on their
   * way.
   */
  KNOWN_AT_START,
  /**
   * Each message has a cost of its own, independent of other messages, so that a path gives slopes.
   */
  COSTS_BY_MESSAGE,
  /** CPUs and interfaces handle messages one at a time. */
  ENDS_TAKE_TURNS,
  /** Messages queue at interfaces that the ranks of a node share. */
  INTERFACES_QUEUE,
  /** Messages share links; a parameter that follows from another remains tied to it. */
  LINKS_ARE_SHARED,
  /** Messages wait for the links and buses of the sites that a machine has. */
  SITES_ARE_READ,
  /** The interfaces of groups of nodes may matter. */
  INTERFACES_COUNT,
  /** Messages within a node cost the same as messages between nodes. */
  WITHIN_AS_BETWEEN,
  /** Messages within a node use the links of that node. */
  WITHIN_OVER_LINKS,
  /** The topology of the machine is ignored. */
  TOPOLOGY_LEFT_ASIDE
}
