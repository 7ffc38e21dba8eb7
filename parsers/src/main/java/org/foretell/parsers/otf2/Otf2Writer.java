package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.plain.PlainCalls;
import org.foretell.parsers.plain.PlainMessage;
import org.foretell.parsers.plain.PlainRequest;
import org.foretell.parsers.plain.PlainTarget;
import org.foretell.trace.CallNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;

/**
 * Writes a trace as an archive, as if its program had run with calls that take no time: a trace has
 * the durations of bursts only. Regions of the program are the call sites, those that the program
 * names are the phases.
 */
final class Otf2Writer implements PlainTarget {
  private static final String NAME = "OTF2";

  /** A region of MPI that is no call, so that its time belongs to no burst. */
  private static final String ELAPSED = "elapsed time";

  private final TraceSource source;
  private final Otf2Output archive;
  private final Losses losses;

  /** What has begun: regions of phases, by marker, the innermost last. */
  private final IntArrayList phases = new IntArrayList();

  private final IdentityHashMap<PlainRequest, Long> requests = new IdentityHashMap<>();

  /** What completes a collective, by its request. */
  private final IdentityHashMap<PlainRequest, Collective> collectives = new IdentityHashMap<>();

  /** The rank of this rank and others in communicators, made when it is needed. */
  private final IdentityHashMap<int[], Int2IntOpenHashMap> ranksIn = new IdentityHashMap<>();

  private final WindowOutput windows;

  @SuppressWarnings("NullAway.Init") // begin() sets it, before any other call
  private EventOutput events;

  private int rank;
  private long timePs;
  private int call;
  private int site;
  private long lastRequest;
  private Collective lastCollective = Collective.NONE;

  private record Collective(int kind, int communicator, int root, CollectiveTotals totals) {
    static final Collective NONE =
        new Collective(0, 0, RecordFile.UNDEFINED, new CollectiveTotals(0, 0));
  }

  private Otf2Writer(TraceSource source, Otf2Output archive, Losses losses) {
    this.source = source;
    this.archive = archive;
    this.losses = losses;
    windows = new WindowOutput(archive);
  }

  /**
   * Writes an archive.
   *
   * @param target its anchor file, beside which the rest is put
   * @return what the trace has and the archive has not
   */
  static List<Loss> write(TraceSource source, Path target) {
    Losses losses = new Losses();
    PlainCalls calls = new PlainCalls(NAME, source);
    try (Otf2Output archive = new Otf2Output(target, new int[0], source.info().ranks())) {
      calls.walk(new Otf2Writer(source, archive, losses), losses);
      archive.commit();
    } catch (IOException e) {
      throw TraceException.writing(target, e);
    }
    return losses.list();
  }

  @Override
  public Set<Detail> details() {
    return EnumSet.complementOf(EnumSet.of(Detail.WILDCARDS));
  }

  @Override
  public void begin(int newRank) throws IOException {
    rank = newRank;
    events = archive.begin(rank, 0);
    events.measurement(0, true);
    timePs = 0;
    call = OpView.NONE;
    site = OpView.NONE;
    lastRequest = 0;
    phases.clear();
    requests.clear();
    collectives.clear();
    windows.clear();
  }

  @Override
  public void end() throws IOException {
    endCall();
    moveTo(OpView.NONE);
    while (!phases.isEmpty()) {
      events.leave(timePs, phases.popInt());
    }
    events.measurement(timePs, false);
    archive.end(rank, 0, events, timePs);
  }

  // Regions

  @Override
  public void call(OpView op) throws IOException {
    endCall();
    OpCode code = op.code();
    if (code.family() == OpCode.Family.MARKER) {
      return;
    }
    if (code != OpCode.EVENT) {
      moveTo(op.callSite());
    }
    if (code.isCall() && code != OpCode.EVENT) {
      beginCall(RegionKind.of(code), CallNames.of(code));
    }
  }

  private void beginCall(RegionKind kind, String title) throws IOException {
    call = archive.region(kind, title);
    events.enter(timePs, call);
  }

  private void endCall() throws IOException {
    if (call != OpView.NONE) {
      events.leave(timePs, call);
      call = OpView.NONE;
    }
  }

  /** The program goes on in another region. */
  private void moveTo(int callSite) throws IOException {
    int region =
        callSite == OpView.NONE
            ? OpView.NONE
            : archive.region(RegionKind.CODE, source.tables().callSites().get(callSite));
    if (region == site) {
      return;
    }
    if (site != OpView.NONE) {
      events.leave(timePs, site);
    }
    site = region;
    if (site != OpView.NONE) {
      events.enter(timePs, site);
    }
  }

  @Override
  public void marker(int marker, boolean begins) throws IOException {
    moveTo(OpView.NONE);
    int region = archive.region(RegionKind.PHASE, source.tables().phase(marker));
    if (begins) {
      phases.add(region);
      events.enter(timePs, region);
    } else if (!phases.contains(region)) {
      losses.add("ends of phases that have not begun", "a region ends where it began");
    } else {
      int ended;
      do {
        ended = phases.popInt();
        events.leave(timePs, ended);
      } while (ended != region);
    }
  }

  @Override
  public void burst(long durationPs) {
    timePs = Math.addExact(timePs, durationPs);
  }

  @Override
  public void elapse(long durationPs, String callSite) throws IOException {
    beginCall(RegionKind.MPI_OTHER, ELAPSED);
    burst(durationPs);
    endCall();
  }

  @Override
  public void local(OpCode code) {} // Its region says it.

  @Override
  public void event(long type, long value) {
    losses.add("events of the program", "the archive has no place for them");
  }

  // Messages

  private boolean isNobody(PlainMessage message) {
    boolean isNobody = message.peer() == OpView.PROC_NULL;
    if (isNobody) {
      losses.add("messages to and from nobody", "they are calls without a message");
    }
    return isNobody;
  }

  private int rankIn(int[] communicator, int worldRank) {
    if (worldRank < communicator.length && communicator[worldRank] == worldRank) {
      return worldRank;
    }
    return ranksIn
        .computeIfAbsent(
            communicator,
            members -> {
              Int2IntOpenHashMap ranks = new Int2IntOpenHashMap(members.length);
              for (int i = 0; i < members.length; i++) {
                ranks.put(members[i], i);
              }
              return ranks;
            })
        .get(worldRank);
  }

  private long bytes(PlainMessage message) {
    if (message.bytes() < 0) {
      losses.add("sizes of receives that are not stated", "they are undefined in the archive too");
      return RecordFile.UNDEFINED;
    }
    return message.bytes();
  }

  private void blocking(boolean isSend, PlainMessage message) throws IOException {
    if (!isNobody(message)) {
      events.message(
          timePs,
          isSend,
          rankIn(message.communicator(), message.peer()),
          archive.communicator(message.communicator()),
          message.tag(),
          bytes(message));
    }
  }

  @Override
  public void send(OpCode code, PlainMessage message) throws IOException {
    if (!code.has(OpField.REQUEST)) {
      blocking(true, message);
    } else if (!isNobody(message)) {
      events.message(
          timePs,
          true,
          rankIn(message.communicator(), message.peer()),
          archive.communicator(message.communicator()),
          message.tag(),
          message.bytes(),
          ++lastRequest);
    }
  }

  @Override
  public void receive(OpCode code, PlainMessage message) throws IOException {
    if (code == OpCode.RECV) {
      blocking(false, message);
    } else if (!isNobody(message)) {
      events.request(timePs, EventReader.IRECV_REQUEST, ++lastRequest);
    }
  }

  @Override
  public void exchange(PlainMessage sent, PlainMessage received) throws IOException {
    blocking(true, sent);
    blocking(false, received);
  }

  @Override
  public void started(PlainRequest request) {
    PlainMessage message = request.message();
    if (message == null || message.peer() != OpView.PROC_NULL) {
      requests.put(request, lastRequest);
    }
    if (message == null) {
      collectives.put(request, lastCollective);
    }
  }

  @Override
  public void complete(List<PlainRequest> done, boolean all) throws IOException {
    for (PlainRequest request : done) {
      Long number = requests.remove(request);
      Collective collective = collectives.remove(request);
      if (number == null) {
        continue; // A message to or from nobody.
      }
      if (collective != null) {
        events.collective(
            timePs,
            collective.kind,
            collective.communicator,
            collective.root,
            collective.totals.sent(),
            collective.totals.received(),
            number);
      } else if (request.isReceive()) {
        PlainMessage message = request.ofMessage();
        events.message(
            timePs,
            false,
            rankIn(message.communicator(), message.peer()),
            archive.communicator(message.communicator()),
            message.tag(),
            bytes(message),
            number);
      } else {
        events.request(timePs, EventReader.ISEND_COMPLETE, number);
      }
    }
  }

  @Override
  public void test(PlainRequest request) throws IOException {
    Long number = requests.get(request);
    if (number != null) {
      events.request(timePs, EventReader.REQUEST_TEST, number);
    }
  }

  @Override
  public void collective(OpView op, int[] communicator, int own) throws IOException {
    int number = archive.communicator(communicator);
    int root = op.code().has(OpField.ROOT) ? op.root() : RecordFile.UNDEFINED;
    CollectiveTotals totals = CollectiveTotals.of(op, communicator.length, own);
    int kind = CollectiveSizes.kind(op.code());
    if (op.code().isNonBlockingCollective()) {
      lastCollective = new Collective(kind, number, root, totals);
      events.request(timePs, EventReader.COLLECTIVE_REQUEST, ++lastRequest);
    } else {
      events.collectiveBegins(timePs);
      events.collectiveEnds(timePs, op.code(), number, root, totals.sent(), totals.received());
    }
  }

  @Override
  public void oneSided(OpView op, int[] communicator) throws IOException {
    windows.write(op, communicator, events, timePs);
  }
}
