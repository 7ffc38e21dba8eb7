package org.foretell.classification;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.foretell.classification.call.CollectiveTimes;
import org.foretell.classification.call.MessageSink;
import org.foretell.classification.call.MessageTimes;
import org.foretell.classification.call.UpdateTimes;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/** Adds up what is normal. Not thread safe. */
final class NormalsSink implements MessageSink {
  private final Map<Normals.MessageKey, TreeMap<Long, Samples>> messages = new HashMap<>();
  private final Map<OpCode, TreeMap<Integer, TreeMap<Long, Samples>>> collectives =
      new EnumMap<>(OpCode.class);
  private final Map<Boolean, TreeMap<Long, Samples>> updates = new HashMap<>();
  private @Nullable IntPredicate isNormal;
  private final boolean isMeasuredOnce;
  private boolean isWithinNode;

  /**
   * Nothing is known.
   *
   * @param isMeasuredOnce whether each size is measured once, without noise: members leave a
   *     collective at different times, and then the last counts
   */
  NormalsSink(boolean isMeasuredOnce) {
    this.isMeasuredOnce = isMeasuredOnce;
  }

  /** What was measured of one size. */
  private static final class Samples {
    private final List<DoubleArrayList> times = new ArrayList<>();

    private Samples(int count) {
      for (int i = 0; i < count; i++) {
        times.add(new DoubleArrayList());
      }
    }

    private void add(long... timesPs) {
      for (int i = 0; i < timesPs.length; i++) {
        times.get(i).add((double) timesPs[i]);
      }
    }

    /** The median is what is usual even if the system takes away the core now and then. */
    private List<Double> usual(boolean isLargest) {
      List<Double> usual = new ArrayList<>();
      for (DoubleArrayList list : times) {
        double[] sorted = list.toDoubleArray();
        Arrays.sort(sorted);
        usual.add(sorted[isLargest ? sorted.length - 1 : (sorted.length - 1) / 2]);
      }
      return usual;
    }
  }

  /**
   * Sets the place of the next calls, and which of them are normal.
   *
   * @param within whether ranks are in one node
   * @param normal whether what happens in the phase of a marker is normal
   */
  NormalsSink expect(boolean within, IntPredicate normal) {
    isWithinNode = within;
    isNormal = normal;
    return this;
  }

  private boolean isNormal(int marker) {
    return isNormal != null && isNormal.test(marker);
  }

  @Override
  public void message(MessageTimes times) {
    if (isNormal(times.marker())) {
      messages
          .computeIfAbsent(
              new Normals.MessageKey(times.sendMode(), times.receiveMode(), isWithinNode),
              key -> new TreeMap<>())
          .computeIfAbsent(times.bytes(), size -> new Samples(5))
          .add(
              times.sendPs(),
              times.sendWaitPs(),
              times.receivePs(),
              times.receiveWaitPs(),
              times.messagePs());
    }
  }

  @Override
  public void collective(CollectiveTimes times) {
    OpCode code = Normals.alike(times.code());
    if (code != null && isNormal(times.marker())) {
      collectives
          .computeIfAbsent(code, key -> new TreeMap<>())
          .computeIfAbsent(times.members(), members -> new TreeMap<>())
          .computeIfAbsent(times.bytes(), size -> new Samples(1))
          .add(times.ownPs());
    }
  }

  @Override
  public void update(UpdateTimes times) {
    if (isNormal(times.marker())) {
      updates
          .computeIfAbsent(isWithinNode, within -> new TreeMap<>())
          .computeIfAbsent(times.bytes(), size -> new Samples(2))
          .add(times.waitPs(), times.messagePs());
    }
  }

  Normals normals() {
    Map<Normals.MessageKey, Curve> ofMessages = new HashMap<>();
    messages.forEach((key, sums) -> ofMessages.put(key, curve(sums, false)));
    Map<OpCode, NavigableMap<Integer, Curve>> ofCollectives = new EnumMap<>(OpCode.class);
    collectives.forEach(
        (code, byMembers) -> {
          NavigableMap<Integer, Curve> curves = new TreeMap<>();
          byMembers.forEach((members, sums) -> curves.put(members, curve(sums, isMeasuredOnce)));
          ofCollectives.put(code, curves);
        });
    Map<Boolean, Curve> ofUpdates = new HashMap<>();
    updates.forEach((within, sums) -> ofUpdates.put(within, curve(sums, false)));
    return new Normals(ofMessages, ofCollectives, ofUpdates);
  }

  private static Curve curve(Map<Long, Samples> bySize, boolean isLargest) {
    return new Curve(
        List.copyOf(bySize.keySet()),
        bySize.values().stream().map(samples -> samples.usual(isLargest)).toList());
  }
}
