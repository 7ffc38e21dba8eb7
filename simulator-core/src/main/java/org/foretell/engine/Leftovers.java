package org.foretell.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.OpView;

/** Reports messages that nobody received and receives that nothing came for, by position. */
final class Leftovers implements Matcher.Visitor {
  private final Matcher matcher;
  private final ProblemLog problems;
  private final List<Found> found = new ArrayList<>();

  private record Found(Problem.Kind kind, int rank, long operation, String template) {}

  Leftovers(Matcher matcher, ProblemLog problems) {
    this.matcher = matcher;
    this.problems = problems;
  }

  void report() {
    matcher.forEach(this);
    found.sort(Comparator.comparingInt(Found::rank).thenComparingLong(Found::operation));
    for (Found one : found) {
      problems.add(one.kind, one.template, one.rank, one.operation);
    }
  }

  @Override
  public void receive(int receive, int source, int tag) {
    found.add(
        new Found(
            Problem.Kind.LEFTOVER_RECEIVE,
            matcher.receives.rank(receive),
            matcher.receives.operation(receive),
            "nothing came for {0}, posted for "
                + (source == OpView.ANY ? "any source" : "rank " + source)
                + " and "
                + (tag == OpView.ANY ? "any tag" : "tag " + tag)));
  }

  @Override
  public void message(int message) {
    MessagePool messages = matcher.messages;
    found.add(
        new Found(
            Problem.Kind.LEFTOVER_MESSAGE,
            messages.source(message),
            messages.operation(message),
            "rank " + messages.destination(message) + " never received the message of {0}"));
  }
}
