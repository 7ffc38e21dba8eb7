package org.foretell.scenario;

import java.util.Optional;
import java.util.UUID;
import org.foretell.machine.Machine;
import org.foretell.machines.MachineJson;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.OtherFigures;
import org.jspecify.annotations.Nullable;

/**
 * A machine of a scenario. Two are equal if all their figures are, whatever their files, notes and
 * bounds; a topology that a program made is equal only to itself.
 */
public final class MachineContent implements Canonical.Content {
  private final Machine machine;
  private final OtherFigures figures;
  private final @Nullable String fileSha256;
  private final String made = UUID.randomUUID().toString();
  private @Nullable String content;

  private MachineContent(Machine machine, OtherFigures figures, @Nullable String fileSha256) {
    this.machine = machine;
    this.figures = figures;
    this.fileSha256 = fileSha256;
  }

  /**
   * {@return a machine that a program made}
   *
   * @param machine of any kind
   */
  public static MachineContent of(Machine machine) {
    return new MachineContent(machine, new OtherFigures.None(machine), null);
  }

  /**
   * {@return a machine that was read}
   *
   * @param loaded with how to make it again with other figures
   */
  public static MachineContent of(LoadedMachine loaded) {
    return new MachineContent(loaded.machine(), loaded.otherFigures(), loaded.sha256());
  }

  /** {@return the machine} */
  public Machine machine() {
    return machine;
  }

  /** {@return makes it with other figures} */
  public OtherFigures figures() {
    return figures;
  }

  @Override
  public synchronized String content() {
    String known = content;
    if (known == null) {
      known =
          Canonical.of(machine.name())
              + Canonical.of(MachineJson.figuresWithoutTopology(machine))
              + Canonical.of(topology());
      content = known;
    }
    return known;
  }

  private String topology() {
    if (machine.topology().isEmpty()) {
      return "";
    }
    Optional<String> written = figures.topology();
    return written.orElseGet(() -> fileSha256 == null ? "made " + made : "of file " + fileSha256);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MachineContent that && content().equals(that.content());
  }

  @Override
  public int hashCode() {
    return content().hashCode();
  }

  @Override
  public String toString() {
    return machine.toString();
  }
}
