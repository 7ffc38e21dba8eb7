package org.foretell.engine.state;

import java.util.ArrayList;
import java.util.List;
import org.foretell.result.Position;
import org.foretell.result.Prediction;
import org.foretell.result.Problem;

/**
 * Collects what is wrong with a trace. Positions are kept as numbers until the end, when the ops
 * are read again for their text.
 */
public final class ProblemLog {
  private static final Problem.Kind[] KINDS = Problem.Kind.values();

  private record Entry(Problem.Kind kind, String template, long[] ranksAndOperations) {}

  private final List<Entry> entries = new ArrayList<>();
  private final long[] counts = new long[KINDS.length];

  /** Whether the next problem of a kind will be described; saves making its text. */
  boolean describes(Problem.Kind kind) {
    return counts[kind.ordinal()] < Prediction.MAX_PROBLEMS;
  }

  /** Counts a problem without describing it. */
  public void count(Problem.Kind kind, long howMany) {
    counts[kind.ordinal()] += howMany;
  }

  /**
   * Notes a problem.
   *
   * @param template the sentence; {@code {0}}, {@code {1}} stand for the positions
   * @param ranksAndOperations rank and number of the op for each position
   */
  public void add(Problem.Kind kind, String template, long... ranksAndOperations) {
    if (describes(kind)) {
      entries.add(new Entry(kind, template, ranksAndOperations));
    }
    counts[kind.ordinal()]++;
  }

  /** Notes a problem that stops the replay. */
  public InvalidTrace fatal(Problem.Kind kind, String template, long... ranksAndOperations) {
    add(kind, template, ranksAndOperations);
    return new InvalidTrace();
  }

  /** Notes that an op refers to something that is not there. */
  public InvalidTrace invalid(int rank, long operation, String why) {
    return fatal(Problem.Kind.INVALID_OPERATION, "{0} " + why, rank, operation);
  }

  /** Whether there are any. */
  public boolean hasSome() {
    for (long count : counts) {
      if (count > 0) {
        return true;
      }
    }
    return false;
  }

  public long[] counts() {
    return counts.clone();
  }

  /** All that were described, in the order in which they were found. */
  public List<Problem> problems(OpTexts texts) {
    List<Problem> problems = new ArrayList<>();
    for (Entry entry : entries) {
      List<Position> positions = new ArrayList<>();
      String message = entry.template;
      for (int i = 0; i < entry.ranksAndOperations.length; i += 2) {
        Position position =
            texts.at((int) entry.ranksAndOperations[i], entry.ranksAndOperations[i + 1]);
        positions.add(position);
        message = message.replace("{" + i / 2 + "}", position.toString());
      }
      problems.add(new Problem(entry.kind, message, positions));
    }
    return problems;
  }
}
