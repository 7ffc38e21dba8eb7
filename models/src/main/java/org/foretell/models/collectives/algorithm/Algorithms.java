package org.foretell.models.collectives.algorithm;

import java.util.List;
import java.util.Locale;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.trace.OpCode;

/** All algorithms, each stated once for the collectives that it can execute. */
public final class Algorithms {
  private static final List<Algorithm> ALL = all();

  private Algorithms() {}

  private static List<Algorithm> all() {
    Catalogue all = new Catalogue();
    ExchangeAlgorithms.barriers(all);
    RootedAlgorithms.broadcasts(all);
    RootedAlgorithms.reductions(all);
    ExchangeAlgorithms.allreductions(all);
    ExchangeAlgorithms.allgathers(all);
    ExchangeAlgorithms.alltoalls(all);
    ExchangeAlgorithms.reduceScatters(all);
    RootedAlgorithms.gathersAndScatters(all);
    ExchangeAlgorithms.scans(all);
    return all.list();
  }

  /** Those that can execute a collective, in the order of the documentation. */
  public static List<Algorithm> of(OpCode op) {
    return ALL.stream().filter(algorithm -> algorithm.ops().contains(op)).toList();
  }

  /**
   * An algorithm by its name.
   *
   * @throws ParameterException if the collective has no such algorithm; the message lists those
   *     that it has
   */
  public static Algorithm named(OpCode op, String name) {
    for (Algorithm algorithm : ALL) {
      if (algorithm.name().equals(name) && algorithm.ops().contains(op)) {
        return algorithm;
      }
    }
    throw new ParameterException(
        String.format(
            "no algorithm %s for %s; there are %s",
            name,
            op.name().toLowerCase(Locale.ROOT),
            String.join(", ", of(op).stream().map(Algorithm::name).toList())));
  }

  /** A schedule with the algorithm's own segments and radix. */
  public static CollectiveSchedule schedule(OpCode op, String name) {
    return schedule(op, name, 0, 0);
  }

  /** A schedule; 0 is the algorithm's own segment size and radix. */
  public static CollectiveSchedule schedule(OpCode op, String name, long segmentBytes, int radix) {
    return new PatternSchedule(name, named(op, name).pattern(segmentBytes, radix));
  }
}
