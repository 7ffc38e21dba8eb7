package org.foretell.trace.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.foretell.trace.TraceSink;
import org.junit.jupiter.api.Test;

class ColumnFrameTest {
  @Test
  void randomValuesComeBack() {
    for (long seed = 0; seed < 2_000; seed++) {
      Random random = new Random(seed);
      long[] values = values(random);
      int stride = 1 + random.nextInt(2 * values.length);
      assertThat(read(frame(values, stride))).as("seed " + seed).isEqualTo(values);
      assertThat(read(frame(values, ColumnStride.of(values, values.length))))
          .as("seed " + seed)
          .isEqualTo(values);
    }
  }

  private static long[] values(Random random) {
    long unit = 1L << random.nextInt(12);
    int bits = 1 + random.nextInt(50);
    int gaps = random.nextInt(4);
    if (random.nextInt(4) == 0) {
      // Few different ones.
      return random.longs(64 + random.nextInt(300), 0, 5).map(value -> value * unit).toArray();
    }
    return random
        .longs(1 + random.nextInt(300), 0, 1L << bits)
        .map(value -> random.nextInt(4) < gaps ? TraceSink.NO_BURST : value * unit)
        .toArray();
  }

  private static byte[] frame(long[] values, int stride) {
    ByteWriter out = new ByteWriter(16);
    FrameWriter.write(values, values.length, stride, out);
    return out.toArray();
  }

  private static long[] read(byte[] frame) {
    ByteReader in = new ByteReader(frame, frame.length);
    long[] values = new long[ColumnFrame.readCount(in)];
    ColumnFrame.read(in, values.length, values);
    assertThat(in.remaining()).isZero();
    return values;
  }

  @Test
  void damageIsNoticedOrYieldsDurations() {
    for (long seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      byte[] frame = frame(values(random), 1 + random.nextInt(8));
      frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
      byte[] damaged = Arrays.copyOf(frame, frame.length - random.nextInt(2));
      ByteReader in = new ByteReader(damaged, damaged.length);
      try {
        long[] values = new long[ColumnFrame.readCount(in)];
        ColumnFrame.read(in, values.length, values);
        for (long value : values) {
          assertThat(value >= 0 || value == TraceSink.NO_BURST).as("seed " + seed).isTrue();
        }
      } catch (DamageException noticed) {
        assertThat(noticed.what()).as("seed " + seed).startsWith("expected ");
      }
    }
  }

  @Test
  void theValuesOfALoopAreFoundToBeAlike() {
    long[] values = new long[600];
    Arrays.setAll(values, i -> (i % 7) * 1_000_000L + i % 11);
    assertThat(ColumnStride.of(values, values.length) % 7).isZero();
    assertThat(frame(values, 7)).hasSizeLessThan(frame(values, 1).length / 2);
  }

  @Test
  void aFrameWithoutValuesIsDamage() {
    ByteReader in = new ByteReader(new byte[] {0, 1, 1, 0}, 4);
    assertThatThrownBy(() -> ColumnFrame.read(in, ColumnFrame.readCount(in), new long[1]))
        .isInstanceOf(DamageException.class);
  }
}
