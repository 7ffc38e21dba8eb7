package org.foretell.replay;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.foretell.runner.Answers;
import org.foretell.runner.Question;
import org.foretell.scenario.Wanted;
import org.jspecify.annotations.Nullable;

/**
 * A question that can only be put when the run that it is about is known.
 *
 * @param <A> what the answer is
 */
public final class AfterRun<A> implements Question<A> {
  private final WholeRun run;
  private final Function<WholeRun.Result, Question<A>> then;
  private @Nullable Question<A> question;

  /**
   * About a run.
   *
   * @param then makes the question
   */
  public AfterRun(WholeRun run, Function<WholeRun.Result, Question<A>> then) {
    this.run = run;
    this.then = then;
  }

  @Override
  public List<? extends Wanted> next(Answers soFar) {
    if (!soFar.has(run)) {
      return List.of(run);
    }
    Question<A> known = question == null ? then.apply(soFar.of(run)) : question;
    question = known;
    return known.next(soFar);
  }

  @Override
  public A conclude(Answers all) {
    return Objects.requireNonNull(question).conclude(all);
  }
}
