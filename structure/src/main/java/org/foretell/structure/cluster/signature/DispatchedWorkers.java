package org.foretell.structure.cluster.signature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.foretell.structure.dispatch.Roles;
import org.foretell.structure.dispatch.WorldCopies;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceSource;

/**
 * Finds workers that do the same but for the tasks that their master happened to give them. A task
 * ends with the messages that the worker sends in a row. Two workers are alike if they make the
 * same calls up to the end of their first task, if their other tasks are of the same kinds, however
 * many of each and in whatever order, and if they make the same calls after their last. A worker
 * whose first task is its only one is like those that begin and end like it. Polls that find
 * nothing do not count: how many there are depends on when the message comes.
 */
public final class DispatchedWorkers {
  private final EventNames names;
  private final int copy;

  private DispatchedWorkers(TraceSource source, int copy) {
    CommunicatorKinds communicators = new CommunicatorKinds();
    source.tables().communicators().forEach(communicators::define);
    names = new EventNames(communicators);
    source.tables().callSites().forEach(names::callSite);
    this.copy = copy;
  }

  /**
   * Reads the workers of a trace, one after the other.
   *
   * @param source stays open
   * @param roles of its ranks
   * @return sets of workers that are alike, those of one worker left out
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public static List<RankSet> alike(TraceSource source, Roles.Found roles) {
    DispatchedWorkers reader = new DispatchedWorkers(source, roles.copy());
    Map<Worker, List<Integer>> byKind = new LinkedHashMap<>();
    for (int rank : roles.workers().toArray()) {
      byKind.computeIfAbsent(reader.read(source, rank), kind -> new ArrayList<>()).add(rank);
    }
    List<RankSet> sets = new ArrayList<>();
    for (List<Integer> ranks : withFewTasks(byKind).values()) {
      if (ranks.size() > 1) {
        sets.add(RankSet.ofSorted(ranks.stream().mapToInt(Integer::intValue).sorted().toArray()));
      }
    }
    return sets;
  }

  /** Adds workers that had one task each to the first that begin and end as they do. */
  private static Map<Worker, List<Integer>> withFewTasks(Map<Worker, List<Integer>> byKind) {
    Map<Worker, List<Integer>> joined = new LinkedHashMap<>(byKind);
    byKind.forEach(
        (worker, ranks) -> {
          if (worker.tasks().isEmpty()) {
            for (Map.Entry<Worker, List<Integer>> other : joined.entrySet()) {
              if (!other.getKey().equals(worker) && other.getKey().beginsAndEndsAs(worker)) {
                other.getValue().addAll(ranks);
                joined.remove(worker);
                return;
              }
            }
          }
        });
    return joined;
  }

  /**
   * What a worker does.
   *
   * @param first up to the end of its first task
   * @param tasks the kinds of its others
   * @param last after its last task
   */
  private record Worker(long first, Set<Long> tasks, long last) {
    boolean beginsAndEndsAs(Worker other) {
      return first == other.first && last == other.last;
    }
  }

  private Worker read(TraceSource source, int rank) {
    WorldCopies copies = new WorldCopies();
    List<Long> ended = new ArrayList<>();
    EventSequence events = new EventSequence();
    OpView op = new OpView();
    boolean isSending = false;
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        copies.take(op);
        if (EventNames.isEvent(op.code()) && !isIdlePoll(op)) {
          boolean sends = isSend(op.code()) && copies.of(op) == copy;
          if (isSending && !sends) {
            ended.add(events.hash());
            events = new EventSequence();
          }
          isSending = sends;
          names.add(op, List.of(), (view, none, field) -> view.get(field), events);
        }
      }
    }
    if (ended.isEmpty()) {
      return new Worker(events.hash(), Set.of(), 0);
    }
    Set<Long> tasks = new LinkedHashSet<>(ended.subList(1, ended.size()));
    return new Worker(ended.get(0), tasks, events.hash());
  }

  private static boolean isSend(OpCode code) {
    return switch (code) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> true;
      // Any other op ends a row of sends, whatever it does.
      default -> false;
    };
  }

  private static boolean isIdlePoll(OpView op) {
    return switch (op.code()) {
      case IPROBE, TEST, TESTALL -> op.get(OpField.OUTCOME) == 0;
      case TESTANY -> op.get(OpField.OUTCOME) < 0;
      case TESTSOME -> op.listLength(OpField.OUTCOMES) == 0;
      // Any other op is no poll, so it counts as a call of its own.
      default -> false;
    };
  }
}
