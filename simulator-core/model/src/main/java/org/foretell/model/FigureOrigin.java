package org.foretell.model;

import java.util.List;
import java.util.Objects;

/** Where the value of a figure comes from. */
public sealed interface FigureOrigin {
  /** {@return what reports say of it; empty if they say nothing} */
  String words();

  /** The user gave it. */
  record Given() implements FigureOrigin {
    @Override
    public String words() {
      return "";
    }
  }

  /**
   * The machine sets it for the model.
   *
   * @param name of the setting, {@code "loggops.L"}
   */
  record Setting(String name) implements FigureOrigin {
    /** Refuses null. */
    public Setting {
      Objects.requireNonNull(name, "name");
    }

    @Override
    public String words() {
      return "machine";
    }
  }

  /**
   * A figure of the machine, as it is.
   *
   * @param figure its address, {@code "network.latency"}
   * @param isFirst whether parts of the machine have values of their own, and this is that of the
   *     first
   * @param words for the report
   */
  record OfMachine(String figure, boolean isFirst, String words) implements FigureOrigin {
    /** Refuses null. */
    public OfMachine {
      Objects.requireNonNull(figure, "figure");
      Objects.requireNonNull(words, "words");
    }
  }

  /**
   * Nobody says anything, or another choice leaves only this.
   *
   * @param words for the report
   */
  record Default(String words) implements FigureOrigin {
    /** Refuses null. */
    public Default {
      Objects.requireNonNull(words, "words");
    }
  }

  /**
   * The same as another figure of the model, and moves with it.
   *
   * @param figure the parameter that says it
   * @param words for the report
   */
  record SameAs(String figure, String words) implements FigureOrigin {
    /** Refuses null. */
    public SameAs {
      Objects.requireNonNull(figure, "figure");
      Objects.requireNonNull(words, "words");
    }
  }

  /**
   * Computed from others.
   *
   * @param figures parameters of the model that it is computed from
   * @param machineFigures addresses of figures of the machine that it is computed from
   * @param formula in words, for the report
   */
  record Derived(List<String> figures, List<String> machineFigures, String formula)
      implements FigureOrigin {
    /** Copies the lists. */
    public Derived {
      figures = List.copyOf(figures);
      machineFigures = List.copyOf(machineFigures);
      Objects.requireNonNull(formula, "formula");
    }

    @Override
    public String words() {
      return "derived: " + formula;
    }

    /** {@return whether figures of the machine alone say it, and no parameter} */
    public boolean isOfMachineAlone() {
      return figures.isEmpty();
    }
  }

  /** What the user gave. */
  FigureOrigin GIVEN = new Given();

  /** A default that is the same on every machine. */
  FigureOrigin DEFAULT = new Default("default");

  /**
   * {@return a figure of the machine that holds for all its parts}
   *
   * @param figure its address
   */
  static FigureOrigin machine(String figure) {
    return new OfMachine(figure, false, "machine");
  }

  /**
   * {@return a value that follows from one of the machine}
   *
   * @param figure address of that of the machine
   * @param formula in words
   */
  static FigureOrigin ofMachineAlone(String figure, String formula) {
    return new Derived(List.of(), List.of(figure), formula);
  }

  /**
   * {@return a value that follows from another parameter}
   *
   * @param figure the parameter
   * @param formula in words
   */
  static FigureOrigin derived(String figure, String formula) {
    return new Derived(List.of(figure), List.of(), formula);
  }
}
