package org.foretell.timelines;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.otf2.EventOutput;
import org.foretell.parsers.otf2.Otf2Output;
import org.foretell.parsers.otf2.RegionKind;
import org.foretell.trace.CallNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;

/**
 * An archive of OTF2, as a tracer would have recorded the simulated run: calls and phases as
 * regions, messages as a send and a receive, collectives with their sizes. Events of a location
 * must be in the order of time, so they are sorted before they are written. A rank is a location;
 * where its ops overlap it has several.
 */
final class Otf2Timeline implements TimelineWriter {
  /** What a line says; {@link #write} orders those of one time. */
  private enum Kind {
    ENTER,
    ENTER_PHASE,
    ENTER_SEND,
    LEAVE,
    LEAVE_CALL,
    COLLECTIVE_BEGIN,
    COLLECTIVE_END,
    SEND,
    RECEIVE
  }

  /** A line that has been sorted. */
  private record Event(Kind kind, long[] fields) {
    static Event of(String line) {
      String[] words = line.split(" ", -1);
      long[] fields = new long[words.length - 1];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = Long.parseLong(words[i + 1]);
      }
      return new Event(Kind.valueOf(words[0]), fields);
    }

    int number(int index) {
      return (int) fields[index];
    }
  }

  /** Ops whose messages leave when they begin. */
  private static final Set<OpCode> SENDING =
      EnumSet.of(
          OpCode.SEND,
          OpCode.BSEND,
          OpCode.SSEND,
          OpCode.RSEND,
          OpCode.ISEND,
          OpCode.IBSEND,
          OpCode.ISSEND,
          OpCode.IRSEND,
          OpCode.SENDRECV,
          OpCode.SENDRECV_REPLACE,
          OpCode.START,
          OpCode.STARTALL,
          OpCode.PUT,
          OpCode.RPUT,
          OpCode.ACCUMULATE,
          OpCode.RACCUMULATE,
          OpCode.SHMEM_PUT,
          OpCode.SHMEM_PUT_NBI,
          OpCode.SHMEM_P);

  private final Path file;

  /** Communicators of the replay by number, in the archive. */
  private final Int2IntOpenHashMap communicators = new Int2IntOpenHashMap();

  private final StringBuilder line = new StringBuilder();
  private TraceTables tables = TraceTables.EMPTY;
  private int ranks;
  private @Nullable Otf2Output archive;
  private @Nullable SortedRecords sorted;

  /** The collective of the op that comes next: communicator, members, bytes sent and received. */
  private int ofCollective;

  private int[] membersOfCollective = {};
  private long sentBytes;
  private long receivedBytes;

  // What is being written

  private @Nullable EventOutput location;
  private int writtenRank;
  private int writtenLane;
  private long writtenPs;
  private final List<Event> sameTime = new ArrayList<>();

  Otf2Timeline(Path file) {
    this.file = file;
  }

  private static <T> T begun(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("the replay has not begun");
    }
    return part;
  }

  @Override
  public void begin(TraceTables names, int[] nodes) throws IOException {
    tables = names;
    ranks = nodes.length;
    archive = new Otf2Output(file, nodes, ranks);
    sorted = new SortedRecords();
  }

  private void add(int rank, int lane, long timePs, Kind kind, long... fields) throws IOException {
    line.setLength(0);
    line.append(kind);
    for (long field : fields) {
      line.append(' ').append(field);
    }
    begun(sorted).add((long) rank << Integer.SIZE | lane, timePs, line);
  }

  @Override
  public void collective(
      int rank, int communicator, int[] members, long sent, long received, boolean isRoot)
      throws IOException {
    ofCollective = number(communicator, members);
    membersOfCollective = members;
    sentBytes = sent;
    receivedBytes = received;
  }

  private int number(int communicator, int[] members) throws IOException {
    if (communicator <= 0) {
      return communicator < 0 ? Otf2Output.SELF : Otf2Output.WORLD;
    }
    if (!communicators.containsKey(communicator)) {
      communicators.put(communicator, begun(archive).communicator(members));
    }
    return communicators.get(communicator);
  }

  @Override
  public void op(
      int rank,
      int lane,
      OpCode code,
      int callSite,
      int peer,
      long bytes,
      long startPs,
      long waitPs,
      long endPs)
      throws IOException {
    boolean hasSite = callSite != OpView.NONE;
    int site = hasSite ? region(RegionKind.CODE, tables.callSites().get(callSite)) : 0;
    if (hasSite) {
      add(rank, lane, startPs, Kind.ENTER, site);
    }
    RegionKind kind = code.isCall() ? RegionKind.of(code) : RegionKind.CODE;
    int region = region(kind, CallNames.of(code));
    add(rank, lane, startPs, SENDING.contains(code) ? Kind.ENTER_SEND : Kind.ENTER, region);
    if (EventOutput.isCollective(code)) {
      int[] of = membersOfCollective;
      int size = of.length > 0 ? of.length : ofCollective == Otf2Output.SELF ? 1 : ranks;
      int own = of.length > 0 ? place(of, rank) : size > 1 ? rank : 0;
      int root = of.length > 0 ? place(of, peer) : size > 1 || peer < 0 ? peer : 0;
      add(rank, lane, startPs, Kind.COLLECTIVE_BEGIN);
      add(
          rank,
          lane,
          endPs,
          Kind.COLLECTIVE_END,
          code.id(),
          ofCollective,
          size,
          own,
          root,
          sentBytes,
          receivedBytes);
    }
    add(rank, lane, endPs, code.isCall() ? Kind.LEAVE_CALL : Kind.LEAVE, region);
    if (hasSite) {
      add(rank, lane, endPs, Kind.LEAVE, site);
    }
  }

  private static int place(int[] members, int rank) {
    for (int i = 0; i < members.length; i++) {
      if (members[i] == rank) {
        return i;
      }
    }
    return OpView.NONE;
  }

  private int region(RegionKind kind, String name) throws IOException {
    return begun(archive).region(kind, name);
  }

  @Override
  public void message(
      MessageKind kind,
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long endPs)
      throws IOException {
    if (kind == MessageKind.COLLECTIVE) {
      return; // Tracers record the collective, which is there.
    }
    add(source, 0, sendPs, Kind.SEND, destination, tag, bytes);
    add(destination, 0, endPs, Kind.RECEIVE, source, tag, bytes);
  }

  @Override
  public void phaseBegins(int rank, int marker, long timePs) throws IOException {
    add(rank, 0, timePs, Kind.ENTER_PHASE, region(RegionKind.PHASE, tables.phase(marker)));
  }

  @Override
  public void phaseEnds(int rank, int marker, long timePs) throws IOException {
    add(rank, 0, timePs, Kind.LEAVE, region(RegionKind.PHASE, tables.phase(marker)));
  }

  // Writing

  @Override
  public void end(long endPs) throws IOException {
    begun(sorted).forEach(this::sortedLine);
    endLocation();
  }

  @Override
  public void commit() throws IOException {
    begun(archive).commit();
  }

  private void sortedLine(long group, long timePs, String text) throws IOException {
    int rank = (int) (group >>> Integer.SIZE);
    int lane = (int) group;
    boolean isOther = location == null || rank != writtenRank || lane != writtenLane;
    if (isOther || timePs != writtenPs) {
      write();
    }
    if (isOther) {
      endLocation();
      writtenRank = rank;
      writtenLane = lane;
      location = begun(archive).begin(rank, lane);
      location.measurement(timePs, true);
    }
    writtenPs = timePs;
    sameTime.add(Event.of(text));
  }

  private void endLocation() throws IOException {
    if (location != null) {
      write();
      location.measurement(writtenPs, false);
      begun(archive).end(writtenRank, writtenLane, location, writtenPs);
      location = null;
    }
  }

  /**
   * Writes the events of one time. Messages were reported apart from calls: a send belongs after
   * the beginning of its call, a receive before the end of the call that waited for it.
   */
  private void write() throws IOException {
    List<Event> sends = sameTime.stream().filter(event -> event.kind == Kind.SEND).toList();
    List<Event> receives = sameTime.stream().filter(event -> event.kind == Kind.RECEIVE).toList();
    int sent = 0;
    int received = 0;
    long senders = sameTime.stream().filter(event -> event.kind == Kind.ENTER_SEND).count();
    for (Event event : nested(sameTime)) {
      switch (event.kind) {
        case ENTER, ENTER_PHASE -> begun(location).enter(writtenPs, event.number(0));
        case ENTER_SEND -> {
          begun(location).enter(writtenPs, event.number(0));
          // Only starts of several requests send more than one, and rarely beside others.
          senders--;
          int until = senders == 0 ? sends.size() : Math.min(sends.size(), sent + 1);
          while (sent < until) {
            message(sends.get(sent++));
          }
        }
        case LEAVE_CALL -> {
          while (received < receives.size()) {
            message(receives.get(received++));
          }
          begun(location).leave(writtenPs, event.number(0));
        }
        case LEAVE -> begun(location).leave(writtenPs, event.number(0));
        case COLLECTIVE_BEGIN -> begun(location).collectiveBegins(writtenPs);
        case COLLECTIVE_END ->
            begun(location)
                .replayedCollectiveEnds(
                    writtenPs,
                    begun(OpCode.byId(event.number(0))),
                    event.number(1),
                    event.number(2),
                    event.number(3),
                    event.number(4),
                    event.fields[5],
                    event.fields[6]);
        case SEND, RECEIVE -> {} // They are where their calls are.
      }
    }
    while (received < receives.size()) {
      message(receives.get(received++));
    }
    while (sent < sends.size()) {
      message(sends.get(sent++));
    }
    sameTime.clear();
  }

  /**
   * A phase is reported when something in it is shown, which may be after the call that begins when
   * the phase does. It is moved before the first call that goes on.
   */
  private static List<Event> nested(List<Event> events) {
    IntArrayList open = new IntArrayList();
    for (int i = 0; i < events.size(); i++) {
      switch (events.get(i).kind) {
        case ENTER, ENTER_SEND -> open.add(i);
        case LEAVE, LEAVE_CALL -> {
          if (!open.isEmpty()) {
            open.popInt();
          }
        }
        case ENTER_PHASE, COLLECTIVE_BEGIN, COLLECTIVE_END, SEND, RECEIVE -> {}
      }
    }
    if (open.isEmpty()) {
      return events;
    }
    List<Event> nested = new ArrayList<>(events.subList(0, open.getInt(0)));
    List<Event> rest = events.subList(open.getInt(0), events.size());
    rest.stream().filter(event -> event.kind == Kind.ENTER_PHASE).forEach(nested::add);
    rest.stream().filter(event -> event.kind != Kind.ENTER_PHASE).forEach(nested::add);
    return nested;
  }

  private void message(Event event) throws IOException {
    begun(location)
        .message(
            writtenPs,
            event.kind == Kind.SEND,
            event.number(0),
            Otf2Output.WORLD,
            event.number(1),
            event.fields[2]);
  }

  @Override
  public void close() throws IOException {
    if (sorted != null) {
      sorted.close();
    }
    if (archive != null) {
      archive.close();
    }
  }
}
