package org.foretell.cli.workflow;

import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.cli.settings.OptionQuantity;
import org.foretell.failure.ForetellException;
import org.foretell.time.Quantity;
import org.foretell.workflow.failure.NodeFailures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for nodes that fail under a workflow. */
final class NodeFailureOptions {
  @Option(
      names = "--mtbf",
      paramLabel = "TIME",
      description =
          "Let nodes fail: the mean time between failures of one node, like 1825d. Their tasks are"
              + " dealt out again (default: never).")
  private @Nullable String mtbf;

  @Option(
      names = "--weibull",
      paramLabel = "SHAPE",
      description =
          "Shape of the Weibull distribution of times between failures of a node (default: 1, an"
              + " exponential distribution).")
  private @Nullable Double shape;

  @Option(
      names = "--network-mtbf",
      paramLabel = "TIME",
      description =
          "Mean time between failures of the network, which end all tasks (default: never).")
  private @Nullable String networkMtbf;

  @Option(
      names = "--restart",
      paramLabel = "TIME",
      description = "With --mtbf: time from a failure until what failed is there again, like 5min.")
  private @Nullable String restart;

  /** What fails, if anything does. */
  Optional<NodeFailures> read() {
    if (mtbf == null) {
      if (shape != null || networkMtbf != null || restart != null) {
        throw ForetellException.usage(
            "--weibull, --network-mtbf and --restart need --mtbf, the mean time between failures of"
                + " a node");
      }
      return Optional.empty();
    }
    if (restart == null) {
      throw ForetellException.usage(
          "--mtbf needs --restart, the time from a failure until a node is there again, like 5min");
    }
    return Optional.of(
        new NodeFailures(
            OptionQuantity.seconds("--mtbf", mtbf),
            shape == null ? 1 : shape,
            networkMtbf == null
                ? OptionalDouble.empty()
                : OptionalDouble.of(OptionQuantity.seconds("--network-mtbf", networkMtbf)),
            OptionQuantity.read("--restart", restart, Quantity::parseTimePs)));
  }
}
