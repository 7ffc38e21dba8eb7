package org.foretell.machine.topology;

import org.jspecify.annotations.Nullable;

/** Builds a {@link DragonflyPlus}. Speeds are required. */
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
   * Sets the number of groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder groups(int count) {
    groups = count;
    return this;
  }

  /**
   * Sets the number of leaf switches of a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder leavesPerGroup(int count) {
    leavesPerGroup = count;
    return this;
  }

  /**
   * Sets the number of spine switches of a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder spinesPerGroup(int count) {
    spinesPerGroup = count;
    return this;
  }

  /**
   * Sets the number of nodes at a leaf; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder nodesPerLeaf(int count) {
    nodesPerLeaf = count;
    return this;
  }

  /**
   * Sets the number of cables between each two groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyPlusBuilder globalCables(int count) {
    globalCables = count;
    return this;
  }

  /**
   * Sets the speeds of the cables.
   *
   * @param cables latency and bandwidth of each kind
   * @return this
   */
  public DragonflyPlusBuilder speeds(DragonflyPlus.CableSpeeds cables) {
    speeds = cables;
    return this;
  }

  /**
   * Sets which of several cables a message takes; always the same by default.
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
   * Builds the network.
   *
   * @return the network, which is immutable
   * @throws IllegalArgumentException if a number is out of range, or numbers do not fit together
   * @throws IllegalStateException if the speeds of its cables were not set
   */
  public DragonflyPlus build() {
    return new DragonflyPlus(this);
  }
}
