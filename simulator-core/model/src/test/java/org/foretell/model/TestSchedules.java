package org.foretell.model;

import java.util.EnumMap;
import java.util.Map;
import org.foretell.trace.OpCode;

/** A few well-known algorithms, to test engines with. */
public final class TestSchedules implements CollectiveSchedules {
  private final Map<OpCode, CollectiveSchedule> chosen = new EnumMap<>(OpCode.class);

  /** One step of an algorithm. */
  @FunctionalInterface
  public interface Steps {
    /** As {@link CollectiveSchedule#step}. */
    boolean step(MemberCall call, int index, CollectiveStep step);
  }

  private record Named(String name, Steps steps) implements CollectiveSchedule {
    @Override
    public boolean step(MemberCall call, int index, CollectiveStep step) {
      return steps.step(call, index, step);
    }
  }

  /** The root sends to one after the other. */
  public static final CollectiveSchedule LINEAR_BROADCAST =
      new Named("linear", TestSchedules::linearBroadcast);

  /** A binomial tree. */
  public static final CollectiveSchedule BINOMIAL_BROADCAST =
      new Named("binomial", TestSchedules::binomialBroadcast);

  /** Recursive doubling of an allreduce; ranks beyond the largest power of two fold in and out. */
  public static final CollectiveSchedule RECURSIVE_DOUBLING =
      new Named("recursive-doubling", TestSchedules::recursiveDoubling);

  /** Alltoall by exchange with one partner after the other. */
  public static final CollectiveSchedule PAIRWISE = new Named("pairwise", TestSchedules::pairwise);

  /** Alltoall with everything started at once. */
  public static final CollectiveSchedule LINEAR_ALLTOALL =
      new Named("linear", TestSchedules::linearAlltoall);

  /** Allgather around a ring. */
  public static final CollectiveSchedule RING = new Named("ring", TestSchedules::ring);

  /** Dissemination barrier. */
  public static final CollectiveSchedule DISSEMINATION =
      new Named("dissemination", TestSchedules::dissemination);

  /** The root receives from all, in any order. */
  public static final CollectiveSchedule LINEAR_GATHER =
      new Named("linear", TestSchedules::linearGather);

  /** An algorithm made for a test. */
  public static CollectiveSchedule of(Steps steps) {
    return new Named("made", steps);
  }

  /** Chooses an algorithm; gives back this. */
  public TestSchedules with(OpCode code, CollectiveSchedule schedule) {
    chosen.put(code, schedule);
    return this;
  }

  /** One for each of several ops. */
  public static TestSchedules usual() {
    return new TestSchedules()
        .with(OpCode.BCAST, BINOMIAL_BROADCAST)
        .with(OpCode.ALLREDUCE, RECURSIVE_DOUBLING)
        .with(OpCode.ALLTOALL, PAIRWISE)
        .with(OpCode.ALLTOALLV, LINEAR_ALLTOALL)
        .with(OpCode.ALLGATHER, RING)
        .with(OpCode.BARRIER, DISSEMINATION)
        .with(OpCode.GATHER, LINEAR_GATHER);
  }

  @Override
  public String name() {
    return "test";
  }

  @Override
  public CollectiveSchedule choose(MemberCall call) {
    return chosen.get(call.code());
  }

  private static boolean linearBroadcast(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    if (call.member() != call.root()) {
      step.receive(call.root(), call.bytes());
      return index == 0;
    }
    step.send((call.root() + index + 1) % members, call.bytes());
    return index + 1 < members;
  }

  private static boolean binomialBroadcast(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    int relative = Math.floorMod(call.member() - call.root(), members);
    int receives = relative == 0 ? 0 : 1;
    int bit = relative == 0 ? Integer.highestOneBit(members) << 1 : Integer.lowestOneBit(relative);
    if (index < receives) {
      step.receive((relative - bit + call.root()) % members, call.bytes());
      return true;
    }
    int skip = index - receives;
    for (int mask = bit >> 1; mask > 0; mask >>= 1) {
      if (relative + mask < members && skip-- == 0) {
        step.send((relative + mask + call.root()) % members, call.bytes());
        return true;
      }
    }
    return false;
  }

  private static boolean recursiveDoubling(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    int power = Integer.highestOneBit(members);
    int extra = members - power;
    int member = call.member();
    long bytes = call.bytes();
    if (member >= power) {
      if (index == 0) {
        step.send(member - power, bytes);
      } else {
        step.receive(member - power, bytes);
      }
      return index < 2;
    }
    int at = index;
    if (member < extra) {
      if (at == 0) {
        step.receive(member + power, bytes);
        return true;
      }
      if (at == 1) {
        step.reduce(bytes);
        return true;
      }
      at -= 2;
    }
    int rounds = Integer.numberOfTrailingZeros(power);
    if (at < 2 * rounds) {
      if (at % 2 == 0) {
        int partner = member ^ (1 << (at / 2));
        step.sendReceive(partner, bytes, partner, bytes);
      } else {
        step.reduce(bytes);
      }
      return true;
    }
    if (member < extra && at == 2 * rounds) {
      step.send(member + power, bytes);
      return true;
    }
    return false;
  }

  private static boolean pairwise(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    int distance = index + 1;
    step.sendReceive(
        (call.member() + distance) % members,
        call.bytes(),
        Math.floorMod(call.member() - distance, members),
        call.receiveBytes());
    return distance < members;
  }

  private static boolean linearAlltoall(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    int others = members - 1;
    int peer = (call.member() + 1 + index % Math.max(1, others)) % members;
    if (index < others) {
      step.startReceive(peer, call.receiveBytesFrom(peer));
    } else if (index < 2 * others) {
      step.startSend(peer, call.sendBytesTo(peer));
    } else {
      step.waitAll();
    }
    return index <= 2 * others;
  }

  private static boolean ring(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    step.sendReceive(
        (call.member() + 1) % members,
        call.bytes(),
        Math.floorMod(call.member() - 1, members),
        call.receiveBytes());
    return index + 1 < members;
  }

  private static boolean dissemination(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    int distance = 1 << index;
    if (distance >= members) {
      return false;
    }
    step.sendReceive(
        (call.member() + distance) % members,
        0,
        Math.floorMod(call.member() - distance, members),
        0);
    return true;
  }

  private static boolean linearGather(MemberCall call, int index, CollectiveStep step) {
    int members = call.participants();
    if (call.member() != call.root()) {
      step.send(call.root(), call.bytes());
      return index == 0;
    }
    step.startReceive((call.root() + index + 1) % members, call.receiveBytes());
    return index + 1 < members;
  }
}
