package org.foretell.models.noise;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.foretell.model.CollectiveModel;
import org.foretell.model.Message;
import org.foretell.time.Ps;
import umontreal.ssj.randvar.RandomVariateGen;
import umontreal.ssj.rng.RandomStream;

/**
 * Random delays of the messages between nodes. Each rank draws for what it sends. Used by one
 * simulation.
 */
final class MessageDelays {
  private final RandomVariateGen[] ofRank;
  private final Variability delay;

  /** By sender and receiver when the last message arrives. */
  private final Long2LongOpenHashMap lastArrivalPs = new Long2LongOpenHashMap();

  /** For collectives by formula. */
  private final RandomStream ofCollectives;

  MessageDelays(Variability delay, RandomStream[] streams) {
    this.delay = delay;
    ofRank = delay.generators(streams);
    ofCollectives = streams[streams.length - 1];
  }

  /** A message within a node is not delayed and draws nothing. */
  long drawPs(Message message) {
    return message.withinNode() ? 0 : Ps.round(Math.max(0, ofRank[message.source()].nextDouble()));
  }

  /**
   * A message that would arrive at a time arrives later, and never before one that its sender sent
   * to its receiver earlier.
   */
  long arrivalPs(Message message, long calmPs) {
    if (message.withinNode()) {
      return calmPs;
    }
    long pair = (long) message.source() << Integer.SIZE | message.destination();
    long arrivalPs = Math.max(Ps.plus(calmPs, drawPs(message)), lastArrivalPs.get(pair));
    lastArrivalPs.put(pair, arrivalPs);
    return arrivalPs;
  }

  /**
   * Collectives by formula: as long as the formula says and the longest of one delay for each
   * participant, by inversion of that maximum's distribution.
   */
  CollectiveModel delayed(CollectiveModel formula) {
    var distribution = delay.distribution();
    return call -> {
      long durationPs = formula.durationPs(call);
      if (call.nodes() < 2) {
        return durationPs;
      }
      double number = Math.pow(ofCollectives.nextDouble(), 1.0 / call.participants());
      double longest = distribution.inverseF(Math.min(number, Math.nextDown(1.0)));
      return Ps.plus(durationPs, Ps.round(Math.max(0, longest)));
    };
  }
}
