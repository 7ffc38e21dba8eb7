package org.foretell.models.flow;

import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.models.flow.FlowSettings.Weights;
import org.foretell.models.parameters.SizeFactors;
import org.foretell.models.parameters.SpeedFactors;

/** Flow models as tests want them; without more said plain max-min, nothing added. */
record Settings(
    Weights weights,
    long envelopeBytes,
    String latencyFactors,
    String bandwidthFactors,
    long windowBytes,
    double crossTraffic) {
  static final Settings PLAIN = new Settings(Weights.EQUAL, 0, "0:1", "0:1", Long.MAX_VALUE, 0);

  FlowModel model(Topology topology) {
    return new TopologyFlows(topology, message -> new LinkSpeed(5, 1e12), settings());
  }

  FlowSettings settings() {
    SpeedFactors factors =
        new SpeedFactors(SizeFactors.parse(latencyFactors), SizeFactors.parse(bandwidthFactors));
    return new FlowSettings(
        weights,
        envelopeBytes,
        factors,
        factors,
        windowBytes,
        crossTraffic,
        1000,
        true,
        false,
        message -> new MessageOverheads(7, 8, 9, false),
        0,
        Double.POSITIVE_INFINITY);
  }
}
