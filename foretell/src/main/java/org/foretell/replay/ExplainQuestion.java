package org.foretell.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.foretell.analysis.efficiency.EfficiencyLadder;
import org.foretell.report.Sensitivities;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Wanted;

/**
 * Why does a run take as long as it does: the run itself, the ladder and the sensitivities, whose
 * runs are made together.
 */
public final class ExplainQuestion implements Question<ExplainQuestion.Answer> {
  private final WholeRun real;
  private final LadderQuestion ladder;
  private final SensitivityQuestion sensitivities;

  /**
   * What was found.
   *
   * @param whole of the run
   * @param ladder empty if it did not finish
   * @param sensitivities empty unless requested, or if the run takes no time
   */
  public record Answer(
      WholeRun.Result whole,
      Optional<EfficiencyLadder> ladder,
      Optional<Sensitivities> sensitivities) {}

  /** Of a run. */
  public ExplainQuestion(WholeRun real, SensitivityChoice choice) {
    this.real = real;
    ladder = new LadderQuestion(real);
    sensitivities = new SensitivityQuestion(choice, real);
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    List<Wanted> wanted = new ArrayList<>(ladder.next(soFar));
    wanted.addAll(sensitivities.next(soFar));
    return wanted;
  }

  @Override
  public Answer conclude(Answers all) {
    return new Answer(all.of(real), ladder.conclude(all), sensitivities.conclude(all));
  }
}
