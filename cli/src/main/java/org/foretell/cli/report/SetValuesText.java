package org.foretell.cli.report;

import java.util.List;
import org.foretell.machines.file.SetValue;

/** What was set in a machine file, for people. */
public final class SetValuesText {
  private SetValuesText() {}

  /** A line for each value, in the order in which they were set. */
  public static List<String> lines(List<SetValue> set) {
    return set.stream()
        .map(
            value ->
                value.path()
                    + " = "
                    + value.value()
                    + (value.before() == null ? " (new)" : " (before " + value.before() + ")"))
        .toList();
  }
}
