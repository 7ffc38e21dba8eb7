package org.foretell.models.collectives.algorithm;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import org.foretell.models.collectives.algorithm.Algorithm.Exact;
import org.foretell.models.collectives.algorithm.Algorithm.Parameters;
import org.foretell.models.collectives.exchange.AllAtOnce;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.trace.OpCode;

/** A list of algorithms being written down. */
final class Catalogue {
  private final List<Algorithm> algorithms = new ArrayList<>();

  List<Algorithm> list() {
    return List.copyOf(algorithms);
  }

  void add(Algorithm algorithm) {
    algorithms.add(algorithm);
  }

  /** One without parameters. */
  void plain(
      Set<OpCode> ops,
      String name,
      Pattern pattern,
      String formula,
      Exact exactFor,
      Cost.Formula cost) {
    add(
        new Algorithm(
            name,
            ops,
            Segments.NONE,
            0,
            Parameters.NONE,
            (s, k) -> pattern,
            formula,
            exactFor,
            cost));
  }

  /** One with segments. */
  void segmented(
      Set<OpCode> ops,
      String name,
      long segmentBytes,
      LongFunction<Pattern> pattern,
      String formula,
      Exact exactFor,
      Cost.Formula cost) {
    add(
        new Algorithm(
            name,
            ops,
            segmentBytes,
            0,
            Parameters.SEGMENT,
            (s, k) -> pattern.apply(s),
            formula,
            exactFor,
            cost));
  }

  /** One with a radix. */
  void radix(
      Set<OpCode> ops,
      String name,
      int radix,
      IntFunction<Pattern> pattern,
      String formula,
      Exact exactFor,
      Cost.Formula cost) {
    add(
        new Algorithm(
            name,
            ops,
            Segments.NONE,
            radix,
            Parameters.RADIX,
            (s, k) -> pattern.apply(k),
            formula,
            exactFor,
            cost));
  }

  /** One that sends so many messages at once. */
  void batched(Set<OpCode> ops, String name, int batch, String formula, Cost.Formula cost) {
    add(
        new Algorithm(
            name,
            ops,
            Segments.NONE,
            batch,
            Parameters.BATCH,
            (s, k) -> new AllAtOnce(k),
            formula,
            Exact.ANY,
            cost));
  }

  /**
   * The hierarchical one; its cost depends on the nodes.
   *
   * @param formula for N nodes that hold q members each
   */
  void nodeAware(Set<OpCode> ops, Pattern pattern, String formula) {
    plain(
        ops,
        "node-aware",
        pattern,
        formula,
        Exact.EQUAL_NODES,
        (p, n, s, k) -> new Cost(Double.NaN, Double.NaN, Double.NaN));
  }
}
