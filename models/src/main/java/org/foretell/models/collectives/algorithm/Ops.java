package org.foretell.models.collectives.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.foretell.model.ParameterException;
import org.foretell.trace.OpCode;

/** The collectives that algorithms exist for, and their names. */
public final class Ops {
  private Ops() {}

  /** In the order of the documentation. */
  public static List<OpCode> all() {
    return Arrays.stream(OpCode.values()).filter(op -> !Algorithms.of(op).isEmpty()).toList();
  }

  /** As in tables: {@code reduce_scatter}. */
  public static String text(OpCode op) {
    return op.name().toLowerCase(Locale.ROOT);
  }

  /**
   * A collective by its name.
   *
   * @throws ParameterException if there is no such one; the message lists all
   */
  public static OpCode named(String name) {
    for (OpCode op : all()) {
      if (text(op).equals(name)) {
        return op;
      }
    }
    throw new ParameterException(
        String.format(
            "no collective %s; there are %s",
            name, String.join(", ", all().stream().map(Ops::text).toList())));
  }
}
