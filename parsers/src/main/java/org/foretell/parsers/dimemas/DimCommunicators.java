package org.foretell.parsers.dimemas;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.Communicator;
import org.jspecify.annotations.Nullable;

/** The communicators that a trace defines, by their ids in the file. */
final class DimCommunicators {
  private static final int NOBODY = -1;

  /**
   * One of them.
   *
   * @param id in our trace
   * @param size number of tasks
   * @param ranks rank in it of each task; null when it holds all tasks in order
   */
  record Group(int id, int size, @Nullable Int2IntOpenHashMap ranks) {
    /** Rank of a task, negative when it is no member. */
    int rankOf(int task) {
      return ranks == null ? task : ranks.get(task);
    }
  }

  private final int tasks;
  private final Int2ObjectOpenHashMap<Group> groups = new Int2ObjectOpenHashMap<>();
  private final List<Communicator> definitions = new ArrayList<>();
  private final Int2ObjectOpenHashMap<Group> outsiders = new Int2ObjectOpenHashMap<>();
  private final IntOpenHashSet taken = new IntOpenHashSet();

  /** Ids for communicators that have none, or one with another meaning, are taken from above. */
  private int next = Integer.MAX_VALUE;

  private boolean hasWorld;

  DimCommunicators(int tasks) {
    this.tasks = tasks;
  }

  /** Reads a definition, of which {@code d:} has been read: {@code 1:id:size:task:task:..}. */
  void define(ColonLines line) {
    if (line.integer("a kind of definition", 1, 3) != 1) {
      return; // files and windows: nothing refers to them
    }
    int id = (int) line.integer("a communicator id", 1, Integer.MAX_VALUE);
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
    IntArrayList members = new IntArrayList(size);
    Int2IntOpenHashMap ranks = new Int2IntOpenHashMap(size);
    ranks.defaultReturnValue(NOBODY);
    boolean inOrder = true;
    for (int rank = 0; rank < size; rank++) {
      int task = (int) line.integer("a task", 0, tasks - 1L);
      if (ranks.put(task, rank) != NOBODY) {
        throw line.error("task " + task + " is in communicator " + id + " twice");
      }
      members.add(task);
      inOrder &= task == rank;
    }
    boolean all = inOrder && size == tasks;
    // A duplicate of the world is another communicator: their messages do not match.
    boolean world = all && !hasWorld;
    hasWorld |= world;
    // A communicator keeps its number where it can: a machine's connections may name it.
    int ours = world ? Communicator.WORLD : id;
    if (ours == Communicator.SELF || !taken.add(ours)) {
      ours = nextId();
    }
    if (groups.put(id, new Group(ours, size, all ? null : ranks)) != null) {
      throw line.error("communicator " + id + " is defined twice");
    }
    if (!world) {
      definitions.add(new Communicator(ours, members.toIntArray()));
    }
  }

  /** How many there are. */
  int count() {
    return groups.size();
  }

  /** Those that are not all tasks in order, with our ids. */
  List<Communicator> definitions() {
    return definitions;
  }

  /** An empty group. */
  Group none() {
    return new Group(Communicator.WORLD, 0, new Int2IntOpenHashMap());
  }

  /** Reads the id of a communicator of which a task must be a member. */
  Group of(ColonLines line, int task) {
    Group group = read(line);
    rank(line, group, task);
    return group;
  }

  /**
   * The communicator for a message. Dimemas does not mind if its ends are not in the one that it
   * names; it is then sent in another, of all tasks, that is made for such messages.
   */
  Group forMessage(Group named, int task, int partner) {
    return named.rankOf(task) >= 0 && named.rankOf(partner) >= 0
        ? named
        : outsiders.getOrDefault(named.id(), named);
  }

  /** Sees to it that {@link #forMessage} has an answer. */
  void prepareForMessage(Group named, int task, int partner) {
    Group group = forMessage(named, task, partner);
    if (group.rankOf(task) < 0 || group.rankOf(partner) < 0) {
      int id = nextId();
      outsiders.put(named.id(), new Group(id, tasks, null));
      definitions.add(new Communicator(id, IntStream.range(0, tasks).toArray()));
    }
  }

  /** Whether there are messages of tasks that are not in the communicators that these name. */
  boolean hasOutsiders() {
    return !outsiders.isEmpty();
  }

  private int nextId() {
    while (!taken.add(next)) {
      next--;
    }
    return next;
  }

  /** Reads the id of a communicator. */
  Group read(ColonLines line) {
    long id = line.integer("a communicator id", Integer.MIN_VALUE, Integer.MAX_VALUE);
    Group group = groups.get((int) id);
    if (group == null) {
      throw line.error(
          "expected a communicator that a line d:1 defines, found "
              + id
              + " in '"
              + line.text()
              + "'");
    }
    return group;
  }

  /** Rank of a task in a communicator that it must be in. */
  static int rank(ColonLines line, Group group, int task) {
    int rank = group.rankOf(task);
    if (rank < 0) {
      throw line.error(
          "task " + task + " is not in the communicator of the record '" + line.text() + "'");
    }
    return rank;
  }
}
