package org.foretell.setting;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.machine.BusLinks;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.PlacementException;
import org.foretell.machine.Placements;
import org.foretell.model.ModelProvider;
import org.jspecify.annotations.Nullable;

/**
 * Where ranks run, as it was asked for.
 *
 * @param given places that a program made, which go before all else; null if there are none
 * @param policy as {@code --placement} takes it; null for what the machine says, else block
 * @param ranksPerNode null for as many as a node has cores
 * @param oversubscription null for what the model does usually
 */
public record PlacementChoice(
    @Nullable Placement given,
    @Nullable String policy,
    @Nullable Integer ranksPerNode,
    @Nullable Oversubscription oversubscription) {
  /** Where nothing was asked for. */
  public static final PlacementChoice USUAL = new PlacementChoice(null, null, null, null);

  private static final String RANDOM = "random";
  private static final String FILE = "file:";
  private static final long LONGEST_FILE_BYTES = 1L << 30;

  // A record's own methods are linked when they are first called, which takes a short run long.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PlacementChoice that
        && Objects.equals(given, that.given)
        && Objects.equals(policy, that.policy)
        && Objects.equals(ranksPerNode, that.ranksPerNode)
        && oversubscription == that.oversubscription;
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(policy) + Objects.hashCode(ranksPerNode);
  }

  /** The same with places that a program made. */
  public PlacementChoice withGiven(Placement placement) {
    return new PlacementChoice(placement, policy, ranksPerNode, oversubscription);
  }

  /** The same with another policy. */
  public PlacementChoice withPolicy(@Nullable String value) {
    return new PlacementChoice(given, value, ranksPerNode, oversubscription);
  }

  /** The same with another number of ranks on each node. */
  public PlacementChoice withRanksPerNode(@Nullable Integer value) {
    return new PlacementChoice(given, policy, value, oversubscription);
  }

  /** The same with another meaning of ranks that have the same core. */
  public PlacementChoice withOversubscription(@Nullable Oversubscription value) {
    return new PlacementChoice(given, policy, ranksPerNode, value);
  }

  /**
   * Places the ranks; without a machine each has a node of its own.
   *
   * @param ranksQueue whether ranks queue for CPUs in the model, so that there may be more of them
   *     and none computes more slowly
   */
  public Placement place(Optional<Machine> machine, boolean ranksQueue, int ranks, long seed) {
    if (ranksPerNode != null && ranksPerNode < 1) {
      throw ForetellException.usage(
          "ranks per node " + ranksPerNode + " is out of range; write 1 or more");
    }
    if (given != null) {
      return given;
    }
    try {
      return machine.isPresent()
          ? place(machine.get(), ranksQueue, ranks, seed)
          : Placements.oneRankPerNode(ranks);
    } catch (PlacementException e) {
      throw ForetellException.badInput(String.valueOf(e.getMessage()));
    }
  }

  private Placement place(Machine machine, boolean ranksQueue, int ranks, long seed) {
    Optional<BusLinks> described = machine.busLinks();
    if (policy == null
        && ranksPerNode == null
        && described.isPresent()
        && described.get().mapping().isPresent()) {
      Placement placement =
          Placements.mapped(described.get(), described.get().mapping().get(), ranks);
      return placement.with(oversubscription(ranksQueue));
    }
    OptionalInt perNode = ranksPerNode == null ? OptionalInt.empty() : OptionalInt.of(ranksPerNode);
    Oversubscription shared = oversubscription(ranksQueue);
    String chosen = Objects.requireNonNullElse(policy, usual(machine));
    if (chosen.startsWith(FILE)) {
      Path file = fileIn(chosen);
      return Placements.explicit(machine, file.toString(), text(file), ranks, shared);
    }
    return switch (chosen) {
      case "round-robin" -> Placements.roundRobin(machine, ranks, perNode, shared);
      case "block" -> Placements.block(machine, ranks, perNode, shared);
      case RANDOM -> Placements.random(machine, ranks, perNode, shared, seed);
      default ->
          throw ForetellException.usage(
              "placement " + chosen + " is unknown; write round-robin, block, random or file:FILE");
    };
  }

  /**
   * Batch systems and mpiexec fill one node after the other; SimGrid and Dimemas, whose machines
   * name their model, deal ranks out.
   */
  private static String usual(Machine machine) {
    return machine.defaultModel().isPresent() ? "round-robin" : "block";
  }

  private Oversubscription oversubscription(boolean ranksQueue) {
    if (ranksQueue) {
      return oversubscription == Oversubscription.REFUSE
          ? Oversubscription.REFUSE
          : Oversubscription.IGNORE;
    }
    return Objects.requireNonNullElse(oversubscription, Oversubscription.REFUSE);
  }

  /**
   * The machine that a model sees, null for none. One in which ranks queue for CPUs, and are not
   * meant to, sees as many CPUs as ranks.
   */
  public @Nullable Machine machineFor(
      ModelProvider provider, Optional<Machine> machine, Placement placement) {
    if (machine.isEmpty()
        || !provider.ranksQueue()
        || oversubscription != Oversubscription.IGNORE) {
      return machine.orElse(null);
    }
    int[] ranks = new int[machine.get().nodes()];
    for (int node : placement.nodes()) {
      ranks[node]++;
    }
    BusLinks described = machine.get().busLinks().orElseGet(() -> BusLinks.of(machine.get()));
    return machine.get().withBusLinks(described.withCpus(Arrays.stream(ranks).max().orElseThrow()));
  }

  /**
   * Reads the file that was named, if there is one, before any model sees it.
   *
   * @throws ForetellException if it cannot be read
   */
  public Optional<String> fileText() {
    return given == null && policy != null && policy.startsWith(FILE)
        ? Optional.of(text(fileIn(policy)))
        : Optional.empty();
  }

  /** Whether places depend on the machine and the number of ranks only, and are worked out. */
  public boolean isOfMachineOnly() {
    return given == null && (policy == null || !(policy.equals(RANDOM) || policy.startsWith(FILE)));
  }

  /** Whether ranks are placed alike each time: neither at random nor as a file says. */
  public boolean isFixed() {
    return given != null || isOfMachineOnly();
  }

  /** The same without the path of a file, if one was named. */
  public PlacementChoice withoutFile() {
    return policy != null && policy.startsWith(FILE) ? withPolicy(FILE) : this;
  }

  private static Path fileIn(String policy) {
    return Path.of(policy.substring(FILE.length()));
  }

  private static String text(Path file) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw ForetellException.badInput(file + ": is not a file");
    }
    try {
      if (Files.size(file) > LONGEST_FILE_BYTES) {
        throw ForetellException.badInput(file + ": a placement file has at most 1 GiB");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw ForetellException.badInput(file + ": expected text in UTF-8, found other bytes");
    } catch (IOException failed) {
      throw ForetellException.badInput(FailureText.of(failed));
    }
  }
}
