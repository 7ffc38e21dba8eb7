package org.foretell.trace.jobs;

import java.util.Arrays;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;

/**
 * The names that the objects of a job have beside those of other jobs. Immutable.
 *
 * <p>Windows, files, requests and variables keep their names: each rank has its own.
 */
public final class JobNames {
  private static final long MOST = 1L << 30;

  private final Place place;
  private final int callSites;
  private final int markers;
  private final int histograms;
  private final Communicator world;

  /**
   * The place of a job among others.
   *
   * @param index its number, from 0
   * @param jobs how many there are
   * @param first its first rank in the joined trace
   * @param ranks how many ranks it has
   * @param allRanks how many ranks all jobs have
   */
  public record Place(int index, int jobs, int first, int ranks, int allRanks) {}

  /**
   * Names objects.
   *
   * @param place of the job
   * @param callSites how many call sites jobs before this one have
   * @param markers how many markers they have
   * @param histograms how many histograms they have
   */
  JobNames(Place place, int callSites, int markers, int histograms) {
    this.place = place;
    this.callSites = callSites;
    this.markers = markers;
    this.histograms = histograms;
    int[] members = new int[place.ranks];
    Arrays.setAll(members, rank -> place.first + rank);
    world = new Communicator((int) id(Communicator.WORLD), members);
  }

  /** {@return where the job is among the others} */
  public Place place() {
    return place;
  }

  /** The communicator of all its ranks. */
  Communicator world() {
    return world;
  }

  /** A communicator that the job's trace defines. */
  Communicator communicator(Communicator own) {
    return new Communicator(
        (int) id(own.id()),
        Arrays.stream(own.worldRanks()).map(rank -> place.first + rank).toArray());
  }

  /**
   * {@return the job's own number of a call site}
   *
   * @param joined its number in the joined trace, or {@link OpView#NONE}
   */
  public int ownCallSite(int joined) {
    return joined < 0 ? joined : joined - callSites;
  }

  /**
   * {@return the job's own number of a marker}
   *
   * @param joined its number in the joined trace, or {@link OpView#NONE}
   */
  public int ownMarker(int joined) {
    return joined < 0 ? joined : joined - markers;
  }

  /**
   * Gives a burst the job's own names again.
   *
   * @param burst of this job, as the joined trace has it
   */
  public void giveOwn(OpView burst) {
    move(burst, OpField.CALL_SITE, -callSites);
    move(burst, OpField.HISTOGRAM, -histograms);
  }

  /** Gives an op of the job's trace the names of the joined trace. */
  void join(OpView op) {
    OpCode code = op.code();
    if (code.has(OpField.CALL_SITE)) {
      move(op, OpField.CALL_SITE, callSites);
    }
    switch (code.family()) {
      case COMPUTE -> move(op, OpField.HISTOGRAM, histograms);
      case MARKER -> move(op, OpField.MARKER, markers);
      case SHMEM -> joinShmem(op, code);
      // Any other op names ranks by their numbers in a communicator, and communicators by id.
      default -> joinCommunicators(op, code);
    }
  }

  private void joinCommunicators(OpView op, OpCode code) {
    if (code.has(OpField.COMMUNICATOR)) {
      op.set(OpField.COMMUNICATOR, id(op.get(OpField.COMMUNICATOR)));
    }
    if (code.has(OpField.NEW_COMMUNICATOR)) {
      op.set(OpField.NEW_COMMUNICATOR, id(op.get(OpField.NEW_COMMUNICATOR)));
    }
  }

  /** Targets are numbers of all PEs; a lock is at the PE that its number says. */
  private void joinShmem(OpView op, OpCode code) {
    joinCommunicators(op, code);
    if (code.has(OpField.PEER)) {
      moveRank(op, OpField.PEER);
    }
    if (code.has(OpField.MATCHED_PEER)) {
      moveRank(op, OpField.MATCHED_PEER);
    }
    if (code == OpCode.SHMEM_SET_LOCK
        || code == OpCode.SHMEM_TEST_LOCK
        || code == OpCode.SHMEM_CLEAR_LOCK) {
      long lock = op.get(OpField.OBJECT);
      if (lock >= 0) {
        op.set(
            OpField.OBJECT,
            checked(lock / place.ranks) * place.allRanks + place.first + lock % place.ranks);
      }
    }
  }

  /** A target outside of the job stays outside of all jobs, so that it is refused. */
  private void moveRank(OpView op, OpField field) {
    long own = op.get(field);
    if (own >= 0) {
      op.set(field, own < place.ranks ? own + place.first : own + place.allRanks);
    }
  }

  /**
   * Ids of jobs take turns: those of job 0 of 3 are 2, 5, 8. An id without a meaning keeps none.
   */
  private long id(long own) {
    if (own == Communicator.SELF || own < 0) {
      return own;
    }
    long number = own == Communicator.WORLD ? 0 : own - 1;
    return checked(Communicator.FIRST_FREE + checked(number) * place.jobs + place.index);
  }

  private static void move(OpView op, OpField field, int by) {
    long own = op.get(field);
    if (own >= 0 && by != 0) {
      op.set(field, own + by);
    }
  }

  private long checked(long id) {
    if (id >= MOST) {
      throw new TraceException(
          "job "
              + (place.index + 1)
              + " numbers its communicators or locks beyond "
              + MOST / place.jobs
              + ", which leaves no numbers for the other jobs");
    }
    return id;
  }
}
