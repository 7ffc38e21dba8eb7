package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OpViewTest {
  @Test
  void beginsAsAZeroBurst() {
    OpView view = new OpView();
    assertThat(view.code()).isEqualTo(OpCode.COMPUTE);
    for (OpField field : OpField.values()) {
      if (field.isList()) {
        assertThat(view.listLength(field)).as(field.name()).isZero();
      } else {
        assertThat(view.get(field)).as(field.name()).isEqualTo(field.absent());
      }
    }
    assertThat(view.hasWork()).isFalse();
  }

  @Test
  void everyFieldKeepsItsValueUntilTheNextReset() {
    OpView view = new OpView();
    for (OpField field : OpField.values()) {
      if (field.isList()) {
        view.setList(field, field.id(), 1);
      } else {
        view.set(field, 100 + field.id());
      }
    }
    for (OpField field : OpField.values()) {
      if (field.isList()) {
        assertThat(view.list(field)).as(field.name()).containsExactly(field.id(), 1);
        assertThat(view.listSum(field)).isEqualTo(field.id() + 1L);
      } else {
        assertThat(view.get(field)).as(field.name()).isEqualTo(100 + field.id());
      }
    }
    assertThat(view.hasWork()).isTrue();
    view.reset(OpCode.SEND);
    for (OpField field : OpField.values()) {
      if (field.isList()) {
        assertThat(view.listLength(field)).as(field.name()).isZero();
      } else {
        assertThat(view.get(field)).as(field.name()).isEqualTo(field.absent());
      }
    }
  }

  @Test
  void namedMethodsReadTheFrequentFields() {
    long[] words = new long[2 + OpView.FREQUENT + 1];
    Arrays.setAll(words, i -> i);
    OpView view = new OpView().reset(OpCode.ISEND, words, 2, 1 << OpField.FLAGS.id());
    assertThat(view.code()).isEqualTo(OpCode.ISEND);
    assertThat(view.peer()).isEqualTo(2);
    assertThat(view.tag()).isEqualTo(3);
    assertThat(view.bytes()).isEqualTo(4);
    assertThat(view.communicator()).isEqualTo(5);
    assertThat(view.request()).isEqualTo(6);
    assertThat(view.callSite()).isEqualTo(7);
    assertThat(view.durationPs()).isEqualTo(8);
    assertThat(view.histogram()).isEqualTo(9);
    assertThat(view.root()).isEqualTo(10);
    assertThat(view.receiveBytes()).isEqualTo(11);
    assertThat(view.get(OpField.FLAGS)).isEqualTo(12);
    view.resetFrequent(OpCode.RECV, words, 1, OpView.ANY);
    assertThat(view.peer()).isEqualTo(OpView.ANY);
    assertThat(view.tag()).isEqualTo(2);
    assertThat(view.get(OpField.FLAGS)).isEqualTo(OpField.FLAGS.absent());
    view.setPeer(5);
    view.code(OpCode.SEND);
    assertThat(view.get(OpField.PEER)).isEqualTo(5);
    assertThat(view.code()).isEqualTo(OpCode.SEND);
  }

  @Test
  void changesNothingOfItsSource() {
    long[] words = new long[OpView.FREQUENT];
    OpView view = new OpView().reset(OpCode.SEND, words, 0, 0).set(OpField.BYTES, 8);
    assertThat(view.bytes()).isEqualTo(8);
    assertThat(words).containsOnly(0);
  }

  @Test
  void aCopyIsIndependent() {
    long[] words = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    OpView view = new OpView().reset(OpCode.SEND, words, 0, 0).setList(OpField.RANKS, 3, 4);
    OpView copy = new OpView();
    copy.copyFrom(view);
    view.reset(OpCode.BARRIER);
    words[1] = 0;
    assertThat(copy.code()).isEqualTo(OpCode.SEND);
    assertThat(copy.tag()).isEqualTo(2);
    assertThat(copy.durationPs()).isEqualTo(7);
    assertThat(copy.list(OpField.RANKS)).containsExactly(3, 4);
  }

  /** They have arrays in common until they need their own. */
  @Test
  void whatOneViewHoldsNoOtherHas() {
    for (OpField field : OpField.values()) {
      OpView changed = new OpView();
      if (field.isList()) {
        changed.setList(field, 7, 8);
      } else {
        changed.set(field, 7);
      }
      OpView copy = new OpView();
      copy.copyFrom(changed);
      if (field.isList()) {
        assertThat(copy.list(field)).containsExactly(7, 8);
      } else {
        assertThat(copy.get(field)).isEqualTo(7);
      }
      assertIsAbsent(new OpView());
      assertIsAbsent(new OpView().reset(OpCode.COMPUTE));
    }
  }

  /** As above, of everything at once, set as stored traces set it. */
  @Test
  void whatASourceSetsNoOtherViewHas() {
    long[] from = new long[OpView.FREQUENT + 1];
    Arrays.fill(from, 7);
    OpView view = new OpView();
    view.setList(OpField.REQUESTS, 1, 2);
    view.reset(OpCode.SEND, from, 0, 1 << OpField.FLAGS.id());
    assertThat(view.get(OpField.FLAGS)).isEqualTo(7);
    assertThat(view.listLength(OpField.REQUESTS)).isZero();
    new OpView().reset(OpCode.SHMEM_PUT).setList(OpField.VARIABLES, 5);
    assertIsAbsent(new OpView());

    view.setList(OpField.REQUESTS, 1, 2);
    view.copyFrom(new OpView());
    assertIsAbsent(view);
    assertIsAbsent(view.set(OpField.TAG, 3).set(OpField.FLAGS, 3).reset(OpCode.COMPUTE));
  }

  private static void assertIsAbsent(OpView view) {
    for (OpField field : OpField.values()) {
      if (field.isList()) {
        assertThat(view.listLength(field)).as(field.name()).isZero();
      } else {
        assertThat(view.get(field)).as(field.name()).isEqualTo(field.absent());
      }
    }
  }

  @Test
  void listsArePartsOfArrays() {
    OpView view = new OpView().reset(OpCode.WAITALL);
    view.setList(OpField.REQUESTS, new long[] {9, 8, 7, 6}, 1, 2);
    assertThat(view.listElement(OpField.REQUESTS, 0)).isEqualTo(8);
    assertThat(view.listElement(OpField.REQUESTS, 1)).isEqualTo(7);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> view.listElement(OpField.REQUESTS, 2));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> view.setList(OpField.REQUESTS, new long[] {1}, 1, 1));
  }

  @Test
  void opsOfOpenShmemNameNoVariableAndNoCountAtFirst() {
    OpView view = new OpView().reset(OpCode.SHMEM_PUT);
    assertThat(view.tag()).isEqualTo(OpView.NONE);
    assertThat(view.get(OpField.COUNT)).isZero();
    view.reset(OpCode.SHMEM_WAIT_UNTIL);
    assertThat(view.tag()).isEqualTo(OpView.NONE);
    assertThat(view.get(OpField.COUNT)).isEqualTo(OpView.NONE);
  }

  @Test
  void knowsCompareAndSwap() {
    OpView view = new OpView();
    assertThat(view.reset(OpCode.COMPARE_AND_SWAP).isCompareAndSwap()).isTrue();
    assertThat(view.reset(OpCode.SHMEM_ATOMIC_FETCH).isCompareAndSwap()).isFalse();
    view.set(OpField.FLAGS, OpCode.ATOMIC_COMPARES);
    assertThat(view.isCompareAndSwap()).isTrue();
    assertThat(view.reset(OpCode.SEND).isCompareAndSwap()).isFalse();
  }

  @Test
  void saysWhatItIs() {
    OpView send = new OpView().reset(OpCode.ISEND).set(OpField.PEER, 3).set(OpField.BYTES, 1024);
    assertThat(send).hasToString("isend peer=3 bytes=1024");
    OpView wait = new OpView().reset(OpCode.WAITALL).setList(OpField.REQUESTS, 1, 2);
    assertThat(wait).hasToString("waitall requests=[1,2]");
    wait.setList(OpField.REQUESTS, new long[9]);
    assertThat(wait).hasToString("waitall requests=[0,0,0,0,0,0,0,0,...]");
  }
}
