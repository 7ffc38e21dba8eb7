package org.foretell.cli.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.foretell.JobsSetup;
import org.foretell.failure.ForetellException;
import org.foretell.machine.JobPolicy;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.trace.RankSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of several jobs on one machine. */
final class JobOptions {
  private static final String RANDOM = JobPolicy.RANDOM + ":";

  @Option(
      names = "--job-placement",
      paramLabel = "POLICY",
      split = ",",
      description =
          "Nodes of several jobs: packed (the default; each the next free nodes), scattered (the"
              + " jobs take a node each in turn), random or random:N (groups of N nodes in random"
              + " order, seeded by --seed), or shared (the same nodes, other cores). Several,"
              + " separated by commas, are compared.")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--job-nodes",
      paramLabel = "JOB=NODES",
      type = {Integer.class, String.class},
      description =
          "Nodes of a job, whose number counts from 1, like 2=0-3,8. May be repeated; jobs that"
              + " name none get other nodes.")
  private Map<Integer, String> nodes = new LinkedHashMap<>();

  @Option(
      names = "--background",
      paramLabel = "TRAFFIC",
      description =
          "Traffic of other users beside the jobs: uniform, permutation or incast, with the share"
              + " of the bandwidth of each of its nodes, like uniform:30%%, and perhaps its number"
              + " of nodes, like uniform:30%%:16 (default: as many as the jobs have).")
  private @Nullable String background;

  /**
   * How jobs get their nodes.
   *
   * @param group of nodes that stay together
   */
  record Placing(JobPolicy policy, int group) {
    static Placing parse(String text) {
      String name = text;
      int group = 1;
      if (text.startsWith(RANDOM)) {
        name = JobPolicy.RANDOM.toString();
        try {
          group = Integer.parseInt(text.substring(RANDOM.length()));
        } catch (NumberFormatException e) {
          throw unknown(text);
        }
      }
      return new Placing(JobPolicy.of(name).orElseThrow(() -> unknown(text)), group);
    }

    private static ForetellException unknown(String policy) {
      return ForetellException.usage(
          "--job-placement "
              + policy
              + " is unknown; write packed, scattered, random, random:N or shared");
    }
  }

  /** A job as the command line names it. */
  private record Named(Path trace, long startPs) {
    /** A file whose name ends like a start is a file. */
    static Named parse(String text) {
      int at = text.lastIndexOf('@');
      if (at < 0 || Files.exists(Path.of(text))) {
        return new Named(Path.of(text), 0);
      }
      try {
        return new Named(
            Path.of(text.substring(0, at)), Quantity.parseTimePs(text.substring(at + 1)));
      } catch (QuantityException e) {
        throw ForetellException.usage(
            "job %s: the start behind @ is no time (%s); write TRACE@10s"
                .formatted(text, e.getMessage()));
      }
    }
  }

  /**
   * Whether there is more than one job, or one that needs the settings of several.
   *
   * @param first the first trace of the command line
   * @param others all further ones
   */
  boolean areGiven(Path first, List<String> others) {
    return !others.isEmpty()
        || background != null
        || !policies.isEmpty()
        || !nodes.isEmpty()
        || Named.parse(first.toString()).startPs() > 0;
  }

  /** The files of the jobs. */
  List<Path> traces(Path first, List<String> others) {
    return named(first, others).stream().map(Named::trace).toList();
  }

  private static List<Named> named(Path first, List<String> others) {
    List<Named> all = new ArrayList<>(List.of(Named.parse(first.toString())));
    others.forEach(other -> all.add(Named.parse(other)));
    return all;
  }

  /** The policies to compare; one, which may be the default, if nothing is compared. */
  List<Placing> placings() {
    List<Placing> placings = policies.stream().map(Placing::parse).distinct().toList();
    return placings.isEmpty() ? List.of(new Placing(JobPolicy.PACKED, 1)) : placings;
  }

  /** Refuses to compare policies if each job has its nodes anyway. */
  void refuseComparisonOfGivenNodes(int jobs) {
    if (policies.size() > 1 && nodes.size() >= jobs) {
      throw ForetellException.usage(
          "--job-placement compares policies, but --job-nodes gives each job its nodes");
    }
  }

  /** Adds the jobs to a setup. */
  void applyTo(JobsSetup setup, Path first, List<String> others, Placing placing) {
    List<Named> jobs = named(first, others);
    nodes
        .keySet()
        .forEach(
            job -> {
              if (job < 1 || job > jobs.size()) {
                throw ForetellException.usage(
                    "--job-nodes %d=%s: there are jobs 1 to %d"
                        .formatted(job, nodes.get(job), jobs.size()));
              }
            });
    for (int i = 0; i < jobs.size(); i++) {
      String list = nodes.get(i + 1);
      setup.job(
          jobs.get(i).trace(),
          jobs.get(i).startPs(),
          list == null ? List.of() : nodes(i + 1, list));
    }
    setup.jobPlacement(placing.policy(), placing.group());
    setup.background(background);
  }

  private static List<Integer> nodes(int job, String list) {
    try {
      RankSet set = RankSet.parse(list);
      return IntStream.of(set.toArray()).boxed().toList();
    } catch (IllegalArgumentException e) {
      throw ForetellException.usage(
          "--job-nodes %d=%s: %s; write a list of nodes like 0-3,8"
              .formatted(job, list, e.getMessage()));
    }
  }
}
