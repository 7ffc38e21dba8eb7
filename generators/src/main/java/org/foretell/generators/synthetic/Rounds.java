package org.foretell.generators.synthetic;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.OpCode;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/** Steps of a computation and one message pattern that needs no grid. */
final class Rounds implements Pattern {
  private static final int COMPUTE = 0;
  private static final int EXCHANGE = 1;
  private static final int WAIT = 2;

  /** Requests of a rank are fewer than 2^20. */
  private static final int MOST_PAIRWISE = 1 << 19;

  /** Of single precision, as in IMB. */
  private static final int ELEMENT_BYTES = 4;

  private static final List<OpCode> COLLECTIVES =
      List.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.REDUCE,
          OpCode.ALLREDUCE,
          OpCode.GATHER,
          OpCode.SCATTER,
          OpCode.ALLGATHER,
          OpCode.ALLTOALL);

  private static final List<OpCode> REDUCTIONS = List.of(OpCode.REDUCE, OpCode.ALLREDUCE);

  /** The communication of a step. */
  private interface Exchange {
    void write(Emitter out);
  }

  /** Ranks with a program of their own, and its communication. */
  private record Part(RankSet ranks, Exchange exchange) {}

  private final String shape;
  private final List<Part> parts;
  private final long steps;
  private final Work work;

  private Rounds(Settings settings, String shape, List<Part> parts) {
    this.shape = shape;
    this.parts = parts;
    steps = settings.steps();
    work = settings.workPerBurst();
  }

  @Override
  public String shape() {
    return shape;
  }

  @Override
  public List<String> callSites() {
    return List.of("compute", "exchange", "wait");
  }

  @Override
  public void write(Emitter out) {
    for (Part part : parts) {
      out.program(
          part.ranks(),
          () ->
              out.repeat(
                  steps,
                  () -> {
                    out.compute(work.of(1), COMPUTE);
                    part.exchange().write(out);
                  }));
    }
  }

  private static Part all(int ranks, Exchange exchange) {
    return new Part(RankSet.range(0, ranks - 1), exchange);
  }

  private static Values constant(long value) {
    return new Values.Constant(value);
  }

  /** Everyone sends to the next rank, and receives from the one before. */
  static Rounds ring(Settings settings) {
    int ranks = twoOrMore(settings);
    long bytes = settings.bytes(SyntheticOption.BYTES);
    Part part =
        all(
            ranks,
            out -> {
              out.isend(1, 0, bytes, 0, EXCHANGE);
              out.recv(constant(-1), true, 0, bytes, EXCHANGE);
              out.wait(0, WAIT);
            });
    return new Rounds(settings, ranks + " ranks", List.of(part));
  }

  /** Calls of a collective of all ranks. */
  static Rounds collective(Settings settings) {
    int ranks = twoOrMore(settings);
    String name =
        settings.word(
            SyntheticOption.COLLECTIVE,
            COLLECTIVES.stream().map(code -> code.name().toLowerCase(Locale.ROOT)).toList());
    OpCode code = OpCode.valueOf(name.toUpperCase(Locale.ROOT));
    if (settings.has(SyntheticOption.BYTES) == (code == OpCode.BARRIER)) {
      throw Limits.bad(
          SyntheticOption.BYTES.label()
              + (code == OpCode.BARRIER
                  ? ": a barrier moves no data; leave it out"
                  : ": is missing; give the size of the vector, or of the block of each rank"));
    }
    long bytes = code == OpCode.BARRIER ? 0 : settings.bytes(SyntheticOption.BYTES);
    if (REDUCTIONS.contains(code) && bytes % ELEMENT_BYTES != 0) {
      throw Limits.bad(
          SyntheticOption.BYTES.label()
              + ": expected a multiple of "
              + ELEMENT_BYTES
              + " bytes, the size of an element of a reduction, found "
              + bytes);
    }
    Part part = all(ranks, out -> out.collective(code, bytes, bytes / ELEMENT_BYTES, EXCHANGE));
    return new Rounds(settings, name + " of " + ranks + " ranks", List.of(part));
  }

  /** In round k to the rank 2^k after, from the one 2^k before. */
  static Rounds dissemination(Settings settings) {
    int ranks = twoOrMore(settings);
    long bytes = settings.bytes(SyntheticOption.BYTES);
    Part part =
        all(
            ranks,
            out -> {
              int round = 0;
              for (long distance = 1; distance < ranks; distance *= 2) {
                out.sendrecv(
                    constant(distance), constant(-distance), true, round++, bytes, EXCHANGE);
              }
            });
    return new Rounds(settings, ranks + " ranks", List.of(part));
  }

  /** Pairs at distances of a power of two; ranks beyond the largest power hand in their part. */
  static Rounds recursiveDoubling(Settings settings) {
    int ranks = twoOrMore(settings);
    long bytes = settings.bytes(SyntheticOption.BYTES);
    int power = Integer.highestOneBit(ranks);
    int extra = ranks - power;
    List<Part> parts = new ArrayList<>();
    if (extra == 0) {
      parts.add(
          all(
              ranks,
              out -> {
                for (int bit = 1, round = 0; bit < power; bit *= 2, round++) {
                  Values partners = partners(ranks, bit);
                  out.sendrecv(partners, partners, true, round, bytes, EXCHANGE);
                }
              }));
      return new Rounds(settings, ranks + " ranks", parts);
    }
    int last = Integer.numberOfTrailingZeros(power);
    parts.add(
        new Part(
            every(0, extra, 2),
            out -> {
              out.send(OpCode.SEND, constant(1), true, last, bytes, EXCHANGE);
              out.recv(constant(1), true, last, bytes, EXCHANGE);
            }));
    parts.add(
        new Part(
            every(1, extra, 2),
            out -> {
              out.recv(constant(-1), true, last, bytes, EXCHANGE);
              doubling(out, every(1, extra, 2), power, extra, bytes);
              out.send(OpCode.SEND, constant(-1), true, last, bytes, EXCHANGE);
            }));
    if (power > extra) {
      RankSet others = RankSet.range(2 * extra, ranks - 1);
      parts.add(new Part(others, out -> doubling(out, others, power, extra, bytes)));
    }
    return new Rounds(settings, ranks + " ranks, " + 2 * extra + " of them in pairs first", parts);
  }

  private static RankSet every(int start, int count, int stride) {
    return RankSet.ofSections(
        List.of(new RankSet.Section(start, new int[] {count}, new int[] {stride})));
  }

  /** The distance to the partner that differs in one bit. */
  private static Values partners(int ranks, int bit) {
    return new Values.Scoped(
        List.of(
            new Values.Scope(withBit(ranks, bit, 0), constant(bit)),
            new Values.Scope(withBit(ranks, bit, bit), constant(-bit))));
  }

  private static RankSet withBit(int ranks, int bit, int start) {
    return RankSet.ofSections(
        List.of(
            new RankSet.Section(
                start,
                ranks == 2 * bit ? new int[] {bit} : new int[] {ranks / (2 * bit), bit},
                ranks == 2 * bit ? new int[] {1} : new int[] {2 * bit, 1})));
  }

  /** The rounds of the ranks that take part, by their numbers among these. */
  private static void doubling(Emitter out, RankSet members, int power, int extra, long bytes) {
    int[] ranks = members.toArray();
    for (int bit = 1, round = 0; bit < power; bit *= 2, round++) {
      long[] partners = new long[ranks.length];
      for (int i = 0; i < ranks.length; i++) {
        int number = ranks[i] < 2 * extra ? ranks[i] / 2 : ranks[i] - extra;
        int partner = number ^ bit;
        partners[i] = (partner < extra ? 2L * partner + 1 : partner + extra) - ranks[i];
      }
      Values values = new Values.PerRank(partners);
      out.sendrecv(values, values, true, round, bytes, EXCHANGE);
    }
  }

  /** All pairs exchange messages, each rank beginning with the next one. */
  static Rounds alltoall(Settings settings) {
    int ranks = twoOrMore(settings);
    if (ranks > MOST_PAIRWISE) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "--ranks: alltoall needs two requests for each partner and is limited to %,d ranks,"
                  + " found %,d; fft --decomposition slab exchanges by a collective instead",
              MOST_PAIRWISE,
              ranks));
    }
    long bytes = settings.bytes(SyntheticOption.BYTES);
    int partners = ranks - 1;
    Part part =
        all(
            ranks,
            out -> {
              out.pairwise(partners, bytes, EXCHANGE);
              out.waitall(2 * partners, WAIT);
            });
    return new Rounds(settings, ranks + " ranks", List.of(part));
  }

  static int twoOrMore(Settings settings) {
    if (settings.ranks() < 2) {
      throw Limits.bad("--ranks: " + settings.program() + " needs at least 2 ranks");
    }
    return settings.ranks();
  }
}
