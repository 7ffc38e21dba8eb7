package org.foretell.cli.failures;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.foretell.JobReplays;
import org.foretell.cli.settings.JobReplayOptions;
import org.foretell.cli.settings.OptionQuantity;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.shell.TraceArgument;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.workload.failure.CheckpointFiles;
import org.foretell.workload.failure.Checkpoints;
import org.foretell.workload.failure.FailureJson;
import org.foretell.workload.failure.FailureRates;
import org.foretell.workload.failure.FailureResult;
import org.foretell.workload.failure.Failures;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim failures}: what failures of nodes cost a long run. */
@Command(
    name = "failures",
    sortOptions = false,
    description =
        "Predicts how long a run takes when nodes fail: expected time, lost work, checkpoints and"
            + " the best interval between them (docs/failures.md).")
public final class FailuresCommand implements Callable<Integer> {
  private static final int MOST_REPLICATIONS = 10_000_000;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue (sim machines list), or a machine file.")
  private String machine;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TRACE",
      converter = TraceArgument.class,
      description =
          "The program: its replay gives the work and the nodes. Or give --time, --nodes.")
  private @Nullable Path trace;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "The run is N times the trace (default: ${DEFAULT-VALUE}).")
  private long repeat = 1;

  @Option(
      names = "--time",
      paramLabel = "TIME",
      description = "Without a trace: how long the run takes when nothing fails, like 48h.")
  private @Nullable String time;

  @Option(names = "--nodes", paramLabel = "N", description = "Without a trace: its nodes.")
  private @Nullable Integer nodes;

  @Option(
      names = "--ranks-per-node",
      paramLabel = "N",
      description = "Ranks of the trace on a node (default: one per core).")
  private @Nullable Integer ranksPerNode;

  @Option(
      names = "--mtbf",
      paramLabel = "TIME",
      required = true,
      description = "Mean time between failures of one node, like 1825d (five years).")
  private String mtbf;

  @Option(
      names = "--weibull",
      paramLabel = "SHAPE",
      defaultValue = "1",
      description =
          "Shape of the Weibull distribution of times between failures of a node (default: 1, an"
              + " exponential distribution; 0.7 is usual for young machines).")
  private double shape = 1;

  @Option(
      names = "--network-mtbf",
      paramLabel = "TIME",
      description =
          "Mean time between failures of the network, which end the run too (default: never).")
  private @Nullable String networkMtbf;

  @Option(names = "--checkpoint", paramLabel = "TIME", description = "Time to write a checkpoint.")
  private @Nullable String checkpoint;

  @Option(
      names = "--checkpoint-bytes",
      paramLabel = "SIZE",
      description =
          "Instead: bytes of a checkpoint on each node; the machine's file system gives the times"
              + " to write and to read it.")
  private @Nullable String checkpointBytes;

  @Option(
      names = "--restart",
      paramLabel = "TIME",
      required = true,
      description =
          "Time from a failure until the run goes on: detection, a new node, start; to which"
              + " --checkpoint-bytes adds the reading.")
  private String restart;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "best",
      description =
          "Work between two checkpoints: a time, young or daly for their formulas, or best for the"
              + " least expected time (default: ${DEFAULT-VALUE}).")
  private String every = "best";

  @Option(
      names = "--replications",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Number of simulated runs (default: ${DEFAULT-VALUE}).")
  private int replications = 1000;

  @Mixin private JobReplayOptions replays = new JobReplayOptions();
  @Mixin private JsonOutput json = new JsonOutput();

  /** The run without failures. */
  private record Work(double seconds, int nodes, Machine machine, String name) {}

  @Override
  public Integer call() {
    check();
    Outputs outputs = new Outputs().readsIfFile(machine);
    if (trace != null) {
      outputs.reads(trace);
    }
    replays.addInputs(outputs);
    outputs.writes("--json", json.file()).check();
    Work work = work();
    double restartSeconds = OptionQuantity.seconds("--restart", restart);
    double writeSeconds;
    if (checkpointBytes == null) {
      writeSeconds = OptionQuantity.seconds("--checkpoint", String.valueOf(checkpoint));
    } else {
      long bytes = bytes(checkpointBytes);
      writeSeconds = CheckpointFiles.seconds(work.machine(), work.nodes(), bytes, true);
      restartSeconds += CheckpointFiles.seconds(work.machine(), work.nodes(), bytes, false);
    }
    Failures.Interval interval = interval();
    FailureResult result =
        Failures.of(
            new Checkpoints(
                work.seconds(),
                interval == Failures.Interval.GIVEN ? everySeconds() : work.seconds(),
                writeSeconds,
                restartSeconds),
            new FailureRates(
                work.nodes(),
                positive("--mtbf", mtbf),
                shape,
                networkMtbf == null
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(positive("--network-mtbf", networkMtbf))),
            interval,
            replications,
            replays.seed());
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new FailuresText(result, work.name(), interval, out, style).print();
    }
    json.write(
        writer -> FailureJson.write(result, work.machine().name(), work.name(), writer), out);
    return ExitCode.OK;
  }

  private void check() {
    if ((trace == null) == (time == null) || (trace == null) == (nodes == null)) {
      throw ForetellException.usage("give a trace, or --time and --nodes");
    }
    if ((checkpoint == null) == (checkpointBytes == null)) {
      throw ForetellException.usage("give either --checkpoint or --checkpoint-bytes");
    }
    if (!(shape > 0) || shape > 100) {
      throw ForetellException.usage("--weibull must be above 0 and at most 100, but is " + shape);
    }
    if (replications < 1 || replications > MOST_REPLICATIONS || repeat < 1) {
      throw ForetellException.usage(
          "--replications must be 1 to "
              + MOST_REPLICATIONS
              + ", and --repeat at least 1, but they are "
              + replications
              + " and "
              + repeat);
    }
  }

  private Work work() {
    if (trace == null) {
      try (JobReplays none = replays.setup(machine).replays(List.of())) {
        int count = nodes == null ? 0 : nodes;
        if (count < 1 || count > none.machine().nodes()) {
          throw ForetellException.usage(
              "machine %s has %d nodes, but --nodes is %d; write 1 or more, and no more than it has"
                  .formatted(none.machine().name(), none.machine().nodes(), count));
        }
        return new Work(
            positive("--time", String.valueOf(time)), count, none.machine(), "a run as stated");
      }
    }
    try (JobReplays one = replays.setup(machine).replays(List.of(trace))) {
      int each = ranksPerNode == null ? one.machine().groupOf(0).coresPerNode() : ranksPerNode;
      if (each < 1) {
        throw ForetellException.usage("--ranks-per-node must be at least 1, but is " + each);
      }
      int count = (one.ranks(trace) + each - 1) / each;
      if (count > one.machine().nodes()) {
        throw ForetellException.badInput(
            "%d ranks at %d per node need %d nodes, but machine %s has %d"
                .formatted(
                    one.ranks(trace), each, count, one.machine().name(), one.machine().nodes()));
      }
      JobReplays.Ending ending =
          one.alone(
              new JobReplays.Placed(
                  trace, 0, OptionalInt.of(each), IntStream.range(0, count).boxed().toList()));
      if (!ending.completed()) {
        throw ForetellException.badInput(
            trace + " never ends; sim run " + machine + " " + trace + " shows why");
      }
      return new Work(
          (double) ending.lastsPs() / Ps.PER_SECOND * repeat,
          count,
          one.machine(),
          (repeat == 1 ? "" : repeat + " times ") + trace.getFileName());
    }
  }

  private Failures.Interval interval() {
    return switch (every) {
      case "young" -> Failures.Interval.YOUNG;
      case "daly" -> Failures.Interval.DALY;
      case "best" -> Failures.Interval.BEST;
      default -> Failures.Interval.GIVEN;
    };
  }

  private double everySeconds() {
    try {
      Quantity.parseExactPs(every);
    } catch (QuantityException noTime) {
      throw ForetellException.usage(
          "--every " + every + " is unknown; write young, daly, best, or a time like 30min");
    }
    return positive("--every", every);
  }

  private static double positive(String option, String text) {
    double seconds = OptionQuantity.seconds(option, text);
    if (!(seconds > 0)) {
      throw ForetellException.usage(option + " must be above 0, but is " + text);
    }
    return seconds;
  }

  private static long bytes(String text) {
    try {
      long bytes = Quantity.parseBytes(text);
      if (bytes > 0 && bytes < Long.MAX_VALUE) {
        return bytes;
      }
    } catch (QuantityException e) {
      throw ForetellException.usage("--checkpoint-bytes: " + e.getMessage());
    }
    throw ForetellException.usage("--checkpoint-bytes must be a size above 0, but is " + text);
  }
}
