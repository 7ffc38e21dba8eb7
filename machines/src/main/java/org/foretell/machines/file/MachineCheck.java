package org.foretell.machines.file;

import org.foretell.machine.Machine;

/**
 * Finds errors beyond the knowledge of this module: values of settings for models, names of
 * algorithms. It is called once the rest of a file is correct.
 */
@FunctionalInterface
public interface MachineCheck {
  /**
   * Reports the errors of a machine.
   *
   * @param machine described by the file
   * @param mistakes takes the errors, with their places in the file
   */
  void check(Machine machine, Mistakes mistakes);

  /**
   * {@return how a setting for a model changes when the network gets faster}
   *
   * @param setting {@code model.parameter}
   */
  default Movement movement(String setting) {
    return Movement.NONE;
  }

  /** Takes errors. */
  @FunctionalInterface
  interface Mistakes {
    /**
     * Adds an error about a value.
     *
     * @param reason the error, and the correction
     * @param place names of members and indices of elements that lead to the value from the root of
     *     the file; where they lead nowhere the last value on the way is meant
     */
    void add(String reason, String... place);
  }
}
