package org.foretell.parsers.plain;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
    private final Int2ObjectLinkedOpenHashMap<PlainRequest> open =
        new Int2ObjectLinkedOpenHashMap<>();
    private final Int2ObjectOpenHashMap<PlainRequest> persistent = new Int2ObjectOpenHashMap<>();
    private boolean freed;
    private int rank;
    private long position;

    Walk(PlainTarget target, Losses losses) {
      this.target = target;
      this.losses = losses;
      details = target.details();
    }

    void run() throws IOException {
      for (rank = 0; rank < source.info().ranks(); rank++) {
        open.clear();
        persistent.clear();
        windows.clear();
        freed = false;
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
        case COMPLETION -> completion();
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
      return message(
          known ? (int) matchedPeer : peer,
          knownTag ? (int) matchedTag : tag,
          op.get(OpField.RECEIVE_BYTES));
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
        start(op.request(), new PlainRequest(code, message, message.communicator()));
      }
    }

    private void receive(OpCode code, PlainMessage message) throws IOException {
      target.receive(code, message);
      if (code == OpCode.IRECV) {
        start(op.request(), new PlainRequest(code, message, message.communicator()));
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

    private void start(int slot, PlainRequest request) throws IOException {
      if (slot == OpView.NONE) {
        freed = true;
      } else {
        open.put(slot, request);
        target.started(request);
      }
    }

    private void ofPersistent() throws IOException {
      switch (op.code()) {
        case START -> started(op.request());
        case STARTALL -> {
          for (long slot : op.list(OpField.REQUESTS)) {
            started((int) slot);
          }
        }
        case REQUEST_FREE -> {
          persistent.remove(op.request());
          if (open.remove(op.request()) != null) {
            freed = true;
            if (!details.contains(Detail.HANDLES)) {
              losses.add("requests that were freed", "a later wait for an alike one may take them");
            }
          }
        }
        case RECV_INIT ->
            initialised(OpCode.IRECV, message(op.peer(), op.tag(), op.get(OpField.RECEIVE_BYTES)));
        case SEND_INIT -> initialised(OpCode.ISEND, message(op.peer(), op.tag(), op.bytes()));
        case BSEND_INIT -> initialised(OpCode.IBSEND, message(op.peer(), op.tag(), op.bytes()));
        case SSEND_INIT -> initialised(OpCode.ISSEND, message(op.peer(), op.tag(), op.bytes()));
        // Any other op of this family initialises a send to a receive that is ready.
        default -> initialised(OpCode.IRSEND, message(op.peer(), op.tag(), op.bytes()));
      }
    }

    private void initialised(OpCode code, PlainMessage message) {
      losses.add("initialisations of persistent requests", "each start is a call of its own");
      persistent.put(op.request(), new PlainRequest(code, message, message.communicator()));
    }

    private void started(int slot) throws IOException {
      PlainRequest request = persistent.get(slot);
      if (request == null) {
        throw cannotSay("starts a request that nothing has initialised");
      }
      if (request.isReceive()) {
        target.receive(request.started(), request.ofMessage());
      } else {
        target.send(request.started(), request.ofMessage());
      }
      open.put(slot, request);
      target.started(request);
    }

    private void completion() throws IOException {
      long outcome = op.code().has(OpField.OUTCOME) ? op.get(OpField.OUTCOME) : OpView.NONE;
      switch (op.code()) {
        case WAIT -> complete(new long[] {op.request()});
        case WAITALL -> complete(op.list(OpField.REQUESTS));
        case WAITANY -> {
          if (outcome == OpView.NONE && anyIsOpen()) {
            throw cannotSay("waits for one of several requests, and which was not recorded");
          }
          complete(outcome >= 0 ? chosen(outcome) : new long[0]);
        }
        case WAITSOME -> {
          long[] outcomes = op.list(OpField.OUTCOMES);
          if (outcomes.length == 0 && anyIsOpen()) {
            throw cannotSay("waits for some of several requests, and which was not recorded");
          }
          complete(chosen(outcomes));
        }
        case TEST -> {
          PlainRequest request = open.get(op.request());
          if (outcome == OpView.NONE && request != null) {
            target.test(request);
          } else {
            tested(outcome == 1, new long[] {op.request()});
          }
        }
        case TESTALL -> tested(outcome == 1, op.list(OpField.REQUESTS));
        case TESTANY -> tested(outcome >= 0, outcome >= 0 ? chosen(outcome) : new long[0]);
        // Any other op of this family is a testsome.
        default -> {
          long[] outcomes = op.list(OpField.OUTCOMES);
          tested(outcomes.length > 0, chosen(outcomes));
        }
      }
    }

    private boolean anyIsOpen() {
      return Arrays.stream(op.list(OpField.REQUESTS))
          .anyMatch(slot -> open.containsKey((int) slot));
    }

    private long[] chosen(long... indices) {
      long[] chosen = new long[indices.length];
      for (int i = 0; i < indices.length; i++) {
        if (indices[i] < 0 || indices[i] >= op.listLength(OpField.REQUESTS)) {
          throw cannotSay("completes request " + indices[i] + " of a shorter list");
        }
        chosen[i] = op.listElement(OpField.REQUESTS, (int) indices[i]);
      }
      return chosen;
    }

    /** A test that was true waits, one that was not changes nothing. */
    private void tested(boolean complete, long[] slots) throws IOException {
      if (complete) {
        if (!details.contains(Detail.TESTS)) {
          losses.add("tests that were true", "they are waits");
        }
        complete(slots);
      } else if (details.contains(Detail.TESTS)) {
        for (long slot : tested()) {
          PlainRequest request = slot == OpView.NONE ? null : open.get((int) slot);
          if (request != null) {
            target.test(request);
          }
        }
      } else {
        losses.add("tests that were false, or whose outcome was not recorded", "they took no time");
      }
    }

    /** The slots of the requests that a test names. */
    private long[] tested() {
      return op.code() == OpCode.TEST ? new long[] {op.request()} : op.list(OpField.REQUESTS);
    }

    private int oldestLike(PlainRequest request) {
      for (Int2ObjectMap.Entry<PlainRequest> each : open.int2ObjectEntrySet()) {
        if (request.isLike(each.getValue())) {
          return each.getIntKey();
        }
      }
      return OpView.NONE;
    }

    private void complete(long[] slots) throws IOException {
      List<PlainRequest> done = new ArrayList<>(slots.length);
      for (long slot : slots) {
        PlainRequest request = slot == OpView.NONE ? null : open.get((int) slot);
        if (request != null) {
          if (!details.contains(Detail.HANDLES) && oldestLike(request) != slot) {
            losses.add(
                "waits for the younger of alike requests", "a wait is for the oldest of them");
          }
          open.remove((int) slot);
          done.add(request);
        }
      }
      if (!done.isEmpty()) {
        target.complete(done, open.isEmpty() && !freed);
      }
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
        start(op.request(), new PlainRequest(op.code(), null, communicator));
      }
    }
  }
}
