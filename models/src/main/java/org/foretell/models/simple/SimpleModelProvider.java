package org.foretell.models.simple;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.ByDistance;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.models.simple.SimpleCollectives.Growth;

/**
 * The built-in model of PSINS: best latency and bandwidth, infinite resources. See {@code
 * docs/models.md}.
 */
public final class SimpleModelProvider extends ParameterizedProvider {
  private static final String DEFAULT = "default";
  private static final String MACHINE = "machine";
  private static final List<Growth> GROWTHS = List.of(Growth.values());

  /** For the service loader. */
  public SimpleModelProvider() {}

  @Override
  public String name() {
    return "simple";
  }

  @Override
  public String summary() {
    return "Best latency and bandwidth, and no message waits for another: for a first look and for"
        + " very large traces.";
  }

  @Override
  public List<ParameterSpec> parameters() {
    List<ParameterSpec> specs = new ArrayList<>();
    specs.add(
        new ParameterSpec(
            "latency", Kind.TIME, "machine: network.latency", "Latency between nodes."));
    specs.add(
        new ParameterSpec(
            "bandwidth",
            Kind.BYTES_PER_SECOND,
            "machine: network.bandwidth",
            "Bandwidth between nodes."));
    specs.add(
        new ParameterSpec(
            "intraLatency",
            Kind.TIME,
            "machine: intraNode.latency; without a machine, as latency",
            "Latency within a node."));
    specs.add(
        new ParameterSpec(
            "intraBandwidth",
            Kind.BYTES_PER_SECOND,
            "machine: intraNode.bandwidth; without a machine, as bandwidth",
            "Bandwidth within a node."));
    specs.add(
        new ParameterSpec(
            "eagerThreshold",
            Kind.BYTES,
            "machine: eagerThreshold",
            "Messages up to and including this size do not wait for the receiver."));
    specs.add(
        new ParameterSpec(
            "receivePost",
            Kind.TIME,
            "0us",
            "Time that posting a non-blocking receive takes of its caller."));
    for (Collective collective : Collective.values()) {
      specs.add(
          new ParameterSpec(
              collective.parameter(),
              Kind.WORD,
              Parameters.written(SimpleCollectives.defaultGrowth(collective)),
              "How the time grows with the participants: " + Parameters.written(GROWTHS) + "."));
    }
    specs.add(
        new ParameterSpec(
            "collectiveFactor", Kind.NUMBER, "1", "Multiplies the time of every collective."));
    return List.copyOf(specs);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    LinkSpeed network = machine == null ? null : machine.buses().speed();
    long latencyPs =
        parameters.timePs("latency", network == null ? null : network.latencyPs(), MACHINE);
    double bytesPerSecond =
        parameters.bytesPerSecond(
            "bandwidth", network == null ? null : network.bytesPerSecond(), MACHINE);
    ByDistance<LinkSpeed> speeds =
        ByDistance.withinNodes(parameters, new LinkSpeed(latencyPs, bytesPerSecond), context);
    long eagerBytes =
        parameters.bytes(
            "eagerThreshold", machine == null ? null : machine.eagerThresholdBytes(), MACHINE);
    long receivePostPs = parameters.timePs("receivePost", 0L, DEFAULT);
    Map<Collective, Growth> growths = new EnumMap<>(Collective.class);
    for (Collective collective : Collective.values()) {
      Growth usual = SimpleCollectives.defaultGrowth(collective);
      growths.put(collective, parameters.word(collective.parameter(), GROWTHS, usual, DEFAULT));
    }
    double factor = parameters.number("collectiveFactor", 1.0, DEFAULT);
    return new CommunicationModel(
        name(),
        new SimpleModel(speeds, eagerBytes, receivePostPs),
        new SimpleCollectives(speeds, growths, factor));
  }
}
