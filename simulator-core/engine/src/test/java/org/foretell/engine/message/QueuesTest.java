package org.foretell.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.foretell.engine.kernel.EventHeap;
import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.kernel.IntRing;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine's queues against those of the Java library. */
final class QueuesTest {
  private record Event(long timePs, long sequence, int what) {
    static final Comparator<Event> ORDER =
        Comparator.comparingLong(Event::timePs).thenComparingLong(Event::sequence);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100})
  void treeKeepsTheEarliestEventOfAnyRankOnTop(int ranks) {
    Random random = new Random(ranks);
    EventTree tree = new EventTree(ranks);
    Map<Integer, Event> events = new TreeMap<>();
    for (long sequence = 0; sequence < 20_000; sequence++) {
      int rank = random.nextInt(ranks);
      if (random.nextInt(3) == 0) {
        tree.clear(rank);
        events.remove(rank);
      } else {
        long time = random.nextInt(50);
        tree.set(rank, time, sequence);
        events.put(rank, new Event(time, sequence, rank));
      }
      Event first = events.values().stream().min(Event.ORDER).orElse(null);
      assertThat(tree.time()).isEqualTo(first == null ? EventTree.NONE : first.timePs);
      if (first != null) {
        assertThat(tree.sequence()).isEqualTo(first.sequence);
        assertThat(tree.rank()).isEqualTo(first.what);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void heapGivesMessagesInOrder(long seed) {
    Random random = new Random(seed);
    EventHeap heap = new EventHeap();
    PriorityQueue<Event> expected = new PriorityQueue<>(Event.ORDER);
    for (int i = 0; i < 50_000; i++) {
      if (expected.isEmpty() || random.nextInt(5) < 3) {
        // In times of order nearly all come later than those before.
        boolean inOrder = i / 5000 % 2 == 0;
        long time = inOrder ? i - (random.nextInt(10) == 0 ? 50 : 0) : random.nextInt(50_000);
        heap.add(i, time, i);
        expected.add(new Event(time, i, i));
      } else {
        assertThat(heap.time()).isEqualTo(expected.element().timePs);
        assertThat(heap.sequence()).isEqualTo(expected.element().sequence);
        assertThat(heap.poll()).isEqualTo(expected.remove().what);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void ringIsFirstInFirstOut(long seed) {
    Random random = new Random(seed);
    IntRing ring = new IntRing();
    Deque<Integer> expected = new ArrayDeque<>();
    for (int i = 0; i < 100_000; i++) {
      if (random.nextInt(100) < (i < 50_000 ? 60 : 40) || expected.isEmpty()) {
        ring.add(i);
        expected.add(i);
      } else {
        assertThat(ring.poll()).isEqualTo(expected.remove());
      }
      assertThat(ring.isEmpty()).isEqualTo(expected.isEmpty());
    }
  }

  /** Of which some, with what is added, do not fit into a packed channel. */
  private static final int[] TAGS = {0, 20_000, (1 << 25) - 5_000, 1 << 30, -(1 << 30), 1 << 31};

  private static final int[] CONTEXTS = {0, 1, (1 << 13) - 1, 1 << 13, 1 << 29};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void channelsKeepTheirQueuesWhileOthersComeAndGo(long seed) {
    Random random = new Random(seed);
    ChannelTable table = new ChannelTable(2);
    Map<List<Integer>, Integer> expected = new HashMap<>();
    for (int i = 1; i < 100_000; i++) {
      List<Integer> key =
          List.of(
              random.nextInt(3),
              random.nextInt(20) - 1,
              TAGS[random.nextInt(TAGS.length)] + random.nextInt(10_000) - 1,
              CONTEXTS[random.nextInt(CONTEXTS.length)]);
      int channel = table.locate(key.get(0), key.get(1), key.get(2), key.get(3));
      int kept = expected.getOrDefault(key, 0);
      assertThat(table.firstMessage(channel)).as("seed %d, step %d", seed, i).isEqualTo(kept);
      assertThat(table.lastMessage(channel)).isEqualTo(kept);
      assertThat(table.firstReceive(channel)).isZero();
      int now = kept == 0 && random.nextInt(10) == 0 ? i : 0;
      table.messages(channel, now, now);
      expected.put(key, now);
    }
    expected.values().removeIf(message -> message == 0);
    Map<List<Integer>, Integer> visited = new HashMap<>();
    table.forEach(
        (receiver, source, tag, receive, message) ->
            visited.merge(List.of(receiver, source, tag), message, Integer::sum));
    Map<List<Integer>, Integer> kept = new HashMap<>();
    expected.forEach((key, message) -> kept.merge(key.subList(0, 3), message, Integer::sum));
    assertThat(visited.equals(kept)).as("channels visited with seed %d", seed).isTrue();
  }
}
