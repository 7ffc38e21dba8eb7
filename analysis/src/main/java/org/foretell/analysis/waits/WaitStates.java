package org.foretell.analysis.waits;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.foretell.observe.SimObserver;
import org.foretell.observe.Total;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the time that ranks wait for each other by pattern, call site and rank: attach it, run,
 * then query it. Each picosecond of waiting that the simulation reports belongs to one pattern.
 *
 * <p>One pass; a wait costs some ten nanoseconds. Memory is a kilobyte for each rank, and 100 bytes
 * for each call site and pattern. Finding the causes of waiting takes some 60 KB more for each
 * rank. For one thread at a time.
 */
public final class WaitStates implements SimObserver {
  private static final WaitState[] STATES = WaitState.values();
  private static final OpCode[] CODES = OpCode.values();
  private static final int CODE_BITS = 10;
  private static final int STATE_BITS = 5;

  private final int ranks;
  private final RecentMessages messages;
  private final WrongOrders orders;

  private final LateCalls lateCalls;
  private final WindowEpochs windows;

  /** Null where ranks are no sequences of ops. */
  private final @Nullable Delays delays;

  private final long[] byRank;
  private final long[] causedPs;
  private final long[] counts = new long[STATES.length];

  /** Of each rank, a wait of which it is not known yet for what it was; 0 ps if there is none. */
  private final long[] openWaitsPs;

  private final long[] openStartsPs;
  private final int[] openSites;
  private final byte[] openCodes;
  private final Long2ObjectOpenHashMap<long[]> bySite = new Long2ObjectOpenHashMap<>();

  /**
   * Creates an observer before the replay.
   *
   * @param ranks of the simulation
   * @param sequences whether ranks are sequences of ops, for which the causes of waiting are found
   */
  public WaitStates(int ranks, boolean sequences) {
    delays = sequences ? new Delays(ranks) : null;
    this.ranks = ranks;
    messages = new RecentMessages(ranks);
    orders = new WrongOrders(ranks);
    lateCalls = new LateCalls(ranks);
    windows = new WindowEpochs(ranks);
    byRank = new long[Math.multiplyExact(ranks, STATES.length)];
    causedPs = new long[2 * ranks];
    openWaitsPs = new long[ranks];
    openStartsPs = new long[ranks];
    openSites = new int[ranks];
    openCodes = new byte[ranks];
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    reached(destination, source, false, sendPs);
    reached(source, destination, true, receivePs);
    orders.received(destination, source, sendPs, receivePs);
    if (delays != null) {
      delays.message(source, destination, tag, bytes, sendPs, receivePs, arrivePs);
    }
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    if (delays != null) {
      delays.collectiveMessage(source, destination, bytes, sendPs, receivePs, arrivePs);
    }
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    if (delays != null) {
      delays.oneSidedMessage(source, destination, variable, bytes, sendPs, arrivePs);
    }
  }

  @Override
  public void partnerCame(int rank, int partner, long timePs) {
    windows.came(rank, partner, timePs);
    if (delays != null) {
      delays.partnerCame(rank, partner, timePs);
    }
  }

  @Override
  public void accessedInFence(int rank, int origin, long timePs) {
    windows.accessed(rank, origin, timePs);
  }

  @Override
  public void waitsFrom(int rank, long timePs) {
    windows.waitsFrom(rank, timePs);
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    if (delays != null) {
      delays.compute(rank, code, callSite, startPs, endPs);
    }
  }

  @Override
  public void takenLate(int rank, boolean isSend, long completePs, long timePs) {
    lateCalls.taken(rank, isSend, timePs - completePs);
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    if (delays != null) {
      delays.op(rank, code, callSite, peer, communicator, bytes, startPs, waitPs, endPs);
    }
    switch (code.family()) {
      case POINT_TO_POINT, PERSISTENT, COMPLETION ->
          lateCalls.called(rank, code, callSite, startPs, endPs);
      case COMPUTE, MARKER, LOCAL, COLLECTIVE, COMMUNICATOR, RMA, FILE, SHMEM -> {}
    }
    windows.ended(rank, code, peer, startPs, endPs);
    if (waitPs > 0) {
      waited(rank, code, callSite, peer, startPs, waitPs);
    }
    windows.next(rank);
  }

  private void waited(int rank, OpCode code, int callSite, int peer, long startPs, long waitPs) {
    long untilPs = startPs + waitPs;
    long partner = inMessages(rank, code, untilPs);
    if (partner != RecentMessages.NOT_FOUND) {
      inMessage(rank, partner, code, callSite, startPs, waitPs);
    } else if (!WaitRules.isOfMessages(code)) {
      inWindow(rank, WaitRules.of(code, peer == rank), code, callSite, startPs, waitPs);
    } else if (windows.partner(rank, untilPs) >= 0) {
      inWindow(rank, WaitState.LOCK_CONTENTION, code, callSite, startPs, waitPs);
    } else {
      leaveOpen(rank, code, callSite, startPs, waitPs);
    }
  }

  /** For which message a rank has waited, as {@link RecentMessages#find} says it. */
  private long inMessages(int rank, OpCode code, long untilPs) {
    if (code == OpCode.PROBE || code == OpCode.IPROBE) {
      int sender = windows.partner(rank, untilPs);
      return sender < 0 ? RecentMessages.NOT_FOUND : sender;
    }
    return WaitRules.isOfMessages(code) ? messages.find(rank, untilPs) : RecentMessages.NOT_FOUND;
  }

  /** A wait that is at a window perhaps, where a part of it may have been spared. */
  private void inWindow(
      int rank, WaitState state, OpCode code, int callSite, long startPs, long waitPs) {
    WaitState partState = state;
    long partPs = 0;
    switch (state) {
      case WAIT_AT_FENCE -> {
        long fromPs = windows.waitsFromPs(rank, startPs);
        partPs = Math.max(0, windows.accessedPs(rank, fromPs + waitPs) - fromPs);
        partState = WaitState.EARLY_FENCE;
        if (partPs > 0) {
          add(causedPs, 2 * windows.accessor(rank), partPs);
        }
      }
      case LATE_POST, EARLY_WAIT, LOCK_CONTENTION -> {
        long untilPs = windows.waitsUntilPs(rank, startPs, waitPs);
        int partner = windows.partner(rank, untilPs);
        if (partner >= 0) {
          add(causedPs, 2 * partner, waitPs);
        }
        if (state == WaitState.EARLY_WAIT) {
          partPs = Math.min(waitPs, windows.lateCompletePs(rank, untilPs - waitPs, untilPs));
          partState = WaitState.LATE_COMPLETE;
        }
      }
      default -> {}
    }
    if (partPs > 0) {
      count(rank, partState, code, callSite, partPs);
    }
    if (waitPs > partPs) {
      count(rank, state, code, callSite, waitPs - partPs);
    }
  }

  /** The cause of a wait may be reported at the same time, but after its op. */
  private void leaveOpen(int rank, OpCode code, int callSite, long startPs, long waitPs) {
    close(rank);
    openCodes[rank] = (byte) code.ordinal();
    openSites[rank] = callSite;
    openStartsPs[rank] = startPs;
    openWaitsPs[rank] = waitPs;
  }

  /** No message was what the rank waited for: in a completion it was a collective. */
  private void close(int rank) {
    if (openWaitsPs[rank] > 0) {
      OpCode code = CODES[openCodes[rank] & 0xff];
      boolean isCompletion = code.family() == OpCode.Family.COMPLETION;
      WaitState state = isCompletion ? WaitState.WAIT_AT_NON_BLOCKING : WaitRules.of(code, false);
      count(rank, state, code, openSites[rank], openWaitsPs[rank]);
      openWaitsPs[rank] = 0;
    }
  }

  private void reached(int rank, int partner, boolean isSend, long otherPs) {
    long waitPs = openWaitsPs[rank];
    if (waitPs > 0 && openStartsPs[rank] + waitPs == otherPs) {
      openWaitsPs[rank] = 0;
      OpCode code = CODES[openCodes[rank] & 0xff];
      inMessage(
          rank, isSend ? ~partner : partner, code, openSites[rank], openStartsPs[rank], waitPs);
    }
    messages.add(rank, partner, isSend, otherPs);
  }

  private void inMessage(
      int rank, long partner, OpCode code, int callSite, long startPs, long waitPs) {
    WaitState state = partner >= 0 ? WaitState.LATE_SENDER : WaitState.LATE_RECEIVER;
    caused(rank, partner, state, startPs, waitPs);
    count(rank, state, code, callSite, waitPs);
  }

  private void caused(int rank, long partner, WaitState state, long startPs, long waitPs) {
    int late = (int) (partner >= 0 ? partner : ~partner);
    add(causedPs, 2 * late, waitPs);
    if (state == WaitState.LATE_SENDER || state == WaitState.LATE_RECEIVER) {
      lateCalls.late(late, state == WaitState.LATE_SENDER, startPs + waitPs, waitPs);
    }
    if (state == WaitState.LATE_SENDER) {
      orders.waited(rank, late, startPs, waitPs);
    }
  }

  private void count(int rank, WaitState state, OpCode code, int callSite, long waitPs) {
    byRank[rank * STATES.length + state.ordinal()] += waitPs;
    counts[state.ordinal()]++;
    long key = ((long) callSite << CODE_BITS | code.ordinal()) << STATE_BITS | state.ordinal();
    long[] row = bySite.get(key);
    if (row == null) {
      row = new long[3];
      bySite.put(key, row);
    }
    row[2]++;
    add(row, 0, waitPs);
  }

  /** Adds to a sum of two cells, the lower 63 bits first. */
  private static void add(long[] cells, int at, long valuePs) {
    long sum = cells[at] + valuePs;
    cells[at] = sum & Long.MAX_VALUE;
    cells[at + 1] += sum >>> 63;
  }

  private static Total total(long[] cells, int at) {
    return new Total(cells[at + 1], cells[at]);
  }

  /** {@return the waits so far} */
  public WaitSummary summary() {
    for (int rank = 0; rank < ranks; rank++) {
      close(rank);
    }
    List<WaitSummary.OfState> states = new ArrayList<>();
    for (WaitState state : STATES) {
      Total all = Total.ZERO;
      for (int rank = 0; rank < ranks; rank++) {
        all = all.plus(byRank[rank * STATES.length + state.ordinal()]);
      }
      if (counts[state.ordinal()] > 0) {
        states.add(new WaitSummary.OfState(state, counts[state.ordinal()], all));
      }
    }
    List<WaitSummary.OfSite> sites = new ArrayList<>();
    bySite.forEach(
        (long key, long[] row) ->
            sites.add(
                new WaitSummary.OfSite(
                    STATES[(int) key & ((1 << STATE_BITS) - 1)],
                    CODES[(int) (key >> STATE_BITS) & ((1 << CODE_BITS) - 1)],
                    (int) (key >> (STATE_BITS + CODE_BITS)),
                    row[2],
                    total(row, 0))));
    sites.sort(
        Comparator.comparing(WaitSummary.OfSite::waitPs)
            .reversed()
            .thenComparing(WaitSummary.OfSite::state)
            .thenComparing(WaitSummary.OfSite::code)
            .thenComparingInt(WaitSummary.OfSite::callSite));
    List<WaitSummary.OfRank> ofRanks = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      long ownPs = 0;
      for (int state = 0; state < STATES.length; state++) {
        ownPs += byRank[rank * STATES.length + state];
      }
      ofRanks.add(new WaitSummary.OfRank(rank, ownPs, total(causedPs, 2 * rank)));
    }
    return new WaitSummary(
        states,
        sites,
        ofRanks,
        orders.sameSource(),
        orders.otherSource(),
        lateCalls.summary(),
        Optional.ofNullable(delays).map(Delays::summary));
  }
}
