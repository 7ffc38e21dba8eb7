package org.foretell.engine.message;

import java.util.Objects;
import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.kernel.EventHeap;
import org.foretell.engine.kernel.EventTree;
import org.foretell.engine.kernel.FlowEnds;
import org.foretell.engine.kernel.IntRing;
import org.foretell.engine.mail.NeedsOnePart;
import org.foretell.engine.mail.Part;
import org.foretell.model.FlowModel;
import org.foretell.model.MpiModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.result.ReplayOrder;
import org.jspecify.annotations.Nullable;

/**
 * What happens next.
 *
 * <p>Strict order: events by time, then by sequence number. Those of the present go into a plain
 * queue: they are younger than every older event of the same time, and are numbered in the order in
 * which they come. Those of the future go into a tree (ranks) or a heap (messages).
 *
 * <p>Run ahead: a queue of ranks that can go on.
 *
 * <p>Under an occupancy model things keep an old number while they wait, so ranks and messages go
 * into the tree, by way of {@link CpuQueues}. Into the heap go messages that need no CPU (one-sided
 * ones), those that have interfaces to pass before it, collectives in the background, and accounts
 * of what ranks have under way. What concerns several nodes waits until nothing else of its time is
 * left.
 *
 * <p>Under a flow model the model knows when flows end. Those that end at a time come before all
 * else of that time; those that also start then come after all else.
 */
public final class EventList extends MessageEnds {
  private static final int NOTHING = EventCode.NOTHING;
  private static final int NOBODY = -1;

  /** Added to ranks, it brings them before all numbers. */
  private static final long FIRST_RANKS = Long.MIN_VALUE;

  /** Added to numbers, it brings them before all others. */
  private static final long FIRST = FIRST_RANKS + (1L << Integer.SIZE);

  private final boolean strict;
  private final IntRing queue = new IntRing();
  private final EventTree ranks;
  private final EventHeap messages = new EventHeap();
  private final @Nullable CpuQueues cpus;

  private final MessagePool pool;

  /** Only under an occupancy model. */
  private final EndOfInstant endOfInstant = new EndOfInstant();

  /** Whether messages have interfaces to pass before their CPUs. */
  private final boolean interfacesQueue;

  private final long leastFlightPs;

  private final @Nullable FlowEnds flows;

  /**
   * Strict order without competition: the rank whose event has just been taken and still stands in
   * the tree, or {@link #NOBODY}; mostly its next one takes that place at once.
   */
  private int taken = NOBODY;

  private long nowPs;

  private final EventNumbers numbers = new EventNumbers();

  /** Nothing happens from then on until the round of a replay in parts is over. */
  private long limitPs = EventTree.NONE;

  /** Null where there is one part, or ranks run ahead. */
  private @Nullable CrossedMessages crossed;

  private Causes causes = CauseSetup.none();

  /** Under an occupancy model the number of the message event that was taken last. */
  private long takenSequence;

  /**
   * Nothing happens yet.
   *
   * @param model under an occupancy model ranks and messages compete for CPUs; under a flow model
   *     the ends of flows are events, each with the message of its number as {@link
   *     MessagePool#flow}
   */
  public EventList(ReplayOrder schedule, int ranks, MpiModel model, MessagePool pool) {
    this.pool = pool;
    strict = schedule == ReplayOrder.STRICT;
    this.ranks = new EventTree(strict ? ranks : 1);
    cpus =
        model instanceof OccupancyModel occupancy
            ? new CpuQueues(occupancy, ranks, this.ranks, pool)
            : null;
    interfacesQueue = model instanceof QueuedOccupancyModel;
    leastFlightPs = model instanceof OccupancyModel occupancy ? occupancy.leastFlightPs() : 0;
    flows = model instanceof FlowModel flow ? new FlowEnds(flow) : null;
  }

  /** What waits for the CPUs of the ranks; null but under an occupancy model. */
  public @Nullable CpuQueues cpus() {
    return cpus;
  }

  /**
   * The ranks of other parts of the replay go on apart, in rounds; only under an occupancy model.
   *
   * @param matcher of this part
   * @param aboutNumbers how many numbers the events of this part will get
   */
  public void inRounds(Part part, Matcher matcher, long aboutNumbers) {
    crossed = new CrossedMessages(part, matcher, interfacesQueue);
    numbers.inRounds(ranks.numberBits(), aboutNumbers);
  }

  /** Messages between parts of the replay; null where there is one part, or ranks run ahead. */
  public @Nullable CrossedMessages crossed() {
    return crossed;
  }

  /**
   * Lets everything happen until a time.
   *
   * @param readPs all that other parts sent before this time has been read
   */
  public void beginRound(long untilPs, long readPs) {
    limitPs = untilPs;
    numbers.beginRound(readPs);
  }

  /**
   * When something happens next under an occupancy model, {@link EventTree#NONE} if nothing does.
   */
  public long earliestPs() {
    Objects.requireNonNull(cpus).settle();
    return Math.min(ranks.time(), messages.time());
  }

  /**
   * A message of another part comes, rounds after that in which it set out.
   *
   * @param words the letter about it
   * @param lower whether the ranks of that part are before those of this one
   */
  public void arrives(long[] words, int at, boolean lower) {
    CrossedMessages letters = Objects.requireNonNull(crossed);
    long arrivePs = CrossedMessages.arrivesPs(words, at);
    if (arrivePs < limitPs) {
      throw new AssertionError("a message has arrived before other parts learn of it");
    }
    long sentPs = CrossedMessages.sentPs(words, at);
    long number = numbers.afterwards(sentPs, EventNumbers.messages(lower));
    int message = letters.message(words, at);
    if (interfacesQueue || CrossedMessages.isOneSided(words, at)) {
      messages.add(message, arrivePs, number);
    } else {
      Objects.requireNonNull(cpus).sentElsewhere(message, arrivePs, number);
    }
  }

  /**
   * After a round something is executed that lets ranks go on, with the numbers that these would
   * have got at its time.
   *
   * @param timePs when a collective's last member called
   * @param endPs when the ranks go on
   * @param many ranks, at most
   */
  public void numberedAs(long timePs, long endPs, int firstRank, int many, Runnable action) {
    if (endPs < limitPs) {
      throw new NeedsOnePart(); // ranks would have gone on in a round that is over
    }
    numbers.afterwards(timePs, EventNumbers.collective(firstRank, false), many, action);
  }

  /** Sets the observer of numbers given to ranks. */
  public void tells(Causes told) {
    causes = told;
    told.setup().heldBy(endOfInstant::visitCauses);
  }

  /**
   * Time of the event that is being executed. Where ranks run ahead, that of the op or message that
   * {@link #isAt} has named.
   */
  @Override
  public long nowPs() {
    return nowPs;
  }

  /** Whether ranks run ahead. */
  boolean runsAhead() {
    return !strict;
  }

  /** Something is executed at a time; only where ranks run ahead. */
  public void isAt(long timePs) {
    nowPs = timePs;
  }

  /** A rank can go on at a time that is not in the past, which follows from a moment. */
  public void rankGoesOn(int rank, long timePs, int after) {
    if (cpus != null) {
      causes.numbered(rank, numbers.peek(), nowPs, after);
      cpus.own(rank, timePs, numbers.next());
    } else if (!strict || timePs == nowPs) {
      queue.add(rank);
    } else {
      if (rank == taken) {
        taken = NOBODY;
      }
      ranks.set(rank, timePs, numbers.next());
    }
  }

  /**
   * A rank that {@link #goesOnInline} lets others go on before it; its event keeps the number that
   * its op has got.
   */
  public void pauses(int rank, long timePs, int after) {
    if (cpus == null) {
      rankGoesOn(rank, timePs, after);
    } else {
      cpus.ownAgain(rank, timePs);
    }
  }

  /** Takes the event that has been taken out of the tree, if nothing has replaced it. */
  private void settle() {
    if (taken != NOBODY) {
      ranks.clear(taken);
      taken = NOBODY;
    }
  }

  /** A rank that was to go on later goes on earlier. */
  public void rankGoesOnEarlier(int rank, long timePs, int after) {
    if (cpus == null) {
      ranks.clear(rank);
    }
    rankGoesOn(rank, timePs, after);
  }

  /** A message reaches its receiver, which follows from a moment; only under strict order. */
  @Override
  protected void messageComes(int message, long timePs, int after) {
    if (cpus != null) {
      causes.numbered(MessagePool.who(message), numbers.peek(), nowPs, after);
      cpus.sent(message, timePs, numbers.next());
    } else if (timePs == nowPs) {
      queue.add(~message);
    } else {
      messages.add(message, timePs, numbers.next());
    }
  }

  /**
   * A message sets out for another node; only under an occupancy model. It gets its number at the
   * end of the present time.
   *
   * @param after the moment from which that follows
   */
  @Override
  protected void crosses(int message, int source, long arrivePs, int after) {
    if (arrivePs - nowPs < leastFlightPs) {
      throw new IllegalStateException(
          "the model says that messages between nodes are under way for "
              + leastFlightPs
              + " ps at least, but one from rank "
              + source
              + " arrives after "
              + (arrivePs - nowPs)
              + " ps");
    }
    endOfInstant.add(source, message, arrivePs, after);
  }

  @Override
  protected void crosses(int message, int source, long arrivePs, long number, int after) {
    crosses(message, source, arrivePs, after);
  }

  /**
   * Lets a collective end at the end of the present time; only under an occupancy model.
   *
   * @param firstRank the first of its members, by which those that end at the same time are ordered
   * @param nonBlocking whether it comes after one that has the same first member, and blocks
   */
  public void endsLater(int firstRank, boolean nonBlocking, Runnable ends) {
    endOfInstant.add(EventNumbers.collective(firstRank, nonBlocking), ends);
  }

  /** Whether collectives of the present time have ended, or messages have set out. */
  public boolean instantIsOver() {
    return numbers.hasEnded(nowPs);
  }

  /** Nothing else of the present time is left. */
  private void endInstant() {
    numbers.endInstant(nowPs);
    int count = endOfInstant.sort();
    for (int place = 0; place < count; place++) {
      int message = endOfInstant.message(place);
      long arrivePs = endOfInstant.arrivePs(place);
      CrossedMessages letters = crossed;
      if (letters != null && letters.leaves(message)) {
        letters.send(message, arrivePs, nowPs);
        continue;
      }
      causes.numbered(
          MessagePool.who(message), order(numbers.peek()), nowPs, endOfInstant.moment(place));
      if (interfacesQueue || pool.isOneSided(message)) {
        messages.add(message, arrivePs, numbers.next());
      } else {
        Objects.requireNonNull(cpus).sent(message, arrivePs, numbers.next());
      }
    }
    endOfInstant.forgetMessages();
    numbers.mark(nowPs, EventNumbers.MESSAGES);
    int collectives = endOfInstant.sortCollectives();
    for (int place = 0; place < collectives; place++) {
      endOfInstant.endCollective(place);
      numbers.mark(nowPs, endOfInstant.order(place));
    }
    endOfInstant.forgetCollectives();
  }

  /** The number with which a message competes for a CPU. */
  private long order(long number) {
    return number + Objects.requireNonNull(cpus).takenInLast();
  }

  @Override
  protected int cpuOf(int rank, int message) {
    return rank;
  }

  @Override
  protected int nicOf(int rank, int message) {
    return Objects.requireNonNull(cpus).nic(rank);
  }

  @Override
  protected int receivingCpu(int rank, long operation) {
    return rank;
  }

  @Override
  protected int receivingNic(int rank, long operation) {
    return Objects.requireNonNull(cpus).nic(rank);
  }

  @Override
  protected long cpuPs(int cpu) {
    return Objects.requireNonNull(cpus).cpuPs(cpu);
  }

  @Override
  protected long inPs(int nic) {
    return Objects.requireNonNull(cpus).inPs(nic);
  }

  @Override
  protected void keepCpu(int cpu, long untilPs, int until) {
    Objects.requireNonNull(cpus).keepCpu(cpu, untilPs);
  }

  @Override
  protected void keepOut(int nic, long untilPs) {
    Objects.requireNonNull(cpus).keepOut(nic, untilPs);
  }

  @Override
  protected void keepIn(int nic, long untilPs) {
    Objects.requireNonNull(cpus).keepIn(nic, untilPs);
  }

  @Override
  protected int begins(int rank, int free) {
    return free;
  }

  @Override
  protected long number(int message, int after) {
    long number = numbers.next();
    causes.numbered(MessagePool.who(message), order(number), nowPs, after);
    return number;
  }

  @Override
  protected long takenNumber() {
    return takenSequence < 0 ? takenSequence - FIRST : takenSequence;
  }

  @Override
  protected void comesToCpu(int message, int rank, long timePs, long number) {
    Objects.requireNonNull(cpus).comes(message, rank, timePs, number);
  }

  @Override
  protected void goesOnFirst(int message, long timePs, long number) {
    messages.add(message, timePs, number + FIRST);
  }

  /**
   * What a rank waits for in an account is complete at a time in the future, and the rank learns of
   * it before all else of that time; only under an occupancy model.
   */
  public void completesAt(int account, int rank, long timePs) {
    messages.add(EventCode.ofAccount(account), timePs, FIRST_RANKS + rank);
  }

  /** A message that needs no CPU reaches its receiver; only under strict order. */
  void reaches(int message, long timePs) {
    reaches(message, timePs, numbers.next());
  }

  /** A message with a number that needs no CPU reaches its receiver; only under strict order. */
  void reaches(int message, long timePs, long number) {
    messages.add(message, timePs, number);
  }

  /**
   * A collective in the background goes on at a time that is not in the past.
   *
   * @return the sequence number of the event
   */
  long backgroundGoesOn(int collective, long timePs) {
    return add(EventCode.background(collective), timePs);
  }

  private long add(int event, long timePs) {
    long number = numbers.peek();
    if (!strict || (timePs == nowPs && cpus == null)) {
      queue.add(~event);
    } else {
      messages.add(event, timePs, numbers.next());
    }
    return number;
  }

  /**
   * A request arrives at file servers at a time that is not in the past.
   *
   * @param request a multiple of 8
   */
  public void fileRequestArrives(int request, long timePs) {
    add(EventCode.ofFileRequest(request), timePs);
  }

  /**
   * Whether a rank whose clock has come to a time may go on at once, since nothing else comes
   * before. If so that time becomes the present.
   */
  public boolean goesOnInline(int rank, long timePs) {
    if (!strict) {
      return true;
    }
    CpuQueues queues = cpus;
    boolean unsettled = queues == null ? taken != NOBODY : queues.isUnsettled();
    if (unsettled && timePs > nowPs) {
      return false; // as an event it replaces the one that was taken, which is cheaper
    }
    if (queues == null) {
      settle();
    } else {
      queues.settle();
    }
    if (!queue.isEmpty() || timePs >= ranks.time() || timePs >= messages.time()) {
      return false;
    }
    if (flows != null && timePs > nowPs && flows.mayEndBy(timePs)) {
      return false;
    }
    if (timePs > nowPs && (!endOfInstant.isEmpty() || timePs >= limitPs)) {
      return false;
    }
    if (queues != null) {
      causes.numbered(rank, numbers.peek(), timePs, causes.clock(rank));
      queues.ownInline(rank, numbers.next());
      if (timePs > nowPs) {
        numbers.mark(nowPs, EventNumbers.RANKS);
      }
    }
    nowPs = timePs;
    return true;
  }

  /**
   * The next event: a rank, or the complement of what {@link EventCode} names: a message that comes
   * (under an occupancy model: is taken in; under a flow model: leaves or ends), for one; or {@link
   * #NOTHING}.
   */
  public int next() {
    CpuQueues queues = cpus;
    if (queues != null) {
      return nextCompeting(queues);
    }
    FlowEnds ends = flows;
    return ends == null ? nextInOrder() : nextAmongFlows(ends);
  }

  private int nextAmongFlows(FlowEnds ends) {
    settle();
    long othersPs = queue.isEmpty() ? Math.min(ranks.time(), messages.time()) : nowPs;
    int flow = ends.next(nowPs, othersPs);
    nowPs = ends.nowPs();
    return flow == FlowModel.NONE ? nextInOrder() : ~(flow * MessagePool.STRIDE);
  }

  private int nextCompeting(CpuQueues queues) {
    queues.settle();
    while (true) {
      long ranksPs = ranks.time();
      long messagesPs = messages.time();
      long timePs = Math.min(ranksPs, messagesPs);
      if (timePs > nowPs) {
        numbers.mark(nowPs, EventNumbers.RANKS);
        if (!endOfInstant.isEmpty()) {
          endInstant();
          queues.settle();
          continue;
        }
      }
      if (timePs >= limitPs) {
        return NOTHING;
      }
      int event;
      if (ranksPs < messagesPs
          || (ranksPs == messagesPs && ranks.sequence() < messages.sequence())) {
        nowPs = ranksPs;
        event = queues.poll();
      } else {
        nowPs = messagesPs;
        takenSequence = messages.sequence();
        event = ~messages.poll();
      }
      if (event != NOTHING) {
        return event;
      }
    }
  }

  private int nextInOrder() {
    settle();
    if (!queue.isEmpty() && (!strict || (ranks.time() != nowPs && messages.time() != nowPs))) {
      return queue.poll();
    }
    long rankTime = ranks.time();
    long messageTime = messages.time();
    if (rankTime < messageTime
        || (rankTime == messageTime && ranks.sequence() < messages.sequence())) {
      nowPs = rankTime;
      taken = ranks.rank();
      return taken;
    }
    if (messageTime == EventTree.NONE) {
      return NOTHING;
    }
    nowPs = messageTime;
    return ~messages.poll();
  }
}
