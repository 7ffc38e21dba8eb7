package org.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An immutable set of ranks, kept as regular sections: {@code start + i1*stride1 + i2*stride2 ...}.
 *
 * <p>This is ScalaTrace's rank list (Noeth et al., "ScalaTrace", JPDC 2009). A section of a
 * Cartesian grid takes a few numbers however many ranks it holds. Written {@code 5+2*4+2*1}: start
 * 5, two steps of 4, each of two steps of 1; sections are joined with commas; {@code 0-15}
 * abbreviates {@code 0+16*1}.
 *
 * <p>The order of ranks ({@link #indexOf}) is that of the sections, and within a section the last
 * dimension runs fastest.
 */
public final class RankSet {
  /**
   * A regular section.
   *
   * @param start first rank, at least 0
   * @param counts steps in each dimension, each at least 1
   * @param strides distance of a step in each dimension, at least 1; larger than the extent of all
   *     dimensions after it, so that the ranks rise
   */
  public record Section(int start, int[] counts, int[] strides) {
    /** Checks that the ranks rise and stay in range. */
    public Section {
      if (start < 0 || counts.length != strides.length) {
        throw new IllegalArgumentException("a section of ranks must start at 0 or above");
      }
      long extent = 0;
      for (int d = counts.length - 1; d >= 0; d--) {
        if (counts[d] < 1 || strides[d] <= extent) {
          throw new IllegalArgumentException(
              "a section of ranks must have counts >= 1 and strides above the inner extent, but"
                  + " dimension "
                  + d
                  + " has count "
                  + counts[d]
                  + " and stride "
                  + strides[d]);
        }
        extent += (counts[d] - 1L) * strides[d];
      }
      if (start + extent >= TraceInfo.MAX_RANKS) {
        throw new IllegalArgumentException(
            "rank " + (start + extent) + " exceeds the limit of " + TraceInfo.MAX_RANKS);
      }
    }

    /** {@return the number of ranks} */
    public int size() {
      int size = 1;
      for (int count : counts) {
        size *= count;
      }
      return size;
    }

    /** Position of a rank in this section, or -1. */
    int indexOf(int rank) {
      int rest = rank - start;
      if (rest < 0) {
        return -1;
      }
      int index = 0;
      for (int d = 0; d < counts.length; d++) {
        int step = rest / strides[d];
        if (step >= counts[d]) {
          return -1;
        }
        index = index * counts[d] + step;
        rest -= step * strides[d];
      }
      return rest == 0 ? index : -1;
    }

    void forEach(IntConsumer action) {
      visit(0, start, action);
    }

    private void visit(int dimension, int rank, IntConsumer action) {
      if (dimension == counts.length) {
        action.accept(rank);
        return;
      }
      for (int i = 0; i < counts[dimension]; i++) {
        visit(dimension + 1, rank + i * strides[dimension], action);
      }
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Section that
          && start == that.start
          && Arrays.equals(counts, that.counts)
          && Arrays.equals(strides, that.strides);
    }

    @Override
    public int hashCode() {
      return (31 * start + Arrays.hashCode(counts)) * 31 + Arrays.hashCode(strides);
    }

    @Override
    public String toString() {
      if (counts.length == 1 && strides[0] == 1) {
        return start + "-" + (start + counts[0] - 1);
      }
      StringBuilder text = new StringBuilder().append(start);
      for (int d = 0; d < counts.length; d++) {
        text.append('+').append(counts[d]).append('*').append(strides[d]);
      }
      return text.toString();
    }
  }

  private static final Pattern SECTION =
      Pattern.compile("(\\d{1,8})(?:-(\\d{1,8})|((?:\\+\\d{1,8}\\*\\d{1,8}){0,24}))");

  private final List<Section> sections;
  private final int[] firstIndex;
  private final int size;

  private RankSet(List<Section> sections) {
    this.sections = List.copyOf(sections);
    firstIndex = new int[sections.size()];
    long total = 0;
    for (int i = 0; i < firstIndex.length; i++) {
      firstIndex[i] = (int) total;
      total += sections.get(i).size();
    }
    if (total < 1 || total > TraceInfo.MAX_RANKS) {
      throw new IllegalArgumentException(
          "a set of ranks must hold 1 to " + TraceInfo.MAX_RANKS + " ranks, but holds " + total);
    }
    size = (int) total;
  }

  /**
   * {@return the set of a single rank}
   *
   * @param rank at least 0
   */
  public static RankSet of(int rank) {
    return new RankSet(List.of(new Section(rank, new int[0], new int[0])));
  }

  /**
   * {@return the ranks from {@code first} to {@code last}, both included}
   *
   * @param first at least 0
   * @param last at least {@code first}
   */
  public static RankSet range(int first, int last) {
    if (first == last) {
      return of(first);
    }
    return new RankSet(List.of(new Section(first, new int[] {last - first + 1}, new int[] {1})));
  }

  /**
   * {@return the union of sections, which must be disjoint}
   *
   * @param sections at least one
   * @throws IllegalArgumentException if there is none, or two small sections overlap (the trace's
   *     sink, which sees every rank, checks pairs of large ones)
   */
  public static RankSet ofSections(List<Section> sections) {
    return new RankSet(sections);
  }

  /**
   * {@return the set of these ranks; runs of equal stride become one section}
   *
   * @param ranks ascending, at least one
   */
  public static RankSet ofSorted(int[] ranks) {
    List<Section> found = new ArrayList<>();
    int i = 0;
    while (i < ranks.length) {
      int j = i + 1;
      if (j < ranks.length) {
        int stride = ranks[j] - ranks[i];
        while (j + 1 < ranks.length && ranks[j + 1] - ranks[j] == stride) {
          j++;
        }
        if (j - i >= 2 || stride == 1) {
          found.add(new Section(ranks[i], new int[] {j - i + 1}, new int[] {stride}));
          i = j + 1;
          continue;
        }
      }
      found.add(new Section(ranks[i], new int[0], new int[0]));
      i++;
    }
    return new RankSet(found);
  }

  /**
   * Parses the format of {@link #toString}: sections joined with commas, each a rank, a range
   * {@code 0-15} or a start with steps {@code 5+2*4+2*1}.
   *
   * @param text as {@link #toString} writes it
   * @return the set
   * @throws IllegalArgumentException if the text has another format, with a message that explains
   *     it
   */
  public static RankSet parse(String text) {
    List<Section> found = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      found.add(parseSection(part.strip()));
    }
    return new RankSet(found);
  }

  private static Section parseSection(String text) {
    Matcher matcher = SECTION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\""
              + (text.length() > 40 ? text.substring(0, 37) + "..." : text)
              + "\" is not a set of ranks; write a rank like 3, a range like 0-15, or a start with"
              + " steps like 5+2*4 (5 and 9), joined with commas");
    }
    int start = Integer.parseInt(matcher.group(1));
    if (matcher.group(2) != null) {
      int last = Integer.parseInt(matcher.group(2));
      if (last < start) {
        throw new IllegalArgumentException("the range of ranks " + text + " goes down");
      }
      return new Section(start, new int[] {last - start + 1}, new int[] {1});
    }
    String steps = matcher.group(3);
    if (steps.isEmpty()) {
      return new Section(start, new int[0], new int[0]);
    }
    String[] dimensions = steps.substring(1).split("\\+", -1);
    int[] counts = new int[dimensions.length];
    int[] strides = new int[dimensions.length];
    for (int d = 0; d < dimensions.length; d++) {
      int star = dimensions[d].indexOf('*');
      counts[d] = Integer.parseInt(dimensions[d].substring(0, star));
      strides[d] = Integer.parseInt(dimensions[d].substring(star + 1));
    }
    return new Section(start, counts, strides);
  }

  /** {@return the number of ranks} */
  public int size() {
    return size;
  }

  /** {@return the sections, in order} */
  public List<Section> sections() {
    return sections;
  }

  /**
   * {@return the position of a rank in this set, 0 to {@code size() - 1}, or -1 if the set does not
   * contain it}
   *
   * @param rank any number
   */
  public int indexOf(int rank) {
    for (int i = 0; i < firstIndex.length; i++) {
      int index = sections.get(i).indexOf(rank);
      if (index >= 0) {
        return firstIndex[i] + index;
      }
    }
    return -1;
  }

  /**
   * {@return whether a rank is in this set}
   *
   * @param rank any number
   */
  public boolean contains(int rank) {
    return indexOf(rank) >= 0;
  }

  /**
   * Calls an action for each rank in order.
   *
   * @param action called with each rank
   */
  public void forEach(IntConsumer action) {
    for (Section section : sections) {
      section.forEach(action);
    }
  }

  /** {@return the ranks in order} */
  public int[] toArray() {
    int[] ranks = new int[size];
    int[] next = {0};
    forEach(rank -> ranks[next[0]++] = rank);
    return ranks;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RankSet that && sections.equals(that.sections);
  }

  @Override
  public int hashCode() {
    return sections.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Section section : sections) {
      text.append(text.isEmpty() ? "" : ",").append(section);
    }
    return text.toString();
  }
}
