package org.foretell.extrapolation.outline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How one rank goes through an outline. */
public final class RankWalk {
  private final int[] symbols;
  private final IntArrayList[] counts;
  private final IntArrayList[] calls;
  private final int[] parts;
  private final List<List<int[]>> entries = new ArrayList<>();
  private int position;

  /**
   * Goes through the program.
   *
   * @param outline that has the sequence
   * @param symbols the calls of the rank
   */
  public RankWalk(Outline outline, int[] symbols) {
    this.symbols = symbols;
    parts = new int[symbols.length];
    counts = new IntArrayList[outline.parts() + 1];
    calls = new IntArrayList[outline.parts() + 1];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = new IntArrayList();
      calls[i] = new IntArrayList();
      entries.add(new ArrayList<>());
    }
    count(outline.body());
    if (position != symbols.length) {
      throw new AssertionError("the outline lacks call " + position + " of " + symbols.length);
    }
    enter(0, outline.body(), new int[0], new int[counts.length]);
  }

  private void count(List<Part> body) {
    for (Part part : body) {
      int times = 0;
      if (part instanceof Part.Loop loop) {
        while (position < symbols.length && loop.symbols().get(symbols[position])) {
          count(loop.body());
          times++;
        }
      } else if (part instanceof Part.Leaf leaf
          && position < symbols.length
          && symbols[position] == leaf.symbol()) {
        parts[position] = leaf.id();
        calls[leaf.id()].add(position++);
        times = 1;
      }
      counts[part.id()].add(times);
    }
  }

  private void enter(int owner, List<Part> body, int[] iterations, int[] next) {
    entries.get(owner).add(iterations);
    for (Part part : body) {
      int times = counts[part.id()].getInt(next[part.id()]++);
      if (part instanceof Part.Loop loop) {
        for (int i = 0; i < times; i++) {
          int[] within = Arrays.copyOf(iterations, iterations.length + 2);
          within[iterations.length] = i;
          within[iterations.length + 1] = times;
          enter(loop.id(), loop.body(), within, next);
        }
      }
    }
  }

  /**
   * {@return for each time that a body was entered the iterations of the loops around it, and how
   * many there are}
   *
   * @param owner number of the loop, 0 for the program
   */
  public List<int[]> entries(int owner) {
    return entries.get(owner);
  }

  /**
   * {@return how often a part ran, for each entry of the body that it is in}
   *
   * @param part its number
   */
  public IntArrayList counts(int part) {
    return counts[part];
  }

  /**
   * {@return the positions of a call in the sequence}
   *
   * @param part its number
   */
  public IntArrayList calls(int part) {
    return calls[part];
  }

  /**
   * {@return the number of the part that a call is}
   *
   * @param call its position in the sequence
   */
  public int partAt(int call) {
    return parts[call];
  }
}
