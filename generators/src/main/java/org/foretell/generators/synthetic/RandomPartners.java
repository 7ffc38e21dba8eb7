package org.foretell.generators.synthetic;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.foretell.trace.RankSet;
import org.foretell.trace.Values;

/**
 * Messages between random ranks. Each is sent along a random cycle through all ranks (Sattolo
 * 1986), so every rank sends as many messages as it receives, and none to itself.
 */
final class RandomPartners implements Pattern {
  private static final int RECEIVE = 0;
  private static final int SEND = 1;
  private static final int WAIT = 2;
  private static final int COMPUTE = 3;

  private static final int MOST_PARTNERS = 10_000;
  private static final long MOST_LINKS = 1 << 24;

  private final int ranks;
  private final int partners;
  private final long bytes;
  private final long steps;
  private final long seed;
  private final Work work;

  private RandomPartners(Settings settings) {
    ranks = Rounds.twoOrMore(settings);
    partners = (int) settings.count(SyntheticOption.PARTNERS, 1, MOST_PARTNERS);
    if ((long) ranks * partners > MOST_LINKS) {
      throw Limits.bad(
          String.format(
              Locale.ROOT,
              "--partners: %,d partners of %,d ranks are more than %,d in all, which the trace"
                  + " would list one by one",
              partners,
              ranks,
              MOST_LINKS));
    }
    bytes = settings.bytes(SyntheticOption.BYTES);
    steps = settings.steps();
    seed = settings.seed();
    work = settings.workPerBurst();
  }

  static RandomPartners of(Settings settings) {
    return new RandomPartners(settings);
  }

  @Override
  public String shape() {
    return ranks + " ranks, " + partners + " partners each";
  }

  @Override
  public List<String> callSites() {
    return List.of("receive", "send", "wait", "compute");
  }

  @Override
  public void write(Emitter out) {
    long[][] to = new long[partners][];
    long[][] from = new long[partners][ranks];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < partners; i++) {
      to[i] = cycle(random);
      for (int rank = 0; rank < ranks; rank++) {
        from[i][(int) to[i][rank]] = rank;
      }
    }
    out.program(RankSet.range(0, ranks - 1), () -> out.repeat(steps, () -> step(out, to, from)));
  }

  private void step(Emitter out, long[][] to, long[][] from) {
    for (int i = 0; i < partners; i++) {
      out.irecv(new Values.PerRank(from[i]), false, i, bytes, i, RECEIVE);
    }
    for (int i = 0; i < partners; i++) {
      out.isend(new Values.PerRank(to[i]), false, i, bytes, partners + i, SEND);
    }
    out.waitall(2 * partners, WAIT);
    out.compute(work.of(1), COMPUTE);
  }

  /** A permutation that is a single cycle. */
  private long[] cycle(SplittableRandom random) {
    long[] next = new long[ranks];
    for (int i = 0; i < ranks; i++) {
      next[i] = i;
    }
    for (int i = ranks - 1; i > 0; i--) {
      int other = random.nextInt(i);
      long moved = next[i];
      next[i] = next[other];
      next[other] = moved;
    }
    return next;
  }
}
