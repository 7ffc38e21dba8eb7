package org.foretell.study.evaluation;

import java.util.List;
import java.util.Optional;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;
import org.foretell.study.description.Program;

/** How long programs run on offers. Used by any number of threads. */
public interface RunTimes {
  /**
   * A run that is possible.
   *
   * @param ranksPerNode of it
   * @param nodes used
   * @param seconds its duration, above 0
   * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
   * @param figures of a mix or a workflow
   * @param power by which figures change the power of the machine
   */
  record Run(
      int ranksPerNode,
      long nodes,
      double seconds,
      double busyShare,
      SimulatedFigures figures,
      PowerFactors power) {
    /**
     * {@return the share of the cores' time that counts as computing, with those that wait as far
     * as they take more than idle ones}
     *
     * @param polling of the machine
     */
    public double busyShare(Polling polling) {
      Double waiting = figures.coresWaitingShare();
      return waiting == null
          ? polling.busyShare(busyShare, ranksPerNode)
          : polling.withWaiting(busyShare, waiting);
    }

    /**
     * A run of a trace.
     *
     * @param ranksPerNode of it
     * @param nodes used
     * @param seconds its duration, above 0
     * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
     */
    public Run(int ranksPerNode, long nodes, double seconds, double busyShare) {
      this(ranksPerNode, nodes, seconds, busyShare, SimulatedFigures.NONE, PowerFactors.NONE);
    }
  }

  /**
   * {@return the runs of a program that an offer allows, one for each number of ranks per node that
   * can be replayed, in the order of the study; none if there is none}
   *
   * @param program which
   * @param offer which
   * @param figures the state of the world
   */
  List<Run> of(Program program, Offer offer, Figures figures);

  /**
   * {@return one of these runs; empty if there is none with that number of ranks per node}
   *
   * @param program which
   * @param offer which
   * @param ranksPerNode of the run
   * @param figures the state of the world
   */
  default Optional<Run> with(Program program, Offer offer, int ranksPerNode, Figures figures) {
    return of(program, offer, figures).stream()
        .filter(run -> run.ranksPerNode == ranksPerNode)
        .findFirst();
  }

  /**
   * {@return the greatest relative error that was seen of these times; 0 if they are exact}
   *
   * @param program which
   * @param offer which
   * @param ranksPerNode of the run
   * @param figures the state of the world
   */
  default double error(Program program, Offer offer, int ranksPerNode, Figures figures) {
    return 0;
  }

  /**
   * {@return by which share figures of the machine differ from those of the nearest replay, the
   * figure that differs most; 0 if times are exact}
   *
   * @param program which
   * @param offer which
   * @param ranksPerNode of the run
   * @param figures the state of the world
   */
  default double distance(Program program, Offer offer, int ranksPerNode, Figures figures) {
    return 0;
  }
}
