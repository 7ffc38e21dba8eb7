package org.foretell.scenario;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machines.file.RelativeValue;
import org.foretell.model.FigureValue;

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
 * @param amount what becomes of it
 */
public record Change(String address, Amount amount) {
  /** What becomes of a figure. */
  public sealed interface Amount {
    /** {@return as a user would write it} */
    String text();
  }

  /**
   * As a user writes it: a value with its unit, {@code "2us"}; or relative to what it is, by a
   * factor, {@code "x0.5"}, or a percentage, {@code "+10%"}.
   *
   * @param text as written
   */
  public record Written(String text) implements Amount {
    /** Refuses null. */
    public Written {
      Objects.requireNonNull(text, "value");
    }
  }

  /**
   * A value.
   *
   * @param value in base units
   */
  public record Exactly(FigureValue value) implements Amount {
    /** Refuses null. */
    public Exactly {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public String text() {
      return value.text();
    }
  }

  /**
   * So many times what it is; of a group, all that is in it made faster.
   *
   * @param factor finite, above 0
   */
  public record Times(double factor) implements Amount {
    /** Refuses other factors. */
    public Times {
      if (!(factor > 0) || Double.isInfinite(factor)) {
        throw ForetellException.usage(
            "the factor of a figure must be finite and above 0, but is " + factor);
      }
    }

    @Override
    public String text() {
      return "x" + BigDecimal.valueOf(factor).toPlainString();
    }
  }

  /**
   * A figure of the machine that is moved by a program: one that no file states, such as the speed
   * of one class of links, or one that several parts of the machine have.
   *
   * @param text what becomes of it, for people; the same for the same move only
   * @param move gives the machine with the figure moved; it has as many nodes
   */
  public record Moved(String text, UnaryOperator<Machine> move) implements Amount {
    /** Refuses null. */
    public Moved {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(move, "move");
    }
  }

  /** Checks that both are there. */
  public Change {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(amount, "amount");
    if (address.isBlank()) {
      throw ForetellException.usage(
          "the change \"="
              + amount.text()
              + "\": expected ADDRESS=VALUE, but the address is missing");
    }
  }

  /**
   * A change as a user writes it.
   *
   * @param address which figure
   * @param value its value with its unit, {@code "2us"}; or relative to what it is, by a factor,
   *     {@code "x0.5"}, or a percentage, {@code "+10%"}
   */
  public Change(String address, String value) {
    this(address, new Written(value));
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
   * {@return a figure set to a value}
   *
   * @param address of the figure
   * @param value in base units
   */
  public static Change to(String address, FigureValue value) {
    return new Change(address, new Exactly(value));
  }

  /**
   * {@return a figure multiplied; of a group, all that is in it made faster}
   *
   * @param address of the figure, or a group
   * @param factor finite, above 0
   */
  public static Change times(String address, double factor) {
    return new Change(address, new Times(factor));
  }

  /** {@return whether it depends on what the figure is} */
  public boolean isRelative() {
    return amount instanceof Times
        || amount instanceof Moved
        || (amount instanceof Written written && RelativeValue.of(written.text()).isPresent());
  }

  @Override
  public String toString() {
    return address + "=" + amount.text();
  }
}
