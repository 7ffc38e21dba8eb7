package org.foretell.cli.settings;

import java.util.function.ToLongFunction;
import org.foretell.failure.ForetellException;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;

/** Values of options that have a unit. */
public final class OptionQuantity {
  private OptionQuantity() {}

  /** {@return what a reader of {@link Quantity} makes of the text of an option} */
  public static long read(String option, String text, ToLongFunction<String> reader) {
    try {
      return reader.applyAsLong(text);
    } catch (QuantityException wrong) {
      throw ForetellException.usage(option + ": " + wrong.getMessage());
    }
  }

  /**
   * {@return the seconds of a time like {@code 1825d}, at least 0} It may last for years, which do
   * not fit a time of a simulation.
   */
  public static double seconds(String option, String text) {
    try {
      return Quantity.parseExactPs(text).doubleValue() / Ps.PER_SECOND;
    } catch (QuantityException wrong) {
      throw ForetellException.usage(option + ": " + wrong.getMessage());
    }
  }
}
