package org.foretell.engine.collective;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.result.Problem;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * What calls say that make communicators: checked, collected from the members, and at last carried
 * out. When they end is the part of the matching of collectives.
 */
public final class CommunicatorCreations {
  private final RankTable ranks;
  private final CommunicatorTable communicators;
  private final ProblemLog problems;

  /** Calls of comm_create_group that wait for others of their group. */
  private final Map<GroupKey, OpenCollective> groupCreations = new HashMap<>();

  /** What calls of comm_create_group must have in common to belong together. */
  private record GroupKey(int context, long tag, long[] members) {
    @Override
    public boolean equals(Object other) {
      return other instanceof GroupKey that
          && context == that.context
          && tag == that.tag
          && Arrays.equals(members, that.members);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * context + Long.hashCode(tag)) + Arrays.hashCode(members);
    }

    @Override
    public String toString() {
      return "group of " + members.length;
    }
  }

  CommunicatorCreations(RankTable ranks, CommunicatorTable communicators, ProblemLog problems) {
    this.ranks = ranks;
    this.communicators = communicators;
    this.problems = problems;
  }

  /** A member calls what makes communicators of its own. */
  void join(int rank, CommunicatorGroup group, int member, OpView op, OpenCollective open) {
    CommunicatorCreation creation = open.creation;
    boolean gets = true;
    if (op.code() == OpCode.COMM_CREATE) {
      long[] known = creation == null ? null : creation.known(op);
      if (creation == null || known == null) {
        checkList(rank, group, op);
        gets = position(op, member) >= 0;
      } else {
        gets = creation.contains(known, member);
      }
    } else if (op.code() == OpCode.COMM_SPLIT) {
      gets = op.get(OpField.COLOR) != OpView.NONE;
    }
    if (gets) {
      checkNewId(rank, op);
    }
    if (creation == null) {
      creation = new CommunicatorCreation(op.code(), group);
      open.creation = creation;
    }
    creation.join(member, op);
  }

  /** All members have called: they get their communicators. */
  void complete(OpenCollective open, CommunicatorCreation creation) {
    int disagreeing = creation.disagreeing();
    if (disagreeing >= 0) {
      int rank = open.worldRank(disagreeing);
      throw problems.fatal(
          Problem.Kind.MISMATCHED_COLLECTIVE,
          "{0} lists a rank that gave another list, or none",
          rank,
          ranks.operation(rank));
    }
    creation.complete(communicators);
  }

  private void checkNewId(int rank, OpView op) {
    long id = op.get(OpField.NEW_COMMUNICATOR);
    if (id == OpView.NONE) {
      return;
    }
    if (id < Communicator.FIRST_FREE || id > Integer.MAX_VALUE) {
      throw problems.invalid(
          rank, ranks.operation(rank), "names a new communicator " + id + ", but names start at 2");
    }
    if (communicators.handle(rank, id) != CommunicatorTable.UNKNOWN) {
      throw problems.invalid(
          rank, ranks.operation(rank), "names a new communicator " + id + ", which is in use");
    }
  }

  private void checkList(int rank, CommunicatorGroup group, OpView op) {
    long[] sorted = op.list(OpField.RANKS);
    Arrays.sort(sorted);
    for (int i = 0; i < sorted.length; i++) {
      if (sorted[i] < 0 || sorted[i] >= group.size() || (i > 0 && sorted[i] == sorted[i - 1])) {
        throw problems.invalid(
            rank,
            ranks.operation(rank),
            "lists rank "
                + sorted[i]
                + " of a communicator of "
                + group.size()
                + ", or lists it twice");
      }
    }
  }

  /**
   * Where a call of comm_create_group lists its caller, which is checked.
   *
   * @return -1 if it does not
   */
  int position(int rank, CommunicatorGroup parent, int member, OpView op) {
    checkList(rank, parent, op);
    int position = position(op, member);
    if (position >= 0) {
      checkNewId(rank, op);
    }
    return position;
  }

  /** A rank that is listed joins the others of its list. */
  OpenCollective joinGroup(int rank, CommunicatorGroup parent, int position, OpView op) {
    OpenCollective open =
        groupCreations.computeIfAbsent(
            key(parent, op), key -> openGroup(rank, parent, op, key.members));
    CommunicatorCreation creation = open.creation;
    if (creation != null) {
      creation.join(position, op);
    }
    return open;
  }

  private OpenCollective openGroup(int rank, CommunicatorGroup parent, OpView op, long[] list) {
    int[] worldRanks =
        Arrays.stream(list).mapToInt(element -> parent.worldRank((int) element)).toArray();
    CommunicatorGroup group = communicators.create(worldRanks);
    OpenCollective open = new OpenCollective();
    open.first(group, op.code(), 0, OpenCollective.BY_FORMULA, rank, ranks.operation(rank));
    open.creation = new CommunicatorCreation(op.code(), group);
    return open;
  }

  /** All of a list have called. */
  void closeGroup(CommunicatorGroup parent, OpView op) {
    groupCreations.remove(key(parent, op));
  }

  private static GroupKey key(CommunicatorGroup parent, OpView op) {
    return new GroupKey(parent.context, op.get(OpField.TAG), op.list(OpField.RANKS));
  }

  /** Visits every call of comm_create_group that waits for others. */
  public void forEachGroupCreation(Consumer<OpenCollective> visitor) {
    groupCreations.values().forEach(visitor);
  }

  /** Where an op lists a member, -1 if it does not. */
  private static int position(OpView op, int member) {
    for (int i = 0; i < op.listLength(OpField.RANKS); i++) {
      if (op.listElement(OpField.RANKS, i) == member) {
        return i;
      }
    }
    return -1;
  }
}
