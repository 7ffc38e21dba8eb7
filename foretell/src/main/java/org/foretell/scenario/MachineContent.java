package org.foretell.scenario;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.MachineFiles;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.setting.PlacementChoice;
import org.jspecify.annotations.Nullable;

/**
 * The machine of a scenario. Two are equal if all their figures are, whatever their files, notes
 * and bounds; a topology created by a program is equal only to itself.
 */
public final class MachineContent implements Canonical.Content {
  private final LoadedMachine loaded;
  private final MachineCheck check;
  private final Map<Where, Placement> placements = new ConcurrentHashMap<>();
  private @Nullable String content;

  /** What decides, with the machine, where ranks are. */
  private record Where(PlacementChoice choice, boolean ranksQueue, int ranks) {
    // A record's own methods are linked when they are first called, which takes a short run long.
    @Override
    public boolean equals(Object other) {
      return other instanceof Where that
          && choice.equals(that.choice)
          && ranksQueue == that.ranksQueue
          && ranks == that.ranks;
    }

    @Override
    public int hashCode() {
      return 31 * choice.hashCode() + ranks;
    }
  }

  private MachineContent(LoadedMachine loaded, MachineCheck check) {
    this.loaded = loaded;
    this.check = check;
  }

  /**
   * {@return a machine that a program created}
   *
   * @param machine of any kind
   */
  public static MachineContent of(Machine machine) {
    return of(MachineFiles.of(Objects.requireNonNull(machine, "machine")), (any, mistakes) -> {});
  }

  /**
   * {@return a machine read from a file}
   *
   * @param loaded with how to make it again with other figures
   * @param check decides what happens to settings for models when the network gets faster
   */
  public static MachineContent of(LoadedMachine loaded, MachineCheck check) {
    return new MachineContent(
        Objects.requireNonNull(loaded, "loaded"), Objects.requireNonNull(check, "check"));
  }

  /** {@return the machine} */
  public Machine machine() {
    return loaded.machine();
  }

  /** Places ranks, once for each way if nothing but the machine decides. */
  Placement placement(PlacementChoice choice, boolean ranksQueue, int ranks, long seed) {
    return choice.isOfMachineOnly()
        ? placements.computeIfAbsent(
            new Where(choice, ranksQueue, ranks),
            where -> choice.place(Optional.of(machine()), ranksQueue, ranks, seed))
        : choice.place(Optional.of(machine()), ranksQueue, ranks, seed);
  }

  /** {@return the machine with its hash, and with the values that were set} */
  public LoadedMachine loaded() {
    return loaded;
  }

  /**
   * {@return the machine with other figures}
   *
   * @param set text by path or group, as in {@code --set}
   * @throws org.foretell.machines.file.MachineFileException if there is no such machine
   */
  public MachineContent with(Map<String, String> set) {
    Objects.requireNonNull(set, "set");
    return new MachineContent(loaded.otherFigures().with(set, check), check);
  }

  /** The machine with a figure that a program moves; the same text for the same move only. */
  MachineContent with(String change, UnaryOperator<Machine> move) {
    return new MachineContent(
        MachineFiles.moved(loaded, move.apply(loaded.machine()), change), check);
  }

  @Override
  public synchronized String content() {
    String known = content;
    if (known == null) {
      known = Canonical.machine(loaded);
      content = known;
    }
    return known;
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
    return machine().toString();
  }
}
