package org.foretell.parsers.lowering;

/** Messages of one channel with what a protocol adds to them. For one thread. */
final class NcclSteps {
  private final MemberTasks tasks;
  private final NcclNodes nodes;
  private final int channel;
  private final NcclProtocol protocol;
  private final int launched;

  /** Launches a channel. */
  NcclSteps(MemberTasks tasks, NcclNodes nodes, int channel, NcclProtocol protocol) {
    this.tasks = tasks;
    this.nodes = nodes;
    this.channel = channel;
    this.protocol = protocol;
    launched = tasks.work(channel, protocol.launchPs(), MemberTasks.NONE);
  }

  int channel() {
    return channel;
  }

  /** Sends to a member, after a step of this channel or its launch. */
  void send(int to, long bytes, int after) {
    int ready = after == MemberTasks.NONE ? launched : after;
    long sync = protocol.syncPs(!nodes.isNeighbour(to));
    if (sync > 0) {
      ready = tasks.work(channel, sync, ready);
    }
    tasks.send(channel, to, protocol.onWire(bytes), ready);
  }

  /** Receives from a member, after a step of this channel or its launch. */
  int receive(int from, long bytes, int after) {
    int ready = after == MemberTasks.NONE ? launched : after;
    return tasks.receive(channel, from, protocol.onWire(bytes), ready);
  }
}
