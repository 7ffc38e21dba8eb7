package org.foretell.machines.json;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.machine.ClockScaling;
import org.foretell.machine.NodePower;
import org.foretell.machine.SwitchPower;
import org.foretell.machine.Watts;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;

/** The objects {@code power} of a group of nodes and of the network in a machine file. */
final class PowerSection {
  private static final String POWER = "power";
  private static final String NODE = "node";
  private static final String CORE_BUSY = "coreBusy";
  private static final String CORE_WAITING = "coreWaiting";
  private static final String CORE_IDLE = "coreIdle";
  private static final String INTERFACE = "interface";
  private static final String CLOCKS = "clocks";
  private static final String LOWEST = "lowest";
  private static final String EXPONENT = "exponent";
  private static final String SWITCH = "switch";
  private static final String SWITCHES = "switches";
  private static final List<String> OF_NODE =
      List.of(NODE, CORE_BUSY, CORE_WAITING, CORE_IDLE, INTERFACE);
  private static final double LEAST_CLOCK = 0.01;
  private static final int MOST_SWITCHES = 1 << 24;

  private PowerSection() {}

  /**
   * Reads the power of a node; empty if it is not stated, or something is wrong with it, which then
   * is among the findings.
   *
   * @param figure name of the group's figures, with a dot at its end
   */
  static Optional<NodePower> ofNode(
      Findings findings, FileFields group, String figure, FigureSources sources) {
    JsonValue value = group.optional(POWER);
    if (value == null) {
      return Optional.empty();
    }
    int mistakes = findings.count();
    FileFields fields = group.object(POWER, true);
    Watts node = fields.watts(NODE);
    Watts busy = fields.watts(CORE_BUSY);
    Watts waiting = fields.watts(CORE_WAITING);
    Watts idle = fields.watts(CORE_IDLE);
    Watts networkInterface = fields.watts(INTERFACE);
    for (String field : OF_NODE) {
      sources.figure(figure + POWER + "." + field, fields.has(field));
    }
    Optional<ClockScaling> clocks = clocks(findings, fields, figure, sources);
    fields.refuseOthers();
    if (findings.count() > mistakes) {
      return Optional.empty();
    }
    if (idle.value() > waiting.value() || waiting.value() > busy.value()) {
      findings.wrong(
          value,
          "a core of %s idle, %s waiting and %s busy"
              .formatted(watts(idle), watts(waiting), watts(busy)),
          "at least as much waiting as idle, and at least as much busy as waiting, also of the"
              + " bounds");
      return Optional.empty();
    }
    return Optional.of(new NodePower(node, busy, waiting, idle, networkInterface, clocks));
  }

  private static Optional<ClockScaling> clocks(
      Findings findings, FileFields power, String figure, FigureSources sources) {
    if (!power.has(CLOCKS)) {
      return Optional.empty();
    }
    int mistakes = findings.count();
    FileFields fields = power.object(CLOCKS, true);
    double lowest = fields.number(LOWEST, LEAST_CLOCK, 1);
    double exponent =
        fields.number(EXPONENT, ClockScaling.LEAST_EXPONENT, ClockScaling.MOST_EXPONENT);
    for (String field : List.of(LOWEST, EXPONENT)) {
      sources.figure(figure + POWER + "." + CLOCKS + "." + field, fields.has(field));
    }
    fields.refuseOthers();
    return findings.count() > mistakes
        ? Optional.empty()
        : Optional.of(new ClockScaling(lowest, exponent));
  }

  /** Reads the power of the switches; empty if it is not stated. */
  static Optional<SwitchPower> ofSwitches(FileFields network, FigureSources sources) {
    if (!network.has(POWER)) {
      return Optional.empty();
    }
    FileFields fields = network.object(POWER, true);
    Watts each = fields.watts(SWITCH);
    int switches = fields.wholeNumber(SWITCHES, 0, MOST_SWITCHES);
    for (String field : List.of(SWITCH, SWITCHES)) {
      sources.figure("network." + POWER + "." + field, fields.has(field));
    }
    fields.refuseOthers();
    return Optional.of(new SwitchPower(each, switches));
  }

  /** {@return the object of a node's power} */
  static Map<String, Object> json(NodePower power) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put(NODE, watts(power.node()));
    json.put(CORE_BUSY, watts(power.coreBusy()));
    json.put(CORE_WAITING, watts(power.coreWaiting()));
    json.put(CORE_IDLE, watts(power.coreIdle()));
    json.put(INTERFACE, watts(power.networkInterface()));
    power
        .clocks()
        .ifPresent(
            clocks ->
                json.put(
                    CLOCKS,
                    BusLinksJson.object(
                        LOWEST, clocks.lowestClock(), EXPONENT, clocks.exponent())));
    return json;
  }

  /** {@return the object of the switches' power} */
  static Map<String, Object> json(SwitchPower power) {
    return BusLinksJson.object(SWITCH, watts(power.each()), SWITCHES, power.switches());
  }

  private static String watts(Watts power) {
    return power.value() + "W";
  }
}
