package org.foretell.classification;

import java.util.EnumMap;
import java.util.HashMap;
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
  private final Map<Normals.MessageKey, TreeMap<Long, Sums>> messages = new HashMap<>();
  private final Map<OpCode, TreeMap<Integer, TreeMap<Long, Sums>>> collectives =
      new EnumMap<>(OpCode.class);
  private final Map<Boolean, TreeMap<Long, Sums>> updates = new HashMap<>();
  private @Nullable IntPredicate isNormal;
  private final boolean isMeasuredOnce;
  private boolean isWithinNode;

  /**
   * Nothing is known.
   *
   * @param isMeasuredOnce whether each size is measured once, without noise
   */
  NormalsSink(boolean isMeasuredOnce) {
    this.isMeasuredOnce = isMeasuredOnce;
  }

  private static final class Sums {
    private final double[] sumsPs;
    private long count;

    private Sums(int times) {
      sumsPs = new double[times];
    }

    /**
     * Members leave a collective at different times; where it is measured once, the last counts.
     */
    private void addOrRaise(long timePs, boolean isOnce) {
      if (isOnce) {
        count = 1;
        sumsPs[0] = Math.max(sumsPs[0], timePs);
      } else {
        add(timePs);
      }
    }

    private void add(long... timesPs) {
      count++;
      for (int i = 0; i < timesPs.length; i++) {
        sumsPs[i] += timesPs[i];
      }
    }
  }

  /**
   * Says of what comes next where it happens, and what is normal.
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
          .computeIfAbsent(times.bytes(), size -> new Sums(5))
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
          .computeIfAbsent(times.bytes(), size -> new Sums(1))
          .addOrRaise(times.ownPs(), isMeasuredOnce);
    }
  }

  @Override
  public void update(UpdateTimes times) {
    if (isNormal(times.marker())) {
      updates
          .computeIfAbsent(isWithinNode, within -> new TreeMap<>())
          .computeIfAbsent(times.bytes(), size -> new Sums(2))
          .add(times.waitPs(), times.messagePs());
    }
  }

  Normals normals() {
    Map<Normals.MessageKey, Curve> ofMessages = new HashMap<>();
    messages.forEach((key, sums) -> ofMessages.put(key, curve(sums)));
    Map<OpCode, NavigableMap<Integer, Curve>> ofCollectives = new EnumMap<>(OpCode.class);
    collectives.forEach(
        (code, byMembers) -> {
          NavigableMap<Integer, Curve> curves = new TreeMap<>();
          byMembers.forEach((members, sums) -> curves.put(members, curve(sums)));
          ofCollectives.put(code, curves);
        });
    Map<Boolean, Curve> ofUpdates = new HashMap<>();
    updates.forEach((within, sums) -> ofUpdates.put(within, curve(sums)));
    return new Normals(ofMessages, ofCollectives, ofUpdates);
  }

  private static Curve curve(TreeMap<Long, Sums> bySize) {
    return new Curve(
        bySize.keySet().stream().toList(),
        bySize.values().stream()
            .map(
                sums ->
                    java.util.Arrays.stream(sums.sumsPs).mapToObj(sum -> sum / sums.count).toList())
            .toList());
  }
}
