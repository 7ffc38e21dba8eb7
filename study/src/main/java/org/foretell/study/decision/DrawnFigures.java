package org.foretell.study.decision;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Program;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.sample.Draws;

/**
 * The joint sample of a study: the uncertain figures and the model in each draw. It follows from
 * the study alone. Used by any number of threads.
 */
public final class DrawnFigures {
  private static final String MODEL = "model";

  private final StudyDescription study;
  private final Map<String, double[]> values = new LinkedHashMap<>();
  private final Map<String, int[]> choices = new LinkedHashMap<>();
  private final Map<String, int[]> noises = new LinkedHashMap<>();
  private final int[] models;

  /**
   * Draws the figures.
   *
   * @param study whose figures these are
   */
  public DrawnFigures(StudyDescription study) {
    this.study = study;
    Draws draws = new Draws(study.sample().seed(), study.sample().draws());
    FigureNames.uncertain(study)
        .forEach(
            (name, estimate) ->
                values.put(name, draws.of(FigureNames.stream(study, name), estimate)));
    for (Choice choice : study.choices()) {
      String name = FigureNames.of(choice);
      choices.put(name, Arrays.stream(draws.uniform(name)).mapToInt(choice::quantile).toArray());
    }
    for (Program program : study.programs()) {
      program
          .noise()
          .ifPresent(
              noise -> noises.put(FigureNames.noise(program), numbers(draws, program, noise)));
    }
    // All models are equally likely.
    models =
        Arrays.stream(draws.uniform(MODEL))
            .mapToInt(uniform -> (int) Math.floor(uniform * study.models().size()))
            .toArray();
  }

  private static int[] numbers(Draws draws, Program program, RunNoise noise) {
    return Arrays.stream(draws.uniform(FigureNames.noise(program)))
        .mapToInt(uniform -> (int) Math.floor(uniform * noise.replays()))
        .toArray();
  }

  /** {@return how many draws there are} */
  public int count() {
    return models.length;
  }

  /** {@return the uncertain figures by name, each with a value for each draw, for reading only} */
  public Map<String, double[]> values() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * {@return the number of the model in a draw, from 0}
   *
   * @param draw from 0
   */
  public int model(int draw) {
    return models[draw];
  }

  /**
   * {@return the number of the option of each choice in each draw, by the name of the choice, for
   * reading only}
   */
  public Map<String, int[]> choices() {
    return Collections.unmodifiableMap(choices);
  }

  /**
   * {@return the number of the noisy replay of each program in each draw, by the name of the noise,
   * for reading only}
   */
  public Map<String, int[]> noises() {
    return Collections.unmodifiableMap(noises);
  }

  /**
   * {@return the state of the world in a draw}
   *
   * @param draw from 0
   */
  public Figures world(int draw) {
    Map<String, Double> changed = new HashMap<>();
    values.forEach((name, drawn) -> changed.put(name, drawn[draw]));
    choices.forEach((name, drawn) -> changed.put(name, (double) drawn[draw]));
    noises.forEach((name, drawn) -> changed.put(name, (double) drawn[draw]));
    return new Figures(study.models().get(models[draw]), changed);
  }

  /**
   * {@return what can be learned, by name: the uncertain figures, the choices, and the model if not
   * given; noise remains}
   */
  Map<String, double[]> unknown() {
    Map<String, double[]> all = new LinkedHashMap<>();
    values.forEach((name, drawn) -> all.putIfAbsent(FigureNames.stream(study, name), drawn));
    choices.forEach(
        (name, drawn) -> all.put(name, Arrays.stream(drawn).asDoubleStream().toArray()));
    if (study.models().size() > 1) {
      all.put(MODEL, Arrays.stream(models).asDoubleStream().toArray());
    }
    return all;
  }
}
