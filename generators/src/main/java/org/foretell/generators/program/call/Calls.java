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
}
