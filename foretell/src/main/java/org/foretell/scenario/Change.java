package org.foretell.scenario;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machines.file.RelativeValue;
import org.foretell.model.FigureValue;

/**
 * A difference between two scenarios: the address of a figure, and its new value.
 *
 * <p>An address is a figure of the machine, {@code network.latency} or {@code
 * nodeGroups.compute.nics}; {@code model.} and a parameter of the chosen model, {@code model.L};
 * {@code collectives}, the profile by which they are executed, as {@code --collectives} takes it; a
 * setting of collectives, {@code collectives.exactUpTo}; {@code placement.ranksPerNode}; or a
 * group, {@code network}, {@code memory} or {@code cpu}, which only accepts factors.
 *
 * @param address which figure
 * @param amount the new value
 */
public record Change(String address, Amount amount) {
  /** The new value of a figure. */
  public sealed interface Amount {
    /** {@return the amount as a user would write it} */
    String text();
  }

  /**
   * As a user writes it: a value with its unit, {@code "2us"}; or relative to the current value, by
   * a factor, {@code "x0.5"}, or a percentage, {@code "+10%"}.
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
   * An absolute value.
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
   * A multiple of the current value; for a group, a speed-up of every figure in it.
   *
   * @param factor finite, above 0
   */
  public record Times(double factor) implements Amount {
    /** Refuses invalid factors. */
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
   * A change of the machine by a program: for a figure that no file states, such as the speed of
   * one class of links, or that several parts of the machine have.
   *
   * @param text the change in words, for people; equal texts have to mean equal changes
   * @param move gives the machine with the figure moved; it has as many nodes
   */
  public record Moved(String text, UnaryOperator<Machine> move) implements Amount {
    /** Refuses null. */
    public Moved {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(move, "move");
    }
  }

  /** Checks that neither is null. */
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
   * Creates a change from text that a user writes.
   *
   * @param address which figure
   * @param value its value with its unit, {@code "2us"}; or relative to the current value, by a
   *     factor, {@code "x0.5"}, or a percentage, {@code "+10%"}
   */
  public Change(String address, String value) {
    this(address, new Written(value));
  }

  /**
   * {@return the change that a text describes}
   *
   * @param text {@code "network.latency=x0.5"}
   * @throws ForetellException if the text is not an address and a value
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
   * {@return a figure multiplied; for a group, a speed-up of every figure in it}
   *
   * @param address of the figure, or a group
   * @param factor finite, above 0
   */
  public static Change times(String address, double factor) {
    return new Change(address, new Times(factor));
  }

  /** {@return whether the result depends on the current value of the figure} */
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
