package org.foretell.machine;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Figures of the network interfaces of a machine's nodes besides latency and bandwidth. The model
 * decides about figures that are not stated.
 *
 * @param messagesPerSecond message rate: the most messages that an interface sends, or receives, in
 *     a second; above 0
 * @param rankBytesPerSecond the most bytes that a rank can inject, or take in, in a second; above 0
 * @param binding which of its node's interfaces a rank uses
 * @param stripeThresholdBytes messages of more than this size go over all interfaces of their
 *     nodes; {@link Long#MAX_VALUE} for none
 */
public record InterfaceFigures(
    OptionalDouble messagesPerSecond,
    OptionalDouble rankBytesPerSecond,
    Optional<Binding> binding,
    OptionalLong stripeThresholdBytes) {
  /** No figure is stated. */
  public static final InterfaceFigures UNSTATED =
      new InterfaceFigures(
          OptionalDouble.empty(), OptionalDouble.empty(), Optional.empty(), OptionalLong.empty());

  /** How the ranks of a node are bound to its interfaces. */
  public enum Binding {
    /** Ranks use the interfaces in turn. */
    CYCLIC,
    /** The first ranks use the first interface, and so on. */
    BLOCK
  }

  /** Checks the ranges. */
  public InterfaceFigures {
    if (!(messagesPerSecond.orElse(1) > 0) || !(rankBytesPerSecond.orElse(1) > 0)) {
      throw new IllegalArgumentException("rates of interfaces and ranks must be above 0");
    }
    if (stripeThresholdBytes.orElse(0) < 0) {
      throw new IllegalArgumentException("a stripe threshold must not be negative");
    }
  }
}
