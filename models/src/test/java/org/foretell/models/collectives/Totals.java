package org.foretell.models.collectives;

/** Adds up what members send, receive and combine. */
final class Totals extends Delivery {
  final long[] sent;
  final long[] received;
  final long[] combined;

  Totals(int members) {
    sent = new long[members];
    received = new long[members];
    combined = new long[members];
  }

  @Override
  public Object send(int member, int to, long bytes) {
    sent[member] += bytes;
    return "";
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {
    received[member] += bytes;
  }

  @Override
  public void reduce(int member, long bytes) {
    combined[member] += bytes;
  }
}
