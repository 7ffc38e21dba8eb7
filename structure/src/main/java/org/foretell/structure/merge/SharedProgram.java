package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.foretell.structure.fold.BodyTable;
import org.foretell.structure.op.OpTable;
import org.foretell.trace.RankSet;

/** A program that classes of ranks share. */
public final class SharedProgram {
  private final List<RankClass> classes;
  private final List<Part> parts;
  private final RankSet ranks;
  private int places;
  private int repeats;

  SharedProgram(List<RankClass> classes, List<Part> parts, RankSet ranks, OpTable ops) {
    this.classes = List.copyOf(classes);
    this.parts = parts;
    this.ranks = ranks;
    number(parts, ops);
  }

  /** The program of classes whose bodies have one shape. */
  static SharedProgram of(List<RankClass> classes, BodyTable bodies, OpTable ops) {
    int[] roots = classes.stream().mapToInt(RankClass::body).toArray();
    BitSet all = new BitSet();
    all.set(0, roots.length);
    List<Part> parts = new Zip(bodies, all).parts(roots);
    return new SharedProgram(classes, parts, RankSections.of(sorted(classes)), ops);
  }

  /** The program of classes whose parts have been laid side by side. */
  static SharedProgram of(List<RankClass> classes, List<Part> parts, OpTable ops) {
    return new SharedProgram(classes, parts, RankSections.of(sorted(classes)), ops);
  }

  /** The program of a class whose values depend on its ranks' order. */
  static SharedProgram of(RankClass only, RankSet ranks, BodyTable bodies, OpTable ops) {
    BitSet all = new BitSet();
    all.set(0);
    List<Part> parts = new Zip(bodies, all).parts(new int[] {only.body()});
    return new SharedProgram(List.of(only), parts, ranks, ops);
  }

  private static int[] sorted(List<RankClass> classes) {
    int[] all = classes.stream().flatMapToInt(c -> Arrays.stream(c.ranks())).toArray();
    Arrays.sort(all);
    return all;
  }

  private void number(List<Part> from, OpTable ops) {
    for (Part part : from) {
      if (part.isOp()) {
        boolean takes = leavesBurstsOut() || ops.isTimed(part.anyOp());
        part.place = takes ? places++ : Part.NOWHERE;
      } else {
        int before = places;
        part.repeat = repeats++;
        number(part.body(), ops);
        part.hasPlaces = places > before;
      }
    }
  }

  public RankSet ranks() {
    return ranks;
  }

  public List<RankClass> classes() {
    return classes;
  }

  List<Part> parts() {
    return parts;
  }

  /** How many parts stand directly in the program. */
  int length() {
    return parts.size();
  }

  /** How many repeats it has. */
  int repeats() {
    return repeats;
  }

  /** At how many places durations are taken. */
  public int places() {
    return places;
  }

  /** Takes a place and an op that takes durations there. */
  public interface PlaceAction {
    /** Called for each place. */
    void take(int place, int op);
  }

  /** Calls an action for each place. */
  public void forEachPlace(PlaceAction action) {
    forEachPlace(parts, action);
  }

  private static void forEachPlace(List<Part> from, PlaceAction action) {
    for (Part part : from) {
      if (!part.isOp()) {
        forEachPlace(part.body(), action);
      } else if (part.place != Part.NOWHERE) {
        action.take(part.place, part.anyOp());
      }
    }
  }

  /** Whether any op may have a burst before it. */
  public boolean leavesBurstsOut() {
    return classes.get(0).leavesBurstsOut();
  }

  /** Goes through bodies of one shape side by side. */
  private record Zip(BodyTable bodies, BitSet all) {
    List<Part> parts(int[] roots) {
      int length = bodies.length(roots[0]);
      List<Part> parts = new ArrayList<>(length);
      for (int i = 0; i < length; i++) {
        int element = i;
        int[] nodes = Arrays.stream(roots).map(root -> bodies.node(root, element)).toArray();
        if (bodies.count(roots[0], i) == BodyTable.ONCE) {
          parts.add(Part.op(shortened(nodes), all));
        } else {
          long[] counts =
              Arrays.stream(roots).mapToLong(root -> bodies.count(root, element)).toArray();
          boolean same = Arrays.stream(counts).allMatch(count -> count == counts[0]);
          int[] inner = shortened(nodes);
          parts.add(Part.repeat(same ? new long[] {counts[0]} : counts, parts(inner), all));
        }
      }
      return parts;
    }

    private static int[] shortened(int[] nodes) {
      return Arrays.stream(nodes).allMatch(node -> node == nodes[0]) ? new int[] {nodes[0]} : nodes;
    }
  }
}
