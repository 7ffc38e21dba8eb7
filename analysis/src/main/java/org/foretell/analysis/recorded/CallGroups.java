package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.trace.OpCode;

/** Calls of several ranks that belong together, by number: the members of a collective. */
final class CallGroups {
  private final List<RankTimeline> timelines;
  private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
  private final List<Group> groups = new ArrayList<>();

  private static final class Group {
    OpCode code = OpCode.BARRIER;
    IntArrayList ranks = new IntArrayList(4);
    IntArrayList calls = new IntArrayList(4);
  }

  CallGroups(List<RankTimeline> timelines) {
    this.timelines = timelines;
    numbers.defaultReturnValue(-1);
  }

  /** {@return the number of a group, which all members know by the same key} */
  int number(long key) {
    int number = numbers.get(key);
    if (number < 0) {
      number = groups.size();
      groups.add(new Group());
      numbers.put(key, number);
    }
    return number;
  }

  /** A rank makes its call of a collective. */
  void called(int number, int rank, int call, OpCode code) {
    groups.get(number).code = code.blockingForm();
    release(number, rank, call);
  }

  /** A rank's call lets others of the group go on. */
  void release(int number, int rank, int call) {
    Group group = groups.get(number);
    group.ranks.add(rank);
    group.calls.add(call);
  }

  /** {@return the kind of collective, its blocking form} */
  OpCode code(int number) {
    return groups.get(number).code;
  }

  private long startPs(Group group, int at) {
    return timelines.get(group.ranks.getInt(at)).startPs(group.calls.getInt(at));
  }

  /** Receives each call. */
  interface Calls {
    void call(int number, int rank, int call);
  }

  void forEach(Calls calls) {
    for (int number = 0; number < groups.size(); number++) {
      Group group = groups.get(number);
      for (int i = 0; i < group.ranks.size(); i++) {
        calls.call(number, group.ranks.getInt(i), group.calls.getInt(i));
      }
    }
  }

  /** The clocks of ranks are set: puts all calls into their order. */
  void sort() {
    groups.forEach(this::sort);
  }

  private void sort(Group group) {
    int[] order =
        IntStream.range(0, group.ranks.size())
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer at) -> startPs(group, at))
                    .thenComparingInt(group.ranks::getInt))
            .mapToInt(Integer::intValue)
            .toArray();
    IntArrayList ranks = new IntArrayList(order.length);
    IntArrayList calls = new IntArrayList(order.length);
    for (int at : order) {
      ranks.add(group.ranks.getInt(at));
      calls.add(group.calls.getInt(at));
    }
    group.ranks = ranks;
    group.calls = calls;
  }

  /**
   * {@return the place of the other member that called last, {@link MovedData#NONE} if there is
   * none}
   *
   * @param beforePs only those that called before are asked
   */
  int last(int number, int rank, long beforePs) {
    Group group = groups.get(number);
    int low = 0;
    int high = group.ranks.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (startPs(group, middle) < beforePs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (int at = low - 1; at >= 0; at--) {
      if (group.ranks.getInt(at) != rank) {
        return at;
      }
    }
    return MovedData.NONE;
  }

  /** {@return the place of a rank, {@link MovedData#NONE} if it is no member} */
  int find(int number, int rank) {
    return groups.get(number).ranks.indexOf(rank);
  }

  int rank(int number, int at) {
    return groups.get(number).ranks.getInt(at);
  }

  long startPs(int number, int at) {
    return startPs(groups.get(number), at);
  }
}
