package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.foretell.trace.RankSet;
import org.foretell.trace.RankSet.Section;

/**
 * ScalaTrace's lists of ranks: the number of items, and for each {@code -depth start (iterations
 * stride)*}, outermost first. A single rank is {@code -1 rank 1 0}.
 */
final class RankLists {
  /** More ranks than anybody has traced with ScalaTrace; it bounds what a damaged list asks for. */
  static final int MAX_RANKS = 1 << 20;

  private static final int MAX_DEPTH = 24;

  private RankLists() {}

  /** Reads a list up to the end of its numbers. */
  static RankSet read(Line line) {
    int[] numbers = line.integers("a list of ranks");
    int items = numbers[0];
    int at = 1;
    List<Section> sections = new ArrayList<>();
    long size = 0;
    for (int item = 0; item < items; item++) {
      if (at + 1 >= numbers.length) {
        throw line.error(
            "expected " + items + " items in a list of ranks, found " + item + shown(numbers));
      }
      int depth = -numbers[at];
      if (numbers[at] >= 0 || depth > MAX_DEPTH) {
        throw line.error(
            "expected the depth of an item of a list of ranks, -1 to -"
                + MAX_DEPTH
                + ", found "
                + numbers[at]
                + shown(numbers));
      }
      if (at + 2 + 2 * depth > numbers.length) {
        throw line.error(
            "expected "
                + depth
                + " pairs of iterations and stride in a list of ranks, found fewer"
                + shown(numbers));
      }
      Section section = section(line, numbers, at, depth);
      sections.add(section);
      size += section.size();
      at += 2 + 2 * depth;
    }
    if (items < 1 || at != numbers.length || size > MAX_RANKS) {
      throw line.error(
          "expected a list of "
              + (items < 1 ? "at least 1 item" : items + " items of " + (at - 1) + " numbers")
              + " with at most "
              + MAX_RANKS
              + " ranks, found "
              + (numbers.length - 1)
              + " numbers for "
              + size
              + " ranks"
              + shown(numbers));
    }
    return RankSet.ofSections(sections);
  }

  private static Section section(Line line, int[] numbers, int at, int depth) {
    long start = numbers[at + 1];
    long last = start;
    List<int[]> dimensions = new ArrayList<>();
    for (int d = 0; d < depth; d++) {
      int count = numbers[at + 2 + 2 * d];
      int stride = numbers[at + 3 + 2 * d];
      if (count < 1) {
        throw line.error(
            "expected at least 1 iteration in a list of ranks, found " + count + shown(numbers));
      }
      long extent = (count - 1L) * stride;
      start += Math.min(extent, 0);
      last += Math.max(extent, 0);
      if (count > 1) {
        dimensions.add(new int[] {count, Math.abs(stride)});
      }
    }
    if (start < 0 || last >= MAX_RANKS) {
      throw line.error(
          "expected ranks from 0 to "
              + (MAX_RANKS - 1)
              + ", found "
              + start
              + " to "
              + last
              + " in a list of ranks"
              + shown(numbers));
    }
    dimensions.sort(Comparator.comparingInt((int[] dimension) -> dimension[1]).reversed());
    try {
      return new Section(
          (int) start,
          dimensions.stream().mapToInt(dimension -> dimension[0]).toArray(),
          dimensions.stream().mapToInt(dimension -> dimension[1]).toArray());
    } catch (IllegalArgumentException overlapping) {
      throw line.error("expected a list of ranks without a rank twice, found one" + shown(numbers));
    }
  }

  private static String shown(int[] numbers) {
    String text = Arrays.toString(Arrays.copyOf(numbers, Math.min(numbers.length, 16)));
    return " in " + text.substring(1, text.length() - 1).replace(",", "");
  }

  /** A set as ScalaTrace writes it. */
  static String text(RankSet ranks) {
    StringBuilder text = new StringBuilder().append(ranks.sections().size());
    for (Section section : ranks.sections()) {
      int depth = section.counts().length;
      text.append(" -").append(Math.max(depth, 1)).append(' ').append(section.start());
      if (depth == 0) {
        text.append(" 1 0");
      }
      for (int d = 0; d < depth; d++) {
        text.append(' ').append(section.counts()[d]).append(' ').append(section.strides()[d]);
      }
    }
    return text.toString();
  }

  /**
   * The set of some ranks in few sections: runs of equal stride, and equal sections at equal
   * distances, become one.
   *
   * @param ranks ascending
   */
  static RankSet of(int[] ranks) {
    List<Section> sections = RankSet.ofSorted(ranks).sections();
    List<Section> joined = joined(sections);
    while (joined.size() < sections.size()) {
      sections = joined;
      joined = joined(sections);
    }
    return RankSet.ofSections(joined);
  }

  private static List<Section> joined(List<Section> sections) {
    List<Section> joined = new ArrayList<>();
    for (int i = 0; i < sections.size(); ) {
      Section first = sections.get(i);
      int end = i + 1;
      if (end < sections.size() && isLike(first, sections.get(end))) {
        int stride = sections.get(end).start() - first.start();
        while (end < sections.size()
            && isLike(first, sections.get(end))
            && sections.get(end).start() == first.start() + (end - i) * stride) {
          end++;
        }
        if (first.counts().length < MAX_DEPTH && stride > extent(first) && end - i > 1) {
          joined.add(
              new Section(
                  first.start(),
                  withOuter(end - i, first.counts()),
                  withOuter(stride, first.strides())));
          i = end;
          continue;
        }
      }
      joined.add(first);
      i++;
    }
    return joined;
  }

  private static boolean isLike(Section one, Section other) {
    return Arrays.equals(one.counts(), other.counts())
        && Arrays.equals(one.strides(), other.strides());
  }

  private static int extent(Section section) {
    int extent = 0;
    for (int d = 0; d < section.counts().length; d++) {
      extent += (section.counts()[d] - 1) * section.strides()[d];
    }
    return extent;
  }

  private static int[] withOuter(int outer, int[] inner) {
    int[] all = new int[inner.length + 1];
    all[0] = outer;
    System.arraycopy(inner, 0, all, 1, inner.length);
    return all;
  }
}
