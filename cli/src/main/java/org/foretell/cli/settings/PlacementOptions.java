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
          "Where ranks run: block (fill a node, then the next, the default unless the machine says"
              + " otherwise), round-robin (rank by rank over the nodes), random (seeded by --seed),"
              + " or file:FILE (a line \"node [core]\" for each rank).")
  private @Nullable String policy;

  @Option(
      names = "--ranks-per-node",
      paramLabel = "N",
      description = "Ranks on each node; as many as the node has cores when not given.")
  private @Nullable Integer ranksPerNode;

  @Option(
      names = "--oversubscribe",
      paramLabel = "HOW",
      converter = OversubscriptionConverter.class,
      description =
          "What to do with more ranks than cores: share (the ranks of a core take turns) or ignore"
              + " (each computes as if alone). Without this option they are an error, except under"
              + " bus-link, where the ranks of a node queue for its cores: there share is what"
              + " happens anyway, and with ignore a node has as many cores as ranks.")
  private @Nullable Oversubscription oversubscription;

  /** The file of a placement that is read from one, else an empty path. */
  Path file() {
    return Path.of(
        policy != null && policy.startsWith(FILE) ? policy.substring(FILE.length()) : "");
  }

  /** Applies these options to a setup. */
  public void applyTo(Setup<?> setup) {
    setup.placement(policy).ranksPerNode(ranksPerNode).oversubscription(oversubscription);
  }
}
