package org.foretell.engine.ops;

import org.foretell.engine.cause.Causes;
import org.foretell.engine.collective.CallPool;
import org.foretell.engine.collective.CommunicatorGroup;
import org.foretell.engine.collective.CommunicatorTable;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.kernel.RecordPool;
import org.foretell.engine.message.Matcher;
import org.foretell.engine.message.MessageState;
import org.foretell.engine.message.Probes;
import org.foretell.engine.message.Transport;
import org.foretell.engine.onesided.WindowAccess;
import org.foretell.engine.state.OpRecorder;
import org.foretell.engine.state.PersistentTable;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.result.InputException;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Sends, receives, probes and persistent requests: reads the op, checks it, and lets the transport
 * act.
 */
public final class PointToPoint {
  private final RankTable ranks;
  private final RequestTable requests;
  private final CommunicatorTable communicators;
  private final Matcher matcher;
  private final Transport transport;
  private final Probes probes;
  private final WaitOps waits;
  private final CallPool calls;
  private final WindowAccess windows;
  private final FileServers files;
  private final ProblemLog problems;
  private final @Nullable OpRecorder recorder;
  private final Causes causes;
  private final PersistentTable persistent = new PersistentTable();

  /**
   * Nothing is persistent yet.
   *
   * @param calls of non-blocking collectives, whose requests may be freed; as may those of the next
   */
  public PointToPoint(
      ReplayState state,
      CommunicatorTable communicators,
      MessageState messages,
      Transport transport,
      WaitOps waits,
      CallPool calls,
      WindowAccess windows,
      FileServers files) {
    ranks = state.ranks();
    requests = state.requests();
    problems = state.problems();
    causes = state.causes();
    recorder = state.recorder();
    matcher = messages.matcher();
    probes = messages.probes();
    this.communicators = communicators;
    this.transport = transport;
    this.waits = waits;
    this.calls = calls;
    this.windows = windows;
    this.files = files;
  }

  /** The sending half of an op, with slot {@link RequestTable#BLOCKING} a part of it. */
  public void send(int rank, OpView op, Transport.Mode mode, int slot) {
    int destination = op.peer();
    int context = op.communicator();
    int tag = op.tag();
    long bytes = op.bytes();
    if (context != Communicator.WORLD || destination < 0 || destination >= ranks.size()) {
      CommunicatorGroup group = group(rank, context);
      destination = peer(rank, group, destination, false);
      context = group.context;
    }
    if (tag < 0 || bytes < 0) {
      throw problems.invalid(rank, ranks.operation(rank), "has a negative tag or size");
    }
    if (recorder != null) {
      recorder.partner(rank, destination < 0 ? OpView.NONE : destination, bytes);
    }
    if (destination < 0) {
      completeNow(rank, slot);
    } else {
      transport.send(rank, destination, tag, context, bytes, mode, slot);
    }
  }

  /** The receiving op, with slot {@link RequestTable#BLOCKING} a part of it. */
  public void receive(int rank, OpView op, int slot) {
    int source = op.peer();
    int context = op.communicator();
    int tag = op.tag();
    if (context != Communicator.WORLD || source < 0 || source >= ranks.size()) {
      CommunicatorGroup group = group(rank, context);
      source = source(rank, group, op, source);
      context = group.context;
    }
    if (tag < 0) {
      tag = receiveTag(rank, op, tag);
    }
    if (recorder != null) {
      long room = source == OpView.PROC_NULL ? 0 : Math.max(0, op.receiveBytes());
      recorder.partner(rank, source < 0 ? OpView.NONE : source, room);
    }
    receiveFrom(rank, source, tag, context, op.receiveBytes(), slot);
  }

  /** Whether the two halves of a sendrecv are a send, and then a receive. */
  boolean receivesAfterSending() {
    return transport.receivesAfterSending();
  }

  /** The receiving half of a sendrecv, a part of it. */
  public void receiveHalf(int rank, OpView op) {
    CommunicatorGroup group = group(rank, op.communicator());
    int source = source(rank, group, op, op.get(OpField.RECEIVE_PEER));
    int tag = receiveTag(rank, op, op.get(OpField.RECEIVE_TAG));
    receiveFrom(rank, source, tag, group.context, op.receiveBytes(), RequestTable.BLOCKING);
  }

  private void receiveFrom(
      int rank, int source, int tag, int context, long capacityBytes, int slot) {
    if (source < 0 || tag < 0) {
      if (source == OpView.PROC_NULL) {
        completeNow(rank, slot);
        return;
      }
      checkAnnounced(rank, source, tag);
    }
    transport.receive(rank, source, tag, context, capacityBytes, slot);
  }

  private void checkAnnounced(int rank, int source, int tag) {
    if ((source == OpView.ANY || tag == OpView.ANY) && !matcher.wildcards()) {
      throw new InputException(
          "rank "
              + rank
              + ", op "
              + ranks.operation(rank)
              + " is a wildcard whose match is not recorded, but the trace says that it has none;"
              + " expected its match, or the capability UNRESOLVED_WILDCARDS among the contents of"
              + " the trace; the file is damaged or was written wrongly: make it again from what it"
              + " was made of");
    }
  }

  /** Completes a request at the clock of its rank. */
  void completeNow(int rank, int slot) {
    if (slot >= 0) {
      transport.requestForNobody(rank, slot);
      ranks.handFollowersClock(rank);
      long now = ranks.clockPs(rank);
      requests.setComplete(rank, slot, RequestTable.NO_KIND, now, 0, causes.clock(rank));
    }
  }

  /**
   * The slot in which an op puts its request, {@link RequestTable#DETACHED} for the null request.
   */
  public int newSlot(int rank, OpView op) {
    int named = op.request();
    if (requests.isUnused(rank, named)) {
      return named;
    }
    int slot = waits.slot(rank, named);
    if (slot < 0) {
      return RequestTable.DETACHED;
    }
    requests.reserve(rank, slot);
    if (requests.word(rank, slot) != RequestTable.EMPTY) {
      throw problems.invalid(
          rank, ranks.operation(rank), "uses request slot " + slot + ", which is still active");
    }
    forgetTemplate(rank, slot);
    return slot;
  }

  private void forgetTemplate(int rank, int slot) {
    int template = requests.template(rank, slot);
    if (template != 0) {
      persistent.release(template);
      requests.template(rank, slot, 0);
    }
  }

  /** A blocking probe, or another if it is known to have succeeded: a part of the rank's op. */
  public void probe(int rank, OpView op, boolean succeeds) {
    CommunicatorGroup group = group(rank, op.communicator());
    int source = source(rank, group, op, op.peer());
    int tag = receiveTag(rank, op, op.tag());
    if (recorder != null) {
      recorder.partner(rank, source < 0 ? OpView.NONE : source, 0);
    }
    if (source == OpView.PROC_NULL || !succeeds) {
      return;
    }
    checkAnnounced(rank, source, tag);
    int message = transport.peek(rank, source, tag, group.context);
    if (message == RecordPool.NONE) {
      probes.await(rank, source, tag, group.context);
    } else {
      int seen = transport.sees(message, causes.clock(rank));
      probes.sees(matcher.messages, message);
      ranks.part(rank, transport.visiblePs(message), matcher.messages.sendPs(message), seen);
      ranks.followersPart(rank);
    }
  }

  /** The world rank to which an op sends, negative for nobody. */
  public int target(int rank, OpView op) {
    return peer(rank, group(rank, op.communicator()), op.peer(), false);
  }

  /**
   * The world rank from which an op, or with {@link OpField#RECEIVE_PEER} its second half,
   * receives; ANY, or PROC_NULL.
   */
  public int origin(int rank, OpView op, OpField named) {
    return source(rank, group(rank, op.communicator()), op, op.get(named));
  }

  /** The world rank to which a persistent request sends, negative if it sends nothing. */
  public int startedTarget(int rank, long named) {
    return startsSend(rank, named)
        ? persistent.peer(requests.template(rank, waits.slot(rank, named)))
        : OpView.NONE;
  }

  /** Size of the message that a persistent request sends. */
  public long startedBytes(int rank, long named) {
    return persistent.bytes(requests.template(rank, waits.slot(rank, named)));
  }

  /** Tag of the message that a persistent request sends. */
  public int startedTag(int rank, long named) {
    return persistent.tag(requests.template(rank, waits.slot(rank, named)));
  }

  /** Makes a persistent request. */
  public void init(int rank, OpView op) {
    int slot = newSlot(rank, op);
    boolean receives = op.code() == OpCode.RECV_INIT;
    CommunicatorGroup group = group(rank, op.communicator());
    long peer = op.peer();
    int world = receives ? source(rank, group, op, peer) : peer(rank, group, peer, false);
    int tag = receives ? receiveTag(rank, op, op.tag()) : tag(rank, op.tag(), false);
    long bytes = receives ? op.receiveBytes() : op.bytes();
    if (bytes < 0 && !receives) {
      throw problems.invalid(rank, ranks.operation(rank), "has a negative size");
    }
    if (slot >= 0) {
      requests.template(rank, slot, persistent.add(op.code(), world, tag, group.context, bytes));
    }
  }

  /** Whether starting a request starts a send; false where it must not be started at all. */
  boolean startsSend(int rank, long named) {
    int slot = waits.slot(rank, named);
    int template = slot < 0 ? 0 : requests.template(rank, slot);
    return template != 0
        && requests.word(rank, slot) == RequestTable.EMPTY
        && persistent.code(template) != OpCode.RECV_INIT
        && persistent.peer(template) != OpView.PROC_NULL;
  }

  /** Starts a persistent request. */
  public void start(int rank, long named) {
    int slot = waits.slot(rank, named);
    int template = slot < 0 ? 0 : requests.template(rank, slot);
    if (template == 0 || requests.word(rank, slot) != RequestTable.EMPTY) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "starts request slot " + named + ", which holds no inactive persistent request");
    }
    OpCode code = persistent.code(template);
    int peer = persistent.peer(template);
    int tag = persistent.tag(template);
    int context = persistent.context(template);
    long bytes = persistent.bytes(template);
    if (recorder != null) {
      recorder.starts(rank, peer < 0 ? OpView.NONE : peer, Math.max(0, bytes));
    }
    if (code == OpCode.RECV_INIT) {
      receiveFrom(rank, peer, tag, context, bytes, slot);
    } else if (peer == OpView.PROC_NULL) {
      completeNow(rank, slot);
    } else {
      transport.send(rank, peer, tag, context, bytes, mode(code), slot);
    }
  }

  /** Frees a request; what it stands for goes on. */
  public void free(int rank, OpView op) {
    int slot = waits.slot(rank, op.request());
    if (slot < 0) {
      return;
    }
    forgetTemplate(rank, slot);
    long word = requests.word(rank, slot);
    if (word == RequestTable.EMPTY) {
      return;
    }
    if (RequestTable.pending(word)) {
      int entry = RequestTable.entry(word);
      switch (RequestTable.kind(word)) {
        case RequestTable.RECEIVE -> matcher.receives.slot(entry, RequestTable.DETACHED);
        case RequestTable.SEND -> matcher.messages.slot(entry, RequestTable.DETACHED);
        case RequestTable.ONE_SIDED -> windows.detach(entry);
        case RequestTable.FILE -> files.detach(entry);
        default -> calls.slot(entry, RequestTable.DETACHED);
      }
    }
    requests.setEmpty(rank, slot);
  }

  /** What a rank means by a communicator id. */
  public CommunicatorGroup group(int rank, long id) {
    if (id == Communicator.WORLD) {
      return communicators.world();
    }
    return id == Communicator.SELF
        ? communicators.self(rank)
        : communicators.group(handle(rank, id));
  }

  /** The rank's own rank in a communicator. */
  public int member(int rank, long id) {
    if (id == Communicator.WORLD) {
      return rank;
    }
    return id == Communicator.SELF ? 0 : communicators.member(handle(rank, id));
  }

  private int handle(int rank, long id) {
    int handle = communicators.handle(rank, id);
    if (handle == CommunicatorTable.UNKNOWN) {
      throw problems.invalid(
          rank,
          ranks.operation(rank),
          "uses communicator " + id + ", which the rank does not have");
    }
    return handle;
  }

  /** A peer as world rank, PROC_NULL, or where that is allowed ANY. */
  private int peer(int rank, CommunicatorGroup group, long peer, boolean anyAllowed) {
    if (peer >= 0 && peer < group.size()) {
      return group.worldRank((int) peer);
    }
    if (peer == OpView.PROC_NULL || (anyAllowed && peer == OpView.ANY)) {
      return (int) peer;
    }
    throw problems.invalid(
        rank,
        ranks.operation(rank),
        "names peer " + peer + ", but its communicator has " + group.size() + " members");
  }

  private int source(int rank, CommunicatorGroup group, OpView op, long named) {
    long matched = op.get(OpField.MATCHED_PEER);
    return peer(rank, group, named == OpView.ANY && matched != OpView.NONE ? matched : named, true);
  }

  private int receiveTag(int rank, OpView op, long named) {
    long matched = op.get(OpField.MATCHED_TAG);
    return tag(rank, named == OpView.ANY && matched != OpView.NONE ? matched : named, true);
  }

  private int tag(int rank, long tag, boolean anyAllowed) {
    if ((tag >= 0 && tag <= Integer.MAX_VALUE) || (anyAllowed && tag == OpView.ANY)) {
      return (int) tag;
    }
    throw problems.invalid(rank, ranks.operation(rank), "has tag " + tag);
  }

  private static Transport.Mode mode(OpCode code) {
    return switch (code) {
      case BSEND, IBSEND, BSEND_INIT -> Transport.Mode.BUFFERED;
      case SSEND, ISSEND, SSEND_INIT -> Transport.Mode.SYNCHRONOUS;
      case SEND, RSEND, ISEND, IRSEND, RECV, IRECV, SENDRECV -> Transport.Mode.STANDARD;
      case SENDRECV_REPLACE, PROBE, IPROBE, SEND_INIT, RSEND_INIT -> Transport.Mode.STANDARD;
      case RECV_INIT, START, STARTALL, REQUEST_FREE -> Transport.Mode.STANDARD;
      // Of POINT_TO_POINT and PERSISTENT all are listed: no other op has a mode.
      default -> Transport.Mode.STANDARD;
    };
  }
}
