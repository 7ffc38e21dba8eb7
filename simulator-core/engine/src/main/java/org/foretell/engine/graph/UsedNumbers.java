package org.foretell.engine.graph;

import java.util.stream.IntStream;
import org.foretell.trace.TaskGraph;

/**
 * The numbers of streams or interfaces that tasks use, and the place of each among those: a trace
 * may leave gaps, but what nobody uses costs nothing.
 */
final class UsedNumbers {
  /** By number 1 if it is used; once they are placed, its place. */
  private final int[] places = new int[TaskGraph.MAX_STREAMS];

  /** The numbers that are used, in their order, once they are placed. */
  private int[] numbers = {};

  /** A task uses a number. */
  void use(int number) {
    places[number] = 1;
  }

  /** Gives all numbers their places, in their order; no other number is used afterwards. */
  void place() {
    numbers = IntStream.range(0, places.length).filter(number -> places[number] > 0).toArray();
    for (int place = 0; place < numbers.length; place++) {
      places[numbers[place]] = place;
    }
  }

  /** How many numbers are used. */
  int used() {
    return numbers.length;
  }

  /** The place of a number that is used, from 0. */
  int placeOf(int number) {
    return places[number];
  }

  /**
   * The number that observers receive.
   *
   * @param index a place, counted through all owners of such streams or interfaces
   * @return the number there, counted likewise, with those that are not used
   */
  int counted(int index) {
    int ofEach = numbers[numbers.length - 1] + 1;
    return index / numbers.length * ofEach + numbers[index % numbers.length];
  }
}
