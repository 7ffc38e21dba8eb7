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

/** What is numbered rounds later comes where it would have come at its time. */
class EventNumbersTest {
  /** Something that is numbered: by the part itself, or by another one. */
  private record Thing(long timePs, long key, boolean own, int place) {
    long round() {
      return timePs / LENGTH;
    }
  }

  private static final int ROUNDS = 6;
  private static final int LENGTH = 5;

  @Property(tries = 500)
  void theOrderIsThatOfTimeAndKey(@ForAll long seed) {
    Random random = new Random(seed);
    EventNumbers numbers = new EventNumbers();
    numbers.inRounds(40, 1000);
    List<Thing> things = things(random);
    List<List<Long>> given = new ArrayList<>();
    things.forEach(thing -> given.add(new ArrayList<>()));
    for (int round = 0; round <= ROUNDS; round++) {
      for (Thing thing : things) {
        if (thing.own && thing.round() == round) {
          given.get(thing.place).add(numbers.next());
          if (random.nextBoolean()) {
            given.get(thing.place).add(numbers.next());
          }
          numbers.mark(thing.timePs, thing.key);
        }
      }
      for (Thing thing : things) {
        if (!thing.own && thing.round() == round - 1) {
          if (thing.key % 3 == 1) {
            given.get(thing.place).add(numbers.afterwards(thing.timePs, thing.key));
          } else {
            int many = random.nextInt(4);
            Runnable action =
                () -> {
                  for (int i = 0; i < many; i++) {
                    given.get(thing.place).add(numbers.next());
                  }
                };
            numbers.afterwards(thing.timePs, thing.key, 3, action);
          }
        }
      }
      numbers.beginRound((long) LENGTH * round);
    }
    assertThat(given.stream().flatMap(List::stream).toList()).isSorted().doesNotHaveDuplicates();
  }

  /** In their order; no two things of different parts have the same time and key. */
  private static List<Thing> things(Random random) {
    List<Thing> things = new ArrayList<>();
    for (int count = random.nextInt(60); count > 0; count--) {
      boolean own = random.nextBoolean();
      long key = 3L * random.nextInt(5) + (own ? 0 : random.nextInt(1, 3));
      things.add(new Thing(random.nextInt(ROUNDS * LENGTH), key, own, 0));
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
    numbers.beginRound(0);
    for (int time = 0; time < 3; time++) {
      numbers.next();
      numbers.mark(time, EventNumbers.RANKS);
    }
    long key = EventNumbers.messages(true);
    assertThat(numbers.afterwards(1, key)).isLessThan(numbers.afterwards(1, key));
    assertThat(numbers.afterwards(1, key)).isPositive();
    assertThatThrownBy(() -> numbers.afterwards(1, key)).isInstanceOf(NeedsOnePart.class);
  }

  @Test
  void aTimeThatGoesOnAfterItsEndNeedsOnePart() {
    EventNumbers numbers = new EventNumbers();
    numbers.inRounds(40, 1000);
    numbers.beginRound(0);
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
