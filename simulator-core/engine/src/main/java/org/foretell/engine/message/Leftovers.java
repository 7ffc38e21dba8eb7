package org.foretell.engine.message;

import java.util.Collections;
import java.util.PriorityQueue;
import org.foretell.engine.state.ProblemLog;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** Reports messages that nobody received and receives that nothing came for, by position. */
public final class Leftovers implements Matcher.Visitor {
  private final Matcher matcher;
  private final boolean collectives;
  private final @Nullable Matcher waiting;
  private final ProblemLog problems;
  private final First messages = new First(Problem.Kind.LEFTOVER_MESSAGE);
  private final First receives = new First(Problem.Kind.LEFTOVER_RECEIVE);

  /** Ordered by position. */
  private record Found(int rank, long operation, String template) implements Comparable<Found> {
    @Override
    public int compareTo(Found other) {
      return rank != other.rank
          ? Integer.compare(rank, other.rank)
          : Long.compare(operation, other.operation);
    }
  }

  /**
   * The first of one kind that will be described, the last of them on top, and how many there are.
   */
  private static final class First {
    private final Problem.Kind kind;
    private final PriorityQueue<Found> described = new PriorityQueue<>(Collections.reverseOrder());
    private long count;

    First(Problem.Kind kind) {
      this.kind = kind;
    }

    void add(Found found) {
      count++;
      described.add(found);
      if (described.size() > Prediction.MAX_PROBLEMS) {
        described.remove();
      }
    }

    void report(ProblemLog problems) {
      described.stream()
          .sorted()
          .forEach(one -> problems.add(kind, one.template, one.rank, one.operation));
      problems.count(kind, count - described.size());
    }
  }

  /**
   * @param waiting where messages stand that may not move yet, if not with the others
   * @param collectives whether steps of collectives have tags too; in task graphs any tag may be an
   *     op's
   */
  public Leftovers(
      Matcher matcher, @Nullable Matcher waiting, boolean collectives, ProblemLog problems) {
    this.matcher = matcher;
    this.waiting = waiting;
    this.collectives = collectives;
    this.problems = problems;
  }

  public void report() {
    matcher.forEach(this);
    if (waiting != null) {
      waiting.forEach(this);
    }
    messages.report(problems);
    receives.report(problems);
  }

  @Override
  public void receive(int receive, int rank, int source, int tag) {
    receives.add(
        new Found(
            rank,
            matcher.receives.operation(receive),
            collectives && StepTags.isStep(tag)
                ? "nothing came from rank " + source + " for a step of {0}"
                : "nothing came for {0}, posted for "
                    + (source == OpView.ANY ? "any source" : "rank " + source)
                    + " and "
                    + (tag == OpView.ANY ? "any tag" : "tag " + tag)));
  }

  @Override
  public void message(int message) {
    messages.add(
        new Found(
            matcher.messages.source(message),
            matcher.messages.operation(message),
            "rank "
                + matcher.messages.destination(message)
                + " never received the message of {0}"));
  }
}
