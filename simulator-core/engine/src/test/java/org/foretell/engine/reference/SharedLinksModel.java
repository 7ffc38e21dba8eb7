package org.foretell.engine.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;

/**
 * A flow model as simple as can be: a link out of every node and one into it, a latency, and
 * max-min fair shares, computed anew for all flows whenever one comes or goes by giving all the
 * same until a link is full. Good for one replay.
 */
public final class SharedLinksModel extends FlowModel {
  private final long latencyPs;
  private final double bytesPerPs;
  private final long eagerBytes;
  private final long sendOverheadPs;
  private final long receiveOverheadPs;
  private final boolean startsWhenSent;
  private final List<Flow> flows = new ArrayList<>();
  private boolean changed;
  private long sincePs;

  private static final class Flow {
    final int number;
    final int source;
    final int destination;
    final long movesPs;
    double leftBytes;
    double bytesPerPs;
    long endPs = NEVER;

    Flow(int number, int source, int destination, long movesPs, double leftBytes) {
      this.number = number;
      this.source = source;
      this.destination = destination;
      this.movesPs = movesPs;
      this.leftBytes = leftBytes;
    }

    boolean uses(int node, boolean out) {
      return out ? source == node : destination == node;
    }
  }

  /** A network whose links are all alike. */
  public SharedLinksModel(
      long latencyPs,
      double bytesPerPs,
      long eagerBytes,
      long sendOverheadPs,
      long receiveOverheadPs,
      boolean startsWhenSent) {
    this.latencyPs = latencyPs;
    this.bytesPerPs = bytesPerPs;
    this.eagerBytes = eagerBytes;
    this.sendOverheadPs = sendOverheadPs;
    this.receiveOverheadPs = receiveOverheadPs;
    this.startsWhenSent = startsWhenSent;
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= eagerBytes;
  }

  @Override
  public long sendOverheadPs(Message message) {
    if (message.exchange()) {
      return 3 * sendOverheadPs;
    }
    return message.callerBlocks() && message.rendezvous() ? 0 : sendOverheadPs;
  }

  @Override
  public long receiveOverheadPs(Message message) {
    return message.rendezvous() ? 0 : receiveOverheadPs;
  }

  @Override
  public boolean startsWhenSent(Message message) {
    return startsWhenSent;
  }

  @Override
  public boolean receivesAfterSending() {
    return !startsWhenSent;
  }

  @Override
  public void start(int flow, Message message, long nowPs) {
    settle(nowPs);
    flows.add(
        new Flow(
            flow,
            message.sourceNode(),
            message.destinationNode(),
            nowPs + latencyPs,
            message.bytes()));
    changed = true;
  }

  @Override
  public long nextChangePs() {
    if (changed) {
      share();
      changed = false;
    }
    return flows.stream()
        .mapToLong(flow -> Math.min(flow.endPs, flow.movesPs > sincePs ? flow.movesPs : NEVER))
        .min()
        .orElse(NEVER);
  }

  @Override
  public int nextFinished(long nowPs) {
    settle(nowPs);
    for (Flow flow : flows) {
      if (flow.endPs <= nowPs) {
        flows.remove(flow);
        changed = true;
        return flow.number;
      }
    }
    changed |= flows.stream().anyMatch(flow -> flow.movesPs == nowPs);
    return NONE;
  }

  private void settle(long nowPs) {
    for (Flow flow : flows) {
      flow.leftBytes = Math.max(0, flow.leftBytes - flow.bytesPerPs * (nowPs - sincePs));
    }
    sincePs = nowPs;
  }

  private void share() {
    List<Flow> unfixed = new ArrayList<>();
    for (Flow flow : flows) {
      flow.bytesPerPs = 0;
      if (flow.movesPs <= sincePs) {
        unfixed.add(flow);
      }
    }
    List<Flow> moving = List.copyOf(unfixed);
    while (!unfixed.isEmpty()) {
      // The fullest link, the lowest of several.
      Flow tightest =
          unfixed.stream()
              .min(
                  Comparator.comparingDouble(
                      flow ->
                          Math.min(
                              left(moving, unfixed, flow, true),
                              left(moving, unfixed, flow, false))))
              .orElseThrow();
      double out = left(moving, unfixed, tightest, true);
      double in = left(moving, unfixed, tightest, false);
      int node = out <= in ? tightest.source : tightest.destination;
      List<Flow> fixed = unfixed.stream().filter(flow -> flow.uses(node, out <= in)).toList();
      fixed.forEach(flow -> flow.bytesPerPs = Math.min(out, in));
      unfixed.removeAll(fixed);
    }
    for (Flow flow : moving) {
      flow.endPs = sincePs + Math.round(flow.leftBytes / flow.bytesPerPs);
    }
  }

  /** What each unfixed flow of one of a flow's two links can get of it. */
  private double left(List<Flow> moving, List<Flow> unfixed, Flow of, boolean out) {
    int node = out ? of.source : of.destination;
    double free = bytesPerPs;
    int sharers = 0;
    for (Flow flow : moving) {
      if (flow.uses(node, out)) {
        free -= flow.bytesPerPs;
        sharers += unfixed.contains(flow) ? 1 : 0;
      }
    }
    return free / sharers;
  }

  @Override
  public String toString() {
    return "shared links latency=%d rate=%s eager=%d send=%d receive=%d whenSent=%s"
        .formatted(
            latencyPs, bytesPerPs, eagerBytes, sendOverheadPs, receiveOverheadPs, startsWhenSent);
  }
}
