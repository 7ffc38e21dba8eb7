package org.foretell.models.maxrate;

import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.ByDistance;
import org.foretell.time.Ps;

/**
 * Collectives as closed forms of algorithms that know nodes, for ranks that start together: {@code
 * p} ranks on {@code N} nodes, {@code q = p/N} on each, {@code k} of them on each interface. With
 * {@code R(s)} the time of a message between nodes and {@code R'(s)} of one within a node, a phase
 * in which all ranks send {@code s} bytes takes {@code A(s) = R(s) + (k - 1) n(s)}, where {@code
 * n(s)} is what an interface takes for it. Where several algorithms are named the fastest counts,
 * so that no time jumps when a parameter varies. See {@code docs/models.md} for the forms.
 */
final class MaxRateCollectives implements CollectiveModel {
  private final ByDistance<MessageCosts> costs;
  private final InterfaceRates rates;
  private final RankPorts ports;
  private final long eagerBytes;
  private final double reducePsPerByte;

  MaxRateCollectives(
      ByDistance<MessageCosts> costs,
      InterfaceRates rates,
      RankPorts ports,
      long eagerBytes,
      double reducePsPerByte) {
    this.costs = costs;
    this.rates = rates;
    this.ports = ports;
    this.eagerBytes = eagerBytes;
    this.reducePsPerByte = reducePsPerByte;
  }

  @Override
  public long durationPs(CollectiveCall call) {
    if (call.participants() == 1) {
      return 0;
    }
    long bytes = Collective.sizeBytes(call);
    Shape on = new Shape(call);
    return switch (Collective.of(call.code())) {
      case BARRIER, COMMUNICATOR -> on.treePs(1, 0);
      case BCAST -> Math.min(on.treePs(bytes, 0), Ps.plus(on.scatterPs(bytes), on.gatherPs(bytes)));
      case REDUCE ->
          Math.min(
              on.treePs(bytes, reducePsPerByte),
              Ps.plus(on.reduceScatterPs(bytes), on.gatherPs(bytes)));
      case ALLREDUCE ->
          Math.min(on.exchangePs(bytes), Ps.plus(on.reduceScatterPs(bytes), on.gatherPs(bytes)));
      case SCAN -> on.exchangePs(bytes);
      case GATHER, SCATTER -> Math.min(on.rootPs(bytes), on.rootTreePs(bytes));
      case ALLGATHER -> on.gatherPs(Ps.times(on.participants, bytes));
      case ALLTOALL -> Math.min(on.allToAllPs(bytes), on.bruckPs(bytes));
      case REDUCE_SCATTER -> on.reduceScatterPs(bytes);
      case NEIGHBOR -> on.phasePs(bytes);
    };
  }

  @Override
  public double reducePsPerByte() {
    return reducePsPerByte;
  }

  /** A call, with what its algorithms are made of. */
  private final class Shape {
    final int participants;
    final int nodes;
    final int ofNode;
    final int ofInterface;
    final int interfaces;
    final MessageCosts between;
    final MessageCosts within;

    Shape(CollectiveCall call) {
      participants = call.participants();
      nodes = call.nodes();
      ofNode = (int) Collective.ceilDivide(participants, nodes);
      int first = call.worldRank(0);
      interfaces = ports.count(first);
      ofInterface = (int) Collective.ceilDivide(ofNode, interfaces);
      between = costs.betweenNodes();
      within = costs.withinNodeOf(first);
    }

    private int carriers(long bytes) {
      return rates.stripes(bytes) ? interfaces : 1;
    }

    /** R(s), with what a rendezvous takes. */
    long messagePs(long bytes) {
      long alone =
          Ps.plus(
              Ps.plus(2 * between.overheadPs(bytes), between.latencyPs()),
              Math.max(between.bytesPs(bytes), rates.streamPs(bytes, carriers(bytes))));
      return bytes <= eagerBytes ? alone : Ps.plus(alone, 2 * messagePs(0));
    }

    /** R'(s), with what a rendezvous takes, and the memory that all ranks of a node share. */
    long copyPs(long bytes) {
      int accesses = bytes <= eagerBytes ? 4 : 2;
      long memoryPs = Ps.atGap(bytes, accesses * within.memoryPsPerByte());
      long alone =
          Ps.plus(
              Ps.plus(2 * within.overheadPs(bytes), within.latencyPs()),
              Math.max(within.bytesPs(bytes), Ps.times(ofNode, memoryPs)));
      return bytes <= eagerBytes ? alone : Ps.plus(alone, 2 * copyPs(0));
    }

    /** A(s): all ranks send to other nodes. */
    long phasePs(long bytes) {
      if (nodes == 1) {
        return copyPs(bytes);
      }
      return Ps.plus(messagePs(bytes), queuePs(bytes, 1));
    }

    /** How long messages of all ranks keep an interface beyond the first of them. */
    private long queuePs(long bytes, long ofRank) {
      int sharers = rates.stripes(bytes) ? ofNode : ofInterface;
      return Ps.times(sharers * ofRank - 1, rates.interfacePs(bytes, carriers(bytes)));
    }

    /** One rank of each node, then within nodes: lg N R(s) + lg q R'(s). */
    long treePs(long bytes, double psPerByte) {
      long reducePs = Ps.atGap(bytes, psPerByte);
      return Ps.plus(
          Ps.times(Collective.rounds(nodes), Ps.plus(messagePs(bytes), reducePs)),
          Ps.times(Collective.rounds(ofNode), Ps.plus(copyPs(bytes), reducePs)));
    }

    /** To one rank of each node, among these, and back. */
    long exchangePs(long bytes) {
      return Ps.plus(
          treePs(bytes, reducePsPerByte), Ps.times(Collective.rounds(ofNode), copyPs(bytes)));
    }

    /** Blocks that halve: within nodes first, so that less goes between them. */
    private long halvingPs(long bytes) {
      long sum = 0;
      long left = bytes;
      for (int have = ofNode; have > 1; have = (have + 1) / 2) {
        left = Collective.ceilDivide(left, 2);
        sum = Ps.plus(sum, copyPs(left));
      }
      long ofRank = Collective.ceilDivide(bytes, ofNode);
      for (int have = nodes; have > 1; have = (have + 1) / 2) {
        long ofPartners = Ps.times(have / 2, ofRank);
        sum = Ps.plus(sum, phasePs(Collective.ceilDivide(ofPartners, nodes)));
      }
      return sum;
    }

    /** Each rank ends with its part of s, reduced. */
    long reduceScatterPs(long bytes) {
      long others = bytes - bytes / participants;
      return Ps.plus(halvingPs(bytes), Ps.atGap(others, reducePsPerByte));
    }

    /** Each rank begins with its part of s, and all end with all. */
    long gatherPs(long bytes) {
      return halvingPs(bytes);
    }

    /** A root deals out s to all: halving, by few ranks at a time. */
    long scatterPs(long bytes) {
      return halvingPs(bytes);
    }

    /** All to or from a root, one after the other. */
    long rootPs(long bytes) {
      int others = participants - ofNode;
      long interval = Math.max(between.cpuPs(bytes), rates.interfacePs(bytes, carriers(bytes)));
      long far = nodes == 1 ? 0 : Ps.plus(messagePs(bytes), Ps.times(others - 1L, interval));
      long near = Ps.times(ofNode - 1L, within.cpuPs(bytes));
      return nodes == 1
          ? Ps.plus(copyPs(bytes), Ps.times(Math.max(0, ofNode - 2L), within.cpuPs(bytes)))
          : Ps.plus(far, near);
    }

    /** Blocks that double on the way to the root. */
    long rootTreePs(long bytes) {
      long sum = 0;
      for (int have = 1; have < ofNode; have *= 2) {
        sum = Ps.plus(sum, copyPs(Ps.times(Math.min(have, ofNode - have), bytes)));
      }
      for (int have = 1; have < nodes; have *= 2) {
        long blocks = (long) Math.min(have, nodes - have) * ofNode;
        sum = Ps.plus(sum, messagePs(Ps.times(blocks, bytes)));
      }
      return sum;
    }

    /** Everything at once: CPUs and interfaces work as long as they have to. */
    long allToAllPs(long bytes) {
      int far = participants - ofNode;
      long cpuPs =
          Ps.plus(
              Ps.times(far, 2 * between.cpuPs(bytes)),
              Ps.times(ofNode - 1L, 2 * within.cpuPs(bytes)));
      if (far == 0) {
        return Math.max(cpuPs, Ps.plus(copyPs(bytes), Ps.times(ofNode - 2L, within.cpuPs(bytes))));
      }
      long first = messagePs(bytes);
      return Math.max(cpuPs, Ps.plus(first, queuePs(bytes, far)));
    }

    /** Half of all blocks in each of lg p rounds. */
    long bruckPs(long bytes) {
      long half = Ps.times(participants / 2, bytes);
      return Ps.times(Collective.rounds(participants), phasePs(half));
    }
  }
}
