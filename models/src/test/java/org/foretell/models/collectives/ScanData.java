package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Follows the prefixes, and for recursive doubling the sums, that members have. */
final class ScanData extends Delivery {
  final long[] prefix;
  private final long[] sum;
  private final boolean doubling;
  private final boolean chain;
  private final List<List<long[]>> inbox = new ArrayList<>();

  ScanData(int members, String algorithm) {
    doubling = algorithm.equals("recursive-doubling");
    chain = algorithm.equals("linear");
    prefix = new long[members];
    for (int member = 0; member < members; member++) {
      prefix[member] = 1L << member;
      inbox.add(new ArrayList<>());
    }
    sum = prefix.clone();
  }

  @Override
  public Object send(int member, int to, long bytes) {
    return new long[] {member, chain ? prefix[member] : sum[member]};
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {
    inbox.get(member).add((long[]) content);
  }

  @Override
  public void reduce(int member, long bytes) {
    for (long[] message : inbox.get(member)) {
      if (message[0] < member) {
        assertThat(prefix[member] & message[1]).isZero();
        prefix[member] |= message[1];
      }
      if (doubling) {
        assertThat(sum[member] & message[1]).isZero();
        sum[member] |= message[1];
      }
    }
    inbox.get(member).clear();
  }
}
