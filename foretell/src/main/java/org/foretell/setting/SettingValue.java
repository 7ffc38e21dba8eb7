package org.foretell.setting;

import java.util.function.Function;
import org.foretell.failure.ForetellException;
import org.foretell.model.ParameterException;
import org.foretell.time.QuantityException;

/** Values of settings that have a form of their own. */
public final class SettingValue {
  private SettingValue() {}

  /**
   * Reads a value; what is wrong with it is said together with the setting.
   *
   * @param setting in words that fit the library and {@code sim}, {@code "time unit"}
   */
  public static <T> T parse(String setting, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (ParameterException | QuantityException wrong) {
      String message = String.valueOf(wrong.getMessage());
      String quoted = message.startsWith(text + ": ") ? "" : text + ": ";
      throw ForetellException.usage(setting + " " + quoted + message);
    }
  }
}
