package org.foretell.engine.graph;

import org.foretell.engine.kernel.EventHeap;
import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.kernel.FlowEnds;
import org.foretell.engine.kernel.IntRing;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.CpuQueues;
import org.foretell.engine.message.InterfaceQueues;
import org.foretell.engine.message.MessageEnds;
import org.foretell.engine.message.MessagePool;
import org.foretell.model.FlowModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.result.InputException;
import org.foretell.trace.OpCode;
import org.foretell.trace.TaskGraph;
import org.jspecify.annotations.Nullable;

/**
 * What happens next when ranks are task graphs, and the CPU streams and network interfaces that
 * tasks and messages wait for.
 *
 * <p>Everything gets a number when it enters: a task when the last of its dependencies is met, a
 * message when it is sent. It keeps that number, and of all that can happen the earliest comes
 * first, at equal times that with the lowest number. What waits stands in the queue of those that
 * need the same: one stream (bursts), or one stream and one side of one interface (sends, messages
 * that have arrived). Each stream has one event in a tree, that of whatever comes first in its
 * queues, and it is moved when that changes; nothing is tried in vain, except where another stream
 * has taken the same interface.
 *
 * <p>Under a direct or flow model only streams are waited for, by receives too.
 */
final class TaskEventList extends MessageEnds {
  /** Nothing is left. */
  static final int NOTHING = 0;

  /** A task starts: {@link #rank}, {@link #task}. */
  static final int TASK = 1;

  /** A message comes, is taken in, or its flow ends: {@link #message}. */
  static final int MESSAGE = 2;

  /** Most queues: a few hundred bytes for each three of them. */
  private static final long MOST_QUEUES = 1L << 26;

  /** What a receive waits for under an occupancy model: its time only. */
  private static final int NO_QUEUE = -1;

  private static final int NOBODY = -1;

  /** Added to numbers, it brings them before all others. */
  private static final long FIRST = Long.MIN_VALUE;

  private final TaskTable tasks;
  private final MessagePool messages;
  private final boolean occupies;
  private final boolean takesInOnArrival;

  /** Interfaces queue: they are the model's, and sends wait for their stream alone. */
  private final @Nullable InterfaceQueues interfaces;

  private final GraphCauses causes;

  private final int streams;
  private final int nics;

  /**
   * Queues of a stream: one for itself, one for each interface to send, one for each to receive.
   */
  private final int queuesOfStream;

  /** By rank its interface in the model, whose parts are its interfaces in the graph. */
  private final int[] nicOfRank;

  private final long[] cpuPs;
  private final long[] outPs;
  private final long[] inPs;
  private final TaskQueues queues;
  private final EventTree tree;

  /** Messages on their way (complements), and entries of tasks that start later. */
  private final EventHeap later = new EventHeap();

  /** Entries of receives that are posted now. */
  private final IntRing present = new IntRing();

  private final @Nullable FlowEnds flowEnds;
  private long nowPs;
  private long sequence;

  /** A stream whose event in the tree may be wrong until the present event is over. */
  private int unsettled = NOBODY;

  /** Added to the numbers of messages that can be taken in. */
  private final long takenInLast;

  private long firstPs;
  private int firstQueue;

  private int rank;
  private int task;
  private int message;

  /** Number of the message that has come last. */
  private long number;

  /**
   * @param model null for another one
   * @param interfaces null under a model whose interfaces do not queue
   * @param flows null for another model
   */
  TaskEventList(
      TaskTable tasks,
      MessagePool messages,
      @Nullable OccupancyModel model,
      @Nullable InterfaceQueues interfaces,
      @Nullable FlowModel flows,
      GraphCauses causes) {
    this.causes = causes;
    flowEnds = flows == null ? null : new FlowEnds(flows);
    this.tasks = tasks;
    this.messages = messages;
    occupies = model != null;
    takesInOnArrival = model != null && model.intake() == OccupancyModel.Intake.ON_ARRIVAL;
    streams = tasks.streams().used();
    this.interfaces = interfaces;
    nics = model == null || interfaces != null ? 0 : tasks.nics().used();
    long wanted = (long) tasks.ranks() * streams * (1 + 2L * nics);
    if (wanted > MOST_QUEUES) {
      throw new InputException(
          "the task graphs use "
              + streams
              + " streams and "
              + nics
              + " network interfaces; for "
              + tasks.ranks()
              + " ranks that is more than the engine can hold ("
              + MOST_QUEUES
              + " ranks x streams x (1 + 2 x interfaces)); use fewer of both");
    }
    queuesOfStream = 1 + 2 * nics;
    queues = new TaskQueues((int) wanted, tasks.readyAtBegin());
    cpuPs = new long[tasks.ranks() * streams];
    outPs = new long[tasks.ranks() * nics];
    inPs = new long[tasks.ranks() * nics];
    nicOfRank = model == null ? new int[0] : CpuQueues.nicsOf(model, tasks.ranks());
    tree = new EventTree(cpuPs.length);
    takenInLast =
        model instanceof QueuedOccupancyModel queued && queued.takesInLast() ? tree.last() : 0;
  }

  @Override
  public long nowPs() {
    return nowPs;
  }

  /** Rank of the task that starts. */
  int rank() {
    return rank;
  }

  /** The task that starts. */
  int task() {
    return task;
  }

  /** The message that comes, is taken in, or whose flow ends. */
  int message() {
    return message;
  }

  /** The number of a stream among those of all ranks. */
  int cpu(int ofRank, int stream) {
    return ofRank * streams + tasks.streams().placeOf(stream);
  }

  /** The number of an interface among those of all ranks. */
  int nic(int ofRank, int nic) {
    return nicOfRank[ofRank] * nics + tasks.nics().placeOf(nic);
  }

  @Override
  protected int cpuOf(int ofRank, int of) {
    TaskGraph sender = tasks.graph(messages.source(of));
    return cpu(ofRank, sender.stream((int) messages.operation(of)));
  }

  @Override
  protected int nicOf(int ofRank, int of) {
    TaskGraph sender = tasks.graph(messages.source(of));
    return nic(ofRank, sender.nic((int) messages.operation(of)));
  }

  @Override
  protected int receivingCpu(int ofRank, long receive) {
    return cpu(ofRank, tasks.graph(ofRank).stream((int) receive));
  }

  @Override
  protected int receivingNic(int ofRank, long receive) {
    return nic(ofRank, tasks.graph(ofRank).nic((int) receive));
  }

  @Override
  protected long cpuPs(int cpu) {
    return cpuPs[cpu];
  }

  /** When the last of a rank's streams is free. */
  long lastCpuPs(int ofRank) {
    long last = 0;
    for (int cpu = ofRank * streams; cpu < (ofRank + 1) * streams; cpu++) {
      last = Math.max(last, cpuPs[cpu]);
    }
    return last;
  }

  @Override
  protected long inPs(int nic) {
    return inPs[nic];
  }

  @Override
  protected void keepCpu(int cpu, long untilPs, int until) {
    keepCpu(cpu, untilPs);
    causes.ends(until);
  }

  /** A stream is busy, no shorter than it is. */
  void keepCpu(int cpu, long untilPs) {
    if (untilPs > cpuPs[cpu]) {
      cpuPs[cpu] = untilPs;
      changed(cpu);
    }
  }

  @Override
  protected void keepOut(int nic, long untilPs) {
    outPs[nic] = Math.max(outPs[nic], untilPs);
  }

  @Override
  protected void keepIn(int nic, long untilPs) {
    inPs[nic] = Math.max(inPs[nic], untilPs);
  }

  @Override
  protected int begins(int ofRank, int free) {
    causes.belongsTo(ofRank, GraphCauses.NO_TASK);
    return causes.begins(ofRank, free);
  }

  /** All dependencies of a task are met, the last of them at a time that may lie in the future. */
  void enters(int ofRank, int ready) {
    TaskGraph graph = tasks.graph(ofRank);
    int cpu = cpu(ofRank, graph.stream(ready));
    int queue = queueOf(graph, ready, cpu);
    long readyPs = tasks.readyPs(ofRank, ready);
    int entry = queues.ofTask(ofRank, ready, sequence);
    if (queue == NO_QUEUE) {
      causes.waitsForPresent(ofRank, ready, cpu);
      long timePs = Math.max(readyPs, cpuPs[cpu]);
      if (timePs <= nowPs) {
        present.add(entry);
      } else {
        later.add(entry, timePs, sequence);
      }
    } else if (readyPs <= nowPs || readyPs <= freePs(queue, cpu)) {
      waits(queue, cpu, entry);
    } else {
      later.add(entry, readyPs, sequence);
    }
    sequence++;
  }

  @Override
  protected long number(int sent, int after) {
    return sequence++;
  }

  @Override
  protected long takenNumber() {
    return number;
  }

  @Override
  protected void messageComes(int sent, long timePs, int after) {
    later.add(~sent, timePs, sequence++);
  }

  @Override
  protected void crosses(int sent, int source, long timePs, int after) {
    messageComes(sent, timePs, after);
  }

  @Override
  protected void crosses(int sent, int source, long timePs, long itsNumber, int after) {
    later.add(~sent, timePs, itsNumber);
  }

  @Override
  protected void comesToCpu(int sent, int ofRank, long timePs, long itsNumber) {
    later.add(~sent, timePs, itsNumber + takenInLast);
  }

  @Override
  protected void goesOnFirst(int sent, long timePs, long itsNumber) {
    later.add(~sent, timePs, itsNumber + FIRST);
  }

  private int queueOf(TaskGraph graph, int of, int cpu) {
    int first = cpu * queuesOfStream;
    OpCode code = graph.code(of);
    if (!occupies || code == OpCode.COMPUTE) {
      return first;
    }
    if (code != OpCode.SEND) {
      return NO_QUEUE;
    }
    return interfaces == null ? first + 1 + tasks.nics().placeOf(graph.nic(of)) : first;
  }

  /** When all is free that those in a queue need. */
  private long freePs(int queue, int cpu) {
    int kind = queue - cpu * queuesOfStream;
    if (kind == 0) {
      return cpuPs[cpu];
    }
    int firstNic = nicOfRank[cpu / streams] * nics;
    return Math.max(
        cpuPs[cpu], kind <= nics ? outPs[firstNic + kind - 1] : inPs[firstNic + kind - 1 - nics]);
  }

  private void waits(int queue, int cpu, int entry) {
    if (queues.add(queue, entry)) {
      changed(cpu);
    }
  }

  /** What comes first in the queues of a stream may have changed. */
  private void changed(int cpu) {
    if (unsettled == NOBODY) {
      unsettled = cpu;
    } else if (unsettled != cpu) {
      place(cpu);
    }
  }

  /** Puts into the tree what comes first in the queues of a stream. */
  private void place(int cpu) {
    int first = first(cpu);
    if (first == RecordPool.NONE) {
      tree.clear(cpu);
    } else {
      tree.set(cpu, firstPs, queues.sequence(first));
    }
  }

  /** What comes first in the queues of a stream; sets its queue and time. */
  private int first(int cpu) {
    int best = RecordPool.NONE;
    int start = cpu * queuesOfStream;
    for (int queue = start; queue < start + queuesOfStream; queue++) {
      int entry = queues.first(queue);
      if (entry == RecordPool.NONE) {
        continue;
      }
      long timePs = Math.max(nowPs, freePs(queue, cpu));
      if (best == RecordPool.NONE
          || timePs < firstPs
          || (timePs == firstPs && queues.sequence(entry) < queues.sequence(best))) {
        best = entry;
        firstPs = timePs;
        firstQueue = queue;
      }
    }
    return best;
  }

  /** The next event: {@link #TASK}, {@link #MESSAGE} or {@link #NOTHING}. */
  int next() {
    if (unsettled != NOBODY) {
      place(unsettled);
      unsettled = NOBODY;
    }
    while (true) {
      long treePs = tree.time();
      long laterPs = later.time();
      FlowEnds ends = flowEnds;
      if (ends != null) {
        int flow = ends.next(nowPs, present.isEmpty() ? Math.min(treePs, laterPs) : nowPs);
        nowPs = ends.nowPs();
        if (flow != FlowModel.NONE) {
          message = flow * MessagePool.STRIDE;
          return MESSAGE;
        }
      }
      if (!present.isEmpty() && presentIsFirst(treePs, laterPs)) {
        return taken(present.poll());
      }
      int event;
      if (treePs < laterPs || (treePs == laterPs && tree.sequence() < later.sequence())) {
        nowPs = treePs;
        event = poll();
      } else if (laterPs == EventTree.NONE) {
        return NOTHING;
      } else {
        nowPs = laterPs;
        long itsNumber = later.sequence();
        event = due(later.poll(), itsNumber);
      }
      if (event != NOTHING) {
        return event;
      }
    }
  }

  private boolean presentIsFirst(long treePs, long laterPs) {
    long first = queues.sequence(present.peek());
    return (treePs > nowPs || tree.sequence() > first)
        && (laterPs > nowPs || later.sequence() > first);
  }

  /** Takes the tree's earliest event, or corrects it. */
  private int poll() {
    int cpu = tree.rank();
    int first = first(cpu);
    if (firstPs != nowPs || queues.sequence(first) != tree.sequence()) {
      tree.set(cpu, firstPs, queues.sequence(first));
      return NOTHING;
    }
    queues.removeFirst(firstQueue, first);
    unsettled = cpu;
    return taken(first);
  }

  private int taken(int entry) {
    long what = queues.what(entry);
    queues.release(entry);
    if (what < 0) {
      message = (int) ~what;
      return MESSAGE;
    }
    rank = (int) (what >> 32);
    task = (int) what;
    return TASK;
  }

  /** What was to come now has come: it happens, or waits. */
  private int due(int event, long itsNumber) {
    if (event < 0) {
      return messageIsThere(~event, itsNumber);
    }
    long what = queues.what(event);
    int ofRank = (int) (what >> 32);
    TaskGraph graph = tasks.graph(ofRank);
    int cpu = cpu(ofRank, graph.stream((int) what));
    int queue = queueOf(graph, (int) what, cpu);
    if (queue == NO_QUEUE || freePs(queue, cpu) <= nowPs) {
      return taken(event);
    }
    if (queues.add(queue, event)) {
      place(cpu);
    }
    return NOTHING;
  }

  private int messageIsThere(int there, long itsNumber) {
    message = there;
    number = itsNumber < 0 ? itsNumber - FIRST : itsNumber;
    InterfaceQueues ports = interfaces;
    if (!takesInOnArrival || (ports != null && !ports.isThere(there))) {
      return MESSAGE;
    }
    int ofRank = ports == null ? messages.destination(there) : ports.target(there);
    int cpu = cpuOf(ofRank, there);
    int queue = cpu * queuesOfStream;
    if (ports == null) {
      queue += 1 + nics + nicOf(ofRank, there) % nics;
    }
    if (freePs(queue, cpu) <= nowPs) {
      return MESSAGE;
    }
    if (queues.add(queue, queues.ofMessage(there, itsNumber))) {
      place(cpu);
    }
    return NOTHING;
  }
}
