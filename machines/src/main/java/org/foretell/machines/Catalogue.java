package org.foretell.machines;

import java.util.List;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.Shown;

/** The built-in machines. Each figure in their files has a source or is marked unverified. */
public final class Catalogue {
  private static final List<String> NAMES =
      List.of(
          "arc",
          "asci-blue-pacific",
          "aurora",
          "dgx-h100",
          "el-capitan",
          "frontier",
          "fugaku",
          "hopper",
          "ibm-sp2",
          "jaguar-xk6",
          "jaguar-xt5",
          "kraken",
          "lumi-c",
          "lumi-g",
          "perlmutter-cpu",
          "stampede",
          "summit");

  private Catalogue() {}

  /** {@return all names, in alphabetical order} */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Reads a machine.
   *
   * @param name one of {@link #names}
   * @return the machine and the hash of its file
   * @throws MachineFileException if there is no machine of that name; the message lists all names
   */
  public static LoadedMachine load(String name) {
    return MachineFiles.parse(name, bytes(name));
  }

  /**
   * {@return the file of a machine}
   *
   * @param name one of {@link #names}
   * @throws MachineFileException as {@link #load}
   */
  public static byte[] bytes(String name) {
    if (!NAMES.contains(name)) {
      Findings findings = new Findings(Shown.plain(name));
      findings.add(
          "$",
          0,
          0,
          "no such machine in the catalogue",
          Shown.choice(name, NAMES) + ", or the path of a file");
      throw findings.exception();
    }
    return MachineFiles.resource("catalogue/" + name + ".json");
  }
}
