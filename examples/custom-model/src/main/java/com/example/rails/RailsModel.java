package com.example.rails;

import java.util.Arrays;
import org.foretell.machine.Placement;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.time.Ps;

/** A message takes latency plus bytes over bandwidth, once a rail of its sender's node is free. */
final class RailsModel extends DirectModel {
  private final long latencyPs;
  private final double psPerByte;

  /** By node and rail when it is free. */
  private final long[][] freePs;

  RailsModel(Placement placement, int rails, long latencyPs, double bytesPerSecond) {
    this.latencyPs = latencyPs;
    psPerByte = Ps.PER_SECOND / bytesPerSecond;
    freePs = new long[1 + Arrays.stream(placement.nodes()).max().orElseThrow()][rails];
  }

  @Override
  public boolean eager(Message message) {
    return message.bytes() <= 8192;
  }

  @Override
  public long transferPs(Message message, long startPs) {
    long[] rails = freePs[message.sourceNode()];
    int first = 0;
    for (int rail = 1; rail < rails.length; rail++) {
      first = rails[rail] < rails[first] ? rail : first;
    }
    long sendingPs = Ps.round(message.bytes() * psPerByte);
    rails[first] = Math.max(startPs, rails[first]) + sendingPs;
    return rails[first] + latencyPs - startPs;
  }

  long treePs(int participants, long bytes) {
    int rounds = 32 - Integer.numberOfLeadingZeros(participants - 1);
    return rounds * (latencyPs + Ps.round(bytes * psPerByte));
  }
}
