package org.foretell.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.foretell.model.FlowModel;
import org.foretell.model.Message;
import org.foretell.model.ModelException;
import org.junit.jupiter.api.Test;

/** What is asked of a flow model, one answer after the other. */
class FlowEndsTest {
  private final Deque<Long> changesPs = new ArrayDeque<>();
  private final Deque<Integer> finished = new ArrayDeque<>();

  private final FlowEnds ends =
      new FlowEnds(
          new FlowModel() {
            @Override
            public boolean eager(Message message) {
              return true;
            }

            @Override
            public void start(int flow, Message message, long nowPs) {
              throw new AssertionError("nobody sends");
            }

            @Override
            public long nextChangePs() {
              return changesPs.remove();
            }

            @Override
            public int nextFinished(long nowPs) {
              return finished.remove();
            }
          });

  @Test
  void flowsThatEndTogetherComeOneAfterTheOtherAndBeforeAllElseAtThatTime() {
    changesPs.addAll(List.of(100L, 130L, 130L));
    finished.addAll(List.of(4, 5, FlowModel.NONE, 6));
    assertThat(ends.next(0, 120)).isEqualTo(4);
    assertThat(ends.nowPs()).isEqualTo(100);
    assertThat(ends.next(100, 120)).isEqualTo(5);
    assertThat(ends.next(100, 120)).isEqualTo(FlowModel.NONE);
    assertThat(ends.nowPs()).isEqualTo(100);
    assertThat(ends.next(110, 130)).isEqualTo(6);
    assertThat(ends.nowPs()).isEqualTo(130);
  }

  @Test
  void changesWithoutAnEndArePassed() {
    changesPs.addAll(List.of(100L, 110L));
    finished.addAll(List.of(FlowModel.NONE, 3));
    assertThat(ends.next(0, 200)).isEqualTo(3);
    assertThat(ends.nowPs()).isEqualTo(110);
  }

  @Test
  void nothingChangesAnyMore() {
    changesPs.add(FlowModel.NEVER);
    assertThat(ends.next(5, FlowModel.NEVER)).isEqualTo(FlowModel.NONE);
    assertThat(ends.nowPs()).isEqualTo(5);
  }

  @Test
  void aModelMayChangeTwiceInVainAtATimeButNotForEver() {
    changesPs.addAll(List.of(100L, 100L, 100L));
    finished.addAll(List.of(FlowModel.NONE, FlowModel.NONE, 3));
    assertThat(ends.next(0, 200)).isEqualTo(3);
    changesPs.addAll(List.of(150L, 150L, 150L, 150L));
    finished.clear();
    finished.addAll(List.of(FlowModel.NONE, FlowModel.NONE, FlowModel.NONE, FlowModel.NONE, 3));
    assertThatThrownBy(() -> ends.next(100, 200))
        .isInstanceOf(ModelException.class)
        .hasMessage("the model answers 150 ps for nextChangePs, but it is 150 ps");
  }

  @Test
  void aChangeInThePastIsRefused() {
    changesPs.add(99L);
    assertThatThrownBy(() -> ends.next(100, 200))
        .isInstanceOf(ModelException.class)
        .hasMessage("the model answers 99 ps for nextChangePs, but it is 100 ps");
  }

  @Test
  void aFlowMayEndAtTheTimeOfTheNextChange() {
    changesPs.addAll(List.of(100L, 100L));
    assertThat(ends.mayEndBy(99)).isFalse();
    assertThat(ends.mayEndBy(100)).isTrue();
  }
}
