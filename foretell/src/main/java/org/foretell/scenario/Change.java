package org.foretell.scenario;

import java.math.BigDecimal;
import java.util.Objects;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.RelativeValue;

/**
 * One way in which a scenario is to differ from another: an address, and what becomes of the figure
 * there.
 *
 * <p>An address is that of a figure of the machine, {@code network.latency} or {@code
 * nodeGroups.compute.nics}; {@code model.} and a parameter of the chosen model, {@code model.L}; a
 * setting of collectives, {@code collectives.exactUpTo}; {@code placement.ranksPerNode}; or a
 * group, {@code network}, {@code memory} or {@code cpu}, which is moved by factors only.
 *
 * @param address which figure
 * @param value its value with its unit, {@code "2us"}; or relative to what it is, by a factor,
 *     {@code "x0.5"}, or a percentage, {@code "+10%"}
 */
public record Change(String address, String value) {
  /** Checks that both are there. */
  public Change {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(value, "value");
    if (address.isBlank()) {
      throw ForetellException.usage(
          "the change \"=" + value + "\": expected ADDRESS=VALUE, but the address is missing");
    }
  }

  /**
   * {@return a change as it is written}
   *
   * @param text {@code "network.latency=x0.5"}
   * @throws ForetellException if it is no address and value
   */
  public static Change parse(String text) {
    int equals = Objects.requireNonNull(text, "text").indexOf('=');
    if (equals < 0) {
      throw ForetellException.usage(
          "the change \"" + text + "\": expected ADDRESS=VALUE, like network.latency=x0.5");
    }
    return new Change(text.substring(0, equals), text.substring(equals + 1));
  }

  /**
   * {@return a figure multiplied; of a group, all that is in it made faster}
   *
   * @param address of the figure, or a group
   * @param factor finite, above 0
   */
  public static Change times(String address, double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw ForetellException.usage(
          "the factor of " + address + " must be finite and above 0, but is " + factor);
    }
    return new Change(address, "x" + BigDecimal.valueOf(factor).toPlainString());
  }

  /** {@return whether it depends on what the figure is} */
  public boolean isRelative() {
    return RelativeValue.of(value).isPresent();
  }

  @Override
  public String toString() {
    return address + "=" + value;
  }
}
