package org.foretell.engine.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.CauseTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests in blocks that grow, against a map of slots. */
final class RequestTableTest {
  private static final int RANKS = 5;
  private static final int OPS = 4000;

  private record Slot(int rank, int slot) {}

  private record Entry(long word, long partnerPs, int template) {
    static final Entry NONE = new Entry(RequestTable.EMPTY, 0, 0);
  }

  private final List<String> told = new ArrayList<>();
  private final RankTable ranks =
      new RankTable(
          new RankPrograms(RANKS, false),
          (rank, timePs, after) -> told("goes on", timePs),
          null,
          CauseSetup.none(),
          null);

  private void told(String what, long timePs) {
    told.add(what + " at " + timePs);
  }

  private RequestTable table(boolean observed) {
    return new RequestTable(
        ranks,
        observed,
        CauseSetup.none(),
        (rank, timePs, after) -> told("candidate of " + rank, timePs),
        (slot, timePs, partnerPs, after) -> told("step " + slot, timePs));
  }

  /** Slots of all sizes of block, the limits among them. */
  private static int slot(Random random) {
    int most = 1 << (1 + random.nextInt(14));
    return random.nextInt(4) == 0 ? most : random.nextInt(most);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void keepsWhatIsInEachSlot(long seed) {
    Random random = new Random(seed);
    boolean observed = seed % 2 == 0;
    RequestTable table = table(observed);
    Map<Slot, Entry> expected = new HashMap<>();
    for (int op = 0; op < OPS; op++) {
      Slot at = new Slot(random.nextInt(RANKS), slot(random));
      Entry before = expected.getOrDefault(at, Entry.NONE);
      Entry after = act(table, random, at, before);
      expected.put(at, observed ? after : new Entry(after.word, 0, after.template));
      Slot other = new Slot(random.nextInt(RANKS), slot(random));
      assertThat(table.word(other.rank, other.slot))
          .isEqualTo(expected.getOrDefault(other, Entry.NONE).word);
      assertThat(table.template(other.rank, other.slot))
          .isEqualTo(expected.getOrDefault(other, Entry.NONE).template);
    }
    expected.forEach(
        (at, entry) -> {
          assertThat(table.word(at.rank, at.slot)).as("%s", at).isEqualTo(entry.word);
          assertThat(table.template(at.rank, at.slot)).as("%s", at).isEqualTo(entry.template);
          assertThat(table.partnerPs(at.rank, at.slot)).as("%s", at).isEqualTo(entry.partnerPs);
        });
  }

  private static Entry act(RequestTable table, Random random, Slot at, Entry before) {
    long timePs = random.nextInt(3) == 0 ? 0 : random.nextLong(1L << 62);
    long partnerPs = random.nextLong(1L << 62);
    switch (random.nextInt(6)) {
      case 0 -> {
        table.reserve(at.rank, at.slot);
        table.setComplete(at.rank, at.slot, RequestTable.SEND, timePs, partnerPs, CauseTree.NONE);
        return new Entry(timePs, partnerPs, before.template);
      }
      case 1 -> {
        int kind = 1 + random.nextInt(RequestTable.FILE);
        int entry = random.nextInt(1 << 30);
        table.reserve(at.rank, at.slot);
        table.setPending(at.rank, at.slot, kind, entry);
        long word = table.word(at.rank, at.slot);
        assertThat(RequestTable.pending(word)).isTrue();
        assertThat(RequestTable.complete(word)).isFalse();
        assertThat(RequestTable.awaited(word)).isFalse();
        assertThat(RequestTable.kind(word)).isEqualTo(kind);
        assertThat(RequestTable.entry(word)).isEqualTo(entry);
        return new Entry(word, before.partnerPs, before.template);
      }
      case 2 -> {
        if (!RequestTable.pending(before.word)) {
          return before;
        }
        table.completes(at.rank, at.slot, timePs, partnerPs, CauseTree.NONE);
        return new Entry(timePs, partnerPs, before.template);
      }
      case 3 -> {
        table.reserve(at.rank, at.slot);
        table.setEmpty(at.rank, at.slot);
        return new Entry(RequestTable.EMPTY, before.partnerPs, before.template);
      }
      case 4 -> {
        boolean complete = RequestTable.complete(before.word);
        assertThat(table.take(at.rank, at.slot)).isEqualTo(complete ? before.word : -1);
        return complete ? new Entry(RequestTable.EMPTY, before.partnerPs, before.template) : before;
      }
      default -> {
        int template = random.nextInt(100);
        table.reserve(at.rank, at.slot);
        table.template(at.rank, at.slot, template);
        return new Entry(before.word, before.partnerPs, template);
      }
    }
  }

  @Test
  void aSlotThatIsComplete() {
    assertThat(RequestTable.complete(0)).isTrue();
    assertThat(RequestTable.pending(0)).isFalse();
    assertThat(RequestTable.complete(RequestTable.EMPTY)).isFalse();
    assertThat(RequestTable.pending(RequestTable.EMPTY)).isFalse();
    assertThat(RequestTable.awaited(RequestTable.EMPTY)).isFalse();
  }

  @Test
  void aRankGoesOnWhenTheLastRequestThatItWaitsForCompletes() {
    RequestTable table = table(true);
    table.reserve(2, 700);
    table.setPending(2, 700, RequestTable.RECEIVE, 5);
    table.setPending(2, 3, RequestTable.SEND, 6);
    table.setComplete(2, 4, RequestTable.SEND, 90, 30, CauseTree.NONE);
    ranks.clockPs(2, 10, CauseTree.NONE);
    ranks.begin(2);
    table.await(2, 700);
    table.await(2, 3);
    table.await(2, 4);
    table.await(2, 5000);
    assertThat(ranks.openParts(2)).isEqualTo(3);
    assertThat(RequestTable.awaited(table.word(2, 3))).isTrue();
    assertThat(RequestTable.kind(table.word(2, 3))).isEqualTo(RequestTable.SEND);
    assertThat(RequestTable.entry(table.word(2, 3))).isEqualTo(6);
    assertThat(table.word(2, 4)).isEqualTo(RequestTable.EMPTY);
    assertThat(ranks.end(2)).isFalse();
    table.completes(2, 3, 50, 40, CauseTree.NONE);
    assertThat(told).isEmpty();
    table.completes(2, 700, 70, 60, CauseTree.NONE);
    assertThat(told).containsExactly("goes on at 90");
    assertThat(ranks.clockPs(2)).isEqualTo(90);
    assertThat(ranks.partnerPs(2)).isEqualTo(60);
    assertThat(table.word(2, 700)).isEqualTo(RequestTable.EMPTY);
  }

  @Test
  void aRequestThatIsAwaitedTwiceIsOnePart() {
    RequestTable table = table(false);
    table.setPending(0, 1, RequestTable.RECEIVE, 5);
    ranks.begin(0);
    table.await(0, 1);
    table.await(0, 1);
    assertThat(ranks.openParts(0)).isEqualTo(2);
  }

  @Test
  void aCandidateIsReportedOnceAndKeepsItsEnd() {
    RequestTable table = table(false);
    table.setPending(1, 0, RequestTable.RECEIVE, 5);
    table.candidate(1, 0, true);
    assertThat(RequestTable.awaited(table.word(1, 0))).isTrue();
    table.completes(1, 0, 8, 0, CauseTree.NONE);
    assertThat(told).containsExactly("candidate of 1 at 8");
    assertThat(table.word(1, 0)).isEqualTo(8);

    table.setPending(1, 0, RequestTable.RECEIVE, 5);
    table.candidate(1, 0, true);
    table.candidate(1, 0, false);
    table.completes(1, 0, 9, 0, CauseTree.NONE);
    assertThat(told).hasSize(1);
    table.candidate(1, 0, true);
    assertThat(table.word(1, 0)).isEqualTo(9);
  }

  @Test
  void requestsWithoutASlotAreReportedToTheirOwner() {
    RequestTable table = table(false);
    table.completes(0, RequestTable.DETACHED, 7, 0, CauseTree.NONE);
    table.completes(0, RequestTable.NOBODY, 7, 0, CauseTree.NONE);
    assertThat(told).isEmpty();
    table.completes(0, RequestTable.STEP - 3, 7, 0, CauseTree.NONE);
    assertThat(told).containsExactly("step " + (RequestTable.STEP - 3) + " at 7");
    ranks.begin(0);
    ranks.expect(0);
    assertThat(ranks.end(0)).isFalse();
    table.completes(0, RequestTable.BLOCKING, 11, 0, CauseTree.NONE);
    assertThat(told).contains("goes on at 11");
  }

  @Test
  void theScratchSlotIsOfNoRank() {
    RequestTable table = table(true);
    table.setComplete(RANKS - 1, RequestTable.SCRATCH, RequestTable.SEND, 12, 5, CauseTree.NONE);
    assertThat(table.word(RANKS - 1, 15)).isEqualTo(RequestTable.EMPTY);
    assertThat(table.scratchPartnerPs()).isEqualTo(5);
    assertThat(table.takeScratch()).isEqualTo(12);
    assertThat(table.takeScratch()).isEqualTo(RequestTable.EMPTY);
    assertThat(table(false).scratchPartnerPs()).isZero();
  }

  @Test
  void anUnusedSlotIsLowEmptyAndWithoutTemplates() {
    RequestTable table = table(false);
    assertThat(table.isUnused(3, 15)).isTrue();
    assertThat(table.isUnused(3, 16)).isFalse();
    table.setComplete(3, 15, RequestTable.SEND, 1, 0, CauseTree.NONE);
    assertThat(table.isUnused(3, 15)).isFalse();
    assertThat(table.isUnused(3, 14)).isTrue();
    table.template(0, 0, 1);
    assertThat(table.isUnused(3, 14)).isFalse();
  }
}
