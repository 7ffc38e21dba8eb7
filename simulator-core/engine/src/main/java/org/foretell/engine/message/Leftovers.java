package org.foretell.engine.message;

import java.util.Collections;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.foretell.engine.state.ProblemLog;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;
import org.foretell.trace.OpView;

/** Reports messages that nobody received and receives that nothing came for, by position. */
public final class Leftovers {
  private final boolean collectives;
  private final First messages = new First(Problem.Kind.LEFTOVER_MESSAGE);
  private final First receives = new First(Problem.Kind.LEFTOVER_RECEIVE);

  /** Ordered by position. */
  private record Found(int rank, long operation, String template) implements Comparable<Found> {
    private static final Comparator<Found> ORDER =
        Comparator.comparingInt(Found::rank)
            .thenComparingLong(Found::operation)
            .thenComparing(Found::template);

    @Override
    public int compareTo(Found other) {
      return ORDER.compare(this, other);
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
   * Nothing is left over.
   *
   * @param collectives whether steps of collectives have tags too; in task graphs any tag may be an
   *     op's
   */
  public Leftovers(boolean collectives) {
    this.collectives = collectives;
  }

  /** Adds what a matcher still keeps. */
  public void add(Matcher matcher) {
    matcher.forEach(
        new Matcher.Visitor() {
          @Override
          public void receive(int receive, int rank, int source, int tag) {
            addReceive(rank, matcher.receives.operation(receive), source, tag);
          }

          @Override
          public void message(int message) {
            addMessage(matcher.messages, message);
          }
        });
  }

  /** Notes what has been added. */
  public void report(ProblemLog problems) {
    messages.report(problems);
    receives.report(problems);
  }

  private void addReceive(int rank, long operation, int source, int tag) {
    receives.add(
        new Found(
            rank,
            operation,
            collectives && StepTags.isStep(tag)
                ? "nothing came from rank " + source + " for a step of {0}"
                : "nothing came for {0}, posted for "
                    + (source == OpView.ANY ? "any source" : "rank " + source)
                    + " and "
                    + (tag == OpView.ANY ? "any tag" : "tag " + tag)));
  }

  private void addMessage(MessagePool pool, int message) {
    messages.add(
        new Found(
            pool.source(message),
            pool.operation(message),
            "rank " + pool.destination(message) + " never received the message of {0}"));
  }
}
