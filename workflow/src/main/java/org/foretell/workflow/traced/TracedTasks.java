package org.foretell.workflow.traced;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import org.foretell.structure.dispatch.RoleFinder;
import org.foretell.structure.dispatch.Roles;
import org.foretell.trace.Capability;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * The tasks that a traced master dealt out to its workers, whichever of them did it. Immutable.
 * Takes 8 bytes for each task.
 *
 * <p>A task is all that a worker computes between a message from the master and its answer. Tasks
 * wait for each other where the master did: in rounds.
 */
public final class TracedTasks {
  /** Most tasks, a limit of pipeline files. */
  public static final int MOST_TASKS = 200_000;

  private static final List<Capability> FOREIGN =
      List.of(Capability.TASK_GRAPHS, Capability.HISTOGRAMS, Capability.SHMEM, Capability.RMA);

  private final String program;
  private final double baseFlopsPerSecond;
  private final Roles.Found roles;
  private final List<LongList> rounds;
  private final int tasks;
  private final long taskBytes;
  private final long resultBytes;
  private final long dealPs;

  private TracedTasks(
      TraceSource trace, Roles.Found roles, List<WorkerTasks> workers, MasterDeals deals) {
    program = trace.info().name();
    baseFlopsPerSecond = trace.info().baseFlopsPerSecond();
    this.roles = roles;
    rounds = deals.rounds().stream().<LongList>map(LongArrayList::new).toList();
    tasks = (int) deals.tasks();
    taskBytes = rounded(deals.taskBytes(), tasks);
    resultBytes = rounded(workers.stream().mapToLong(WorkerTasks::resultBytes).sum(), tasks);
    dealPs = rounded(deals.ownPs(), tasks);
  }

  private static long rounded(long sum, long count) {
    return (sum + count / 2) / count;
  }

  /**
   * Finds the tasks of a trace. Reads it twice.
   *
   * @param trace of a master-worker program
   * @return its tasks
   * @throws TraceException if the program is another one, with the reason, or the trace is damaged
   */
  public static TracedTasks of(TraceSource trace) {
    for (Capability each : FOREIGN) {
      if (trace.capabilities().contains(each)) {
        throw NoMasterWorker.because("it has " + words(each));
      }
    }
    Roles.Found roles = found(trace);
    int[] ranks = roles.workers().toArray();
    List<WorkerTasks> workers = new ArrayList<>();
    long count = 0;
    for (int rank : ranks) {
      WorkerTasks worker = new WorkerTasks();
      RankMessages.read(trace, rank, roles.copy(), worker);
      worker.close();
      workers.add(worker);
      count += worker.count();
    }
    if (count > MOST_TASKS) {
      throw new TraceException(
          "the trace has %,d tasks, but a pipeline file at most %,d; trace fewer of them"
              .formatted(count, MOST_TASKS));
    }
    MasterDeals deals = new MasterDeals(ranks, workers);
    RankMessages.read(trace, roles.master(), roles.copy(), deals);
    deals.check();
    return new TracedTasks(trace, roles, workers, deals);
  }

  private static Roles.Found found(TraceSource trace) {
    Roles roles = RoleFinder.of(trace);
    if (roles instanceof Roles.None none) {
      throw NoMasterWorker.because(none.reason());
    }
    return (Roles.Found) roles;
  }

  private static String words(Capability capability) {
    return switch (capability) {
      case TASK_GRAPHS -> "task graphs, whose ops have no order";
      case HISTOGRAMS -> "bursts that are drawn from histograms";
      case SHMEM -> "ops of OpenSHMEM";
      case RMA -> "one-sided communication";
      default -> throw new AssertionError(capability);
    };
  }

  /** {@return the rank of the master} */
  public int master() {
    return roles.master();
  }

  /** {@return the number of workers} */
  public int workers() {
    return roles.workers().size();
  }

  /** {@return the number of tasks} */
  public int tasks() {
    return tasks;
  }

  /** {@return the number of rounds, at least 1: the tasks of one wait for all of the one before} */
  public int rounds() {
    return rounds.size();
  }

  /**
   * {@return the durations of the tasks of a round, picoseconds, in the order in which the master
   * dealt them out}
   *
   * @param index 0 to {@code rounds() - 1}
   */
  public long[] durationsPs(int index) {
    return rounds.get(index).toLongArray();
  }

  /** {@return the mean size of what the master sends for a task, bytes} */
  public long taskBytes() {
    return taskBytes;
  }

  /** {@return the mean size of what a worker sends for a result, bytes} */
  public long resultBytes() {
    return resultBytes;
  }

  /**
   * {@return the master's own time for each task, picoseconds: what it computes between messages}
   */
  public long dealPs() {
    return dealPs;
  }

  /** {@return the name of the traced program; may be empty} */
  public String program() {
    return program;
  }

  /** {@return the core speed of the traced machine, flop/s; 0 if unknown} */
  public double baseFlopsPerSecond() {
    return baseFlopsPerSecond;
  }
}
