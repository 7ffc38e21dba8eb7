package org.foretell.models.collectives.pattern;

import org.foretell.model.CommunicatorNodes;
import org.foretell.model.MemberCall;

/**
 * Payloads of the phases of {@link NodeAware}, for calls in which every member knows all blocks.
 * What goes between nodes is all blocks of a node, however many members it has.
 */
public final class NodeBlocks {
  /** The block of each member on the caller's node, from the representative on. */
  public static final Payload ON_NODE = NodeBlocks::onNode;

  /** The blocks of each node together, from the root's node on. */
  public static final Payload OF_NODES = NodeBlocks::ofNodes;

  /** All blocks of the communicator, whatever is asked for. */
  public static final Payload ALL =
      (call, parts, from, to) -> Payload.BLOCKS.all(call, call.participants());

  /** What each member on a node has for all others, which is what it gets of them. */
  public static final Payload WITH_OTHERS =
      (call, parts, from, to) -> (to - from) * ((call.participants() - 1L) * Blocks.bytes(call));

  /** What the members on the caller's node have for those on each node, and get of them. */
  public static final Payload WITH_NODES = NodeBlocks::withNodes;

  private NodeBlocks() {}

  private static long onNode(MemberCall call, int parts, int from, int to) {
    if (Blocks.equal(call)) {
      return (to - from) * Blocks.bytes(call);
    }
    long sum = 0;
    for (int place = from; place < to; place++) {
      sum += call.receiveBytesFrom(NodeAware.memberAt(call, place));
    }
    return sum;
  }

  private static long ofNodes(MemberCall call, int parts, int from, int to) {
    CommunicatorNodes nodes = call.nodes();
    long sum = 0;
    for (int place = from; place < to; place++) {
      int node = NodeAware.nodeAt(call, place);
      sum += Blocks.equal(call) ? nodes.size(node) * Blocks.bytes(call) : listed(call, node);
    }
    return sum;
  }

  private static long listed(MemberCall call, int node) {
    CommunicatorNodes nodes = call.nodes();
    long sum = 0;
    for (int index = 0; index < nodes.size(node); index++) {
      sum += call.receiveBytesFrom(nodes.member(node, index));
    }
    return sum;
  }

  private static long withNodes(MemberCall call, int parts, int from, int to) {
    return call.nodes().size(call.nodes().of(call.member())) * ofNodes(call, parts, from, to);
  }
}
