package org.foretell.model;

/**
 * What a model does that those who ask several questions of one prediction have to know. A kind of
 * model has some of them; a choice between the words of a parameter can bring others.
 */
public enum ModelTrait {
  /** What a message takes is known when it starts: none hinders another on its way. */
  KNOWN_AT_START,
  /** Each message has a cost of its own, whoever else is under way, so that a path tells slopes. */
  COSTS_BY_MESSAGE,
  /** CPUs and interfaces take messages one after the other. */
  ENDS_TAKE_TURNS,
  /** Messages queue at interfaces that the ranks of a node share. */
  INTERFACES_QUEUE,
  /** Messages share links; a parameter that follows from another one stays with it. */
  LINKS_ARE_SHARED,
  /** Messages wait for the links and buses of the sites that a machine has. */
  SITES_ARE_READ,
  /** The interfaces of groups of nodes may count. */
  INTERFACES_COUNT,
  /** Messages within a node cost what those between nodes cost. */
  WITHIN_AS_BETWEEN,
  /** Messages within a node pass the links of that node. */
  WITHIN_OVER_LINKS,
  /** The topology that the machine has is left aside. */
  TOPOLOGY_LEFT_ASIDE
}
