package org.foretell.cli.shell;

import java.util.function.Function;
import org.foretell.model.ParameterException;
import org.foretell.time.QuantityException;

/** Values of options that have a form of their own. */
public final class OptionValue {
  private OptionValue() {}

  /**
   * Reads a value; what is wrong with it is said together with the option.
   *
   * @param option as on the command line, {@code --seed}
   */
  public static <T> T parse(String option, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (ParameterException | QuantityException wrong) {
      throw UserException.usage(option + " " + text + ": " + wrong.getMessage());
    }
  }
}
