package org.foretell.generators.program.duration;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.tree.RankProgram;
import org.foretell.trace.Values;

/**
 * The places of a rank's bursts, in the order in which it executes them. Only loops around such
 * bursts are walked, so its cost does not depend on the other ops.
 */
final class BurstWalk {
  /** After the last burst. */
  static final int NONE = -1;

  /** A body that is being executed, with the rounds that are left of it. */
  private static final class Frame {
    private final List<Node> body;
    private Iterator<Node> rest;
    private long rounds;
    private long changesBefore;

    Frame(List<Node> body, long rounds, long changes) {
      this.body = body;
      this.rounds = rounds;
      rest = body.iterator();
      changesBefore = changes;
    }
  }

  private final int rank;
  private final int index;
  private final Deque<Frame> frames = new ArrayDeque<>();

  /** For each loop whose count changes, which of its values comes next. */
  private final IdentityHashMap<Node.Loop, int[]> turns = new IdentityHashMap<>();

  private final IdentityHashMap<Node.Loop, Boolean> hasBursts = new IdentityHashMap<>();

  /** A round in which this stands still will be the same for ever. */
  private long changes;

  BurstWalk(RankProgram program, int rank) {
    this.rank = rank;
    index = program.ranks().indexOf(rank);
    frames.push(new Frame(program.body(), 1, changes));
  }

  /** The place of the next burst, or {@link #NONE}. */
  int next() {
    while (!frames.isEmpty()) {
      Frame frame = frames.getFirst();
      if (!frame.rest.hasNext()) {
        if (--frame.rounds == 0 || changes == frame.changesBefore) {
          frames.pop();
        } else {
          frame.rest = frame.body.iterator();
          frame.changesBefore = changes;
        }
        continue;
      }
      Node node = frame.rest.next();
      if (node instanceof Node.Loop loop) {
        enter(loop);
      } else if (node instanceof Node.Statement statement && statement.burst() >= 0) {
        changes++;
        return statement.burst();
      }
    }
    return NONE;
  }

  private void enter(Node.Loop loop) {
    if (!hasBursts.computeIfAbsent(loop, l -> hasBursts(l.body()))) {
      return;
    }
    long rounds = rounds(loop, loop.count());
    if (rounds > 0) {
      frames.push(new Frame(loop.body(), rounds, changes));
    }
  }

  private static boolean hasBursts(List<Node> body) {
    for (Node node : body) {
      if (node instanceof Node.Loop loop
          ? hasBursts(loop.body())
          : node instanceof Node.Statement statement && statement.burst() >= 0) {
        return true;
      }
    }
    return false;
  }

  private long rounds(Node.Loop loop, Values values) {
    if (values instanceof Values.Constant constant) {
      return constant.value();
    } else if (values instanceof Values.PerRank perRank) {
      return perRank.values()[index];
    } else if (values instanceof Values.Cyclic cyclic) {
      int[] turn = turns.computeIfAbsent(loop, l -> new int[1]);
      long value = cyclic.values()[turn[0]];
      turn[0] = (turn[0] + 1) % cyclic.values().length;
      changes++;
      return value;
    } else if (values instanceof Values.Scoped scoped) {
      for (Values.Scope scope : scoped.scopes()) {
        if (scope.ranks().contains(rank)) {
          return rounds(loop, scope.values());
        }
      }
    }
    throw new IllegalStateException("no count for rank " + rank + " in " + values);
  }
}
