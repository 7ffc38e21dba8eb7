package org.foretell.structure.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.RankSet;

/**
 * Sets of ranks as few regular sections: runs of ranks at one distance first, then runs of equal
 * sections at one distance, and so on, so that a part of a grid becomes one section of as many
 * dimensions.
 */
public final class RankSections {
  private static final int MOST_DIMENSIONS = 8;

  private RankSections() {}

  /**
   * The set of some ranks.
   *
   * @param ranks ascending, at least one
   */
  public static RankSet of(int[] ranks) {
    List<RankSet.Section> pairs = sections(ranks, 2);
    List<RankSet.Section> runs = numbers(pairs) <= 3 ? pairs : sections(ranks, 3);
    return RankSet.ofSections(numbers(runs) < numbers(pairs) ? runs : pairs);
  }

  /** How many numbers a set takes. */
  public static int numbers(RankSet set) {
    return numbers(set.sections());
  }

  private static int numbers(List<RankSet.Section> sections) {
    int numbers = 1;
    for (RankSet.Section section : sections) {
      numbers += 2 + 2 * section.counts().length;
    }
    return numbers;
  }

  private static List<RankSet.Section> sections(int[] ranks, int shortest) {
    List<RankSet.Section> found = new ArrayList<>(ranks.length);
    for (int rank : ranks) {
      found.add(new RankSet.Section(rank, new int[0], new int[0]));
    }
    for (int dimension = 0; dimension < MOST_DIMENSIONS; dimension++) {
      List<RankSet.Section> joined = join(found, dimension == 0 ? shortest : 2);
      if (joined.size() == found.size()) {
        break;
      }
      found = joined;
    }
    return found;
  }

  /** Joins sections of the same form whose starts are at one distance. */
  private static List<RankSet.Section> join(List<RankSet.Section> sections, int shortest) {
    Map<RankSet.Section, List<RankSet.Section>> byForm = new HashMap<>();
    List<List<RankSet.Section>> inOrder = new ArrayList<>();
    for (RankSet.Section section : sections) {
      RankSet.Section form = new RankSet.Section(0, section.counts(), section.strides());
      List<RankSet.Section> same = byForm.get(form);
      if (same == null) {
        same = new ArrayList<>();
        byForm.put(form, same);
        inOrder.add(same);
      }
      same.add(section);
    }
    List<RankSet.Section> joined = new ArrayList<>();
    inOrder.forEach(same -> joinEqual(same, shortest, joined));
    joined.sort((a, b) -> Integer.compare(a.start(), b.start()));
    return joined;
  }

  private static void joinEqual(
      List<RankSet.Section> same, int shortest, List<RankSet.Section> joined) {
    int extent = 0;
    RankSet.Section form = same.get(0);
    for (int d = 0; d < form.counts().length; d++) {
      extent += (form.counts()[d] - 1) * form.strides()[d];
    }
    int first = 0;
    while (first < same.size()) {
      int end = first + 1;
      int stride = 0;
      if (end < same.size()) {
        stride = same.get(end).start() - same.get(first).start();
        while (end < same.size() && same.get(end).start() - same.get(end - 1).start() == stride) {
          end++;
        }
      }
      if (stride > extent && (end - first >= shortest || (stride == 1 && end - first > 1))) {
        joined.add(outer(same.get(first), end - first, stride));
        first = end;
      } else {
        joined.add(same.get(first++));
      }
    }
  }

  private static RankSet.Section outer(RankSet.Section inner, int count, int stride) {
    int[] counts = new int[inner.counts().length + 1];
    int[] strides = new int[counts.length];
    counts[0] = count;
    strides[0] = stride;
    System.arraycopy(inner.counts(), 0, counts, 1, counts.length - 1);
    System.arraycopy(inner.strides(), 0, strides, 1, counts.length - 1);
    return new RankSet.Section(inner.start(), counts, strides);
  }
}
