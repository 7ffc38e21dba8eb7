package org.foretell.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.foretell.trace.StructuredTrace.Node;
import org.foretell.trace.StructuredTrace.Op;
import org.foretell.trace.StructuredTrace.Program;
import org.foretell.trace.StructuredTrace.Repeat;

/**
 * Random traces with everything that the vocabulary has: all op codes, all forms of values, nested
 * repeats, sets of ranks in grids. They need not make sense to an engine. The same seed gives the
 * same trace.
 */
public final class RandomStructuredTraces {
  private static final String[] TEXTS = {
    "",
    "main",
    "solve.f90:120",
    "a \"quoted\" \\ name",
    "tab\tand\nline",
    "größer €",
    "# no comment"
  };

  private final Random random;
  private final int ranks;
  private final int callSites;
  private final int markers;
  private final int histograms;
  private RankSet programRanks = RankSet.of(0);

  private RandomStructuredTraces(long seed, int mostRanks) {
    random = new Random(seed);
    ranks = 1 + random.nextInt(mostRanks);
    callSites = random.nextInt(4);
    markers = random.nextInt(3);
    histograms = random.nextInt(3);
  }

  /** The trace of a seed; tens of ops, expanded hundreds at most for each rank. */
  public static StructuredTrace of(long seed) {
    return new RandomStructuredTraces(seed, 12).trace(12);
  }

  /** A longer trace of few ranks, whose programs take several blocks in the native format. */
  public static StructuredTrace longOf(long seed) {
    return new RandomStructuredTraces(seed, 3).trace(2_000);
  }

  private StructuredTrace trace(int mostNodes) {
    List<String> notes = random.nextBoolean() ? List.of() : List.of(text(), text());
    double speed = random.nextBoolean() ? 0 : random.nextDouble() * 1e10;
    TraceInfo info = new TraceInfo(text(), ranks, text(), speed, notes);
    List<Program> programs = new ArrayList<>();
    for (RankSet set : partition(IntStream.range(0, ranks).toArray())) {
      programRanks = set;
      programs.add(new Program(set, nodes(3, 1 + random.nextInt(mostNodes))));
    }
    return new StructuredTrace(
        info, tables(), programs, () -> Math.abs(random.nextLong() >> random.nextInt(64)));
  }

  private TraceTables tables() {
    List<Communicator> communicators = new ArrayList<>();
    for (int id = 2; random.nextBoolean(); id += 1 + random.nextInt(3)) {
      List<Integer> members = new ArrayList<>(IntStream.range(0, ranks).boxed().toList());
      if (random.nextBoolean()) {
        Collections.shuffle(members, random);
      }
      int size = 1 + random.nextInt(ranks);
      communicators.add(
          new Communicator(id, members.stream().limit(size).mapToInt(i -> i).toArray()));
    }
    List<DurationHistogram> table = new ArrayList<>();
    for (int id = 0; id < histograms; id++) {
      List<DurationHistogram.Bin> bins = new ArrayList<>();
      do {
        long[] times = random.longs(3, 0, 1L << (10 + random.nextInt(40))).sorted().toArray();
        long count = 1L + random.nextInt(1000);
        bins.add(new DurationHistogram.Bin(count, times[0], times[1], times[2]));
      } while (random.nextBoolean());
      table.add(new DurationHistogram(id, bins));
    }
    return new TraceTables(texts(callSites), texts(markers), communicators, table);
  }

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private List<String> texts(int count) {
    return IntStream.range(0, count).mapToObj(i -> text()).toList();
  }

  /** Disjoint sets that together hold all the given ascending ranks. */
  private List<RankSet> partition(int[] all) {
    if (all.length == 12 && random.nextInt(4) == 0) {
      // A grid of 3 x 4 in columns 0 and 3, and the rest.
      RankSet.Section edges = new RankSet.Section(all[0], new int[] {3, 2}, new int[] {4, 3});
      RankSet.Section middle = new RankSet.Section(all[1], new int[] {3, 2}, new int[] {4, 1});
      return List.of(RankSet.ofSections(List.of(edges)), RankSet.ofSections(List.of(middle)));
    }
    int parts = 1 + random.nextInt(Math.min(3, all.length));
    List<List<Integer>> sets = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      sets.add(new ArrayList<>());
    }
    for (int rank : all) {
      sets.get(random.nextInt(parts)).add(rank);
    }
    List<RankSet> result = new ArrayList<>();
    for (List<Integer> set : sets) {
      if (!set.isEmpty()) {
        result.add(RankSet.ofSorted(set.stream().mapToInt(i -> i).toArray()));
      }
    }
    return result;
  }

  private List<Node> nodes(int depth, int count) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (depth > 0 && random.nextInt(4) == 0) {
        Values repeats = values(1, () -> random.nextInt(4));
        nodes.add(new Repeat(repeats, nodes(depth - 1, random.nextInt(4))));
      } else {
        nodes.add(op());
      }
    }
    return nodes;
  }

  private Op op() {
    OpCode[] codes = OpCode.values();
    OpCode code = random.nextInt(3) == 0 ? OpCode.ISEND : codes[random.nextInt(codes.length)];
    OpView view = new OpView().reset(code);
    List<Variation> variations = new ArrayList<>();
    for (OpField field : code.fields()) {
      if (!available(field)) {
        continue;
      }
      int kind = random.nextInt(4);
      int width = field.isList() ? random.nextInt(4) : 1;
      if (kind > 0 && field.isList()) {
        view.setList(field, numbers(width, () -> value(field)));
      } else if (kind > 0) {
        view.set(field, value(field));
      }
      if (kind == 3 && width > 0) {
        variations.add(variation(field, width));
      }
    }
    Collections.shuffle(variations, random);
    if (variations.equals(List.of(Variation.DURATION_COLUMN)) && random.nextBoolean()) {
      variations.set(0, Variation.OPTIONAL_DURATION);
    }
    return new Op(view, variations);
  }

  private Variation variation(OpField field, int width) {
    if (field == OpField.DURATION_PS && random.nextBoolean()) {
      return Variation.DURATION_COLUMN;
    }
    if (field.isRank() && random.nextBoolean()) {
      return new Variation(field, true, values(width, () -> random.nextInt(41) - 20));
    }
    return new Variation(field, false, values(width, () -> value(field)));
  }

  private boolean available(OpField field) {
    return switch (field) {
      case CALL_SITE -> callSites > 0;
      case MARKER -> markers > 0;
      case HISTOGRAM -> histograms > 0;
      default -> true;
    };
  }

  private long value(OpField field) {
    if (!field.isList() && random.nextInt(8) == 0) {
      return field.absent();
    }
    return switch (field) {
      case PEER, RECEIVE_PEER -> random.nextInt(ranks + 2) - 2;
      case ROOT, MATCHED_PEER -> random.nextInt(ranks);
      case TAG, RECEIVE_TAG, MATCHED_TAG -> random.nextInt(100) - 1;
      case RECEIVE_BYTES -> random.nextBoolean() ? -1 : random.nextInt(1 << 20);
      case BYTES, DURATION_PS, COUNT, SEND_BYTES_BY_RANK, RECEIVE_BYTES_BY_RANK ->
          random.nextLong() >>> (1 + random.nextInt(63));
      case STRIDE_BYTES, FLAGS -> random.nextLong();
      case KEY -> random.nextInt();
      case COLOR -> random.nextBoolean() ? OpView.NONE : random.nextInt(5);
      case CALL_SITE -> random.nextInt(callSites);
      case MARKER -> random.nextInt(markers);
      case HISTOGRAM -> random.nextInt(histograms);
      case REQUESTS -> random.nextBoolean() ? OpView.NONE : random.nextInt(20);
      case RANKS -> random.nextInt(ranks);
      case OUTCOME -> random.nextInt(5) - 2;
      default -> 2L + random.nextInt(20);
    };
  }

  private interface Numbers {
    long next();
  }

  private long[] numbers(int count, Numbers numbers) {
    long[] result = new long[count];
    Arrays.setAll(result, i -> numbers.next());
    return result;
  }

  private Values values(int width, Numbers numbers) {
    return switch (random.nextInt(5)) {
      case 0, 1 -> simple(width, numbers);
      case 2 -> new Values.PerRank(numbers(width * programRanks.size(), numbers));
      case 3 -> {
        List<Values.Scope> scopes = new ArrayList<>();
        for (RankSet part : partition(Arrays.stream(programRanks.toArray()).sorted().toArray())) {
          scopes.add(new Values.Scope(part, simple(width, numbers)));
        }
        yield new Values.Scoped(scopes);
      }
      default -> new Values.Constant(numbers.next());
    };
  }

  private Values simple(int width, Numbers numbers) {
    return random.nextInt(3) == 0
        ? new Values.Constant(numbers.next())
        : new Values.Cyclic(numbers(width * (1 + random.nextInt(4)), numbers));
  }
}
