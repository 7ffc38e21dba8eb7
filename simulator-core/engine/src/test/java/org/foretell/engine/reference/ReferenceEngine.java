package org.foretell.engine.reference;

import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Placement;
import org.foretell.machine.ShmemSupport;
import org.foretell.model.CallCosts;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.DirectModel;
import org.foretell.model.ExpandedCollectives;
import org.foretell.model.FlowModel;
import org.foretell.model.OccupancyModel;
import org.foretell.model.QueuedOccupancyModel;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.result.Prediction.Outcome;
import org.foretell.result.Problem;
import org.foretell.trace.Capability;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * Replays a trace as {@code docs/semantics.md} says: slow and obvious, to compare the engine with.
 * It always keeps to the strict order. Deadlocks name the blocked ranks, their ops and clocks, but
 * not whom they wait for.
 */
public final class ReferenceEngine {
  private final ComputeModel compute;
  private final CallCosts calls;
  private final SimObserver observer;
  private final RankState[] ranks;
  private final Replay replay;
  private final Mailboxes mailboxes;
  private final Transport transport;
  private final PointToPoint pointToPoint;
  private final Completions completions;
  private final Collectives collectives;
  private final OneSided oneSided;
  private final Rma rma;
  private final Files files;

  private ReferenceEngine(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      FileSystem fileSystem,
      ShmemSupport support,
      SimObserver observer) {
    this.compute = compute;
    calls = communication.calls();
    this.observer = observer;
    ranks = new RankState[trace.info().ranks()];
    for (int rank = 0; rank < ranks.length; rank++) {
      ranks[rank] = new RankState(rank, trace.open(rank));
    }
    replay = new Replay(ranks, observer, this::call);
    replay.defineCommunicators(trace);
    mailboxes = new Mailboxes(this::match);
    boolean envelopesTravel =
        trace.capabilities().contains(Capability.UNRESOLVED_WILDCARDS)
            || trace.capabilities().contains(Capability.PROBES);
    if (communication.mpi() instanceof DirectModel direct) {
      transport =
          new DirectTransport(direct, replay.timeline, ranks, mailboxes, observer, envelopesTravel);
    } else if (communication.mpi() instanceof FlowModel flows) {
      transport = new FlowTransport(flows, replay.timeline, ranks, mailboxes, observer);
    } else if (communication.mpi() instanceof QueuedOccupancyModel queued) {
      transport =
          new QueuedTransport(queued, replay.timeline, ranks, mailboxes, placement, observer);
    } else {
      transport =
          new OccupancyTransport(
              (OccupancyModel) communication.mpi(), replay.timeline, ranks, mailboxes, observer);
    }
    pointToPoint = new PointToPoint(replay, mailboxes, transport, communication.mpi(), placement);
    completions = new Completions(replay);
    Steps.World steps =
        new Steps.World(
            replay,
            pointToPoint,
            mailboxes,
            transport,
            communication.mpi(),
            communication.expanded(),
            placement);
    ExpandedCollectives expanded = communication.expanded();
    collectives =
        new Collectives(
            replay,
            communication.collectives(),
            placement,
            expanded == null ? null : expanded.schedules(),
            steps::execute,
            communication.mpi() instanceof OccupancyModel);
    oneSided = new OneSided(replay, pointToPoint, collectives, transport, placement, support);
    rma = new Rma(replay, pointToPoint, collectives, transport, placement);
    files = new Files(replay, pointToPoint, collectives, placement, fileSystem);
  }

  /** Replays a trace without ops on files to its end, or to where it cannot go on. */
  public static Prediction run(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      SimObserver observer) {
    return run(trace, placement, communication, compute, null, ShmemSupport.HARDWARE, observer);
  }

  /**
   * Replays a trace to its end, or to where it cannot go on.
   *
   * @param files null if there are none
   * @param shmem what the machine does for OpenSHMEM
   */
  public static Prediction run(
      TraceSource trace,
      Placement placement,
      CommunicationModel communication,
      ComputeModel compute,
      FileSystem files,
      ShmemSupport shmem,
      SimObserver observer) {
    return new ReferenceEngine(trace, placement, communication, compute, files, shmem, observer)
        .run();
  }

  private Prediction run() {
    Outcome outcome =
        replay.run(
            () -> {
              for (RankState rank : ranks) {
                replay.next(rank);
              }
            });
    if (outcome == Outcome.COMPLETED) {
      reportLeftovers();
    }
    return replay.prediction(
        outcome, transport::finishPs, rank -> Math.max(rank.clockPs, rank.waitsFromPs));
  }

  private void reportLeftovers() {
    oneSided.reportLeftovers();
    for (Envelope envelope : mailboxes.unexpected) {
      String message = "from " + envelope.source + " to " + envelope.destination;
      replay.problem(Problem.Kind.LEFTOVER_MESSAGE, message);
    }
    for (Receive receive : mailboxes.posted) {
      replay.problem(Problem.Kind.LEFTOVER_RECEIVE, "leftover", receive.position());
    }
  }

  private void match(Envelope envelope, Receive receive) {
    long capacityBytes = receive.capacityBytes();
    if (capacityBytes >= 0 && envelope.bytes > capacityBytes) {
      String message = envelope.bytes + " bytes into " + capacityBytes;
      replay.problem(Problem.Kind.TRUNCATED_MESSAGE, message, receive.position());
    }
    receive.request().received = envelope;
    transport.match(envelope, receive);
  }

  /** A rank calls an op, which may take it time before the op starts. */
  private void call(RankState rank) {
    long callPs = calls.ps(rank.op);
    if (callPs == 0) {
      execute(rank);
    } else {
      pointToPoint.whenFree(rank, false, () -> callFor(rank, callPs));
    }
  }

  private void callFor(RankState rank, long callPs) {
    long endPs = replay.nowPs() + callPs;
    transport.burst(rank, endPs);
    rank.calledPs = rank.clockPs;
    rank.clockPs = endPs;
    rank.sequence = replay.timeline.nextSequence();
    replay.timeline.at(endPs, rank.sequence, () -> execute(rank));
  }

  /** A rank's op starts: it is its turn in the order of events. */
  private void execute(RankState rank) {
    OpView op = rank.op;
    switch (op.code()) {
      case COMPUTE, ELAPSE -> pointToPoint.whenFree(rank, false, () -> burst(rank));
      case MARKER_BEGIN, MARKER_END -> {
        replay.marker(rank);
        replay.next(rank);
      }
      case EVENT -> {
        compute.event(rank.rank, rank.op.get(OpField.OBJECT), rank.op.get(OpField.COUNT));
        replay.close(rank, replay.nowPs());
        replay.next(rank);
      }
      case INIT, FINALIZE -> replay.endNow(rank, Told.NOTHING);
      case SEND, BSEND, SSEND, RSEND -> pointToPoint.send(rank);
      case ISEND, IBSEND, ISSEND, IRSEND -> pointToPoint.isend(rank);
      case RECV -> pointToPoint.recv(rank);
      case IRECV -> pointToPoint.irecv(rank);
      case SENDRECV, SENDRECV_REPLACE -> pointToPoint.sendrecv(rank);
      case PROBE -> pointToPoint.probe(rank);
      case IPROBE -> pointToPoint.iprobe(rank);
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT, RECV_INIT ->
          pointToPoint.createPersistent(rank);
      case START -> pointToPoint.startAll(rank, new long[] {op.request()});
      case STARTALL -> pointToPoint.startAll(rank, op.list(OpField.REQUESTS));
      case REQUEST_FREE -> {
        rank.slots.remove(op.request());
        replay.endNow(rank, Told.NOTHING);
      }
      case WAIT -> completions.wait(rank);
      case WAITALL -> completions.waitAll(rank);
      case WAITANY -> completions.waitAny(rank);
      case WAITSOME -> completions.waitSome(rank);
      case TEST -> completions.test(rank);
      case TESTALL -> completions.testAll(rank);
      case TESTANY -> completions.testAny(rank);
      case TESTSOME -> completions.testSome(rank);
      case COMM_SPLIT, COMM_DUP, COMM_CREATE, COMM_CREATE_GROUP -> collectives.create(rank);
      case COMM_FREE -> collectives.free(rank);
      default -> {
        if (op.code().family() == OpCode.Family.SHMEM) {
          oneSided.execute(rank);
          return;
        }
        if (op.code().family() == OpCode.Family.RMA) {
          rma.execute(rank);
          return;
        }
        if (op.code().family() == OpCode.Family.FILE) {
          files.execute(rank);
          return;
        }
        if (op.code().family() != OpCode.Family.COLLECTIVE) {
          throw new IllegalArgumentException("not replayed here: " + op);
        }
        collectives.call(rank);
      }
    }
  }

  private void burst(RankState rank) {
    long startPs = replay.nowPs();
    int marker = rank.markers.isEmpty() ? OpView.NONE : rank.markers.peek();
    long endPs = startPs + compute.durationPs(rank.rank, rank.op, marker, startPs);
    rank.burstEndPs = endPs;
    transport.burst(rank, endPs);
    observer.compute(rank.rank, rank.op.code(), rank.op.callSite(), startPs, endPs);
    replay.close(rank, endPs);
    replay.next(rank);
  }
}
