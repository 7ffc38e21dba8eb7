package org.foretell.machines.file;

import java.util.Map;
import java.util.Optional;
import org.foretell.machine.Machine;

/**
 * Makes a machine again with other values of figures that carry bounds. May be called by several
 * threads at once; a call reads the whole machine again, topology included.
 */
@FunctionalInterface
public interface OtherFigures {
  /**
   * {@return the machine with some figures at other values}
   *
   * @param values what each figure is to be, by its name in {@link Machine#ranges()}, written with
   *     its unit like a bound; the others stay as they are
   * @throws IllegalArgumentException if no figure with bounds has such a name
   * @throws MachineFileException if there is no machine with these values
   */
  Machine with(Map<String, String> values);

  /**
   * {@return what a figure is, as the file has it; of an object the figures directly in it; empty
   * if the file does not state it}
   *
   * @param figure its name, as in the file's {@code sources}
   */
  default Optional<String> stated(String figure) {
    return Optional.empty();
  }

  /**
   * {@return the topology as the file has it, JSON in one line; empty if the file describes none
   * so}
   */
  default Optional<String> topology() {
    return Optional.empty();
  }

  /**
   * Those of a machine whose file gives no bounds.
   *
   * @param machine what there is, always
   */
  record None(Machine machine) implements OtherFigures {
    @Override
    public Machine with(Map<String, String> values) {
      if (!values.isEmpty()) {
        throw unknown(values.keySet().iterator().next());
      }
      return machine;
    }
  }

  /**
   * {@return what to throw for a name that no figure with bounds has}
   *
   * @param figure the name
   */
  static IllegalArgumentException unknown(String figure) {
    return new IllegalArgumentException("there is no figure " + figure + " with bounds");
  }
}
