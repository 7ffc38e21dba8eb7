package org.foretell.generators.program.layout;

import java.util.List;

/** A piece of the text of a program, before it is known which functions there will be. */
public sealed interface Piece {
  /** Pieces that are equal but for their bodies have equal heads. */
  String head();

  /** What it contains. */
  List<Piece> body();

  /** The same with another body. */
  Piece with(List<Piece> body);

  /** A statement on a line, or a part of one. */
  record Line(String head) implements Piece {
    @Override
    public List<Piece> body() {
      return List.of();
    }

    @Override
    public Piece with(List<Piece> body) {
      return this;
    }
  }

  /**
   * A burst that is drawn from a distribution, which other ranks may have another of.
   *
   * @param call of a function that takes the time, up to its last argument, which is the duration
   * @param at the place by whose number it draws
   * @param equallyLikelyPs durations
   */
  record Burst(String head, String call, int at, List<Long> equallyLikelyPs) implements Piece {
    @Override
    public List<Piece> body() {
      return List.of();
    }

    @Override
    public Piece with(List<Piece> body) {
      return this;
    }
  }

  /**
   * A loop or a condition.
   *
   * @param head up to the bracket
   * @param name what a function is called that takes the body, if one does
   * @param depth of loops around it
   */
  record Block(String head, String name, int depth, List<Piece> body) implements Piece {
    @Override
    public Piece with(List<Piece> other) {
      return new Block(head, name, depth, other);
    }
  }

  /**
   * A phase, whose body is a function.
   *
   * @param head the line before its call
   * @param name of the function
   * @param end the line after its call
   */
  record Phase(String head, String name, String end, List<Piece> body) implements Piece {
    @Override
    public Piece with(List<Piece> other) {
      return new Phase(head, name, end, other);
    }
  }

  /**
   * What some ranks do and others do not, or do otherwise.
   *
   * @param tests which ranks do which of the bodies; empty for all others
   */
  record Choice(List<String> tests, List<List<Piece>> bodies) implements Piece {
    @Override
    public String head() {
      return String.join("\n", tests);
    }

    @Override
    public List<Piece> body() {
      return bodies.stream().flatMap(List::stream).toList();
    }

    @Override
    public Piece with(List<Piece> other) {
      throw new AssertionError("a choice is made by merging and is not merged itself: " + this);
    }
  }
}
