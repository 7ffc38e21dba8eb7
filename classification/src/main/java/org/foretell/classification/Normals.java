package org.foretell.classification;

import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.foretell.classification.call.CallMode;
import org.foretell.classification.call.CollectiveTimes;
import org.foretell.classification.call.MessageTimes;
import org.foretell.classification.call.UpdateTimes;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The normal durations, and the ratios of other durations to them. Immutable.
 *
 * @param messages by the calls of both sides and whether they share a node; five times each: send,
 *     wait for it, receive, wait for it, message
 * @param collectives by kind, then by the number of members; one time each
 * @param updates by whether both sides share a node; two times each: wait and message
 */
public record Normals(
    Map<MessageKey, Curve> messages,
    Map<OpCode, NavigableMap<Integer, Curve>> collectives,
    Map<Boolean, Curve> updates) {
  static final int SEND = 0;
  static final int SEND_WAIT = 1;
  static final int RECEIVE = 2;
  static final int RECEIVE_WAIT = 3;
  static final int MESSAGE = 4;
  static final int SEND_GAP = 5;
  static final int RECEIVE_GAP = 6;
  static final int RECEIVE_AFTER_SEND = 7;
  static final int SEND_AFTER_RECEIVE = 8;
  static final int NON_BLOCKING_SEND = 9;

  /** Copies the maps. */
  public Normals {
    messages = Map.copyOf(messages);
    Map<OpCode, NavigableMap<Integer, Curve>> copy = new EnumMap<>(OpCode.class);
    collectives.forEach((code, byMembers) -> copy.put(code, new TreeMap<>(byMembers)));
    collectives = copy;
    updates = Map.copyOf(updates);
  }

  /**
   * A class of comparable messages.
   *
   * @param send how they are sent
   * @param receive how they are received
   * @param isWithinNode whether both sides share a node
   */
  public record MessageKey(CallMode send, CallMode receive, boolean isWithinNode) {}

  /** {@return these times, prepared for many lookups by one thread} */
  Ratios ratios() {
    return new Ratios(this);
  }

  /**
   * Returns the kind of collective whose normal time also applies to one with a similar data
   * movement.
   */
  static @Nullable OpCode alike(OpCode code) {
    return switch (code) {
      case BARRIER, SHMEM_BARRIER, SHMEM_SYNC -> OpCode.BARRIER;
      case BCAST, SHMEM_BROADCAST -> OpCode.BCAST;
      case SCATTER, SCATTERV -> OpCode.SCATTER;
      case GATHER, GATHERV -> OpCode.GATHER;
      case REDUCE -> OpCode.REDUCE;
      case ALLGATHER, ALLGATHERV, SHMEM_COLLECT, SHMEM_FCOLLECT -> OpCode.ALLGATHER;
      case ALLTOALL, ALLTOALLV, ALLTOALLW, SHMEM_ALLTOALL, SHMEM_ALLTOALLS -> OpCode.ALLTOALL;
      case ALLREDUCE, SHMEM_REDUCE -> OpCode.ALLREDUCE;
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> OpCode.REDUCE_SCATTER_BLOCK;
      case SCAN, EXSCAN -> OpCode.SCAN;
      case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> null;
      // Of BLOCKING_COLLECTIVE and SHMEM_COLLECTIVE all are listed: what is no collective has no
      // normal time.
      default -> null;
    };
  }

  /** Divides times by normal ones. For a single thread. */
  static final class Ratios {
    /** A call that normally takes less than this share of the message is measured by it. */
    private static final double LEAST_SHARE = 0.01;

    private static final double LEAST_PS = 1000;
    private static final CallMode[] MODES = CallMode.values();

    private final Curve.@Nullable Lines[] messages =
        new Curve.@Nullable Lines[MODES.length * MODES.length * 2];
    private final Map<OpCode, NavigableMap<Integer, Curve.Lines>> collectives =
        new EnumMap<>(OpCode.class);
    private final Curve.@Nullable Lines[] updates = new Curve.@Nullable Lines[2];
    private final double[] ofMessage =
        new double[CommunicationKind.MESSAGE.schema().attributes().size()];
    private final double[] ofCollective = new double[1];
    private final double[] ofUpdate = new double[2];

    private Ratios(Normals normals) {
      for (CallMode send : MODES) {
        for (CallMode receive : MODES) {
          for (boolean within : new boolean[] {false, true}) {
            Curve curve = nearest(normals.messages, send, receive, within);
            messages[index(send, receive, within)] = curve == null ? null : new Curve.Lines(curve);
          }
        }
      }
      normals.collectives.forEach(
          (code, byMembers) -> {
            NavigableMap<Integer, Curve.Lines> lines = new TreeMap<>();
            byMembers.forEach((members, curve) -> lines.put(members, new Curve.Lines(curve)));
            collectives.put(code, lines);
          });
      for (boolean within : new boolean[] {false, true}) {
        Curve curve = normals.updates.get(within);
        Curve used = curve == null ? normals.updates.get(!within) : curve;
        updates[within ? 1 : 0] = used == null ? null : new Curve.Lines(used);
      }
    }

    private static int index(CallMode send, CallMode receive, boolean within) {
      return (send.ordinal() * MODES.length + receive.ordinal()) * 2 + (within ? 1 : 0);
    }

    /** What was not measured counts as what is most like it. */
    private static @Nullable Curve nearest(
        Map<MessageKey, Curve> all, CallMode send, CallMode receive, boolean within) {
      CallMode plainSend = send == CallMode.EXCHANGE ? CallMode.BLOCKING : send;
      CallMode plainReceive = receive == CallMode.EXCHANGE ? CallMode.BLOCKING : receive;
      for (boolean place : new boolean[] {within, !within}) {
        Curve exact = all.get(new MessageKey(send, receive, place));
        if (exact != null) {
          return exact;
        }
        Curve plain = all.get(new MessageKey(plainSend, plainReceive, place));
        if (plain != null) {
          return plain;
        }
      }
      return null;
    }

    /** Returns the normal time of a message; 0 if there is none. */
    double messagePs(CallMode send, CallMode receive, boolean within, long bytes) {
      Curve.Lines normal = messages[index(send, receive, within)];
      return normal == null ? 0 : normal.timePs(MESSAGE, bytes);
    }

    /**
     * Returns the attributes of a message, in an array that the next call changes; null if not
     * comparable.
     */
    double @Nullable [] of(MessageTimes times, boolean within) {
      Curve.Lines normal = messages[index(times.sendMode(), times.receiveMode(), within)];
      if (normal == null) {
        return null;
      }
      long bytes = times.bytes();
      double messagePs = Math.max(LEAST_PS, normal.timePs(MESSAGE, bytes));
      double leastPs = LEAST_SHARE * messagePs;
      double[] to = ofMessage;
      to[SEND] = times.sendPs() / Math.max(leastPs, normal.timePs(SEND, bytes));
      to[SEND_WAIT] = times.sendWaitPs() / Math.max(leastPs, normal.timePs(SEND_WAIT, bytes));
      to[RECEIVE] = times.receivePs() / Math.max(leastPs, normal.timePs(RECEIVE, bytes));
      to[RECEIVE_WAIT] =
          times.receiveWaitPs() / Math.max(leastPs, normal.timePs(RECEIVE_WAIT, bytes));
      to[MESSAGE] = times.messagePs() / messagePs;
      to[SEND_GAP] = times.sendGapPs() / messagePs;
      to[RECEIVE_GAP] = times.receiveGapPs() / messagePs;
      to[RECEIVE_AFTER_SEND] = Math.max(0, times.receiveAfterSendPs()) / messagePs;
      to[SEND_AFTER_RECEIVE] = Math.max(0, -times.receiveAfterSendPs()) / messagePs;
      to[NON_BLOCKING_SEND] = times.sendMode() == CallMode.NON_BLOCKING ? 1 : 0;
      to[NON_BLOCKING_SEND + 1] = times.receiveMode() == CallMode.NON_BLOCKING ? 1 : 0;
      to[NON_BLOCKING_SEND + 2] = times.sendMode() == CallMode.EXCHANGE ? 1 : 0;
      return to;
    }

    /** Returns the attributes of a call of a collective; null if not comparable. */
    double @Nullable [] of(CollectiveTimes times) {
      double normalPs = collectivePs(times.code(), times.members(), times.bytes());
      if (normalPs < 0) {
        return null;
      }
      ofCollective[0] = times.ownPs() / Math.max(LEAST_PS, normalPs);
      return ofCollective;
    }

    /** Returns the normal time of a collective, by the logarithm of its members; -1 if unknown. */
    double collectivePs(OpCode code, int members, long bytes) {
      OpCode alike = alike(code);
      NavigableMap<Integer, Curve.Lines> byMembers = alike == null ? null : collectives.get(alike);
      if (byMembers == null || byMembers.isEmpty() || members < 1) {
        return -1;
      }
      if (members == 1) {
        return 0;
      }
      Map.Entry<Integer, Curve.Lines> exact = byMembers.floorEntry(members);
      if (byMembers.size() == 1 || (exact != null && exact.getKey() == members)) {
        return (exact == null ? byMembers.firstEntry() : exact).getValue().timePs(0, bytes);
      }
      Map.Entry<Integer, Curve.Lines> above = byMembers.higherEntry(members);
      if (above == null) {
        above = byMembers.lastEntry();
      } else if (above.getKey().equals(byMembers.firstKey())) {
        above = byMembers.higherEntry(above.getKey());
      }
      Map.Entry<Integer, Curve.Lines> below = byMembers.lowerEntry(above.getKey());
      double share =
          Math.log((double) members / below.getKey())
              / Math.log((double) above.getKey() / below.getKey());
      double fromPs = below.getValue().timePs(0, bytes);
      return Math.max(0, fromPs + share * (above.getValue().timePs(0, bytes) - fromPs));
    }

    /** Returns the normal time of an update; 0 if there is none. */
    double updatePs(boolean within, long bytes) {
      Curve.Lines normal = updates[within ? 1 : 0];
      return normal == null ? 0 : normal.timePs(1, bytes);
    }

    /** Returns the attributes of an update; null if not comparable. */
    double @Nullable [] of(UpdateTimes times, boolean within) {
      Curve.Lines normal = updates[within ? 1 : 0];
      if (normal == null) {
        return null;
      }
      double messagePs = Math.max(LEAST_PS, normal.timePs(1, times.bytes()));
      ofUpdate[0] =
          times.waitPs() / Math.max(LEAST_SHARE * messagePs, normal.timePs(0, times.bytes()));
      ofUpdate[1] = times.messagePs() / messagePs;
      return ofUpdate;
    }
  }
}
