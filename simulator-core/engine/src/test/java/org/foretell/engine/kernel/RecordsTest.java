package org.foretell.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.foretell.model.ModelException;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records and heaps of them, and answers of models. */
class RecordsTest {
  private static final class Pairs extends RecordPool {
    Pairs(long expected) {
      super("pairs", 2, expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1023, 5000})
  void recordsKeepTheirFieldsWhileThePoolGrows(long expected) {
    Pairs pool = new Pairs(expected);
    for (int i = 1; i <= 5000; i++) {
      int record = pool.allocate();
      assertThat(record).isEqualTo(2 * i);
      pool.set(record, 0, i);
      pool.set(record, 1, -i);
    }
    for (int i = 1; i <= 5000; i++) {
      assertThat(pool.get(2 * i, 0)).isEqualTo(i);
      assertThat(pool.get(2 * i, 1)).isEqualTo(-i);
    }
  }

  @Test
  void whatWasGivenBackLastIsUsedFirst() {
    Pairs pool = new Pairs(0);
    int one = pool.allocate();
    int other = pool.allocate();
    pool.release(one);
    pool.release(other);
    assertThat(pool.allocate()).isEqualTo(other);
    assertThat(pool.allocate()).isEqualTo(one);
    assertThat(pool.allocate()).isEqualTo(6);
  }

  private record Element(int number, long time, long sequence) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void heapsGiveTheirElementsInOrder(long seed) {
    Random random = new Random(seed);
    PairingHeaps heaps = new PairingHeaps();
    int[] roots = new int[3];
    List<PriorityQueue<Element>> expected = new ArrayList<>();
    for (int heap = 0; heap < roots.length; heap++) {
      expected.add(
          new PriorityQueue<>(
              Comparator.comparingLong(Element::time).thenComparingLong(Element::sequence)));
    }
    int[] sequences = random.ints(0, 1 << 20).distinct().limit(2001).toArray();
    int number = 0;
    for (int step = 0; step < 4000; step++) {
      int heap = random.nextInt(roots.length);
      PriorityQueue<Element> queue = expected.get(heap);
      if (number < 2000 && random.nextInt(3) > 0) {
        Element element = new Element(++number, random.nextInt(20), sequences[number]);
        int single = heaps.single(number, element.time, element.sequence);
        roots[heap] =
            random.nextBoolean()
                ? heaps.meld(roots[heap], single)
                : heaps.meld(single, roots[heap]);
        queue.add(element);
      } else if (!queue.isEmpty()) {
        assertThat(roots[heap]).as("seed %d", seed).isEqualTo(queue.remove().number);
        roots[heap] = heaps.withoutFirst(roots[heap]);
      }
      Element first = queue.peek();
      assertThat(roots[heap]).isEqualTo(first == null ? PairingHeaps.NONE : first.number);
      if (first != null) {
        assertThat(heaps.time(roots[heap])).isEqualTo(first.time);
        assertThat(heaps.sequence(roots[heap])).isEqualTo(first.sequence);
      }
    }
  }

  @Test
  void aModelMayAnswerNoTimeButNotLess() {
    OpView burst = new OpView().reset(OpCode.COMPUTE);
    assertThat(ModelAnswer.atLeastZero(0, "wirePs")).isZero();
    assertThat(ModelAnswer.atLeastZero(3, "wirePs")).isEqualTo(3);
    assertThat(ModelAnswer.burstPs(0, burst)).isZero();
    assertThat(ModelAnswer.burstPs(3, burst)).isEqualTo(3);
    assertThat(ModelAnswer.collectivePs(0, OpCode.BCAST)).isZero();
    assertThat(ModelAnswer.collectivePs(3, OpCode.BCAST)).isEqualTo(3);
    assertThatThrownBy(() -> ModelAnswer.atLeastZero(-1, "wirePs"))
        .isInstanceOf(ModelException.class)
        .hasMessage("the model answers -1 ps for wirePs; it must be at least 0");
    assertThatThrownBy(() -> ModelAnswer.burstPs(-1, burst)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> ModelAnswer.collectivePs(-1, OpCode.BCAST))
        .isInstanceOf(ModelException.class)
        .hasMessage("the collective model answers -1 ps for BCAST; it must be at least 0");
  }
}
