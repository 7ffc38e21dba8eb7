package org.foretell.engine.message;

import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * When the ports of a {@link QueuedOccupancyModel} are free, and where its messages are. Those that
 * come to a port are served one after the other, so the time at which it is free says all; nothing
 * is ever polled.
 *
 * <p>A message has up to three legs: itself, or of a rendezvous what asks the receiver, what comes
 * back, and the data. Until its arrival is known the message's time says on which leg it is, and
 * whether it is still on its way to a node or waits for a CPU there.
 */
public final class InterfaceQueues {
  /** An eager message, or the empty one that begins a rendezvous. */
  public static final int FIRST = 0;

  /** The empty message that tells the sender that a receive has been matched. */
  public static final int CLEAR_TO_SEND = 1;

  /** What a rendezvous is about. */
  public static final int DATA = 2;

  private final QueuedOccupancyModel model;
  private final MessagePool messages;
  private final int[] nodes;
  private final @Nullable SimObserver observer;
  private final long[] outPs;
  private final long[] inPs;

  /** By rank when its side of the network is free. */
  private final long[] rankOutPs;

  private final long[] rankInPs;

  public InterfaceQueues(
      QueuedOccupancyModel model,
      MessagePool messages,
      int[] nodes,
      @Nullable SimObserver observer) {
    this.model = model;
    this.messages = messages;
    this.nodes = nodes;
    this.observer = observer;
    outPs = new long[model.ports()];
    inPs = new long[model.ports()];
    rankOutPs = new long[nodes.length];
    rankInPs = new long[nodes.length];
  }

  /** What stands for the time of a message that is on its way to a node. */
  public static long moving(int leg) {
    return MessagePool.MOVING - 2L * leg;
  }

  /** What stands for the time of a message that waits for a CPU of its node. */
  public static long there(int leg) {
    return moving(leg) - 1;
  }

  /** The leg that a message is on, given what stands for its time. */
  static int leg(long state) {
    return (int) (MessagePool.MOVING - state) >> 1;
  }

  /** Whether a message waits for a CPU, given what stands for its time. */
  static boolean isThere(long state) {
    return (state & 1) != 0;
  }

  /** The leg that a message is on. */
  public int legOf(int message) {
    return leg(messages.arrivePs(message));
  }

  /** Whether a message waits for a CPU. */
  public boolean isThere(int message) {
    return isThere(messages.arrivePs(message));
  }

  /** The rank to which the present leg of a message leads. */
  public int target(int message) {
    return legOf(message) == CLEAR_TO_SEND
        ? messages.source(message)
        : messages.destination(message);
  }

  /** Fills a view with one leg of a message. */
  public void show(int message, int leg, MutableMessage view) {
    boolean rendezvous = messages.isRendezvous(message);
    if (leg == DATA || !rendezvous) {
      messages.show(message, view, nodes);
      view.rendezvous(rendezvous);
    } else if (leg == FIRST) {
      showEmpty(messages.source(message), messages.destination(message), view);
    } else {
      showEmpty(messages.destination(message), messages.source(message), view);
    }
  }

  /** Fills a view with an empty message. */
  public void showEmpty(int from, int to, MutableMessage view) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
  }

  /**
   * A message leaves that is sent from a time on.
   *
   * @return when it is injected
   */
  public long injected(Message view, long sentPs) {
    long from = after(sentPs, model.injectPs(view), "injectPs");
    int ports = model.sendPorts(view);
    int first = ports == 0 ? 0 : model.firstSendPort(view);
    for (int port = first; port < first + ports; port++) {
      from = Math.max(from, outPs[port]);
    }
    boolean betweenNodes = !view.withinNode();
    if (betweenNodes) {
      int rank = view.source();
      from = Math.max(from, rankOutPs[rank]);
      rankOutPs[rank] = after(from, model.streamPs(view), "streamPs");
    }
    if (ports > 0) {
      long until = after(from, model.sendNicPs(view), "sendNicPs");
      keep(outPs, first, ports, until);
      tell(betweenNodes ? Resource.NIC_OUT : Resource.NODE_BUS, first, ports, view, from, until);
    }
    return from;
  }

  /** When the first byte of a message that was injected is at the receiver's node. */
  public long arrivesPs(Message view, long injectedPs) {
    return after(injectedPs, model.flightPs(view, injectedPs), "flightPs");
  }

  /** When the sender's side of a message that was injected has done its work. */
  public long leftPs(Message view, long injectedPs) {
    return after(injectedPs, model.streamPs(view), "streamPs");
  }

  /**
   * The first byte of a message is at the receiver's node now.
   *
   * @return when its ports begin to take it in
   */
  public long takenFrom(Message view, long nowPs) {
    if (view.withinNode()) {
      return nowPs;
    }
    int ports = model.receivePorts(view);
    int first = ports == 0 ? 0 : model.firstReceivePort(view);
    int rank = view.destination();
    long from = Math.max(nowPs, rankInPs[rank]);
    for (int port = first; port < first + ports; port++) {
      from = Math.max(from, inPs[port]);
    }
    rankInPs[rank] = after(from, model.streamPs(view), "streamPs");
    if (ports > 0) {
      long until = after(from, model.receiveNicPs(view), "receiveNicPs");
      keep(inPs, first, ports, until);
      tell(Resource.NIC_IN, first, ports, view, from, until);
    }
    return from;
  }

  /**
   * As {@link #takenFrom}.
   *
   * @return when the receiver's CPU may begin to take the message in
   */
  public long readyPs(Message view, long nowPs) {
    long from = takenFrom(view, nowPs);
    return view.withinNode() ? from : after(from, model.receiveFromPs(view), "receiveFromPs");
  }

  private static void keep(long[] sidePs, int first, int ports, long untilPs) {
    for (int port = first; port < first + ports; port++) {
      sidePs[port] = untilPs;
    }
  }

  private void tell(
      Resource resource, int first, int ports, Message view, long fromPs, long untilPs) {
    SimObserver told = observer;
    if (told == null) {
      return;
    }
    if (resource == Resource.NODE_BUS) {
      told.busy(resource, view.sourceNode(), view.bytes(), fromPs, untilPs);
      return;
    }
    for (int port = 0; port < ports; port++) {
      told.busy(resource, first + port, (view.bytes() + port) / ports, fromPs, untilPs);
    }
  }

  private static long after(long timePs, long spanPs, String what) {
    return Ps.plus(timePs, ModelAnswer.atLeastZero(spanPs, what));
  }
}
