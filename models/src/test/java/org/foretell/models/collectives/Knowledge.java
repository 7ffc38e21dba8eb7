package org.foretell.models.collectives;

/** Every message carries whom its sender has heard of. */
final class Knowledge extends Delivery {
  final long[] known;

  Knowledge(int members) {
    known = new long[members];
    for (int member = 0; member < members; member++) {
      known[member] = 1L << member;
    }
  }

  @Override
  public Object send(int member, int to, long bytes) {
    return known[member];
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {
    known[member] |= (Long) content;
  }
}
