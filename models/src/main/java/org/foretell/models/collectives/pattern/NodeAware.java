package org.foretell.models.collectives.pattern;

import org.foretell.model.CollectiveStep;
import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MemberCall;
import org.jspecify.annotations.Nullable;

/**
 * A collective in phases: within each node, between one representative of each node, within each
 * node again. The root represents its node, the lowest member any other. To be used by all members
 * of a communicator, with place 0 for the root.
 *
 * @param in within the nodes, to the representative; null for nothing
 * @param between the representatives; the one of the root's node is its place 0
 * @param out within the nodes, from the representative; null for nothing
 */
public record NodeAware(@Nullable Pattern in, Pattern between, @Nullable Pattern out)
    implements Pattern {
  @Override
  public int steps(MemberCall call, int p, int me) {
    return within(in, call) + amongRepresentatives(call) + within(out, call);
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    reach(call, p, me, index, step);
  }

  @Override
  public int reach(MemberCall call, int p, int me, int index, CollectiveStep step) {
    CommunicatorNodes nodes = call.nodes();
    int node = nodes.of(call.member());
    int size = nodes.size(node);
    int left = index;
    if (in != null && size > 1) {
      left = reachWithin(in, call, size, left, step);
      if (left == REACHED) {
        return REACHED;
      }
    }
    if (nodes.count() > 1 && representative(call, node) == call.member()) {
      left = between.reach(call, nodes.count(), nodeFromRoot(call), left, step);
      if (left == REACHED) {
        step.renumber(
            place(call, representative(call, nodeAt(call, step.peer()))),
            place(call, representative(call, nodeAt(call, step.receivePeer()))));
        return REACHED;
      }
    }
    return out != null && size > 1 ? reachWithin(out, call, size, left, step) : left;
  }

  private static int within(@Nullable Pattern pattern, MemberCall call) {
    int size = call.nodes().size(call.nodes().of(call.member()));
    return pattern == null || size == 1 ? 0 : pattern.steps(call, size, placeOnNode(call));
  }

  private static int reachWithin(
      Pattern pattern, MemberCall call, int size, int index, CollectiveStep step) {
    int left = pattern.reach(call, size, placeOnNode(call), index, step);
    if (left == REACHED) {
      step.renumber(
          place(call, memberAt(call, step.peer())),
          place(call, memberAt(call, step.receivePeer())));
    }
    return left;
  }

  private int amongRepresentatives(MemberCall call) {
    int nodes = call.nodes().count();
    boolean represents = representative(call, call.nodes().of(call.member())) == call.member();
    return represents && nodes > 1 ? between.steps(call, nodes, nodeFromRoot(call)) : 0;
  }

  private static int representative(MemberCall call, int node) {
    return call.nodes().of(call.root()) == node ? call.root() : call.nodes().member(node, 0);
  }

  /** The caller's node, counted from the root's. */
  private static int nodeFromRoot(MemberCall call) {
    CommunicatorNodes nodes = call.nodes();
    int place = nodes.of(call.member()) - nodes.of(call.root());
    return place < 0 ? place + nodes.count() : place;
  }

  /** The node at a place of those of the nodes, which are counted from the root's. */
  static int nodeAt(MemberCall call, int place) {
    CommunicatorNodes nodes = call.nodes();
    int node = nodes.of(call.root()) + place;
    return node < nodes.count() ? node : node - nodes.count();
  }

  /** Place of the caller on its node, counted from the representative. */
  private static int placeOnNode(MemberCall call) {
    CommunicatorNodes nodes = call.nodes();
    int node = nodes.of(call.member());
    int first = nodes.index(representative(call, node));
    int place = nodes.index(call.member()) - first;
    return place < 0 ? place + nodes.size(node) : place;
  }

  /** The member at a place on the caller's node. */
  static int memberAt(MemberCall call, int placeOnNode) {
    CommunicatorNodes nodes = call.nodes();
    int node = nodes.of(call.member());
    int first = nodes.index(representative(call, node));
    int index = first + placeOnNode;
    return nodes.member(node, index < nodes.size(node) ? index : index - nodes.size(node));
  }

  /** Place of a member, counted from the root. */
  private static int place(MemberCall call, int member) {
    int place = member - call.root();
    return place < 0 ? place + call.participants() : place;
  }
}
