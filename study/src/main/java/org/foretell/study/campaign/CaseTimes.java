package org.foretell.study.campaign;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.foretell.study.description.Polling;
import org.foretell.study.evaluation.PowerFactors;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.study.surface.Surface;

/**
 * A program on an offer in one way, and how its time depends on the figures that are uncertain.
 *
 * @param program name of it
 * @param offer name of it
 * @param ranksPerNode of the run
 * @param nodes that it takes
 * @param model under which it was replayed
 * @param options number of the option of each choice, by the name of the choice as {@link
 *     org.foretell.study.evaluation.FigureNames} has it
 * @param whatIf name of the other world; empty for the one that the study describes
 * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
 * @param figures what a mix or a workflow tells beside its time, all figures as stated
 * @param power how the power of the offer follows from the figures
 * @param surface its time; constant if no figure matters
 * @param noise of each noisy replay, its time over that without noise; none without noise
 * @param key of the replay in which all figures are as the study states them
 */
public record CaseTimes(
    String program,
    String offer,
    int ranksPerNode,
    long nodes,
    String model,
    Map<String, Integer> options,
    Optional<String> whatIf,
    double busyShare,
    SimulatedFigures figures,
    CasePower power,
    Surface surface,
    List<Double> noise,
    String key) {
  /** Copies. */
  public CaseTimes {
    options = Map.copyOf(options);
    noise = List.copyOf(noise);
  }

  /**
   * {@return the share of the cores' time that counts as computing, with those that wait as far as
   * they take more than idle ones}
   *
   * @param polling of the machine
   */
  public double busyShare(Polling polling) {
    return new RunTimes.Run(ranksPerNode, nodes, 0, busyShare, figures, PowerFactors.NONE)
        .busyShare(polling);
  }

  /** {@return the mean factor of the noise by which a time without noise is multiplied} */
  public double meanNoise() {
    return noise.stream().mapToDouble(Double::doubleValue).average().orElse(1);
  }
}
