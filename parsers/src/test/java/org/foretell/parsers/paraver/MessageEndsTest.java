package org.foretell.parsers.paraver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.foretell.parsers.spill.ChunkedSpill;

/** Ends of messages come in the order of their times, however the file had them. */
class MessageEndsTest {
  @Property(tries = 20)
  void areSortedByTimeAndStableOtherwise(
      @ForAll long seed,
      @ForAll @IntRange(max = 6000) int count,
      @ForAll @IntRange(min = 1, max = 9000) int spread)
      throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<MessageEnd> all = new ArrayList<>();
    List<MessageEnd> read = new ArrayList<>();
    try (ChunkedSpill spill = new ChunkedSpill(PrvSpill.streams(2), PrvSpill::arrange)) {
      ByteBuffer record = ByteBuffer.allocate(MessageEnd.BYTES);
      for (int i = 0; i < count; i++) {
        MessageEnd end = new MessageEnd(i / 4 + random.nextInt(spread), i, -i, i, i, i);
        all.add(end);
        end.write(record.clear());
        spill.append(PrvSpill.receives(1), record.array(), 0, MessageEnd.BYTES);
      }
      spill.finish();
      MessageEnds ends = new MessageEnds(spill, PrvSpill.receives(1));
      for (MessageEnd end = ends.poll(Long.MAX_VALUE);
          end != null;
          end = ends.poll(Long.MAX_VALUE)) {
        read.add(end);
      }
    }
    all.sort(Comparator.comparingLong(MessageEnd::time));
    assertThat(read).isEqualTo(all);
  }
}
