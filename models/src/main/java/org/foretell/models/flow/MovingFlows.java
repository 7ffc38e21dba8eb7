package org.foretell.models.flow;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Flows that move over shared links, and when they end.
 *
 * <p>Flows of the same route have the same rate, if they also have the same weight and limit. So
 * they are a <em>bundle</em>, whose rate is that of one flow with their joint weight, and of which
 * only the flow that ends first is scheduled. Many ranks of a node that send to those of another
 * one have as many flows as pairs of ranks, but one bundle.
 *
 * <p>What flows have left is updated only when their rate changes, and for each bundle once.
 */
final class MovingFlows {
  /** No flow. */
  private static final int NONE = -1;

  /** Least bundles for which a crowd pays. */
  private static final int LEAST_CROWD = 16;

  /**
   * How many times as large as what a flow has left the progress of its bundle may be when it
   * joins; of more progress too few digits would be left for the flow.
   */
  private static final double MOST_PROGRESS = 1 << 20;

  private final FairShares shares;
  private final RouteBundles bundles;
  private final ShareTimes shareTimes;
  private final Changes changes;
  private final CrowdEnds crowdEnds = new CrowdEnds();

  /** When the first flows of bundles end that have others and are in no crowd. */
  private final FlowHeap bundleEnds = new FlowHeap();

  private @Nullable CarriedBytes carried;

  /** Bundles that flows have joined since they were last looked at. */
  private final IntArrayList newcomers = new IntArrayList();

  // By flow.
  private int[] bundleOf = {};

  /** Bytes to move, times picoseconds per second. */
  private double[] whole = {};

  /** The progress of its bundle at which it ends. */
  private double[] endsAt = {};

  /** Whether it ends now. */
  private boolean[] due = {};

  // By bundle.

  /** How many of its flows move. */
  private int[] moving = {};

  /** The rate of each flow. */
  private double[] rate = {};

  /** What a flow has left that ends at a progress, as of a time. */
  private double[] left = {};

  private double[] progress = {};
  private long[] sincePs = {};

  /** The flow that ends first, {@link #NONE} if all end now; then all others, null for none. */
  private int[] first = {};

  private @Nullable LevelHeap[] others = {};

  /** The crowd as of which its first end is known, {@link Crowds#NONE} if it is known by itself. */
  private int[] crowd = {};

  /**
   * No flows.
   *
   * @param capacity of each link, above 0; links may be added until a flow's route has them
   * @param longestRoute most links of a flow, counting those of its way back
   * @param backShare what a flow takes of the links of its way back, as a share of its rate
   * @param shareTimes when rates are computed
   * @param changes where flows that move alone have their ends, and all that end now
   */
  MovingFlows(
      LinkCapacities capacity,
      int longestRoute,
      double backShare,
      ShareTimes shareTimes,
      Changes changes) {
    shares = new FairShares(capacity, longestRoute, backShare, LEAST_CROWD);
    bundles = new RouteBundles(shares, RouteBundles.KEPT);
    this.shareTimes = shareTimes;
    this.changes = changes;
    growBundles();
  }

  /** Reports what links carry from now on. */
  void tell(CarriedBytes to) {
    carried = to;
  }

  /** Makes room for flows with numbers below this. */
  void reserve(int flows) {
    bundleOf = Arrays.copyOf(bundleOf, flows);
    whole = Arrays.copyOf(whole, flows);
    endsAt = Arrays.copyOf(endsAt, flows);
    due = Arrays.copyOf(due, flows);
    shareTimes.reserve(flows);
  }

  /**
   * Sets the route of a flow that will join, see {@link FairShares#route}.
   *
   * @param bytes that it will move, times picoseconds per second
   */
  void route(
      int flow,
      int[] route,
      int length,
      int forwardLength,
      double itsWeight,
      double mostRate,
      double bytes) {
    boolean alone = !shareTimes.areAtOnce();
    int bundle = bundles.add(route, length, forwardLength, itsWeight, mostRate, alone);
    if (bundle >= moving.length) {
      growBundles();
    }
    bundleOf[flow] = bundle;
    whole[flow] = bytes;
  }

  /** A flow joins its links. */
  void join(int flow, long nowPs) {
    int bundle = bundleOf[flow];
    due[flow] = false;
    if (moving[bundle] == 0) {
      crowd[bundle] = Crowds.NONE;
      rate[bundle] = 0;
      left[bundle] = whole[flow];
      progress[bundle] = 0;
      sincePs[bundle] = nowPs;
      endsAt[flow] = 0;
      first[bundle] = flow;
      resize(bundle, 1);
    } else {
      interrupt(bundle, nowPs);
      endsAt[flow] = progress[bundle] + (whole[flow] - left[bundle]);
      if (Math.abs(progress[bundle]) + Math.abs(left[bundle]) > MOST_PROGRESS * whole[flow]) {
        countFrom(endsAt[flow], bundle);
        endsAt[flow] = 0;
        progress[bundle] = 0;
        left[bundle] = whole[flow];
      }
      enter(flow, bundle);
      resize(bundle, moving[bundle] + 1);
    }
    shareTimes.joined(flow, nowPs);
    newcomers.push(bundle);
  }

  private void enter(int flow, int bundle) {
    int before = first[bundle];
    if (before == NONE) {
      first[bundle] = flow;
      return;
    }
    changes.remove(before);
    LevelHeap heap = others[bundle];
    if (heap == null) {
      heap = new LevelHeap();
      others[bundle] = heap;
    }
    if (endsAt[flow] < endsAt[before]) {
      first[bundle] = flow;
      heap.add(endsAt[before], before);
    } else {
      heap.add(endsAt[flow], flow);
    }
  }

  /** Counts the progress of a bundle from another one on. */
  private void countFrom(double from, int bundle) {
    if (first[bundle] != NONE) {
      endsAt[first[bundle]] -= from;
    }
    LevelHeap heap = others[bundle];
    if (heap != null) {
      heap.lower(from);
      for (int i = 0; i < heap.size(); i++) {
        endsAt[heap.id(i)] = heap.key(i);
      }
    }
  }

  private boolean hasOthers(int bundle) {
    return others[bundle] != null && !others[bundle].isEmpty();
  }

  /** Another number of flows of a bundle moves. */
  private void resize(int bundle, int flows) {
    if (moving[bundle] > 0) {
      shares.leave(bundle);
    }
    moving[bundle] = flows;
    if (flows > 0) {
      shares.weigh(bundle, flows * bundles.weight(bundle), flows * bundles.limit(bundle));
      shares.join(bundle);
    }
  }

  /** What the flows of a bundle have left is known now, and its end not by a crowd. */
  private void interrupt(int bundle, long nowPs) {
    if (crowd[bundle] == Crowds.NONE) {
      left[bundle] -= moved(bundle, nowPs);
    } else {
      rate[bundle] = crowdEnds.level(crowd[bundle]) * bundles.weight(bundle);
      left[bundle] = crowdEnds.leave(crowd[bundle], bundle, nowPs) * bundles.weight(bundle);
      crowd[bundle] = Crowds.NONE;
    }
    sincePs[bundle] = nowPs;
  }

  /** When rates change, or flows end that are not among the changes. */
  long nextPs(long nowPs, long otherwisePs) {
    long next = otherwisePs;
    if (shares.isTouched()) {
      long duePs =
          shareTimes.areAtOnce() ? nowPs : shareTimes.duePs(shares.isUrgent(newcomers), nowPs);
      if (duePs == nowPs) {
        share(nowPs);
      } else {
        startNewcomers(nowPs);
        next = duePs;
      }
    }
    next = Math.min(next, crowdEnds.timePs());
    return bundleEnds.isEmpty() ? next : Math.min(next, bundleEnds.time());
  }

  /** Those that have come move at a first rate until rates are computed. */
  private void startNewcomers(long nowPs) {
    for (int i = 0; i < newcomers.size(); i++) {
      int bundle = newcomers.getInt(i);
      rate[bundle] = shares.firstRate(bundle);
      changes.set(first[bundle], CrowdEnds.endPs(nowPs, left[bundle] / rate[bundle]));
    }
    newcomers.clear();
  }

  private void share(long nowPs) {
    tellAll(nowPs);
    shareTimes.shared(nowPs);
    newcomers.clear();
    Crowds crowds = shares.crowds();
    int count = shares.update();
    for (int i = 0; i < count; i++) {
      int bundle = shares.updated(i);
      interrupt(bundle, nowPs);
      goesOn(bundle, crowds.crowdOf(bundle), nowPs);
    }
    IntArrayList changed = crowds.changed();
    for (int i = 0; i < changed.size(); i++) {
      crowdEnds.setLevel(changed.getInt(i), crowds.level(changed.getInt(i)), nowPs);
    }
  }

  /** A bundle goes on at a new rate, perhaps as a part of a crowd. */
  private void goesOn(int bundle, int itsCrowd, long nowPs) {
    int flow = first[bundle];
    if (flow == NONE) {
      return; // all end now
    }
    left[bundle] = Math.max(0, leftOf(flow, bundle));
    progress[bundle] = endsAt[flow];
    boolean alone = !hasOthers(bundle);
    if (carried != null && alone) {
      carried.tell(flow, left[bundle], nowPs);
    }
    crowd[bundle] = itsCrowd;
    if (itsCrowd != Crowds.NONE) {
      changes.remove(flow);
      bundleEnds.remove(bundle);
      crowdEnds.enter(itsCrowd, bundle, left[bundle] / bundles.weight(bundle), nowPs);
      return;
    }
    rate[bundle] = shares.rate(bundle) / moving[bundle];
    long end = CrowdEnds.endPs(nowPs, left[bundle] / rate[bundle]);
    if (alone) {
      bundleEnds.remove(bundle);
      changes.set(flow, end);
    } else {
      bundleEnds.set(bundle, end, bundle);
    }
  }

  /** What each flow has moved since; the rate may be infinite, and no time have passed. */
  private double moved(int bundle, long nowPs) {
    long span = nowPs - sincePs[bundle];
    return span == 0 ? 0 : rate[bundle] * span;
  }

  /** What a flow had left when what its bundle has left was known. */
  private double leftOf(int flow, int bundle) {
    return left[bundle] + (endsAt[flow] - progress[bundle]);
  }

  /** Reports flows of crowds and of bundles of several; others are reported one by one. */
  void tellAll(long nowPs) {
    if (carried == null || !carried.isDue(nowPs)) {
      return;
    }
    for (int flow = 0; flow < carried.flows(); flow++) {
      if (carried.isMoving(flow, nowPs) && !due[flow]) {
        tell(carried, flow, bundleOf[flow], nowPs);
      }
    }
    carried.toldAll(nowPs);
  }

  private void tell(CarriedBytes to, int flow, int bundle, long nowPs) {
    if (crowd[bundle] != Crowds.NONE) {
      double stays = crowdEnds.left(crowd[bundle], bundle, nowPs) * bundles.weight(bundle);
      to.tell(flow, Math.max(0, stays + (endsAt[flow] - progress[bundle])), nowPs);
    } else if (hasOthers(bundle)) {
      to.tell(flow, Math.max(0, leftOf(flow, bundle) - moved(bundle, nowPs)), nowPs);
    }
  }

  /** Flows that end now, and that are not scheduled by themselves, are among the changes. */
  void endBundles(long nowPs) {
    while (crowdEnds.timePs() <= nowPs) {
      int bundle = crowdEnds.takeFirst();
      interrupt(bundle, nowPs);
      endFirst(bundle, nowPs);
    }
    while (!bundleEnds.isEmpty() && bundleEnds.time() <= nowPs) {
      int bundle = bundleEnds.flow();
      bundleEnds.remove();
      endFirst(bundle, nowPs);
    }
  }

  /** A flow that is among the changes ends. */
  void ends(int flow, long nowPs) {
    int bundle = bundleOf[flow];
    if (!due[flow]) {
      first[bundle] = NONE; // it was alone
    }
    if (moving[bundle] > 1 || crowd[bundle] != Crowds.NONE) { // else nobody asks what is left
      interrupt(bundle, nowPs);
    }
    resize(bundle, moving[bundle] - 1);
    shareTimes.ended(flow, nowPs);
    bundleOf[flow] = RouteBundles.NONE;
    bundles.remove(bundle);
  }

  /** The first flow of a bundle ends now, and so do those that have nothing left either. */
  private void endFirst(int bundle, long nowPs) {
    LevelHeap heap = others[bundle];
    int flow = first[bundle];
    do {
      due[flow] = true;
      changes.set(flow, nowPs);
      if (heap == null || heap.isEmpty()) {
        first[bundle] = NONE;
        return;
      }
      flow = heap.id();
      heap.remove();
      first[bundle] = flow;
    } while (firstEndPs(bundle, nowPs) <= nowPs);
  }

  /** When the first flow of a bundle ends if its rate stays. */
  private long firstEndPs(int bundle, long nowPs) {
    double stays = Math.max(0, leftOf(first[bundle], bundle) - moved(bundle, nowPs));
    return CrowdEnds.endPs(nowPs, stays / rate[bundle]);
  }

  private void growBundles() {
    int size = Math.max(64, 2 * moving.length);
    moving = Arrays.copyOf(moving, size);
    rate = Arrays.copyOf(rate, size);
    left = Arrays.copyOf(left, size);
    progress = Arrays.copyOf(progress, size);
    sincePs = Arrays.copyOf(sincePs, size);
    first = Arrays.copyOf(first, size);
    others = Arrays.copyOf(others, size);
    int before = crowd.length;
    crowd = Arrays.copyOf(crowd, size);
    Arrays.fill(crowd, before, size, Crowds.NONE);
  }
}
