package org.foretell.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.foretell.machine.Machine;
import org.foretell.machine.Oversubscription;
import org.foretell.machine.Placement;
import org.foretell.machine.PlacementException;
import org.foretell.machine.Placements;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where ranks run. */
final class PlacementOptions {
  private static final long LONGEST_FILE_BYTES = 1L << 30;

  @Option(
      names = "--placement",
      paramLabel = "POLICY",
      defaultValue = "round-robin",
      description =
          "Where ranks run: round-robin (rank by rank over the nodes, the default), block (fill a"
              + " node, then the next), random (seeded by --seed), or file:FILE (a line \"node"
              + " [core]\" for each rank).")
  private String policy = "round-robin";

  @Option(
      names = "--ranks-per-node",
      paramLabel = "N",
      description = "Ranks on each node; as many as it has cores when not given.")
  private @Nullable Integer ranksPerNode;

  @Option(
      names = "--oversubscribe",
      paramLabel = "HOW",
      converter = OversubscriptionConverter.class,
      description =
          "With more ranks than cores: share (ranks of a core take turns) or ignore (each computes"
              + " as if alone). Without this option that is an error.")
  private Oversubscription oversubscription = Oversubscription.REFUSE;

  /** Places the ranks; without a machine each has a node of its own. */
  Placement place(Optional<Machine> machine, int ranks, long seed) throws IOException {
    try {
      return machine.isPresent()
          ? place(machine.get(), ranks, seed)
          : Placements.oneRankPerNode(ranks);
    } catch (PlacementException e) {
      throw UserException.badInput(String.valueOf(e.getMessage()));
    }
  }

  private Placement place(Machine machine, int ranks, long seed) throws IOException {
    OptionalInt perNode = ranksPerNode == null ? OptionalInt.empty() : OptionalInt.of(ranksPerNode);
    if (policy.startsWith("file:")) {
      Path file = Path.of(policy.substring("file:".length()));
      return Placements.explicit(machine, file.toString(), text(file), ranks, oversubscription);
    }
    return switch (policy) {
      case "round-robin" -> Placements.roundRobin(machine, ranks, perNode, oversubscription);
      case "block" -> Placements.block(machine, ranks, perNode, oversubscription);
      case "random" -> Placements.random(machine, ranks, perNode, oversubscription, seed);
      default ->
          throw UserException.badInput(
              "--placement "
                  + policy
                  + " is unknown; write round-robin, block, random or file:FILE");
    };
  }

  private static String text(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw UserException.badInput(file + ": is not a file");
    }
    if (Files.size(file) > LONGEST_FILE_BYTES) {
      throw UserException.badInput(file + ": a placement file of more than 1 GiB is refused");
    }
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw UserException.badInput(file + ": expected text in UTF-8, found other bytes");
    }
  }
}
