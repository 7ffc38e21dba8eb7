package org.foretell.models.collectives.rooted;

import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Payload;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.tree.Tree;

/**
 * Broadcast that sends one half of the message down the left part of a binary tree and the other
 * half down the right part; in the end each place exchanges halves with its twin on the other side.
 * If the last place of the left part has no twin, it gets the other half from the root.
 */
public record SplitBinary(TreeBroadcast left, TreeBroadcast right) implements Pattern {
  private static final Payload LEFT = (call, parts, from, to) -> call.bytes() - call.bytes() / 2;
  private static final Payload RIGHT = (call, parts, from, to) -> call.bytes() / 2;

  /** Both halves in segments of some bytes. */
  public SplitBinary(long segmentBytes) {
    this(
        new TreeBroadcast(SideTree.SIDE, LEFT, segmentBytes),
        new TreeBroadcast(SideTree.SIDE, RIGHT, segmentBytes));
  }

  @Override
  public int steps(MemberCall call, int p, int me) {
    if (me == 0) {
      return 2 * segments(left, call) + rightSegments(call, p) + (lastIsAlone(p) ? 1 : 0);
    }
    int last = lastOfLeft(p);
    return me <= last
        ? left.steps(call, last + 1, me) + 1
        : right.steps(call, p - last, me - last) + 1;
  }

  @Override
  public void at(MemberCall call, int p, int me, int index, CollectiveStep step) {
    int last = lastOfLeft(p);
    if (me == 0) {
      atRoot(call, p, index, step);
    } else if (me > last) {
      if (index < right.steps(call, p - last, me - last)) {
        right.at(call, p - last, me - last, index, step);
        step.renumber(step.peer() == 0 ? 0 : step.peer() + last, 0);
      } else {
        exchange(step, me - last, bytes(RIGHT, call), bytes(LEFT, call));
      }
    } else if (index < left.steps(call, last + 1, me)) {
      left.at(call, last + 1, me, index, step);
    } else if (me == last && lastIsAlone(p)) {
      step.receive(0, bytes(RIGHT, call));
    } else {
      exchange(step, me + last, bytes(LEFT, call), bytes(RIGHT, call));
    }
  }

  /** The left half has as many segments as the right half, or one more. */
  private void atRoot(MemberCall call, int p, int index, CollectiveStep step) {
    int withRight = 3 * rightSegments(call, p);
    boolean both = index < withRight;
    int segment = both ? index / 3 : withRight / 3 + (index - withRight) / 2;
    int which = both ? index % 3 : (index - withRight) % 2;
    if (segment == segments(left, call)) {
      step.send(lastOfLeft(p), bytes(RIGHT, call));
    } else if (which == 0) {
      step.startSend(1, Segments.bytes(bytes(LEFT, call), left.segmentBytes(), segment));
    } else if (which == 1 && both) {
      int top = lastOfLeft(p) + 1;
      step.startSend(top, Segments.bytes(bytes(RIGHT, call), right.segmentBytes(), segment));
    } else {
      step.waitAll();
    }
  }

  private int rightSegments(MemberCall call, int p) {
    return p == 2 ? 0 : segments(right, call);
  }

  private static int segments(TreeBroadcast side, MemberCall call) {
    return Segments.count(bytes(side.payload(), call), side.segmentBytes());
  }

  private static void exchange(CollectiveStep step, int twin, long given, long taken) {
    step.sendReceive(twin, given, twin, taken);
  }

  private static long bytes(Payload half, MemberCall call) {
    return half.all(call, 1);
  }

  private static int lastOfLeft(int p) {
    return p / 2;
  }

  private static boolean lastIsAlone(int p) {
    return p % 2 == 0;
  }

  /** The root with one child, below which is a complete binary tree. */
  private enum SideTree implements Tree {
    SIDE;

    @Override
    public int parent(int p, int place) {
      return place / 2;
    }

    @Override
    public int children(int p, int place) {
      return place == 0 ? 1 : (int) Math.max(0, Math.min(2, p - 2L * place));
    }

    @Override
    public int child(int p, int place, int index) {
      return 2 * place + (place == 0 ? 1 : index);
    }
  }
}
