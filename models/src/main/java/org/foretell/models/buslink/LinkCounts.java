package org.foretell.models.buslink;

import org.foretell.machine.BusNodes;
import org.foretell.model.FigureValue;
import org.foretell.model.ParameterException;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of links as in {@link BusNodes}, but {@link BusNodes#UNLIMITED} where there is no limit:
 * 0 says that the links of the other direction are half duplex.
 */
record LinkCounts(int in, int out) {
  /** The word for the direction whose messages take the links of the other one. */
  static final String HALF_DUPLEX = "half-duplex";

  private static final int MOST = 1 << 24;

  /** Of a node, to others. */
  static LinkCounts ofNode(BusNodes group) {
    return of(group.inputLinks(), group.outputLinks());
  }

  /** Of a rank, to others of its node. */
  static LinkCounts ofRank(BusNodes group) {
    return of(group.intraInputLinks(), group.intraOutputLinks());
  }

  private static LinkCounts of(int in, int out) {
    return in == 0 && out == 0
        ? new LinkCounts(BusNodes.UNLIMITED, BusNodes.UNLIMITED)
        : new LinkCounts(in, out);
  }

  /**
   * Replaces what is given.
   *
   * @param names of the two parameters
   */
  LinkCounts with(@Nullable Integer newIn, @Nullable Integer newOut, String names) {
    LinkCounts counts = new LinkCounts(newIn == null ? in : newIn, newOut == null ? out : newOut);
    if (counts.in == 0 && counts.out == 0) {
      throw new ParameterException(
          "parameters %s of model bus-link: both would be %s; give a number of links for one of them"
              .formatted(names, HALF_DUPLEX));
    }
    return counts;
  }

  /** Reads a number of links. */
  static int parseLinks(String text) {
    if (text.strip().equals(HALF_DUPLEX)) {
      return 0;
    }
    int count = parse(text, "\"" + Quantity.UNLIMITED + "\" or \"" + HALF_DUPLEX + "\"");
    return count == 0 ? BusNodes.UNLIMITED : count;
  }

  /** What {@link #parseLinks} reads. */
  static FigureValue figureOfLinks(int count) {
    return switch (count) {
      case BusNodes.UNLIMITED -> new FigureValue.Word(Quantity.UNLIMITED);
      case 0 -> new FigureValue.Word(HALF_DUPLEX);
      default -> new FigureValue.Count(count);
    };
  }

  /** Reads a number of buses, 0 for no limit. */
  static int parse(String text) {
    return parse(text, "\"" + Quantity.UNLIMITED + "\"");
  }

  /** What {@link #parse(String)} reads. */
  static FigureValue figure(int count) {
    return count == 0 ? new FigureValue.Word(Quantity.UNLIMITED) : new FigureValue.Count(count);
  }

  private static int parse(String text, String words) {
    if (text.strip().equals(Quantity.UNLIMITED)) {
      return 0;
    }
    ParameterException wrong =
        new ParameterException(
            "\"%s\" is not a whole number from 0 (no limit) to %d, nor %s"
                .formatted(text, MOST, words));
    try {
      int count = Integer.parseInt(text.strip());
      if (count >= 0 && count <= MOST) {
        return count;
      }
    } catch (NumberFormatException notANumber) {
      wrong.initCause(notANumber);
    }
    throw wrong;
  }
}
