package org.foretell.models.flow;

import java.util.ArrayList;
import java.util.List;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;

/**
 * The flow model without anything clever, in floating-point picoseconds: all rates by {@link
 * FilledShares} whenever anything changes. For comparison; within nodes nothing is sent.
 */
final class FilledFlows extends FlowModel {
  private final Topology topology;
  private final FlowSettings settings;
  private final double[] bytesPerPs;
  private final List<Flow> flows = new ArrayList<>();
  private double now;

  private static final class Flow {
    FilledShares.Flow share;
    double movesAt;
    double left;
    double rate;
  }

  FilledFlows(Topology topology, FlowSettings settings) {
    this.topology = topology;
    this.settings = settings;
    bytesPerPs = new double[topology.links()];
    for (int link = 0; link < bytesPerPs.length; link++) {
      bytesPerPs[link] = topology.bytesPerSecond(link) / 1e12;
    }
  }

  @Override
  public boolean eager(Message message) {
    return true;
  }

  @Override
  public void start(int number, Message message, long nowPs) {
    advance((double) nowPs);
    int[] route = new int[topology.longestRoute()];
    double[] takes = new double[topology.links()];
    double limit = Double.POSITIVE_INFINITY;
    double latency = 0;
    int length = topology.route(message.sourceNode(), message.destinationNode(), 0, route);
    for (int i = 0; i < length; i++) {
      latency += topology.latencyPs(route[i]);
      if (topology.shared(route[i])) {
        takes[route[i]] += 1;
      } else {
        limit = Math.min(limit, bytesPerPs[route[i]]);
      }
    }
    length = topology.route(message.destinationNode(), message.sourceNode(), 0, route);
    for (int i = 0; i < length; i++) {
      if (topology.shared(route[i])) {
        takes[route[i]] += settings.crossTraffic();
      }
    }
    boolean equal = settings.weights() == FlowSettings.Weights.EQUAL || latency == 0;
    Flow flow = new Flow();
    flow.share = new FilledShares.Flow(number, takes, equal ? 1 : 1 / latency, limit);
    flow.movesAt = nowPs + latency;
    flow.left = message.bytes() + settings.envelopeBytes();
    flows.add(flow);
    rate();
  }

  private void advance(double toPs) {
    for (Flow flow : flows) {
      flow.left -= flow.rate * (toPs - now);
    }
    now = toPs;
  }

  private void rate() {
    List<Flow> moving = flows.stream().filter(flow -> flow.movesAt <= now).toList();
    double[] rates =
        FilledShares.rates(bytesPerPs, moving.stream().map(flow -> flow.share).toList());
    for (int i = 0; i < rates.length; i++) {
      moving.get(i).rate = rates[i];
    }
  }

  @Override
  public long nextChangePs() {
    return flows.isEmpty() ? NEVER : (long) Math.ceil(next());
  }

  private double next() {
    double next = Double.POSITIVE_INFINITY;
    for (Flow flow : flows) {
      double change = flow.movesAt > now ? flow.movesAt : now + Math.max(0, flow.left) / flow.rate;
      next = Math.min(next, change);
    }
    return next;
  }

  @Override
  public int nextFinished(long nowPs) {
    while (!flows.isEmpty() && next() <= nowPs) {
      advance(next());
      rate();
      for (Flow flow : flows) {
        if (flow.movesAt <= now && flow.left <= 1e-6) {
          flows.remove(flow);
          rate();
          return flow.share.number();
        }
      }
    }
    return NONE;
  }
}
