package org.foretell.engine.reference.buslink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.engine.reference.Timeline;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.Placement;
import org.foretell.model.BusLinkModel;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.jspecify.annotations.Nullable;

/** Links and buses, and the messages that hold them or wait for them. */
final class Ways {
  /** Links of one kind at one place. */
  static final class Links {
    private final boolean limited;
    private final boolean halfDuplex;
    private int free;
    private final Deque<Taker> forOut = new ArrayDeque<>();
    private final Deque<Taker> forIn = new ArrayDeque<>();

    /** Who holds one as a link out, in the order in which they were taken. */
    private final List<Taker> outHolders = new ArrayList<>();

    Links(int count, boolean halfDuplex) {
      limited = count != BusNodes.UNLIMITED;
      free = count;
      this.halfDuplex = halfDuplex;
    }
  }

  /** A message, or what takes links for a collective. */
  abstract static class Taker {
    @Nullable Links holdsOut;
    @Nullable Links holdsIn;

    /** Where it waits for a link in, else null. */
    @Nullable Links waitsForIn;

    /** Goes on with what it has got. */
    abstract void goOn();
  }

  /** Buses of a node or a site. */
  static final class Buses {
    private final int count;
    private final BusSharing sharing;
    private int taken;

    /** Where buses are shared: whether a collective has them. */
    private boolean heldByCollective;

    /** How many have taken one since a message freed one, or a collective came or freed them. */
    private int started;

    private final Deque<Runnable> waiting = new ArrayDeque<>();

    Buses(int count, BusSharing sharing) {
      this.count = count;
      this.sharing = sharing;
    }

    private boolean waitsForFree() {
      return count > 0 && sharing == BusSharing.FIFO;
    }
  }

  private final BusLinkModel model;
  private final Placement placement;
  private final Timeline timeline;
  private final Cpus cpus;
  private final WanTraffic traffic;
  private final Map<List<Integer>, Links[]> links = new HashMap<>();
  private final Map<List<Integer>, Buses> buses = new HashMap<>();

  Ways(BusLinkModel model, Placement placement, Timeline timeline, Cpus cpus) {
    this.model = model;
    this.placement = placement;
    this.timeline = timeline;
    this.cpus = cpus;
    traffic = new WanTraffic(model.machine().wideArea());
  }

  int node(int rank) {
    return placement.node(rank);
  }

  int site(int rank) {
    return model.site(node(rank));
  }

  /** What the CPU pays for a message. */
  long startupPs(int from, int to, int tag, long bytes) {
    return startupPs(view(from, to, tag, bytes));
  }

  /** As above. */
  long startupPs(Message message) {
    return model.startupPs(message, model.way(message));
  }

  /** What it pays for a message from anywhere. */
  long startupFromAnywherePs(int to) {
    return model.startupPs(
        view(to, to, 0, 0),
        placement.nodesUsed() > 1 ? BusLinkModel.BETWEEN_NODES : BusLinkModel.WITHIN_NODE);
  }

  MutableMessage view(int from, int to, int tag, long bytes) {
    return new MutableMessage()
        .set(from, to, node(from), node(to), bytes, false)
        .with(tag, Message.Traced.UNKNOWN);
  }

  /** Links out and in, in this order; the same where they are half duplex. */
  private static Links[] pair(int out, int in) {
    if (BusNodes.isHalfDuplex(in, out)) {
      Links both = new Links(Math.max(in, out), true);
      return new Links[] {both, both};
    }
    boolean noLimit = in == 0 && out == 0;
    return new Links[] {
      new Links(noLimit ? BusNodes.UNLIMITED : out, false),
      new Links(noLimit ? BusNodes.UNLIMITED : in, false)
    };
  }

  private Links[] linksOfRank(int rank) {
    BusNodes group = model.group(node(rank));
    return links.computeIfAbsent(
        List.of(0, rank), key -> pair(group.intraOutputLinks(), group.intraInputLinks()));
  }

  private Links[] linksOfNode(int node) {
    BusNodes group = model.group(node);
    return links.computeIfAbsent(
        List.of(1, node), key -> pair(group.outputLinks(), group.inputLinks()));
  }

  /** Of a site into the wide area, or of a dedicated connection, which has one pair in all. */
  private Links[] linksOfSite(int site, int way) {
    int where = way == BusLinkModel.WIDE_AREA ? site : 0;
    return links.computeIfAbsent(List.of(way, where), key -> pair(1, 1));
  }

  private Buses busesOfNode(int node) {
    BusSharing sharing = model.machine().sites().get(model.site(node)).sharing();
    return buses.computeIfAbsent(
        List.of(0, node), key -> new Buses(model.group(node).intraBuses(), sharing));
  }

  private Buses busesOfSite(int number) {
    BusSite site = model.machine().sites().get(number);
    return buses.computeIfAbsent(
        List.of(1, number), key -> new Buses(site.buses(), site.sharing()));
  }

  /** Takes a link out of a place if the taker lacks one; else it waits, and answers false. */
  private static boolean takeOut(Taker taker, Links out) {
    if (taker.holdsOut != null || !out.limited) {
      return true;
    }
    if (out.free == 0) {
      out.forOut.addLast(taker);
      return false;
    }
    out.free--;
    out.outHolders.add(taker);
    taker.holdsOut = out;
    return true;
  }

  /** Likewise into a place. */
  private static boolean takeIn(Taker taker, Links in) {
    if (taker.holdsIn != null || !in.limited) {
      return true;
    }
    if (in.free == 0) {
      in.forIn.addLast(taker);
      taker.waitsForIn = in;
      return false;
    }
    in.free--;
    taker.holdsIn = in;
    return true;
  }

  /** Takes a link out and one in, borrowed ones if need be. */
  private static boolean takeBoth(Taker taker, Links out, Links in) {
    boolean lacksOut = taker.holdsOut == null && out.limited && out.free == 0;
    boolean lacksIn = taker.holdsIn == null && in.limited && in.free == 0;
    Taker outLender = lacksOut ? lender(out) : null;
    Taker inLender = lacksIn && in.halfDuplex ? lender(in) : null;
    if (lacksIn && inLender == null) {
      // What is borrowed for nothing stays where it is.
      return takeOut(taker, out) && takeIn(taker, in);
    }
    if (lacksOut && outLender != null) {
      int place = out.outHolders.indexOf(outLender);
      giveUpOut(outLender);
      out.free--;
      out.outHolders.add(place, taker);
      taker.holdsOut = out;
    }
    if (!takeOut(taker, out)) {
      return false;
    }
    if (inLender != null) {
      giveUpOut(inLender);
    }
    return takeIn(taker, in);
  }

  /** The first holder of a link out that waits for a link in elsewhere. */
  private static @Nullable Taker lender(Links out) {
    return out.outHolders.stream()
        .filter(holder -> holder.waitsForIn != null)
        .findFirst()
        .orElse(null);
  }

  /** A holder of a link out gives it up while it waits for a link in. */
  private static void giveUpOut(Taker holder) {
    Links out = holder.holdsOut;
    out.free++;
    out.outHolders.remove(holder);
    holder.holdsOut = null;
    holder.waitsForIn.forIn.remove(holder);
    holder.waitsForIn = null;
    out.forOut.addFirst(holder);
  }

  /** The first that waits leaves the queue and tries again. */
  private static void tryFirst(Deque<Taker> waiting) {
    if (!waiting.isEmpty()) {
      Taker taker = waiting.removeFirst();
      taker.waitsForIn = null;
      taker.goOn();
    }
  }

  private static void freeOut(Taker taker) {
    Links out = taker.holdsOut;
    if (out == null) {
      return;
    }
    taker.holdsOut = null;
    out.outHolders.remove(taker);
    out.free++;
    if (out.halfDuplex) {
      tryFirst(out.forIn);
    }
    tryFirst(out.forOut);
  }

  private static void freeIn(Taker taker) {
    Links in = taker.holdsIn;
    if (in == null) {
      return;
    }
    taker.holdsIn = null;
    in.free++;
    if (in.halfDuplex) {
      tryFirst(in.forOut);
    }
    tryFirst(in.forIn);
  }

  /** The first that waits is tried; it leaves the queue when it has what it wants. */
  private static void freeBus(Buses of) {
    of.taken--;
    of.started = 0;
    tryFirst(of);
  }

  private static void tryFirst(Buses of) {
    if (!of.waiting.isEmpty()) {
      of.waiting.getFirst().run();
    }
  }

  /**
   * A message leaves as soon as it has links and a bus.
   *
   * @param freed what happens when it has freed them
   * @param arrives what happens when it is there
   */
  void send(Message view, Runnable freed, Runnable arrives) {
    new Transfer(view, freed, arrives).goOn();
  }

  private final class Transfer extends Taker {
    final Message view;
    final int way;
    final Runnable freed;
    final Runnable arrives;
    @Nullable Links out;
    @Nullable Links in;
    @Nullable Buses over;
    boolean inFirst;

    Transfer(Message view, Runnable freed, Runnable arrives) {
      this.view = view;
      this.freed = freed;
      this.arrives = arrives;
      way = model.way(view);
      int source = view.source();
      int destination = view.destination();
      if (way == BusLinkModel.WITHIN_NODE) {
        over = busesOfNode(node(source));
        if (source != destination) {
          out = linksOfRank(source)[0];
          in = linksOfRank(destination)[1];
          inFirst = out.halfDuplex && destination < source;
        }
      } else if (way == BusLinkModel.BETWEEN_NODES) {
        out = linksOfNode(node(source))[0];
        in = linksOfNode(node(destination))[1];
        over = busesOfSite(site(source));
      } else {
        out = linksOfSite(site(source), way)[0];
        in = linksOfSite(site(destination), way)[1];
      }
    }

    @Override
    void goOn() {
      if (out != null && in != null) {
        boolean hasBoth =
            way == BusLinkModel.BETWEEN_NODES
                ? takeBoth(this, out, in)
                : inFirst
                    ? takeIn(this, in) && takeOut(this, out)
                    : takeOut(this, out) && takeIn(this, in);
        if (!hasBoth) {
          return;
        }
      }
      if (over != null && over.waitsForFree() && over.taken >= over.count) {
        over.waiting.addLast(
            () -> {
              over.waiting.removeFirst();
              move();
            });
        return;
      }
      move();
    }

    private void move() {
      long startPs = timeline.nowPs();
      double share = way == BusLinkModel.WIDE_AREA ? traffic.share(startPs, view.bytes()) : 1;
      if (over != null) {
        over.taken++;
        over.started++;
        boolean collectiveWaits = over.sharing == BusSharing.SLOWER && !over.waiting.isEmpty();
        int users =
            collectiveWaits
                ? over.count + over.started
                : over.taken + (over.heldByCollective ? over.count : 0);
        if (over.count > 0 && users > over.count) {
          share = (double) over.count / users;
        }
      }
      long movedPs = startPs + model.transferPs(view, way, share);
      cpus.at(
          startPs + model.transferPs(view, way, 1),
          () -> {
            freeOut(this);
            freeIn(this);
            if (over != null) {
              freeBus(over);
            }
            freed.run();
          });
      cpus.at(movedPs + model.flightPs(view, way, movedPs), arrives);
    }
  }

  /** A collective takes all buses of a site. */
  void takeAllBuses(int site, Runnable then) {
    Buses all = busesOfSite(site);
    if (all.count == 0) {
      then.run();
      return;
    }
    int[] held = {0};
    all.started = 0;
    Runnable grab =
        () -> {
          boolean hasAll;
          if (all.sharing == BusSharing.SLOWER) {
            hasAll = !all.heldByCollective && all.taken == 0;
            all.heldByCollective |= hasAll;
          } else {
            held[0] += all.count - all.taken;
            all.taken = all.count;
            hasAll = held[0] == all.count;
          }
          if (hasAll) {
            all.waiting.removeFirst();
            then.run();
          }
        };
    all.waiting.addLast(grab);
    if (all.waiting.size() == 1) {
      grab.run();
    }
  }

  /** A collective frees all buses of a site. */
  void freeAllBuses(int site) {
    Buses all = busesOfSite(site);
    if (all.count > 0 && all.sharing == BusSharing.SLOWER) {
      all.heldByCollective = false;
      all.started = 0;
      tryFirst(all);
    } else {
      for (int bus = 0; bus < all.count; bus++) {
        all.taken--;
        tryFirst(all);
      }
    }
  }

  /** The links of a site for a collective of several. */
  Taker siteLinks(int site, Runnable hasOut, Runnable hasIn) {
    Links[] both = linksOfSite(site, BusLinkModel.WIDE_AREA);
    return new Taker() {
      private boolean out;

      @Override
      void goOn() {
        if (!out) {
          if (takeOut(this, both[0])) {
            out = true;
            hasOut.run();
          }
        } else if (takeIn(this, both[1])) {
          hasIn.run();
        }
      }
    };
  }

  void free(Taker taker) {
    freeOut(taker);
    freeIn(taker);
  }
}
