package org.foretell.setting;

import java.util.function.Function;
import org.foretell.failure.ForetellException;
import org.foretell.model.ParameterException;
import org.foretell.time.QuantityException;

/** Values of options that have a form of their own. */
public final class SettingValue {
  private SettingValue() {}

  /**
   * Reads a value; what is wrong with it is said together with the option.
   *
   * @param option as on the command line, {@code --seed}
   */
  public static <T> T parse(String option, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (ParameterException | QuantityException wrong) {
      throw ForetellException.usage(option + " " + text + ": " + wrong.getMessage());
    }
  }
}
