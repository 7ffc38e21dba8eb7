package org.foretell.trace.jobs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.OpCode;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * Several jobs as one trace. The ranks of the first job come first, then those of the second, and
 * so on. Jobs share nothing but the machine: each has a world of its own ({@link #world}), and the
 * ids of its communicators, call sites, markers, histograms and locks differ from those of all
 * others.
 *
 * <p>A job that starts later begins with a burst until its start: an {@link OpCode#ELAPSE}, or, in
 * a task graph, a first task of that duration, on which all others depend. {@link
 * RankCursor#delivered} does not count it.
 *
 * <p>It can be replayed, once at a time and, if there is background, once only. It cannot be
 * written to a file. Closing it leaves the traces of the jobs open. For one thread at a time.
 */
public final class JoinedTrace implements TraceSource {
  private final List<Job> jobs;
  private final List<JobNames> names = new ArrayList<>();
  private final int[] jobOfRank;
  private final TraceTables tables;
  private final Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
  private final boolean graphs;
  private int programsRunning;

  /**
   * Joins jobs.
   *
   * @param jobs at least one, all of sequences of ops or all of task graphs, with at least one
   *     program among them
   * @throws IllegalArgumentException if there is none, if both kinds are mixed, or if there are
   *     more than {@link TraceInfo#MAX_RANKS} ranks in all
   */
  public JoinedTrace(List<Job> jobs) {
    this.jobs = List.copyOf(jobs);
    long ranks = this.jobs.stream().mapToLong(Job::ranks).sum();
    if (ranks > TraceInfo.MAX_RANKS) {
      throw new IllegalArgumentException(
          "all jobs together have " + ranks + " ranks; the most is " + TraceInfo.MAX_RANKS);
    }
    if (this.jobs.stream().noneMatch(job -> job.kind() == Job.Kind.PROGRAM)) {
      throw new IllegalArgumentException("there is no program among the jobs");
    }
    long ofGraphs = this.jobs.stream().filter(job -> hasGraphs(job.trace())).count();
    if (ofGraphs > 0 && ofGraphs < this.jobs.size()) {
      throw new IllegalArgumentException(
          "some jobs are sequences of ops and others task graphs; they cannot run together");
    }
    graphs = ofGraphs > 0;
    jobOfRank = new int[(int) ranks];
    tables = joinTables();
  }

  private static boolean hasGraphs(TraceSource trace) {
    return trace.capabilities().contains(Capability.TASK_GRAPHS);
  }

  private TraceTables joinTables() {
    List<String> callSites = new ArrayList<>();
    List<String> markers = new ArrayList<>();
    List<Communicator> communicators = new ArrayList<>();
    List<DurationHistogram> histograms = new ArrayList<>();
    int first = 0;
    EnumSet<Capability> all = EnumSet.noneOf(Capability.class);
    boolean unordered = true;
    for (int index = 0; index < jobs.size(); index++) {
      Job job = jobs.get(index);
      JobNames own =
          new JobNames(
              new JobNames.Place(index, jobs.size(), first, job.ranks(), jobOfRank.length),
              callSites.size(),
              markers.size(),
              histograms.size());
      names.add(own);
      java.util.Arrays.fill(jobOfRank, first, first + job.ranks(), index);
      TraceTables theirs = job.trace().tables();
      callSites.addAll(theirs.callSites());
      markers.addAll(theirs.markers());
      histograms.addAll(theirs.histograms());
      communicators.add(own.world());
      theirs.communicators().forEach(each -> communicators.add(own.communicator(each)));
      Set<Capability> features = job.trace().capabilities();
      all.addAll(features);
      unordered &=
          !features.contains(Capability.SHMEM) || features.contains(Capability.UNORDERED_SHMEM);
      first += job.ranks();
    }
    all.add(Capability.SUB_COMMUNICATORS);
    all.remove(Capability.CALL_TIMES);
    all.remove(Capability.BURST_COUNTS);
    if (!unordered) {
      all.remove(Capability.UNORDERED_SHMEM);
    }
    if (graphs) {
      all.remove(Capability.SUB_COMMUNICATORS);
    }
    capabilities.addAll(all);
    return new TraceTables(callSites, markers, graphs ? List.of() : communicators, histograms);
  }

  /** {@return the jobs, in the order of their ranks} */
  public List<Job> jobs() {
    return jobs;
  }

  /**
   * {@return the job of a rank}
   *
   * @param rank 0 to {@code info().ranks() - 1}
   */
  public int jobOf(int rank) {
    return jobOfRank[rank];
  }

  /**
   * {@return the first rank of a job in this trace; the others follow}
   *
   * @param job its index
   */
  public int firstRank(int job) {
    return names.get(job).place().first();
  }

  /**
   * {@return the names of a job's objects in this trace}
   *
   * @param job its index
   */
  public JobNames names(int job) {
    return names.get(job);
  }

  /** Returns the name of all jobs; how bursts were measured is known for each job only. */
  @Override
  public TraceInfo info() {
    return new TraceInfo(
        jobs.stream().map(Job::name).collect(Collectors.joining(" + ")),
        jobOfRank.length,
        jobs.size() + " jobs",
        0,
        List.of());
  }

  @Override
  public TraceTables tables() {
    return tables;
  }

  @Override
  public boolean isRecorded() {
    return jobs.stream().allMatch(job -> job.trace().isRecorded());
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.copyOf(capabilities);
  }

  @Override
  public int world(int rank) {
    return graphs ? Communicator.WORLD : names.get(jobOfRank[rank]).world().id();
  }

  @Override
  public OptionalLong operations() {
    long sum = 0;
    for (Job job : jobs) {
      if (job.kind() == Job.Kind.PROGRAM) {
        OptionalLong known = job.trace().operations();
        if (known.isEmpty()) {
          return known;
        }
        sum += known.getAsLong();
      }
    }
    return OptionalLong.of(sum);
  }

  @Override
  public OptionalInt requestSlots() {
    int most = 0;
    for (Job job : jobs) {
      OptionalInt known = job.trace().requestSlots();
      if (known.isEmpty()) {
        return known;
      }
      most = Math.max(most, known.getAsInt());
    }
    return OptionalInt.of(most);
  }

  @Override
  public RankCursor open(int rank) {
    int index = jobOfRank[rank];
    Job job = jobs.get(index);
    JobNames own = names.get(index);
    RankCursor cursor = job.trace().open(rank - own.place().first());
    if (job.kind() == Job.Kind.PROGRAM) {
      programsRunning++;
      return new JoinedCursor(cursor, own, job.startPs(), () -> false, () -> programsRunning--);
    }
    return new JoinedCursor(cursor, own, job.startPs(), () -> programsRunning == 0, () -> {});
  }

  @Override
  public TaskGraph graph(int rank) {
    int index = jobOfRank[rank];
    Job job = jobs.get(index);
    int first = names.get(index).place().first();
    TaskGraph graph = job.trace().graph(rank - first).after(job.startPs());
    return first == 0 ? graph : graph.shifted(first, jobOfRank.length);
  }

  /**
   * Always fails: jobs are joined for a replay, not for a file.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public void describe(TraceSink sink) {
    throw new UnsupportedOperationException("jobs are joined for a replay, not for a file");
  }

  /** Does nothing: the traces of the jobs belong to others. */
  @Override
  public void close() {}
}
