package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
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

  /** Puts of different columns of ranks are different programs, each with a list of columns. */
  private static final int MOST_COLUMNS = 4096;

  /** How blocks move in a transpose. */
  private enum Exchange {
    /** An alltoallv: each block has its size. */
    EXACT,
    /** An alltoall: all blocks have that of the largest. */
    EQUAL,
    /** Puts of OpenSHMEM. */
    PUTS
  }

  /**
   * A transpose among the ranks of a row or column: one axis was whole, the next one becomes whole.
   *
   * @param communicator of its members
   * @param members of the communicator
   * @param stride between them
   * @param wraps whether the last member is followed by the first at the same stride, counted
   *     modulo all ranks
   * @param whole the axis that is whole before, counted from 0
   * @param third the axis that is neither
   * @param parts of the third axis
   * @param site of the call
   */
  private record Transpose(
      int communicator,
      int members,
      int stride,
      boolean wraps,
      int whole,
      int third,
      int parts,
      int site) {}

  private final int rows;
  private final int columns;
  private final long[] points;
  private final Exchange exchange;
  private final long pointBytes;
  private final long steps;
  private final Work work;

  private Fft(Settings settings) {
    int ranks = settings.ranks();
    if (settings.word(SyntheticOption.DECOMPOSITION, List.of("pencil", "slab")).equals("slab")) {
      rows = settings.grid(2, false, new int[] {ranks, 1}).extent(0);
      if (rows != ranks) {
        throw Limits.bad(
            "--grid: slabs are a grid of "
                + ranks
                + "x1; leave --grid out, or give --decomposition pencil");
      }
    } else {
      rows = settings.grid(2, false).extent(0);
    }
    columns = ranks / rows;
    points = settings.points(1, 1, 1);
    Settings.checkPoints(points[0], columns, 0);
    Settings.checkPoints(points[1], Math.max(rows, columns), 1);
    Settings.checkPoints(points[2], rows, 2);
    exchange =
        switch (settings.word(SyntheticOption.EXCHANGE, List.of("alltoallv", "alltoall", "put"))) {
          case "alltoallv" -> Exchange.EXACT;
          case "alltoall" -> Exchange.EQUAL;
          default -> Exchange.PUTS;
        };
    checkExchange();
    pointBytes =
        Limits.product(
            settings.bytes(SyntheticOption.POINT_BYTES),
            settings.count(SyntheticOption.FIELDS, 1, 1_000_000));
    steps = settings.steps();
    work = settings.workPerPoint();
    Limits.product(points[0], points[1], points[2], pointBytes);
  }

  private void checkExchange() {
    if (exchange == Exchange.EXACT && Math.max(rows, columns) > MOST_MEMBERS) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "--exchange: alltoallv lists the bytes of each member and is limited to %,d ranks in"
                  + " a row or column, found %,d; give --exchange alltoall",
              MOST_MEMBERS,
              Math.max(rows, columns)));
    }
    if (exchange == Exchange.PUTS && rows > 1 && columns > MOST_COLUMNS) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "--exchange: put lists the partners of each column and is limited to %,d columns,"
                  + " found %,d; give another --grid, or --exchange alltoall",
              MOST_COLUMNS,
              columns));
    }
    if (exchange == Exchange.PUTS
        && (points[0] % columns | points[1] % columns | points[1] % rows | points[2] % rows) != 0) {
      throw Limits.bad(
          "--exchange: put needs blocks of one size, but "
              + Grid.text(points)
              + " points are not divided evenly by "
              + rows
              + "x"
              + columns
              + " ranks; give other --points, or --exchange alltoallv");
    }
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
      for (int[] i : columnRuns()) {
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

  /** Columns that have the same program. */
  private List<int[]> columnRuns() {
    if (exchange == Exchange.PUTS && rows > 1) {
      return IntStream.range(0, columns).mapToObj(column -> new int[] {column, 1}).toList();
    }
    return runs(columns, points[0], points[1]);
  }

  private void program(Emitter out, RankSet ranks, int j, int i) {
    if (columns > 1 && rows > 1 && exchange != Exchange.PUTS) {
      int[] members = ranks.toArray();
      long[] rowOf = Arrays.stream(members).mapToLong(rank -> rank / columns).toArray();
      long[] columnOf = Arrays.stream(members).mapToLong(rank -> rank % columns).toArray();
      out.split(ROW, rowOf, SPLIT);
      out.split(COLUMN, columnOf, SPLIT);
    }
    Transpose inRow =
        new Transpose(
            rows > 1 ? ROW : Communicator.WORLD, columns, 1, rows == 1, 0, 2, rows, ROW_TRANSPOSE);
    Transpose inColumn =
        new Transpose(
            columns > 1 ? COLUMN : Communicator.WORLD,
            rows,
            columns,
            true,
            1,
            0,
            columns,
            COLUMN_TRANSPOSE);
    long pencilX =
        Limits.product(points[0], Grid.part(points[1], columns, i), Grid.part(points[2], rows, j));
    long pencilY =
        Limits.product(Grid.part(points[0], columns, i), points[1], Grid.part(points[2], rows, j));
    long pencilZ =
        Limits.product(Grid.part(points[0], columns, i), Grid.part(points[1], rows, j), points[2]);
    out.repeat(
        steps,
        () -> {
          out.compute(work.of(pencilX), COMPUTE);
          transpose(out, inRow, i, j, true);
          out.compute(work.of(pencilY), COMPUTE);
          transpose(out, inColumn, j, i, true);
          // Forward to the end, and the first of the way back.
          out.repeat(2, () -> out.compute(work.of(pencilZ), COMPUTE));
          transpose(out, inColumn, j, i, false);
          out.compute(work.of(pencilY), COMPUTE);
          transpose(out, inRow, i, j, false);
          out.compute(work.of(pencilX), COMPUTE);
        });
  }

  private void transpose(Emitter out, Transpose transpose, int own, int other, boolean forward) {
    int members = transpose.members();
    if (members == 1) {
      return;
    }
    int whole = transpose.whole();
    switch (exchange) {
      case EQUAL -> out.alltoall(transpose.communicator(), block(transpose), transpose.site());
      case PUTS -> {
        long[] distances = new long[members - 1];
        Arrays.setAll(
            distances,
            k ->
                transpose.wraps()
                    ? (k + 1L) * transpose.stride()
                    : (own + k + 1) % members - (long) own);
        out.puts(distances, block(transpose), transpose.site());
      }
      case EXACT -> {
        long third = Grid.part(points[transpose.third()], transpose.parts(), other);
        long ownWhole = Grid.part(points[whole], members, own);
        long ownDivided = Grid.part(points[whole + 1], members, own);
        long[] sent = new long[members];
        long[] received = new long[members];
        for (int k = 0; k < members; k++) {
          long ofWhole = Grid.part(points[whole], members, k);
          long ofDivided = Grid.part(points[whole + 1], members, k);
          sent[k] = Limits.product(ofWhole, ownDivided, third, pointBytes);
          received[k] = Limits.product(ownWhole, ofDivided, third, pointBytes);
        }
        out.alltoallv(
            transpose.communicator(),
            forward ? sent : received,
            forward ? received : sent,
            transpose.site());
      }
    }
  }

  /** Bytes of the largest block that a member sends to another. */
  private long block(Transpose transpose) {
    int members = transpose.members();
    return Limits.product(
        Grid.part(points[transpose.whole()], members, 0),
        Grid.part(points[transpose.whole() + 1], members, 0),
        Grid.part(points[transpose.third()], transpose.parts(), 0),
        pointBytes);
  }
}
