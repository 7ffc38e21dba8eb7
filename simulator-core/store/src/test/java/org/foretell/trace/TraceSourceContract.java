package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/**
 * What every {@link TraceSource} promises. A test of a source extends this class and says what its
 * example must yield.
 */
public abstract class TraceSourceContract {
  /** A new source over the example; closed by the test. */
  protected abstract TraceSource open();

  /** The ops that the example's ranks execute. */
  protected abstract OpListTrace expected();

  @Test
  void yieldsTheOpsOfEveryRankInOrder() {
    try (TraceSource source = open()) {
      assertSameOps(source, expected());
    }
  }

  @Test
  void cursorsThatTakeTurnsDoNotDisturbEachOther() {
    try (TraceSource source = open()) {
      OpListTrace expected = expected();
      List<RankCursor> cursors = new ArrayList<>();
      List<RankCursor> references = new ArrayList<>();
      for (int rank = 0; rank < source.info().ranks(); rank++) {
        for (int twin = 0; twin < 2; twin++) {
          cursors.add(source.open(rank));
          references.add(expected.open(rank));
        }
      }
      OpView view = new OpView();
      OpView reference = new OpView();
      boolean some = true;
      while (some) {
        some = false;
        for (int i = 0; i < cursors.size(); i++) {
          boolean more = references.get(i).next(reference);
          assertThat(cursors.get(i).next(view)).isEqualTo(more);
          if (more) {
            some = true;
            assertThat(describe(view)).isEqualTo(describe(reference));
          }
        }
      }
      cursors.forEach(RankCursor::close);
    }
  }

  @Test
  void atTheEndTheViewStaysAndTheAnswerStaysNo() {
    try (TraceSource source = open();
        RankCursor cursor = source.open(0)) {
      OpView view = new OpView();
      long count = 0;
      while (cursor.next(view)) {
        count++;
        assertThat(cursor.delivered()).isEqualTo(count);
      }
      view.reset(OpCode.COMM_SPLIT).set(OpField.KEY, 77);
      for (int i = 0; i < 3; i++) {
        assertThat(cursor.next(view)).isFalse();
        assertThat(view.code()).isEqualTo(OpCode.COMM_SPLIT);
        assertThat(view.get(OpField.KEY)).isEqualTo(77);
        assertThat(cursor.delivered()).isEqualTo(count);
      }
    }
  }

  @Test
  void fieldsThatAnOpDoesNotHaveAreAbsent() {
    try (TraceSource source = open();
        RankCursor cursor = source.open(0)) {
      OpView view = new OpView();
      do {
        for (OpField field : OpField.values()) {
          if (!view.code().has(field)) {
            if (field.isList()) {
              assertThat(view.listLength(field)).as(view + " " + field).isZero();
            } else {
              assertThat(view.get(field))
                  .as(view + " " + field)
                  .isEqualTo(view.code().absent(field));
            }
          }
        }
      } while (cursor.next(view));
    }
  }

  @Test
  void countsOperationsAndRequestSlotsRight() {
    try (TraceSource source = open()) {
      OpListTrace expected = expected();
      assertThat(source.info().ranks()).isEqualTo(expected.info().ranks());
      source
          .operations()
          .ifPresent(found -> assertThat(found).isEqualTo(expected.operations().orElseThrow()));
      source
          .requestSlots()
          .ifPresent(found -> assertThat((long) found).isGreaterThan(highestRequest(expected)));
    }
  }

  @Test
  void announcesAllThatItsOpsAskFor() {
    try (TraceSource source = open()) {
      assertThat(source.capabilities()).containsAll(expected().capabilities());
    }
  }

  @Test
  void describesItselfSoThatACopyYieldsTheSame() {
    try (TraceSource source = open();
        TraceSource copy = MemoryTrace.copyOf(source)) {
      assertThat(copy.info()).isEqualTo(source.info());
      assertThat(copy.tables()).isEqualTo(source.tables());
      assertThat(copy.capabilities()).containsAll(expected().capabilities());
      assertSameOps(copy, expected());
    }
  }

  /** Compares two sources op by op. */
  public static void assertSameOps(TraceSource found, TraceSource expected) {
    OpView view = new OpView();
    OpView reference = new OpView();
    for (int rank = 0; rank < expected.info().ranks(); rank++) {
      try (RankCursor cursor = found.open(rank);
          RankCursor references = expected.open(rank)) {
        while (references.next(reference)) {
          String place = "op " + references.delivered() + " of rank " + rank;
          assertThat(cursor.next(view)).as(place).isTrue();
          assertThat(describe(view)).as(place).isEqualTo(describe(reference));
        }
        assertThat(cursor.next(view)).as("more ops of rank " + rank).isFalse();
        assertThat(cursor.delivered()).isEqualTo(references.delivered());
      }
    }
  }

  /** An op with all its numbers. */
  private static String describe(OpView view) {
    StringBuilder text = new StringBuilder(view.code().name());
    for (OpField field : view.code().fields()) {
      text.append(' ').append(field).append('=');
      if (field.isList()) {
        text.append(java.util.Arrays.toString(view.list(field)));
      } else {
        text.append(view.get(field));
      }
    }
    return text.toString();
  }

  private static long highestRequest(OpListTrace trace) {
    long highest = -1;
    for (int rank = 0; rank < trace.info().ranks(); rank++) {
      for (OpView op : trace.program(rank)) {
        if (op.code().has(OpField.REQUEST)) {
          highest = Math.max(highest, op.request());
        }
        for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
          highest = Math.max(highest, op.listElement(OpField.REQUESTS, i));
        }
      }
    }
    return highest;
  }
}
