package org.foretell.study.evaluation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;

/**
 * The names of the figures of a study, made once: they are looked up in each of thousands of draws.
 * Immutable.
 */
final class NamedFigures {
  static final String PUE = FigureNames.site("pue");
  static final String AVAILABILITY = FigureNames.site("availability");
  static final String UTILISATION = FigureNames.site("utilisation");
  static final String DISCOUNT_RATE = FigureNames.site("discountRate");
  static final String STAFF = FigureNames.site("staffPerYear");

  private final Map<String, OfOffer> offers = new HashMap<>();
  private final Map<String, OfProgram> programs = new HashMap<>();
  private final List<String> electricity;

  NamedFigures(StudyDescription study) {
    for (Offer offer : study.offers()) {
      offers.put(
          offer.name(),
          new OfOffer(
              FigureNames.of(offer, "price"),
              FigureNames.of(offer, "maintenancePerYear"),
              FigureNames.of(offer, "hostingPerYear"),
              FigureNames.of(offer, "residual"),
              FigureNames.of(offer, "power.idle"),
              FigureNames.of(offer, "power.busy"),
              FigureNames.of(offer, "power.network")));
    }
    for (Program program : study.programs()) {
      programs.put(
          program.name(),
          new OfProgram(
              FigureNames.of(program, "scale"),
              FigureNames.of(program, "weight"),
              FigureNames.of(program, "runsPerDay"),
              program.reference().map(one -> FigureNames.reference(program, one)).orElse(""),
              FigureNames.extrapolation(program)));
    }
    electricity =
        IntStream.rangeClosed(1, study.site().lifeYears())
            .mapToObj(FigureNames::electricity)
            .toList();
  }

  /** Names of the figures of an offer. */
  record OfOffer(
      String price,
      String maintenance,
      String hosting,
      String residual,
      String idle,
      String busy,
      String network) {}

  /** Names of the figures of a program; that of the reference is empty without one. */
  record OfProgram(
      String scale, String weight, String runsPerDay, String reference, String extrapolation) {}

  OfOffer of(Offer offer) {
    return Objects.requireNonNull(offers.get(offer.name()), offer.name());
  }

  OfProgram of(Program program) {
    return Objects.requireNonNull(programs.get(program.name()), program.name());
  }

  /**
   * The price of electricity in a year, from 1.
   *
   * @param year at most the last one with a price
   */
  String electricity(int year) {
    return electricity.get(year - 1);
  }
}
