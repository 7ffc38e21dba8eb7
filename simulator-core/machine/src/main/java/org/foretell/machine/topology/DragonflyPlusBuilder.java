package org.foretell.machine.topology;

import org.jspecify.annotations.Nullable;

/** Describes a {@link DragonflyPlus}, one thing at a time. Speeds at least have to be said. */
public final class DragonflyPlusBuilder {
  int groups = 1;
  int leavesPerGroup = 1;
  int spinesPerGroup = 1;
  int nodesPerLeaf = 1;
  int globalCables = 1;
  private DragonflyPlus.@Nullable CableSpeeds speeds;
  Routing routing = Routing.DETERMINISTIC;

  DragonflyPlusBuilder() {}

  /**
   * How many groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder groups(int count) {
    groups = count;
    return this;
  }

  /**
   * Leaf switches of a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder leavesPerGroup(int count) {
    leavesPerGroup = count;
    return this;
  }

  /**
   * Spine switches of a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder spinesPerGroup(int count) {
    spinesPerGroup = count;
    return this;
  }

  /**
   * Nodes at a leaf; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder nodesPerLeaf(int count) {
    nodesPerLeaf = count;
    return this;
  }

  /**
   * Cables between each two groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder globalCables(int count) {
    globalCables = count;
    return this;
  }

  /**
   * Speeds of the cables.
   *
   * @param cables latency and bandwidth of each kind
   * @return this
   */
  public DragonflyPlusBuilder speeds(DragonflyPlus.CableSpeeds cables) {
    speeds = cables;
    return this;
  }

  /**
   * Which of several cables a message takes; always the same by default.
   *
   * @param rule rule that chooses
   * @return this
   */
  public DragonflyPlusBuilder routing(Routing rule) {
    routing = rule;
    return this;
  }

  DragonflyPlus.CableSpeeds requiredSpeeds() {
    if (speeds == null) {
      throw new IllegalStateException("a topology needs the speeds of its cables");
    }
    return speeds;
  }

  /**
   * The network.
   *
   * @return the network, which is immutable
   * @throws IllegalArgumentException if a number is out of range, or numbers do not fit together
   * @throws IllegalStateException if the speeds of its cables were not said
   */
  public DragonflyPlus build() {
    return new DragonflyPlus(this);
  }
}
