package org.foretell.generators.program.call;

import java.util.List;
import org.foretell.generators.program.tree.Node;
import org.foretell.trace.RankSet;

/** Ops as calls of a library. */
public interface Calls {
  /**
   * Statements of C for an op that is neither burst nor marker; none for one that the frame of the
   * program has already.
   *
   * @param ranks that execute it
   * @throws UnsupportedCallException if there are none
   */
  List<String> of(Node.Statement statement, RankSet ranks) throws UnsupportedCallException;

  /**
   * The data that the program most likely writes just before an op, since the op sends them: the
   * buffer and the number of bytes, as two arguments of C; empty if it sends nothing, or so little
   * that it is copied anyway.
   *
   * @param ranks that execute it
   * @param isOpen whether the library may still use buffers of earlier calls, which must not be
   *     written then
   * @throws UnsupportedCallException if the op cannot be generated
   */
  String written(Node.Statement statement, RankSet ranks, boolean isOpen)
      throws UnsupportedCallException;
}
