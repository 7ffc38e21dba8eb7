package org.foretell.machines.file;

import org.foretell.machine.Machine;

/**
 * Looks for mistakes that this module cannot know of: values of settings for models, names of
 * algorithms. It is asked once the rest of a file is right.
 */
@FunctionalInterface
public interface MachineCheck {
  /**
   * Says what is wrong with a machine.
   *
   * @param machine what the file describes
   * @param mistakes takes what is wrong, with its place in the file
   */
  void check(Machine machine, Mistakes mistakes);

  /**
   * {@return what becomes of a setting for a model when the network gets faster}
   *
   * @param setting {@code model.parameter}
   */
  default Movement movement(String setting) {
    return Movement.NONE;
  }

  /** Takes what is wrong. */
  @FunctionalInterface
  interface Mistakes {
    /**
     * A value is wrong.
     *
     * @param reason what is wrong with it, and what would be right
     * @param place names of members and indices of elements that lead to the value from the root of
     *     the file; where they lead nowhere the last value on the way is meant
     */
    void add(String reason, String... place);
  }
}
