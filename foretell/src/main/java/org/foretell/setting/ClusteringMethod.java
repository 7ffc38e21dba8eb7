package org.foretell.setting;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.machines.findings.Shown;

/** Choices that are made by one word of several. */
public final class ClusteringMethod {
  /** What {@code method} can be, as users write it. */
  public static final List<String> NAMES =
      List.of("acurdion", "call-path", "reference", "dynamic", "chameleon");

  private ClusteringMethod() {}

  /** The method of a name. */
  public static String of(String name) {
    if (!NAMES.contains(name)) {
      throw ForetellException.usage(
          "method " + Shown.quoted(name) + ": expected " + String.join(", ", NAMES));
    }
    return name;
  }

  /** The constant whose name in lower case, with hyphens, is given. */
  public static <E extends Enum<E>> E choice(Class<E> type, String setting, String text) {
    String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(name)) {
        return constant;
      }
    }
    throw ForetellException.usage(
        setting
            + " "
            + Shown.quoted(text)
            + ": expected "
            + Arrays.stream(type.getEnumConstants())
                .map(ClusteringMethod::word)
                .collect(Collectors.joining(", ")));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
