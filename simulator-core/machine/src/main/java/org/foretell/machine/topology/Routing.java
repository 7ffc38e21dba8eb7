package org.foretell.machine.topology;

/** How the route of a message is chosen among several. */
public enum Routing {
  /** One route for each pair of nodes; the hash of a message is ignored. */
  DETERMINISTIC("deterministic routing"),

  /**
   * The hash of a message chooses among the shortest routes, as ECMP does with the hash of a flow.
   */
  ECMP("routing by hash (ECMP)"),

  /**
   * Approximates adaptive routing, which depends on the load that switches see: a hash chooses
   * instead. If all sensible routes have the same length (fat trees, tori) it spreads the messages
   * over them evenly, as {@link #ECMP} does. If detours pay off (dragonflies, HyperX) half of the
   * messages take the shortest route and half go through a random intermediate group or switch,
   * whatever the load: pessimistic for a quiet network, about right for an adverse pattern.
   */
  ADAPTIVE("adaptive routing, approximated by hash");

  private final String title;

  Routing(String title) {
    this.title = title;
  }

  /** {@return a word for the title of a topology} */
  public String title() {
    return title;
  }

  boolean hashed() {
    return this != DETERMINISTIC;
  }
}
