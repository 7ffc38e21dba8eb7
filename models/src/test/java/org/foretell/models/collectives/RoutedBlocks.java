package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * Follows blocks of equal size on their way from one member to another. A message takes along what
 * its sender has and the route sends that way, and must be just as large.
 */
final class RoutedBlocks extends Delivery {
  /** A block of one member for another one. */
  record Block(int source, int destination) {}

  /** Which blocks a message carries, of those that its sender has. */
  @FunctionalInterface
  interface Route {
    boolean carries(int from, int to, Block block);
  }

  private final List<List<Block>> held = new ArrayList<>();
  private final long blockBytes;
  private final Route route;

  RoutedBlocks(int members, long blockBytes, Route route) {
    this.blockBytes = blockBytes;
    this.route = route;
    for (int member = 0; member < members; member++) {
      held.add(new ArrayList<>());
    }
  }

  /** A block is where it starts from; one for the member itself stays there. */
  void give(int source, int destination) {
    if (source != destination) {
      held.get(source).add(new Block(source, destination));
    }
  }

  /** What a member has. */
  List<Block> at(int member) {
    return held.get(member);
  }

  @Override
  public Object send(int member, int to, long bytes) {
    List<Block> content =
        held.get(member).stream().filter(block -> route.carries(member, to, block)).toList();
    assertThat(bytes)
        .as("from %d to %d: %s", member, to, content)
        .isEqualTo(content.size() * blockBytes);
    held.get(member).removeAll(content);
    return content;
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {
    for (Object block : (List<?>) content) {
      held.get(member).add((Block) block);
    }
  }
}
