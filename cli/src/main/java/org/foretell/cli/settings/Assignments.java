package org.foretell.cli.settings;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.foretell.failure.ForetellException;

/** Values by name, as options give them; the same name with two values is a contradiction. */
public final class Assignments extends LinkedHashMap<String, String> {
  @Serial private static final long serialVersionUID = 1;

  private Optional<String> contradiction = Optional.empty();

  /** None. */
  public Assignments() {}

  @Override
  public String put(String name, String value) {
    String before = super.put(name, value);
    if (before != null && !before.equals(value) && contradiction.isEmpty()) {
      contradiction =
          Optional.of(
              name + "=" + before + " and " + name + "=" + value + " contradict each other");
    }
    return before;
  }

  /** One by one, so that none is overlooked. */
  @Override
  public void putAll(Map<? extends String, ? extends String> others) {
    others.forEach(this::put);
  }

  /**
   * These.
   *
   * @throws ForetellException if one name has two values
   */
  public Assignments consistent() {
    if (contradiction.isPresent()) {
      throw ForetellException.usage(contradiction.get() + "; keep one of them");
    }
    return this;
  }
}
