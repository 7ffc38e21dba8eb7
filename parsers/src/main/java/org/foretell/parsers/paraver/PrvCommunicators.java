package org.foretell.parsers.paraver;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.Communicator;
import org.jspecify.annotations.Nullable;

/** The communicators that a trace defines, by their numbers in the file. */
final class PrvCommunicators {
  private static final int NOBODY = -1;

  /**
   * One of them.
   *
   * @param id in our trace
   * @param size number of tasks
   * @param ranks rank in it of each task, counted from 0; null when it holds all tasks in order
   */
  record Group(int id, int size, @Nullable Int2IntOpenHashMap ranks) {
    /** Rank of a task, negative when it is no member. */
    int rankOf(int task) {
      return ranks == null ? task : ranks.get(task);
    }
  }

  private final int tasks;
  private final Long2ObjectOpenHashMap<Group> groups = new Long2ObjectOpenHashMap<>();
  private final List<Communicator> definitions = new ArrayList<>();
  private boolean hasWorld;

  PrvCommunicators(int tasks) {
    this.tasks = tasks;
  }

  /** Reads a definition, of which {@code c:} has been read: {@code 1:id:size:task:task:..}. */
  void define(ColonLines line) {
    line.integer("application 1", 1, 1);
    long id = line.integer("a communicator", 0, Integer.MAX_VALUE);
    int size = (int) line.integer("a number of members", 1, tasks);
    if (line.fieldsLeft() != size) {
      throw line.error(
          "communicator "
              + id
              + " has "
              + size
              + " members, but the line lists "
              + line.fieldsLeft()
              + "; the trace is damaged");
    }
    int[] members = new int[size];
    Int2IntOpenHashMap ranks = new Int2IntOpenHashMap(size);
    ranks.defaultReturnValue(NOBODY);
    boolean inOrder = true;
    for (int rank = 0; rank < size; rank++) {
      int task = (int) line.integer("a task", 1, tasks) - 1;
      if (ranks.put(task, rank) != NOBODY) {
        throw line.error("task " + (task + 1) + " is in communicator " + id + " twice");
      }
      members[rank] = task;
      inOrder &= task == rank;
    }
    boolean all = inOrder && size == tasks;
    // A duplicate of the world is another communicator: their collectives do not match.
    boolean isWorld = all && !hasWorld;
    hasWorld |= isWorld;
    int ours = isWorld ? Communicator.WORLD : Communicator.FIRST_FREE + definitions.size();
    if (groups.put(id, new Group(ours, size, all ? null : ranks)) != null) {
      throw line.error("communicator " + id + " is defined twice");
    }
    if (!isWorld) {
      definitions.add(new Communicator(ours, members));
    }
  }

  /** Those that are not all tasks in order, with our ids. */
  List<Communicator> definitions() {
    return definitions;
  }

  /** All tasks. */
  Group world() {
    return new Group(Communicator.WORLD, tasks, null);
  }

  /** The communicator of a number in the file, null if none is defined. */
  @Nullable Group group(long number) {
    return groups.get(number);
  }
}
