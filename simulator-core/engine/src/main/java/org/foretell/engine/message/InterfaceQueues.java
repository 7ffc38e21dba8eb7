package org.foretell.engine.message;

import java.util.Arrays;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.cause.Causes;
import org.foretell.engine.cause.MessageCost;
import org.foretell.engine.cause.Uses;
import org.foretell.engine.kernel.ModelAnswer;
import org.foretell.model.Message;
import org.foretell.model.MutableMessage;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.PathLeg;
import org.foretell.observe.SimObserver;
import org.foretell.observe.SimObserver.Resource;
import org.jspecify.annotations.Nullable;

/**
 * When the ports of a {@link QueuedOccupancyModel} are free, and where its messages are. Those that
 * come to a port are served one after the other, so the time at which it is free says all; nothing
 * is ever polled. A port is asked when a message comes to it and never before, so that nothing that
 * comes later is served earlier.
 *
 * <p>A message has up to three legs: itself, or of a rendezvous what asks the receiver, what comes
 * back, and the data. Until its arrival is known the message's time says on which leg it is, and
 * how far: it is to be sent, is about to ask for its ports, is on its way to a node, or waits for a
 * CPU there.
 */
public final class InterfaceQueues {
  /** An eager message, or the empty one that begins a rendezvous. */
  static final int FIRST = 0;

  /** The empty message that tells the sender that a receive has been matched. */
  static final int CLEAR_TO_SEND = 1;

  /** What a rendezvous is about. */
  static final int DATA = 2;

  private static final int LEG_SHIFT = 2;
  private static final int PROGRESS = (1 << LEG_SHIFT) - 1;
  private static final int THERE = 1;
  private static final int TO_BE_SENT = 2;
  private static final int TO_ASK = 3;

  private static final MessageCost STREAM =
      (model, message, startPs) -> ((QueuedOccupancyModel) model).streamPs(message);
  private static final MessageCost INJECT =
      (model, message, startPs) -> {
        QueuedOccupancyModel queued = (QueuedOccupancyModel) model;
        return Math.max(queued.leastInjectPs(message), queued.injectPs(message));
      };
  private static final MessageCost SEND_NIC =
      (model, message, startPs) -> ((QueuedOccupancyModel) model).sendNicPs(message);
  private static final MessageCost FLIGHT =
      (model, message, startPs) -> ((QueuedOccupancyModel) model).flightPs(message, startPs);
  private static final MessageCost RECEIVE_NIC =
      (model, message, startPs) -> ((QueuedOccupancyModel) model).receiveNicPs(message);
  private static final MessageCost RECEIVE_FROM =
      (model, message, startPs) -> ((QueuedOccupancyModel) model).receiveFromPs(message);

  private final QueuedOccupancyModel model;
  private final MessagePool messages;
  private final int[] nodes;
  private final @Nullable SimObserver observer;
  private final long[] outPs;
  private final long[] inPs;

  /** By rank when its side of the network is free. */
  private final long[] rankOutPs;

  private final long[] rankInPs;

  private final Causes causes;
  private final InterfaceUses uses;

  /** By message until when its sender's CPU sends its data; grows with the messages. */
  private long[] dataCpuPs = {};

  public InterfaceQueues(
      QueuedOccupancyModel model,
      MessagePool messages,
      int[] nodes,
      @Nullable SimObserver observer,
      Causes causes) {
    this.model = model;
    this.messages = messages;
    this.nodes = nodes;
    this.observer = observer;
    outPs = new long[model.ports()];
    inPs = new long[model.ports()];
    rankOutPs = new long[nodes.length];
    rankInPs = new long[nodes.length];
    this.causes = causes;
    uses = new InterfaceUses(causes, model.ports(), nodes.length);
  }

  /** What stands for the time of a message that is on its way to a node. */
  static long moving(int leg) {
    return MessagePool.MOVING - ((long) leg << LEG_SHIFT);
  }

  /** What stands for the time of a message that is sent later. */
  static long toBeSent(int leg) {
    return moving(leg) - TO_BE_SENT;
  }

  /** What stands for the time of a message that asks for its ports later. */
  static long toAsk(int leg) {
    return moving(leg) - TO_ASK;
  }

  /** What stands for the time of a message that waits for a CPU of its node. */
  static long there(int leg) {
    return moving(leg) - THERE;
  }

  /** The leg that a message is on, given what stands for its time. */
  static int leg(long state) {
    return (int) (MessagePool.MOVING - state) >> LEG_SHIFT;
  }

  /** Whether a message waits for a CPU, given what stands for its time. */
  static boolean isThere(long state) {
    return progress(state) == THERE;
  }

  private static int progress(long state) {
    return (int) (MessagePool.MOVING - state) & PROGRESS;
  }

  /** The leg that a message is on. */
  int legOf(int message) {
    return leg(messages.arrivePs(message));
  }

  /** Whether a message waits for a CPU. */
  public boolean isThere(int message) {
    return isThere(messages.arrivePs(message));
  }

  /** Whether a message has not left yet: it is sent now, or asks for its ports. */
  boolean isLeaving(int message) {
    return progress(messages.arrivePs(message)) >= TO_BE_SENT;
  }

  /** Whether a message that has not left yet asks for its ports now. */
  boolean isToAsk(int message) {
    return progress(messages.arrivePs(message)) == TO_ASK;
  }

  /** The rank to which the present leg of a message leads. */
  public int target(int message) {
    return legOf(message) == CLEAR_TO_SEND
        ? messages.source(message)
        : messages.destination(message);
  }

  /** Fills a view with one leg of a message. */
  void show(int message, int leg, MutableMessage view) {
    if (leg == DATA || !messages.isRendezvous(message)) {
      messages.show(message, view, nodes);
    } else if (leg == FIRST) {
      showEmpty(messages.source(message), messages.destination(message), view);
    } else {
      showEmpty(messages.destination(message), messages.source(message), view);
    }
  }

  /** Fills a view with an empty message. */
  void showEmpty(int from, int to, MutableMessage view) {
    view.set(from, to, nodes[from], nodes[to], 0, false);
  }

  /** A CPU sends the data of a rendezvous until a time and moment. */
  void dataCpuPs(int message, long untilPs, int until) {
    int number = message / MessagePool.STRIDE;
    if (number >= dataCpuPs.length) {
      dataCpuPs = Arrays.copyOf(dataCpuPs, Math.max(number + 1, 2 * dataCpuPs.length));
    }
    dataCpuPs[number] = untilPs;
    uses.dataCpu.keep(number, until);
  }

  /** When the sender of the data of a rendezvous, which have been injected, is done. */
  long dataSentPs(int message, Message view, long injectedPs) {
    long left = ModelAnswer.endPs(injectedPs, model.streamPs(view), "streamPs");
    return Math.max(dataCpuPs[message / MessagePool.STRIDE], left);
  }

  /** The moment of that, which follows from that of the injection. */
  int dataSent(int message, Message view, long injectedPs, int injected) {
    if (!causes.areKept()) {
      return CauseTree.NONE; // the model is not asked for nobody
    }
    long leftPs = ModelAnswer.endPs(injectedPs, model.streamPs(view), "streamPs");
    int who = MessagePool.who(message);
    int left =
        causes.happened(PathLeg.Kind.BANDWIDTH, who, view, STREAM, injectedPs, leftPs, injected);
    return uses.dataCpu.after(message / MessagePool.STRIDE, left);
  }

  /** How long before it reaches its ports a message asks for them. */
  long leadPs(Message view) {
    return ModelAnswer.atLeastZero(model.leastInjectPs(view), "leastInjectPs");
  }

  /**
   * A message is sent now: its rank lets one after the other out.
   *
   * @return when it reaches its ports, the lead or more from now
   */
  long reachesPs(int message, Message view, long nowPs, long leadPs) {
    long reaches = ModelAnswer.endPs(nowPs, Math.max(leadPs, model.injectPs(view)), "injectPs");
    goesOn(message, view, PathLeg.Kind.LATENCY, INJECT, nowPs, reaches);
    if (!view.withinNode()) {
      int rank = view.source();
      reaches = Math.max(reaches, rankOutPs[rank]);
      rankOutPs[rank] = ModelAnswer.endPs(reaches, model.streamPs(view), "streamPs");
      long until = rankOutPs[rank];
      PathLeg.Resource side = PathLeg.Resource.RANK_OUT;
      passes(message, view, uses.rankOut, side, STREAM, rank, 1, until);
    }
    return reaches;
  }

  /**
   * A message asks for its ports, which it reaches later.
   *
   * @return when it is injected
   */
  long injectedPs(int message, Message view, long reachesPs) {
    long from = reachesPs;
    int ports = model.sendPorts(view);
    if (ports == 0) {
      return from;
    }
    int first = model.firstSendPort(view);
    for (int port = first; port < first + ports; port++) {
      from = Math.max(from, outPs[port]);
    }
    long until = ModelAnswer.endPs(from, model.sendNicPs(view), "sendNicPs");
    keep(outPs, first, ports, until);
    PathLeg.Resource side =
        view.withinNode() ? PathLeg.Resource.NODE_BUS : PathLeg.Resource.NIC_OUT;
    passes(message, view, uses.out, side, SEND_NIC, first, ports, until);
    Resource resource = view.withinNode() ? Resource.NODE_BUS : Resource.NIC_OUT;
    tell(resource, first, ports, view, from, until);
    return from;
  }

  /** When the first byte of a message that was injected is at the receiver's node. */
  long arrivesPs(int message, Message view, long injectedPs) {
    long arrives = ModelAnswer.endPs(injectedPs, model.flightPs(view, injectedPs), "flightPs");
    goesOn(message, view, PathLeg.Kind.LATENCY, FLIGHT, injectedPs, arrives);
    if (observer != null && view.bytes() > 0) {
      long last = ModelAnswer.endPs(arrives, model.streamPs(view), "streamPs");
      observer.moved(view.source(), view.destination(), view.bytes(), injectedPs, last);
    }
    return arrives;
  }

  /**
   * The first byte of a message is at the receiver's node now.
   *
   * @return when its rank begins to take it in from the ports
   */
  long takenFrom(int message, Message view, long nowPs) {
    if (view.withinNode()) {
      return nowPs;
    }
    long from = nowPs;
    int ports = model.receivePorts(view);
    if (ports > 0) {
      int first = model.firstReceivePort(view);
      for (int port = first; port < first + ports; port++) {
        from = Math.max(from, inPs[port]);
      }
      long until = ModelAnswer.endPs(from, model.receiveNicPs(view), "receiveNicPs");
      keep(inPs, first, ports, until);
      PathLeg.Resource side = PathLeg.Resource.NIC_IN;
      passes(message, view, uses.in, side, RECEIVE_NIC, first, ports, until);
      tell(Resource.NIC_IN, first, ports, view, from, until);
    }
    int rank = view.destination();
    from = Math.max(from, rankInPs[rank]);
    rankInPs[rank] = ModelAnswer.endPs(from, model.streamPs(view), "streamPs");
    long until = rankInPs[rank];
    passes(message, view, uses.rankIn, PathLeg.Resource.RANK_IN, STREAM, rank, 1, until);
    return from;
  }

  /**
   * As {@link #takenFrom}.
   *
   * @return when the receiver's CPU may begin to take the message in
   */
  long readyPs(int message, Message view, long nowPs) {
    long from = takenFrom(message, view, nowPs);
    if (view.withinNode()) {
      return from;
    }
    long ready = ModelAnswer.endPs(from, model.receiveFromPs(view), "receiveFromPs");
    goesOn(message, view, PathLeg.Kind.BANDWIDTH, RECEIVE_FROM, from, ready);
    return ready;
  }

  /** A message, of which the view shows the present leg, goes on from where it is. */
  private void goesOn(
      int message, Message view, PathLeg.Kind kind, MessageCost cost, long startPs, long untilPs) {
    if (!causes.areKept()) {
      return; // each message comes here, several times
    }
    int who = who(message, view);
    int after = messages.cause(message);
    messages.cause(message, causes.happened(kind, who, view, cost, startPs, untilPs, after));
  }

  /** The op that the present leg of a message belongs to: a clear-to-send is the receiver's. */
  private int who(int message, Message view) {
    return view.source() == messages.source(message) ? MessagePool.who(message) : view.source();
  }

  /** A message, of which the view shows the present leg, passes some sides, which keep it. */
  private void passes(
      int message,
      Message view,
      Uses sides,
      PathLeg.Resource resource,
      MessageCost cost,
      int first,
      int count,
      long untilPs) {
    if (!causes.areKept()) {
      return; // likewise
    }
    int who = who(message, view);
    int came = messages.cause(message);
    messages.cause(
        message, uses.pass(sides, resource, who, cost, first, count, view, untilPs, came));
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
}
