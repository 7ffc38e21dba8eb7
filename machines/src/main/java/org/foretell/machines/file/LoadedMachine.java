package org.foretell.machines.file;

import java.util.List;
import org.foretell.machine.Machine;

/**
 * A machine, with the other contents of its file.
 *
 * @param machine the machine; its {@code unverified} names figures that no source confirms,
 *     including those of {@code withoutSource}
 * @param sha256 of the bytes of the file, 64 hexadecimal digits; if values were set, of the file
 *     that has them
 * @param notes remarks of the file, for people
 * @param withoutSource names of figures for which the file has no entry in {@code sources}
 * @param otherFigures recreates the machine with figures at other values within their bounds
 * @param set values that were replaced before the file was read, in the order in which they were
 *     set
 */
public record LoadedMachine(
    Machine machine,
    String sha256,
    List<String> notes,
    List<String> withoutSource,
    OtherFigures otherFigures,
    List<SetValue> set) {
  /** Copies the lists. */
  public LoadedMachine {
    notes = List.copyOf(notes);
    withoutSource = List.copyOf(withoutSource);
    set = List.copyOf(set);
  }
}
