package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.foretell.models.collectives.pattern.Payload;

/**
 * Follows the parts of a vector, or blocks, of which part {@code i} has {@code 2^i} bytes, so that
 * the size of a message says which parts it carries. For each part a member knows whose
 * contributions are combined in what it has; none if it does not have the part.
 */
final class PartsData implements ScheduleRun.Data {
  /** Sizes that tell parts apart. */
  static final Payload POWERS = (call, parts, from, to) -> (1L << to) - (1L << from);

  private final long[][] contributions;
  private final List<List<long[]>> inbox = new ArrayList<>();
  private final int parts;

  /** Whether members pass on what they have received before they combine it with their own. */
  private final boolean passesOn;

  /** Members have nothing. */
  PartsData(int members, int parts) {
    this(members, parts, false);
  }

  PartsData(int members, int parts, boolean passesOn) {
    this.parts = parts;
    this.passesOn = passesOn;
    contributions = new long[members][parts];
    for (int member = 0; member < members; member++) {
      inbox.add(new ArrayList<>());
    }
  }

  /** A member has its own contribution to all parts. */
  void giveAll(int member) {
    for (int part = 0; part < parts; part++) {
      give(member, part);
    }
  }

  /** A member has its own contribution to one part. */
  void give(int member, int part) {
    contributions[member][part] = 1L << member;
  }

  /** Whose contributions a member has in a part, once all steps are done. */
  long has(int member, int part) {
    takeOver(member);
    return contributions[member][part];
  }

  @Override
  public Object send(int member, int to, long bytes) {
    if (passesOn && !inbox.get(member).isEmpty()) {
      long[] received = inbox.get(member).get(0);
      assertThat(LongStream.range(0, parts).filter(part -> received[(int) part] != 0))
          .as("what %d passes on", member)
          .containsExactlyElementsOf(
              LongStream.range(0, parts).filter(part -> (bytes >> part & 1) != 0).boxed().toList());
      return received;
    }
    takeOver(member);
    long[] content = new long[parts];
    assertThat(bytes).as("sent by %d", member).isBetween(0L, (1L << parts) - 1);
    for (int part = 0; part < parts; part++) {
      if ((bytes >> part & 1) != 0) {
        content[part] = contributions[member][part];
        assertThat(content[part]).as("part %d, which %d sends", part, member).isNotZero();
      }
    }
    return content;
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {
    inbox.get(member).add((long[]) content);
  }

  @Override
  public void reduce(int member, long bytes) {
    long combined = 0;
    for (long[] content : inbox.get(member)) {
      for (int part = 0; part < parts; part++) {
        if (content[part] != 0) {
          combined += 1L << part;
          assertThat(contributions[member][part] & content[part])
              .as("combined twice at %d", member)
              .isZero();
          assertThat(contributions[member][part]).as("what %d combines with", member).isNotZero();
          contributions[member][part] |= content[part];
        }
      }
    }
    assertThat(combined).as("what %d combines", member).isEqualTo(bytes);
    inbox.get(member).clear();
  }

  /** What has been received and is not combined replaces what was there. */
  private void takeOver(int member) {
    for (long[] content : inbox.get(member)) {
      for (int part = 0; part < parts; part++) {
        if (content[part] != 0) {
          contributions[member][part] = content[part];
        }
      }
    }
    inbox.get(member).clear();
  }
}
