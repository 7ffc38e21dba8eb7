package org.foretell.timelines;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.foretell.observe.SimObserver;
import org.foretell.timelines.TimelineWriter.MessageKind;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;

/**
 * Writes the activity of each rank over time during a replay. It keeps a few numbers for each rank,
 * and with a phase selected 16 bytes for each time a rank was in it; Paraver's records, which must
 * be in the order of time, are sorted in temporary files.
 *
 * <p>For one replay and one thread. Errors while writing are {@link UncheckedIOException}s.
 */
public final class Timeline implements SimObserver, AutoCloseable {
  private static final int NO_LANES = 0;

  private final TimelineWriter writer;
  private final TimelineSelection selection;
  private final TraceTables tables;
  private final IntUnaryOperator nodeOfRank;

  /** Whether a phase is the one that is asked for, by marker. */
  private final boolean[] isSelected;

  private final boolean allPhases;
  private boolean[] shown = {};

  /** Until when the rows of each rank are taken; one row suffices unless ops overlap. */
  private long[][] takenPs = {};

  private ShownPhases phases;

  /** How many of a rank's phases are the one that is asked for. */
  private int[] depths = {};

  private PhaseTimes phaseTimes = new PhaseTimes(0);
  private Collectives collectives = new Collectives(0);
  private long lastPs;
  private boolean isEmpty = true;
  private boolean ended;

  /**
   * Prepares a timeline; nothing is written before the replay begins.
   *
   * @param format how to write it
   * @param streams one for each of {@link TimelineFormat#files}; not closed
   * @param selection the part to show
   * @param tables of the trace
   * @param nodeOfRank where each rank runs
   * @throws IllegalArgumentException if the format writes its files itself
   */
  public Timeline(
      TimelineFormat format,
      List<OutputStream> streams,
      TimelineSelection selection,
      TraceTables tables,
      IntUnaryOperator nodeOfRank) {
    this(writer(format, streams), selection, tables, nodeOfRank);
  }

  /**
   * Prepares a timeline that is an archive of OTF2; nothing is written before the replay begins,
   * and nothing is seen before {@link #commit}.
   *
   * @param archive its anchor file, beside which the rest is put
   * @param selection the part to show
   * @param tables of the trace
   * @param nodeOfRank where each rank runs
   */
  public Timeline(
      Path archive, TimelineSelection selection, TraceTables tables, IntUnaryOperator nodeOfRank) {
    this(new Otf2Timeline(archive), selection, tables, nodeOfRank);
  }

  private static TimelineWriter writer(TimelineFormat format, List<OutputStream> streams) {
    return switch (format) {
      case CHROME_JSON -> new ChromeWriter(streams.get(0));
      case PERFETTO -> new PerfettoWriter(streams.get(0));
      case PARAVER -> new ParaverWriter(streams.get(0), streams.get(1), streams.get(2));
      case OTF2 -> throw new IllegalArgumentException("OTF2 writes a folder, not streams");
    };
  }

  private Timeline(
      TimelineWriter writer,
      TimelineSelection selection,
      TraceTables tables,
      IntUnaryOperator nodeOfRank) {
    this.writer = writer;
    this.selection = selection;
    phases = new ShownPhases(writer, selection, 0);
    this.tables = tables;
    this.nodeOfRank = nodeOfRank;
    allPhases = selection.phase().isEmpty();
    isSelected = new boolean[tables.markers().size()];
    for (int marker = 0; marker < isSelected.length; marker++) {
      isSelected[marker] =
          selection.phase().filter(tables.markers().get(marker)::equals).isPresent();
    }
  }

  @Override
  public void begin(int ranks) {
    shown = new boolean[ranks];
    int[] nodes = new int[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      shown[rank] = selection.hasRank(rank);
      nodes[rank] = nodeOfRank.applyAsInt(rank);
    }
    takenPs = new long[ranks][1];
    phases = new ShownPhases(writer, selection, ranks);
    depths = new int[ranks];
    collectives = new Collectives(ranks);
    phaseTimes = new PhaseTimes(allPhases ? 0 : ranks);
    try {
      writer.begin(tables, nodes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void communicator(int rank, int communicator, int number, int[] members) {
    collectives.named(rank, communicator, number, members);
  }

  @Override
  public void collective(int rank, long sentBytes, long receivedBytes) {
    collectives.called(rank, sentBytes, receivedBytes);
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    show(rank, code, callSite, OpView.NONE, Communicator.WORLD, 0, startPs, 0, endPs);
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
    show(rank, code, callSite, peer, communicator, bytes, startPs, waitPs, endPs);
  }

  private void show(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    lastPs = Math.max(lastPs, endPs);
    if (!shown[rank] || !selection.overlaps(startPs, endPs) || !inPhase(rank)) {
      return;
    }
    isEmpty = false;
    try {
      if (code.family() == OpCode.Family.COLLECTIVE) {
        collectives.write(writer, rank, communicator, peer == rank);
      }
      writer.op(
          rank, lane(rank, startPs, endPs), code, callSite, peer, bytes, startPs, waitPs, endPs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean inPhase(int rank) {
    return allPhases || depths[rank] > 0;
  }

  /** The first row of a rank that is free. */
  private int lane(int rank, long startPs, long endPs) {
    long[] taken = takenPs[rank];
    int lane = NO_LANES;
    while (lane < taken.length && taken[lane] > startPs) {
      lane++;
    }
    if (lane == taken.length) {
      taken = Arrays.copyOf(taken, lane + 1);
      takenPs[rank] = taken;
    }
    taken[lane] = endPs;
    return lane;
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
    show(MessageKind.POINT_TO_POINT, source, destination, tag, bytes, sendPs, receivePs, arrivePs);
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    show(MessageKind.COLLECTIVE, source, destination, 0, bytes, sendPs, receivePs, arrivePs);
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    show(MessageKind.ONE_SIDED, source, destination, variable, bytes, sendPs, arrivePs, arrivePs);
  }

  private void show(
      MessageKind kind,
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    long endPs = Math.max(sendPs, Math.max(receivePs, arrivePs));
    if (!shown[source]
        || !shown[destination]
        || !selection.overlaps(sendPs, endPs)
        || !(allPhases
            || phaseTimes.isIn(source, sendPs)
            || phaseTimes.isIn(destination, receivePs))) {
      return;
    }
    isEmpty = false;
    try {
      writer.message(kind, source, destination, tag, bytes, sendPs, receivePs, endPs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    try {
      if (begin) {
        enter(rank, marker, timePs);
      } else {
        leave(rank, marker, timePs);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void enter(int rank, int marker, long timePs) throws IOException {
    if (!allPhases && isSelected(marker) && depths[rank]++ == 0) {
      phaseTimes.turn(rank, timePs);
    }
    phases.enter(rank, marker, shown[rank] && inPhase(rank), timePs);
  }

  /** Ends a phase, and those within it that are still open. */
  private void leave(int rank, int marker, long timePs) throws IOException {
    if (!phases.isIn(rank, marker)) {
      return;
    }
    int ended;
    do {
      ended = leaveInnermost(rank, timePs);
    } while (ended != marker);
  }

  private int leaveInnermost(int rank, long timePs) throws IOException {
    int ended = phases.leave(rank, timePs);
    if (!allPhases && isSelected(ended) && --depths[rank] == 0) {
      phaseTimes.turn(rank, timePs);
    }
    return ended;
  }

  private boolean isSelected(int marker) {
    return marker >= 0 && isSelected[marker];
  }

  @Override
  public void finished(int rank, long timePs) {
    lastPs = Math.max(lastPs, timePs);
    try {
      endPhases(rank, timePs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void endPhases(int rank, long timePs) throws IOException {
    while (phases.isInAny(rank)) {
      leaveInnermost(rank, timePs);
    }
  }

  /** Ends the timeline after the replay, completed or not, and writes the rest. */
  public void end() {
    try {
      for (int rank = 0; rank < shown.length; rank++) {
        endPhases(rank, lastPs);
      }
      writer.end(lastPs);
      ended = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Puts an archive in its place after {@link #end}; does nothing for other formats. */
  public void commit() {
    try {
      writer.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return whether no burst, no call and no message was shown} */
  public boolean isEmpty() {
    return isEmpty;
  }

  /** {@return whether everything was written} */
  public boolean hasEnded() {
    return ended;
  }

  /** Deletes temporary files. */
  @Override
  public void close() {
    try {
      writer.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
