package org.foretell.models.collectives.pattern;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;

/**
 * Works by nodes where there are several. Members that are all on one node gain nothing by a
 * representative through whose hands everything goes.
 *
 * @param oneNode what they do instead
 */
public record OnSeveralNodes(NodeAware byNodes, Pattern oneNode) implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return chosen(call).steps(call, p, me);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    chosen(call).at(call, p, me, index, step);
  }

  @Override
  public int reach(MemberCall call, int p, int me, int index, CollectiveStep step) {
    return chosen(call).reach(call, p, me, index, step);
  }

  private Pattern chosen(MemberCall call) {
    return call.nodes().count() == 1 ? oneNode : byNodes;
  }
}
