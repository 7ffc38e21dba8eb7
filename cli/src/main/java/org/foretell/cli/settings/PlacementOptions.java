package org.foretell.cli.settings;

import java.nio.file.Path;
import org.foretell.Setup;
import org.foretell.machine.Oversubscription;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where ranks run. */
public final class PlacementOptions {
  private static final String FILE = "file:";

  @Option(
      names = "--placement",
      paramLabel = "POLICY",
      description =
          "Placement of ranks: block (the default; fill one node after the other), round-robin"
              + " (rank by rank over the nodes), random (seeded by --seed), or file:FILE (a line"
              + " \"node [core]\" for each rank).")
  private @Nullable String policy;

  @Option(
      names = "--ranks-per-node",
      paramLabel = "N",
      description = "Ranks per node (default: one per core).")
  private @Nullable Integer ranksPerNode;

  @Option(
      names = "--oversubscribe",
      paramLabel = "HOW",
      converter = OversubscriptionConverter.class,
      description =
          "How to handle more ranks than cores: share (the ranks of a core take turns), ignore"
              + " (each computes as if alone) or refuse (the default: an error). Under bus-link,"
              + " where the ranks of a node queue for its cores, share is the default.")
  private @Nullable Oversubscription oversubscription;

  /** The file of a placement that is read from one, else an empty path. */
  Path file() {
    return Path.of(
        policy != null && policy.startsWith(FILE) ? policy.substring(FILE.length()) : "");
  }

  /** Whether a policy or a file is asked for. */
  boolean hasPolicy() {
    return policy != null;
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.placement(policy).ranksPerNode(ranksPerNode).oversubscription(oversubscription);
  }
}
