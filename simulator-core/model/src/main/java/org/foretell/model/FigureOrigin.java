package org.foretell.model;

import java.util.List;
import java.util.Objects;

/** The origin of the value of a figure. */
public sealed interface FigureOrigin {
  /** {@return the words of reports for it; empty if they do not mention it} */
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
   * Taken unchanged from a figure of the machine.
   *
   * @param figure its address, {@code "network.latency"}
   * @param isFirst whether parts of the machine have their own values, and this one is from the
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
   * A default, because the value is not set, or another choice leaves no alternative.
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
   * Equal to another figure of the model, and changes with it.
   *
   * @param figure the parameter that has the value
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
   * Computed from other figures.
   *
   * @param figures parameters of the model in the computation
   * @param machineFigures addresses of figures of the machine in the computation
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

    /** {@return whether it depends on figures of the machine alone, and on no parameter} */
    public boolean isOfMachineAlone() {
      return figures.isEmpty();
    }
  }

  /** A value given by the user. */
  FigureOrigin GIVEN = new Given();

  /** A default that is the same on every machine. */
  FigureOrigin DEFAULT = new Default("default");

  /**
   * {@return a figure of the machine that is the same for all its parts}
   *
   * @param figure its address
   */
  static FigureOrigin machine(String figure) {
    return new OfMachine(figure, false, "machine");
  }

  /**
   * {@return a value that follows from a figure of the machine}
   *
   * @param figure address of the figure of the machine
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
