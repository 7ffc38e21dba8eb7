package org.foretell.engine.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.engine.mail.NeedsOnePart;
import org.junit.jupiter.api.Test;

/** What is numbered after a round comes where it would have come in the round. */
class EventNumbersTest {
  /** Something that is numbered: by the part itself, or by another one. */
  private record Thing(long timePs, long key, boolean own, int place) {}

  @Property(tries = 500)
  void theOrderIsThatOfTimeAndKey(@ForAll long seed) {
    Random random = new Random(seed);
    EventNumbers numbers = new EventNumbers();
    numbers.inRounds(40, 1000);
    List<Long> all = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      numbers.beginRound();
      List<Thing> things = things(random, 10L * round);
      long[] given = new long[things.size()];
      for (Thing thing : things) {
        if (thing.own) {
          given[thing.place] = numbers.next();
          numbers.mark(thing.timePs, thing.key);
        }
      }
      for (Thing thing : things) {
        if (!thing.own && thing.key % 2 == 1) {
          given[thing.place] = numbers.afterRound(thing.timePs, thing.key);
        } else if (!thing.own) {
          numbers.afterRound(thing.timePs, thing.key, 3, () -> given[thing.place] = numbers.next());
        }
      }
      for (long number : given) {
        all.add(number);
      }
    }
    assertThat(all).isSorted().doesNotHaveDuplicates();
  }

  /** In their order; no two things of different parts have the same time and key. */
  private static List<Thing> things(Random random, long fromPs) {
    List<Thing> things = new ArrayList<>();
    for (int count = random.nextInt(20); count > 0; count--) {
      boolean own = random.nextBoolean();
      long key = random.nextInt(5);
      things.add(new Thing(fromPs + random.nextInt(5), 2 * key + (own ? 0 : 1), own, 0));
    }
    things.sort(Comparator.comparingLong(Thing::timePs).thenComparingLong(Thing::key));
    for (int place = 0; place < things.size(); place++) {
      Thing thing = things.get(place);
      things.set(place, new Thing(thing.timePs, thing.key, thing.own, place));
    }
    return things;
  }

  @Test
  void withoutRoomOnePartIsNeeded() {
    EventNumbers numbers = new EventNumbers();
    numbers.inRounds(26, 1000);
    numbers.beginRound();
    for (int time = 0; time < 3; time++) {
      numbers.next();
      numbers.mark(time, EventNumbers.RANKS);
    }
    long key = EventNumbers.messages(true);
    assertThat(numbers.afterRound(1, key)).isLessThan(numbers.afterRound(1, key));
    assertThat(numbers.afterRound(1, key)).isPositive();
    assertThatThrownBy(() -> numbers.afterRound(1, key)).isInstanceOf(NeedsOnePart.class);
  }

  @Test
  void aTimeThatGoesOnAfterItsEndNeedsOnePart() {
    EventNumbers numbers = new EventNumbers();
    numbers.inRounds(40, 1000);
    numbers.beginRound();
    numbers.next();
    numbers.mark(7, EventNumbers.MESSAGES);
    numbers.next();
    assertThatThrownBy(() -> numbers.mark(7, EventNumbers.RANKS)).isInstanceOf(NeedsOnePart.class);
    numbers.endInstant(8);
    assertThatThrownBy(() -> numbers.endInstant(8)).isInstanceOf(NeedsOnePart.class);
  }

  @Test
  void onePartCounts() {
    EventNumbers numbers = new EventNumbers();
    assertThat(List.of(numbers.next(), numbers.next(), numbers.peek())).containsExactly(0L, 1L, 2L);
    numbers.endInstant(5);
    numbers.endInstant(5);
    assertThat(numbers.hasEnded(5)).isTrue();
  }
}
