package org.foretell.report;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Several jobs on one machine: the result of {@code sim run} with several traces. Immutable.
 *
 * @param version of Foretell
 * @param machine the machine with its hash
 * @param model name of the communication model
 * @param modelReason the reason for choosing it, as a clause that follows "because"; empty if the
 *     caller set it
 * @param collectives how collectives were executed, name to value, for the reader
 * @param policy how the jobs got their nodes, for the reader
 * @param background the traffic of others; empty if there was none
 * @param seed of everything random
 * @param jobs in the order in which they were named
 * @param tenancies energy of the jobs on their nodes; empty if the machine does not state the power
 *     of these nodes, or if a job does not end
 * @param meetings links and interfaces that several jobs use, first where most is sent beside the
 *     job that sends most
 * @param warnings reasons to doubt the prediction, one sentence each
 */
public record JobsResult(
    String version,
    RunResult.MachineChoice machine,
    String model,
    Optional<String> modelReason,
    Map<String, String> collectives,
    String policy,
    Optional<Background> background,
    long seed,
    List<JobEntry> jobs,
    List<Tenancy> tenancies,
    List<Meeting> meetings,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;

  /** Copies the lists. */
  public JobsResult {
    collectives = Collections.unmodifiableMap(new LinkedHashMap<>(collectives));
    jobs = List.copyOf(jobs);
    tenancies = List.copyOf(tenancies);
    meetings = List.copyOf(meetings);
    warnings = List.copyOf(warnings);
  }

  /**
   * Traffic of others.
   *
   * @param text pattern, share, number of nodes
   * @param nodes on which a rank writes
   * @param bytesPerSecond that each offers
   */
  public record Background(String text, int nodes, double bytesPerSecond) {
    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("traffic", text);
      fields.put("nodes", nodes);
      fields.put("bytesPerSecondAndNode", bytesPerSecond);
      return fields;
    }
  }

  /**
   * A job.
   *
   * @param name of its trace's file
   * @param sha256 of the file
   * @param ranks how many
   * @param nodes those with ranks of it
   * @param startPs when it starts
   * @param alonePs how long it takes alone, in the same place
   * @param togetherPs how long it takes with all others
   * @param completed whether it ended, alone and together
   * @param worst the job that slows it down most if only the two run; empty for fewer than three
   *     jobs
   */
  public record JobEntry(
      String name,
      String sha256,
      int ranks,
      int nodes,
      long startPs,
      long alonePs,
      long togetherPs,
      boolean completed,
      Optional<Neighbour> worst) {
    /** {@return the time with all others over the time alone; 1 for a job that takes no time} */
    public double slowDown() {
      return alonePs == 0 ? 1 : (double) togetherPs / alonePs;
    }

    private Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("sha256", sha256);
      fields.put("ranks", ranks);
      fields.put("nodes", nodes);
      fields.put("startSeconds", Ps.toSeconds(startPs));
      fields.put("completed", completed);
      fields.put("aloneSeconds", Ps.toSeconds(alonePs));
      fields.put("togetherSeconds", Ps.toSeconds(togetherPs));
      fields.put("slowDown", slowDown());
      fields.put("worstNeighbour", worst.map(Neighbour::fields).orElse(null));
      return fields;
    }
  }

  /**
   * A job beside another one.
   *
   * @param name of the other
   * @param slowDown time beside it over time alone
   */
  public record Neighbour(String name, double slowDown) {
    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("slowDown", slowDown);
      return fields;
    }
  }

  /**
   * The energy of a job on nodes of its own, or of several jobs on nodes that they share, from the
   * first start to the last end.
   *
   * @param jobs their numbers, from 1
   * @param energy of the nodes and their share of the switches
   */
  public record Tenancy(List<Integer> jobs, RunEnergy energy) {
    /** Copies the list. */
    public Tenancy {
      jobs = List.copyOf(jobs);
    }

    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("jobs", jobs);
      fields.put("energy", EnergyEntry.of(energy));
      return fields;
    }
  }

  /**
   * A link or an interface that several jobs use.
   *
   * @param kind which of the two
   * @param name of the link, or node and direction
   * @param bytes by job what it sends there when it runs alone
   */
  public record Meeting(Kind kind, String name, List<Double> bytes) {
    /** What is shared. */
    public enum Kind {
      /** A link of the topology. */
      LINK,
      /** The interfaces of a node, in one direction. */
      INTERFACE
    }

    /** Copies the list. */
    public Meeting {
      bytes = List.copyOf(bytes);
    }

    /** {@return what all jobs send there but the one that sends most} */
    public double bytesOfOthers() {
      return bytes.stream().mapToDouble(Double::doubleValue).sum()
          - bytes.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("kind", kind == Kind.LINK ? "link" : "interface");
      fields.put("name", name);
      fields.put("bytes", bytes);
      return fields;
    }
  }

  /** {@return whether all jobs ended} */
  public boolean completed() {
    return jobs.stream().allMatch(JobEntry::completed);
  }

  /** {@return the mean of the slow-downs of the jobs that ended; 1 if none did} */
  public double meanSlowDown() {
    return jobs.stream()
        .filter(JobEntry::completed)
        .mapToDouble(JobEntry::slowDown)
        .average()
        .orElse(1);
  }

  /** {@return the energy of all jobs; empty if it is not known} */
  public Optional<Joules> energy() {
    return tenancies.stream().map(one -> one.energy().total()).reduce(Joules::plus);
  }

  /** {@return when the last job ends, picoseconds since the start of the first} */
  public long makespanPs() {
    return jobs.stream().mapToLong(job -> job.startPs() + job.togetherPs()).max().orElse(0);
  }

  /**
   * Writes the JSON of {@code docs/output.md}.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void writeJson(Writer out) throws IOException {
    DocumentText.write(document(), out);
  }

  Map<String, @Nullable Object> document() {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("formatVersion", FORMAT_VERSION);
    document.put("version", version);
    document.put("machine", machineFields());
    document.put("model", model);
    document.put("modelReason", modelReason.orElse(null));
    document.put("collectives", collectives);
    document.put("jobPlacement", policy);
    document.put("background", background.map(Background::fields).orElse(null));
    document.put("seed", seed);
    document.put("makespanSeconds", Ps.toSeconds(makespanPs()));
    List<Object> entries = new ArrayList<>();
    jobs.forEach(job -> entries.add(job.fields()));
    document.put("jobs", entries);
    document.put("energies", tenancies.stream().map(Tenancy::fields).toList());
    document.put("meetings", meetings.stream().map(Meeting::fields).toList());
    document.put("warnings", warnings);
    return document;
  }

  private Map<String, @Nullable Object> machineFields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", machine.machine().name());
    fields.put("sha256", machine.sha256());
    fields.put("set", machine.set());
    fields.put("unverified", machine.machine().unverified());
    return fields;
  }
}
