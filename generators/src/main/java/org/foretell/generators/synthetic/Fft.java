package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.foretell.trace.Communicator;
import org.foretell.trace.RankSet;

/**
 * A three-dimensional FFT there and back: transforms of one axis, between them transposes in the
 * rows and columns of a grid of ranks.
 *
 * <p>Rank {@code j * columns + i} first holds all of axis 1, part i of axis 2 and part j of axis 3.
 */
final class Fft implements Pattern {
  private static final int COMPUTE = 0;
  private static final int ROW_TRANSPOSE = 1;
  private static final int COLUMN_TRANSPOSE = 2;
  private static final int SPLIT = 3;

  private static final int ROW = Communicator.FIRST_FREE;
  private static final int COLUMN = Communicator.FIRST_FREE + 1;

  /** An alltoallv has two lists of its members, and an op at most 2^22 numbers. */
  private static final int MOST_MEMBERS = 1 << 20;

  private final int rows;
  private final int columns;
  private final long[] points;
  private final boolean vectors;
  private final long pointBytes;
  private final long steps;
  private final Work work;

  private Fft(Settings settings) {
    int ranks = settings.ranks();
    if (settings.word(SyntheticOption.DECOMPOSITION, List.of("pencil", "slab")).equals("slab")) {
      rows = settings.grid(2, false, new int[] {ranks, 1}).extent(0);
      if (rows != ranks) {
        throw Settings.bad(
            "--grid: slabs are a grid of "
                + ranks
                + "x1; leave --grid out, or give"
                + " --decomposition pencil");
      }
    } else {
      rows = settings.grid(2, false).extent(0);
    }
    columns = ranks / rows;
    points = settings.points(1, 1, 1);
    Settings.checkPoints(points[0], columns, 0);
    Settings.checkPoints(points[1], Math.max(rows, columns), 1);
    Settings.checkPoints(points[2], rows, 2);
    vectors =
        settings
            .word(SyntheticOption.EXCHANGE, List.of("alltoallv", "alltoall"))
            .equals("alltoallv");
    if (vectors && Math.max(rows, columns) > MOST_MEMBERS) {
      throw Settings.bad(
          String.format(
              Locale.ROOT,
              "--exchange: alltoallv lists the bytes of each member and is limited to %,d ranks in"
                  + " a row or column, found %,d; give --exchange alltoall",
              MOST_MEMBERS,
              Math.max(rows, columns)));
    }
    pointBytes =
        Settings.product(
            settings.bytes(SyntheticOption.POINT_BYTES),
            settings.count(SyntheticOption.FIELDS, 1, 1_000_000));
    steps = settings.steps();
    work = settings.workPerPoint();
    Settings.product(points[0], points[1], points[2], pointBytes);
  }

  static Fft of(Settings settings) {
    return new Fft(settings);
  }

  @Override
  public String shape() {
    return rows + "x" + columns + " ranks, " + Grid.text(points) + " points";
  }

  @Override
  public List<String> callSites() {
    return List.of("transform", "transpose in rows", "transpose in columns", "split");
  }

  /** Parts of an axis that are alike in all of some divisions: first index and length. */
  private static List<int[]> runs(int parts, long... wholes) {
    long[] bounds =
        LongStream.concat(
                LongStream.of(0, parts), Arrays.stream(wholes).map(whole -> whole % parts))
            .sorted()
            .distinct()
            .toArray();
    List<int[]> runs = new ArrayList<>();
    for (int i = 1; i < bounds.length; i++) {
      runs.add(new int[] {(int) bounds[i - 1], (int) (bounds[i] - bounds[i - 1])});
    }
    return runs;
  }

  @Override
  public void write(Emitter out) {
    for (int[] j : runs(rows, points[1], points[2])) {
      for (int[] i : runs(columns, points[0], points[1])) {
        RankSet ranks =
            RankSet.ofSections(
                List.of(
                    new RankSet.Section(
                        j[0] * columns + i[0],
                        j[1] == 1 ? new int[] {i[1]} : new int[] {j[1], i[1]},
                        j[1] == 1 ? new int[] {1} : new int[] {columns, 1})));
        out.program(ranks, () -> program(out, ranks, j[0], i[0]));
      }
    }
  }

  private void program(Emitter out, RankSet ranks, int j, int i) {
    long[] rowOf = new long[ranks.size()];
    long[] columnOf = new long[ranks.size()];
    int[] members = ranks.toArray();
    Arrays.setAll(rowOf, index -> members[index] / columns);
    Arrays.setAll(columnOf, index -> members[index] % columns);
    if (columns > 1 && rows > 1) {
      out.split(ROW, rowOf, SPLIT);
      out.split(COLUMN, columnOf, SPLIT);
    }
    long pencilX =
        Settings.product(
            points[0], Grid.part(points[1], columns, i), Grid.part(points[2], rows, j));
    long pencilY =
        Settings.product(
            Grid.part(points[0], columns, i), points[1], Grid.part(points[2], rows, j));
    long pencilZ =
        Settings.product(
            Grid.part(points[0], columns, i), Grid.part(points[1], rows, j), points[2]);
    out.repeat(
        steps,
        () -> {
          out.compute(work.of(pencilX), COMPUTE);
          inRow(out, j, i, true);
          out.compute(work.of(pencilY), COMPUTE);
          inColumn(out, j, i, true);
          // Forward to the end, and the first of the way back.
          out.repeat(2, () -> out.compute(work.of(pencilZ), COMPUTE));
          inColumn(out, j, i, false);
          out.compute(work.of(pencilY), COMPUTE);
          inRow(out, j, i, false);
          out.compute(work.of(pencilX), COMPUTE);
        });
  }

  /** Between axis 1 whole, axis 2 in parts, and axis 1 in parts, axis 2 whole. */
  private void inRow(Emitter out, int j, int i, boolean forward) {
    transpose(
        out,
        rows > 1 ? ROW : Communicator.WORLD,
        columns,
        i,
        0,
        1,
        Grid.part(points[2], rows, j),
        forward,
        ROW_TRANSPOSE,
        Settings.product(largest(0, columns), largest(1, columns)),
        largest(2, rows));
  }

  /** Between axis 2 whole, axis 3 in parts, and axis 2 in parts, axis 3 whole. */
  private void inColumn(Emitter out, int j, int i, boolean forward) {
    transpose(
        out,
        columns > 1 ? COLUMN : Communicator.WORLD,
        rows,
        j,
        1,
        2,
        Grid.part(points[0], columns, i),
        forward,
        COLUMN_TRANSPOSE,
        Settings.product(largest(1, rows), largest(2, rows)),
        largest(0, columns));
  }

  private long largest(int axis, int parts) {
    return Grid.part(points[axis], parts, 0);
  }

  private void transpose(
      Emitter out,
      int communicator,
      int members,
      int own,
      int whole,
      int divided,
      long third,
      boolean forward,
      int site,
      long largestBlock,
      long largestThird) {
    if (members == 1) {
      return;
    }
    if (!vectors) {
      out.alltoall(communicator, Settings.product(largestBlock, largestThird, pointBytes), site);
      return;
    }
    long ownDivided = Grid.part(points[divided], members, own);
    long ownWhole = Grid.part(points[whole], members, own);
    long[] sent = new long[members];
    long[] received = new long[members];
    for (int k = 0; k < members; k++) {
      sent[k] =
          Settings.product(Grid.part(points[whole], members, k), ownDivided, third, pointBytes);
      received[k] =
          Settings.product(ownWhole, Grid.part(points[divided], members, k), third, pointBytes);
    }
    out.alltoallv(communicator, forward ? sent : received, forward ? received : sent, site);
  }
}
