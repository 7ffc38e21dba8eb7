package org.foretell.sanity;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Why models answer what they should not: what each of them does not know. */
final class KnownDifferences {
  /**
   * A reason.
   *
   * @param model whose answer it is
   * @param workloads of which
   * @param deviations in what way
   * @param when in which cases of these
   * @param text why, for people
   */
  record Reason(
      String model,
      Set<Workload> workloads,
      Set<Deviation> deviations,
      Predicate<SanityMatrix.Finding> when,
      String text) {
    boolean explains(SanityMatrix.Finding finding) {
      return (model.equals(ANY) || model.equals(finding.model()))
          && workloads.contains(finding.of().workload())
          && deviations.contains(finding.deviation())
          && when.test(finding);
    }
  }

  /** For reasons that do not lie in a model. */
  static final String ANY = "any";

  private static final Set<Workload> ALL = EnumSet.allOf(Workload.class);
  private static final Set<Workload> COLLECTIVES =
      EnumSet.range(Workload.BARRIER, Workload.ALLGATHER);
  private static final Set<Workload> MANY_MESSAGES =
      EnumSet.range(Workload.STREAMS, Workload.ALLGATHER);
  private static final Set<String> TORI =
      Set.of("fugaku", "hopper", "jaguar-xk6", "jaguar-xt5", "kraken");
  private static final Predicate<SanityMatrix.Finding> ONE_NODE =
      finding -> finding.of().nodes() == 1;
  private static final Predicate<SanityMatrix.Finding> SEVERAL_NODES = ONE_NODE.negate();

  /** Of messages up to this size, what each costs outweighs their bytes. */
  private static final long SMALL_BYTES = 4_096;

  private static final Set<Deviation> BELOW = EnumSet.of(Deviation.BELOW);
  private static final Set<Deviation> SLOW = EnumSet.of(Deviation.APART, Deviation.ABOVE);

  private static final List<Reason> REASONS =
      List.of(
          new Reason(
              ANY,
              COLLECTIVES,
              EnumSet.of(Deviation.FALLS),
              finding -> true,
              "The MPI library takes another algorithm for larger sizes, and not always where it"
                  + " pays on this machine; real libraries show such steps too."),
          new Reason(
              "simple",
              ALL,
              BELOW,
              finding -> true,
              "Knows no interfaces, and no copies within a node: messages do not wait for each"
                  + " other."),
          new Reason(
              "simple",
              MANY_MESSAGES,
              SLOW,
              finding -> true,
              "Each send keeps its caller: a non-blocking one for the latency, a blocking one for"
                  + " all of the message."),
          new Reason(
              "bus-link",
              MANY_MESSAGES,
              BELOW,
              finding -> true,
              "Without busLinks in the machine file, messages within a node do not wait for each"
                  + " other, and interfaces carry any number in a time."),
          new Reason(
              "bus-link",
              MANY_MESSAGES,
              SLOW,
              finding -> true,
              "As in Dimemas, each message pays the whole latency on its sender's CPU, and its link"
                  + " is busy for that time too."),
          new Reason(
              "loggops-atlahs",
              ALL,
              SLOW,
              finding -> finding.of().ranks() > finding.of().nodes(),
              "Knows no figures within a node: messages there cost what those between nodes do."),
          new Reason(
              "loggops-atlahs",
              ALL,
              BELOW,
              SEVERAL_NODES,
              "Gives each rank interfaces of its own, on which messages of any size arrive side by"
                  + " side."),
          new Reason(
              "loggops-atlahs",
              MANY_MESSAGES,
              SLOW,
              SEVERAL_NODES,
              "A CPU takes in one message after the other, on one interface; flow lets receives end"
                  + " side by side, on all interfaces of the node."),
          new Reason(
              "loggops",
              MANY_MESSAGES,
              SLOW,
              finding -> SEVERAL_NODES.test(finding) && finding.of().bytes() <= SMALL_BYTES,
              "Takes g = o: an interface that ranks share is busy with a message as long as a"
                  + " CPU."),
          new Reason(
              "loggops",
              MANY_MESSAGES,
              SLOW,
              finding -> SEVERAL_NODES.test(finding) && finding.of().bytes() > SMALL_BYTES,
              "A CPU takes in one message after the other, byte by byte, and sends nothing"
                  + " meanwhile; the messages of one rank use one interface, flow stripes them."),
          new Reason(
              "max-rate",
              EnumSet.of(Workload.INCAST),
              SLOW,
              SEVERAL_NODES,
              "The receiving CPU takes in one message after the other, and answers those that ask"
                  + " first; flow lets receives end side by side."),
          new Reason(
              "max-rate",
              EnumSet.of(Workload.ALLGATHER),
              SLOW,
              finding -> SEVERAL_NODES.test(finding) && finding.of().bytes() > SMALL_BYTES,
              "Each step of a ring waits for the handshake of its rendezvous, two latencies; under"
                  + " flow it costs none."),
          new Reason(
              "max-rate",
              EnumSet.of(Workload.ALLTOALL),
              SLOW,
              finding -> true,
              "The CPUs of both ranks copy one message after the other, also within a node; flow"
                  + " lets overheads overlap."),
          new Reason(
              ANY,
              EnumSet.of(Workload.PING_PONG_BETWEEN, Workload.STREAMS),
              SLOW,
              SEVERAL_NODES,
              "The messages of one rank use one interface of its node; flow stripes large ones."),
          new Reason(
              "flow",
              MANY_MESSAGES,
              SLOW,
              finding -> SEVERAL_NODES.test(finding) && TORI.contains(finding.machine()),
              "Messages of many nodes share the cables of the torus; no other model knows"
                  + " cables."));

  private KnownDifferences() {}

  /** All reasons, in the order of the page. */
  static List<Reason> all() {
    return REASONS;
  }

  /** The first reason that explains a finding. */
  static Optional<Reason> of(SanityMatrix.Finding finding) {
    return REASONS.stream().filter(reason -> reason.explains(finding)).findFirst();
  }
}
