package org.foretell.machine.topology;

import org.jspecify.annotations.Nullable;

/** Builds a {@link Dragonfly}. Speeds are required. */
public final class DragonflyBuilder {
  int groups = 1;
  int chassisPerGroup = 1;
  int switchesPerChassis = 1;
  int nodesPerSwitch = 1;
  int globalCables = 1;
  GlobalLinks globalLinks = GlobalLinks.DEALT;
  private Dragonfly.@Nullable CableSpeeds speeds;
  Routing routing = Routing.DETERMINISTIC;

  DragonflyBuilder() {}

  /**
   * Sets the number of groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder groups(int count) {
    groups = count;
    return this;
  }

  /**
   * Sets the number of chassis in a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder chassisPerGroup(int count) {
    chassisPerGroup = count;
    return this;
  }

  /**
   * Sets the number of switches in a chassis; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder switchesPerChassis(int count) {
    switchesPerChassis = count;
    return this;
  }

  /**
   * Sets the number of nodes at a switch; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder nodesPerSwitch(int count) {
    nodesPerSwitch = count;
    return this;
  }

  /**
   * Sets the number of cables between each two groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder globalCables(int count) {
    globalCables = count;
    return this;
  }

  /**
   * Sets which switches of two groups their cables connect; by default they are distributed in
   * turn.
   *
   * @param placement where they begin and end
   * @return this
   */
  public DragonflyBuilder globalLinks(GlobalLinks placement) {
    globalLinks = placement;
    return this;
  }

  /**
   * Sets the speeds of the cables.
   *
   * @param cables latency and bandwidth of each kind
   * @return this
   */
  public DragonflyBuilder speeds(Dragonfly.CableSpeeds cables) {
    speeds = cables;
    return this;
  }

  /**
   * Sets which of several cables a message takes; always the same by default.
   *
   * @param rule rule that chooses
   * @return this
   */
  public DragonflyBuilder routing(Routing rule) {
    routing = rule;
    return this;
  }

  Dragonfly.CableSpeeds requiredSpeeds() {
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
  public Dragonfly build() {
    return new Dragonfly(this);
  }
}
