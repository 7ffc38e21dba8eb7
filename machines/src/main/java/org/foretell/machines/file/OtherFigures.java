package org.foretell.machines.file;

import java.util.Map;
import java.util.Optional;
import org.foretell.machine.Machine;

/**
 * Makes a machine again with other figures. May be called by several threads at once; a call reads
 * the whole machine again, topology included.
 */
public interface OtherFigures {
  /**
   * {@return the machine with some figures at other values}
   *
   * @param set text by path or name of a group, as {@code --set} takes it: absolute values with
   *     their units, {@code x0.5}, {@code +10%}
   * @param check says what becomes of settings for models when the network gets faster
   * @throws MachineFileException if there is no such figure, or no machine with these values
   */
  LoadedMachine with(Map<String, String> set, MachineCheck check);

  /**
   * {@return the machine with some figures at other values, none of them of a group}
   *
   * @param set text by path
   * @throws MachineFileException if there is no such figure, or no machine with these values
   */
  default Machine with(Map<String, String> set) {
    return with(set, (machine, mistakes) -> {}).machine();
  }

  /**
   * {@return what a figure is, as the file has it; of an object the figures directly in it; empty
   * if the file does not state it}
   *
   * @param figure its name, as in the file's {@code sources}
   */
  Optional<String> stated(String figure);

  /** {@return what the topology is, equal for equal ones only; empty if there is none} */
  Optional<String> topology();
}
