package org.foretell.replay;

import org.foretell.model.Figure;
import org.foretell.model.FigureOrigin;
import org.foretell.model.FigureValue;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.scenario.Change;

/** A figure of a model in a context, as it can be moved. */
record MovedParameter(Figure figure) {
  private static final double PS_PER_SECOND = 1e12;

  String name() {
    return figure.name();
  }

  Kind kind() {
    return figure.parameter().kind();
  }

  ParameterRole role() {
    return figure.parameter().role();
  }

  /** As written, without where it comes from. */
  String text() {
    return figure.value().text();
  }

  /** Whether others say what it is as long as nobody gives it. */
  boolean isDerived() {
    return figure.isDerived();
  }

  /** Whether it is what other parameters make it, and no figure of the machine says it. */
  boolean follows() {
    return figure.origin() instanceof FigureOrigin.Derived derived
        && derived.machineFigures().isEmpty();
  }

  /** Whether parts of the machine have values of their own, and this is that of the first. */
  boolean isOfFirst() {
    return figure.isOfFirst();
  }

  /** The address of the figure of the machine that it is. */
  String machineFigure() {
    if (figure.origin() instanceof FigureOrigin.OfMachine machine) {
      return machine.figure();
    }
    throw new IllegalStateException(name() + " is no figure of the machine");
  }

  /** The same of a time or a bandwidth; that of the first may be 0 or unlimited. */
  boolean isSpeedOfFirst() {
    return isOfFirst() && (kind() == Kind.TIME || kind() == Kind.BYTES_PER_SECOND);
  }

  /** Whether it is about messages between nodes, and the time of their first byte. */
  boolean isLatencyBetweenNodes() {
    return role() == ParameterRole.LATENCY && figure.parameter().place().reachesOtherNodes();
  }

  /** Whether it is a number that may be moved by any amount. */
  boolean isContinuous() {
    return switch (kind()) {
      case TIME, BYTES_PER_SECOND, TIME_PER_BYTE, NUMBER -> {
        double number = figure.value().number();
        yield number > 0 && !Double.isInfinite(number);
      }
      case BYTES, COUNT, WORD, TABLE -> false;
    };
  }

  /** In {@link #unit}; infinite for no limit. */
  double number() {
    double number = figure.value().number();
    return switch (kind()) {
      case TIME, TIME_PER_BYTE -> number / PS_PER_SECOND;
      case BYTES_PER_SECOND, NUMBER, COUNT, BYTES, WORD, TABLE -> number;
    };
  }

  String unit() {
    return switch (kind()) {
      case TIME -> "s";
      case BYTES_PER_SECOND -> "B/s";
      case TIME_PER_BYTE -> "s/B";
      case BYTES -> "B";
      case NUMBER, COUNT, WORD, TABLE -> "1";
    };
  }

  boolean isLargerSlower() {
    return kind() != Kind.BYTES_PER_SECOND;
  }

  /** So many times the value. */
  Change times(double factor) {
    return to(figure.value().times(factor));
  }

  /** Another value. */
  Change to(FigureValue value) {
    return Change.to("model." + name(), value);
  }
}
