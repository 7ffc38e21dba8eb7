package org.foretell.extrapolation.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.junit.jupiter.api.Test;

class InFlightTest {
  @Test
  void allSendsAreAllSendsWhateverTheirNumber() {
    long[][] codes = new long[2][];
    for (int neighbours = 2; neighbours <= 3; neighbours++) {
      InFlight requests = new InFlight();
      long[] sends = new long[neighbours];
      for (int i = 0; i < neighbours; i++) {
        assertThat(requests.encode(OpCode.IRECV, i)).isZero();
      }
      for (int i = 0; i < neighbours; i++) {
        sends[i] = (long) neighbours + i;
        assertThat(requests.encode(OpCode.ISEND, neighbours + i)).isZero();
      }
      codes[neighbours - 2] = requests.encodeAll(sends);
      assertThat(requests.encode(OpCode.WAIT, 0)).isZero();
    }
    assertThat(codes[0]).isEqualTo(codes[1]).hasSize(1);
  }

  @Test
  void listsThatNothingsFillUpKeepTheirLength() {
    InFlight requests = new InFlight();
    InFlight others = new InFlight();
    long send = requests.encode(OpCode.ISEND, 0);
    long[] codes = requests.encodeAll(new long[] {0, OpView.NONE, OpView.NONE});
    assertThat(others.decode(OpCode.ISEND, send)).isZero();
    assertThat(others.decodeAll(codes)).containsExactly(0, OpView.NONE, OpView.NONE);
  }

  @Test
  void slotsThatAreNotInFlightAreNotFollowed() {
    assertThatThrownBy(() -> new InFlight().encode(OpCode.WAIT, 3))
        .isInstanceOf(InFlight.UnknownSlotException.class);
    assertThat(InFlight.follows(OpCode.WAITANY)).isFalse();
    assertThat(InFlight.follows(OpCode.START)).isFalse();
    assertThat(InFlight.follows(OpCode.WAITALL)).isTrue();
    assertThat(InFlight.follows(OpCode.BARRIER)).isTrue();
  }

  /** Draws what a rank does: new requests of three kinds, waits for one, for several, for all. */
  @Property(tries = 500)
  void whatIsEncodedIsDecoded(
      @ForAll @Size(max = 40) List<@IntRange(max = 9) Integer> actions,
      @ForAll @IntRange(max = 5) int gap) {
    InFlight encoder = new InFlight();
    InFlight decoder = new InFlight();
    List<Long> active = new ArrayList<>();
    long highest = gap;
    for (int action : actions) {
      if (action < 6) {
        OpCode code = List.of(OpCode.IRECV, OpCode.ISEND, OpCode.IALLREDUCE).get(action % 3);
        long slot = highest++;
        active.add(slot);
        assertThat(decoder.decode(code, encoder.encode(code, slot))).isEqualTo(slot);
      } else if (action < 8 && !active.isEmpty()) {
        long slot = active.remove(active.size() * (action - 6) / 2);
        long code = encoder.encode(OpCode.WAIT, slot);
        assertThat(decoder.decode(OpCode.WAIT, code)).isEqualTo(slot);
      } else {
        List<Long> some =
            action == 8 ? List.copyOf(active) : List.copyOf(active.subList(0, active.size() / 2));
        active.removeAll(some);
        long[] slots = some.stream().mapToLong(slot -> slot).toArray();
        assertThat(decoder.decodeAll(encoder.encodeAll(slots))).isEqualTo(slots);
      }
    }
  }
}
