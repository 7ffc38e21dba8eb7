package org.foretell.parsers.plain;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Losses;
import org.foretell.parsers.plain.PlainTarget.Detail;
import org.foretell.trace.Capability;
import org.foretell.trace.CommunicatorMembers;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Walks the calls of all ranks and hands them on as formats have them that know no handles, no
 * persistent requests and no lists of outcomes: partners are ranks in the world, and a wait names
 * what it waits for. Memory is proportional to the open requests of a rank and to the members of
 * communicators. For one thread.
 */
public final class PlainCalls {
  private static final String NO_PLACE = "the format has no place for them";

  private final String format;
  private final TraceSource source;
  private final CommunicatorMembers members;

  /**
   * Follows the creation of communicators.
   *
   * @param format its name, for messages
   * @param source any trace; refused here if its programs are graphs
   * @throws TraceException if the programs are task graphs
   */
  public PlainCalls(String format, TraceSource source) {
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new TraceException(
          format
              + " has sequences of calls, but the programs of this trace are task graphs; convert"
              + " it to .bin, to text or to GOAL instead");
    }
    this.format = format;
    this.source = source;
    members = CommunicatorMembers.of("the trace", source);
  }

  /**
   * Walks all ranks. May be called several times; communicators are the same arrays then.
   *
   * @param target gets the calls
   * @param losses gets what the target does not
   * @throws TraceException if the trace is damaged, or has a call that the format cannot express
   * @throws IOException what the target throws
   */
  public void walk(PlainTarget target, Losses losses) throws IOException {
    new Walk(target, losses).run();
  }

  /** One walk. */
  private final class Walk {
    private final PlainTarget target;
    private final Set<Detail> details;
    private final Losses losses;

    /** The communicators of the rank's windows, by their numbers. */
    private final Int2IntOpenHashMap windows = new Int2IntOpenHashMap();

    private final OpView op = new OpView();
    private final OpenRequests requests;
    private int rank;
    private long position;

    Walk(PlainTarget target, Losses losses) {
      this.target = target;
      this.losses = losses;
      details = target.details();
      requests = new OpenRequests(target, losses, op, this::cannotSay);
    }

    void run() throws IOException {
      for (rank = 0; rank < source.info().ranks(); rank++) {
        requests.clear();
        windows.clear();
        target.begin(rank);
        try (RankCursor cursor = source.open(rank)) {
          while (cursor.next(op)) {
            position = cursor.delivered();
            op();
          }
        }
        target.end();
      }
      if (source.capabilities().contains(Capability.BURST_COUNTS)) {
        losses.add("ranks with counts of the processor", source.info().ranks(), NO_PLACE);
      }
      if (source.capabilities().contains(Capability.CALL_TIMES)) {
        losses.add("ranks with recorded times of calls", source.info().ranks(), NO_PLACE);
      }
    }

    private void op() throws IOException {
      if (op.callSite() != OpView.NONE && !details.contains(Detail.CALL_SITES)) {
        losses.add("call sites of ops", NO_PLACE);
      }
      target.call(op);
      switch (op.code().family()) {
        case COMPUTE -> burst();
        case MARKER -> {
          if (details.contains(Detail.PHASES)) {
            target.marker((int) op.get(OpField.MARKER), op.code() == OpCode.MARKER_BEGIN);
          } else {
            losses.add("markers of phases", NO_PLACE);
          }
        }
        case LOCAL -> {
          if (op.code() == OpCode.EVENT) {
            target.event(op.get(OpField.OBJECT), op.get(OpField.COUNT));
          } else {
            target.local(op.code());
          }
        }
        case POINT_TO_POINT -> message();
        case PERSISTENT -> ofPersistent();
        case COMPLETION -> requests.completion();
        case COLLECTIVE -> collective();
        case COMMUNICATOR -> {
          if (op.code() != OpCode.COMM_FREE) {
            losses.add("creations of communicators", "the format has no such calls");
          }
        }
        case RMA -> {
          if (!details.contains(Detail.WINDOWS)) {
            throw cannotSay("is not among its calls");
          }
          oneSided();
        }
        case FILE, SHMEM -> throw cannotSay("is not among its calls");
      }
    }

    private void burst() throws IOException {
      long durationPs = op.durationPs();
      if (op.histogram() != OpView.NONE) {
        losses.add("spreads of bursts", "each takes the mean of its histogram");
        durationPs = source.tables().histograms().get(op.histogram()).meanPs();
      }
      if (op.hasWork()) {
        losses.add("flops and bytes of bursts", NO_PLACE);
      }
      if (op.code() == OpCode.ELAPSE) {
        int site = op.callSite();
        target.elapse(durationPs, site == OpView.NONE ? "" : source.tables().callSites().get(site));
      } else {
        target.burst(durationPs);
      }
    }

    /** For a call that the format cannot express. */
    private TraceException cannotSay(String why) {
      return new TraceException(
          format
              + " cannot hold this trace: rank "
              + rank
              + ", op "
              + position
              + ": "
              + op
              + " "
              + why
              + "; convert it to .bin or to text instead");
    }

    // Messages

    private void message() throws IOException {
      OpCode code = op.code();
      switch (code) {
        case PROBE, IPROBE ->
            losses.add("probes", "the format has none; the receives after them are there");
        case RECV, IRECV -> receive(code, received(op.peer(), op.tag()));
        case SENDRECV, SENDRECV_REPLACE -> sendrecv();
        // Any other op of this family sends a message.
        default -> send(code, message(op.peer(), op.tag(), op.bytes()));
      }
    }

    private PlainMessage message(int peer, int tag, long bytes) {
      long flags = op.code().has(OpField.FLAGS) ? op.get(OpField.FLAGS) : 0;
      return new PlainMessage(world(peer), tag, bytes, communicator(), flags);
    }

    private PlainMessage received(int peer, int tag) {
      long matchedPeer = op.get(OpField.MATCHED_PEER);
      long matchedTag = op.get(OpField.MATCHED_TAG);
      boolean known = peer == OpView.ANY && matchedPeer != OpView.NONE;
      boolean knownTag = tag == OpView.ANY && matchedTag != OpView.NONE;
      if (known || knownTag) {
        losses.add("wildcards of receives", "the recorded sender and tag stand there instead");
      }
      int from = known ? (int) matchedPeer : peer;
      int with = knownTag ? (int) matchedTag : tag;
      boolean isOpen = from == OpView.ANY || (with == OpView.ANY && from != OpView.PROC_NULL);
      if (isOpen && !details.contains(Detail.WILDCARDS)) {
        throw cannotSay(
            "receives a message from any rank or with any tag, and which one was not recorded");
      }
      return message(from, with, op.get(OpField.RECEIVE_BYTES));
    }

    private void oneSided() throws IOException {
      int window = (int) op.get(OpField.OBJECT);
      if (op.code() == OpCode.WIN_CREATE) {
        windows.put(window, op.communicator());
      }
      if (!windows.containsKey(window)) {
        throw cannotSay("is on a window that nothing has created");
      }
      if (op.code().has(OpField.REQUEST)) {
        losses.add("requests of one-sided ops", "the format has none; their waits are left out");
      }
      if (op.code().has(OpField.PEER) && op.peer() == OpView.PROC_NULL) {
        losses.add("one-sided ops on nobody", "they are calls without an access");
        return;
      }
      target.oneSided(op, communicator(windows.get(window)));
    }

    private int[] communicator() {
      return communicator(op.communicator());
    }

    private int[] communicator(int number) {
      int[] all = members.all(rank, number);
      if (members.isReused(rank, number)) {
        throw cannotSay("is on a communicator whose number stands for other ranks elsewhere");
      } else if (all == null) {
        throw cannotSay("is on a communicator whose members the trace does not state");
      }
      return all;
    }

    private int world(int peer) {
      if (peer == OpView.ANY || peer == OpView.PROC_NULL) {
        return peer;
      }
      int[] all = communicator();
      if (peer < 0 || peer >= all.length) {
        throw cannotSay("names rank " + peer + " of a communicator of " + all.length);
      }
      return all[peer];
    }

    private void send(OpCode code, PlainMessage message) throws IOException {
      target.send(code, message);
      if (code.has(OpField.REQUEST)) {
        requests.start(op.request(), new PlainRequest(code, message, message.communicator()));
      }
    }

    private void receive(OpCode code, PlainMessage message) throws IOException {
      target.receive(code, message);
      if (code == OpCode.IRECV) {
        requests.start(op.request(), new PlainRequest(code, message, message.communicator()));
      }
    }

    /** Otherwise the receive is started, the message sent, and the receive waited for. */
    private void sendrecv() throws IOException {
      PlainMessage sent = message(op.peer(), op.tag(), op.bytes());
      PlainMessage received =
          received((int) op.get(OpField.RECEIVE_PEER), (int) op.get(OpField.RECEIVE_TAG));
      if (details.contains(Detail.EXCHANGES)) {
        target.exchange(sent, received);
        return;
      }
      losses.add("sendrecvs as one call", "they are an irecv, a send and a wait");
      target.receive(OpCode.IRECV, received);
      target.send(OpCode.SEND, sent);
      target.complete(
          List.of(new PlainRequest(OpCode.IRECV, received, received.communicator())), false);
    }

    // Requests

    private void ofPersistent() throws IOException {
      switch (op.code()) {
        case START -> requests.restart(op.request());
        case STARTALL -> {
          for (long slot : op.list(OpField.REQUESTS)) {
            requests.restart((int) slot);
          }
        }
        case REQUEST_FREE -> requests.free(op.request());
        case RECV_INIT -> initialised(OpCode.IRECV, received(op.peer(), op.tag()));
        case SEND_INIT -> initialised(OpCode.ISEND, message(op.peer(), op.tag(), op.bytes()));
        case BSEND_INIT -> initialised(OpCode.IBSEND, message(op.peer(), op.tag(), op.bytes()));
        case SSEND_INIT -> initialised(OpCode.ISSEND, message(op.peer(), op.tag(), op.bytes()));
        // Any other op of this family initialises a send to a receive that is ready.
        default -> initialised(OpCode.IRSEND, message(op.peer(), op.tag(), op.bytes()));
      }
    }

    private void initialised(OpCode code, PlainMessage message) {
      requests.initialise(op.request(), new PlainRequest(code, message, message.communicator()));
    }

    // Collectives

    private void collective() throws IOException {
      if (op.code().name().contains("NEIGHBOR")) {
        throw cannotSay("is not among its calls");
      }
      int[] communicator = communicator();
      if (communicator.length == 1) {
        losses.add("collectives of one rank alone", "they move no data");
        return;
      }
      int own = rank < communicator.length && communicator[rank] == rank ? rank : 0;
      while (own < communicator.length && communicator[own] != rank) {
        own++;
      }
      if (own == communicator.length) {
        throw cannotSay("is on a communicator that the rank is no member of");
      } else if (op.code().has(OpField.ROOT) && op.root() >= communicator.length) {
        throw cannotSay("has a root beyond its communicator of " + communicator.length);
      }
      target.collective(op, communicator, own);
      if (op.code().isNonBlockingCollective()) {
        requests.start(op.request(), new PlainRequest(op.code(), null, communicator));
      }
    }
  }
}
