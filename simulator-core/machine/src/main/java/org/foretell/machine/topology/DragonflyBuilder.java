package org.foretell.machine.topology;

import org.jspecify.annotations.Nullable;

/** Describes a {@link Dragonfly}, one thing at a time. Speeds at least have to be said. */
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
   * How many groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder groups(int count) {
    groups = count;
    return this;
  }

  /**
   * Chassis in a group; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder chassisPerGroup(int count) {
    chassisPerGroup = count;
    return this;
  }

  /**
   * Switches in a chassis; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder switchesPerChassis(int count) {
    switchesPerChassis = count;
    return this;
  }

  /**
   * Nodes at a switch; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder nodesPerSwitch(int count) {
    nodesPerSwitch = count;
    return this;
  }

  /**
   * Cables between each two groups; 1 by default.
   *
   * @param count at least 1
   * @return this
   */
  public DragonflyBuilder globalCables(int count) {
    globalCables = count;
    return this;
  }

  /**
   * Which switches of two groups their cables join; by default they are dealt out.
   *
   * @param placement where they begin and end
   * @return this
   */
  public DragonflyBuilder globalLinks(GlobalLinks placement) {
    globalLinks = placement;
    return this;
  }

  /**
   * Speeds of the cables.
   *
   * @param cables latency and bandwidth of each kind
   * @return this
   */
  public DragonflyBuilder speeds(Dragonfly.CableSpeeds cables) {
    speeds = cables;
    return this;
  }

  /**
   * Which of several cables a message takes; always the same by default.
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
   * The network.
   *
   * @return the network, which is immutable
   * @throws IllegalArgumentException if a number is out of range, or numbers do not fit together
   * @throws IllegalStateException if the speeds of its cables were not said
   */
  public Dragonfly build() {
    return new Dragonfly(this);
  }
}
