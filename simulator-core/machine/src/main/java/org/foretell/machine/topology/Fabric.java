package org.foretell.machine.topology;

import org.foretell.machine.Topology;

/**
 * A topology of cables between vertices: nodes and, if there are any, switches. Each cable is two
 * links, one for each direction: link {@code 2c} and link {@code 2c + 1}. The inside of a switch
 * may be an additional link, the last one.
 *
 * <p>The memory of an implementation does not depend on its size; a route takes time in proportion
 * to its length and allocates nothing.
 */
public interface Fabric extends Topology {
  /** {@return the number of nodes and switches; the nodes come first, with their own numbers} */
  int vertices();

  /**
   * {@return the vertex at which a link begins}
   *
   * @param link 0 to {@code links() - 1}
   */
  int from(int link);

  /**
   * {@return the vertex at which a link ends}
   *
   * @param link 0 to {@code links() - 1}
   */
  default int to(int link) {
    return from(link ^ 1);
  }

  /**
   * Returns the name of a vertex for people.
   *
   * @param vertex number of a node or switch
   * @return a name for people
   */
  default String vertexName(int vertex) {
    return vertex < nodes() ? "node " + vertex : "switch " + (vertex - nodes());
  }

  /**
   * {@return the level of a vertex: 0 for nodes, 1 for switches, more for switches of higher
   * levels}
   *
   * @param vertex number of a node or switch
   */
  default int level(int vertex) {
    return vertex < nodes() ? 0 : 1;
  }

  @Override
  default boolean shared(int link) {
    return true;
  }

  @Override
  default String linkName(int link) {
    return vertexName(from(link)) + " to " + vertexName(to(link));
  }
}
