package org.foretell.machines.file;

import java.util.Map;
import java.util.Optional;
import org.foretell.machine.Machine;

/**
 * Recreates a machine with other figures. Several threads may call it at once; a call reads the
 * whole machine again, including its topology.
 */
public interface OtherFigures {
  /**
   * {@return the machine with some figures at other values}
   *
   * @param set text by path or name of a group, as in {@code --set}: absolute values with their
   *     units, {@code x0.5}, {@code +10%}
   * @param check decides how settings for models change when the network gets faster
   * @throws MachineFileException if there is no such figure, or no machine with these values
   */
  LoadedMachine with(Map<String, String> set, MachineCheck check);

  /**
   * {@return the machine with some figures, but no groups, at other values}
   *
   * @param set text by path
   * @throws MachineFileException if there is no such figure, or no machine with these values
   */
  default Machine with(Map<String, String> set) {
    return with(set, (machine, mistakes) -> {}).machine();
  }

  /**
   * {@return the text of a figure in the file; for an object the figures directly in it; empty if
   * the file does not state it}
   *
   * @param figure its name, as in the file's {@code sources}
   */
  Optional<String> stated(String figure);

  /** {@return a text for the topology, equal only for equal topologies; empty if there is none} */
  Optional<String> topology();
}
