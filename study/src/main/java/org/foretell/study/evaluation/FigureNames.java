package org.foretell.study.evaluation;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.evaluation.StudyFigure.Kind;

/** Names of the figures of a study, as they stand in results and as random streams have them. */
public final class FigureNames {
  /** The price of electricity in all years. */
  public static final String ELECTRICITY = "site.electricity";

  /** The years that a machine serves, a whole number; not among {@link #all}. */
  public static final String LIFE = "site.lifeYears";

  /** What the names of figures of offers begin with. */
  public static final String OFFERS = "offers.";

  private FigureNames() {}

  /** {@return all figures of a study by name, those of the site first} */
  public static Map<String, StudyFigure> all(StudyDescription study) {
    Map<String, StudyFigure> figures = new LinkedHashMap<>();
    Site site = study.site();
    figures.put(site("pue"), new StudyFigure(site.pue(), Kind.AT_LEAST_ONE));
    for (int year = 1; year <= site.lifeYears(); year++) {
      figures.put(
          electricity(year),
          new StudyFigure(site.pricesPerKilowattHour().get(year - 1), Kind.AMOUNT));
    }
    figures.put(site("discountRate"), new StudyFigure(site.discountRate(), Kind.AMOUNT));
    figures.put(site("utilisation"), new StudyFigure(site.utilisation(), Kind.SHARE));
    figures.put(site("availability"), new StudyFigure(site.availability(), Kind.SHARE));
    figures.put(site("staffPerYear"), new StudyFigure(site.staffPerYear(), Kind.AMOUNT));
    for (Program program : study.programs()) {
      figures.put(of(program, "weight"), new StudyFigure(program.weight(), Kind.AMOUNT));
      figures.put(of(program, "runsPerDay"), new StudyFigure(program.runsPerDay(), Kind.AMOUNT));
      if (program.simulated().isEmpty()) {
        figures.put(of(program, "scale"), new StudyFigure(program.scale(), Kind.AMOUNT));
      }
      program
          .traces()
          .timeFactor()
          .ifPresent(
              factor ->
                  figures.put(
                      extrapolation(program), new StudyFigure(factor, Kind.MEASURED_ERROR)));
      program
          .reference()
          .ifPresent(
              one ->
                  figures.put(
                      reference(program, one), new StudyFigure(one.measured(), Kind.AMOUNT)));
      for (Offer offer : study.offers()) {
        Estimate ratio = program.coreRatios().get(offer.name());
        if (ratio != null) {
          figures.put(coreRatio(program, offer), new StudyFigure(ratio, Kind.REPLAYED));
        }
      }
    }
    for (Offer offer : study.offers()) {
      figures.put(of(offer, "price"), new StudyFigure(offer.price(), Kind.AMOUNT));
      figures.put(
          of(offer, "maintenancePerYear"),
          new StudyFigure(offer.maintenancePerYear(), Kind.AMOUNT));
      figures.put(
          of(offer, "hostingPerYear"), new StudyFigure(offer.hostingPerYear(), Kind.AMOUNT));
      figures.put(of(offer, "residual"), new StudyFigure(offer.residual(), Kind.AMOUNT));
      figures.put(of(offer, "power.idle"), new StudyFigure(offer.idleWatts(), Kind.AMOUNT));
      figures.put(of(offer, "power.busy"), new StudyFigure(offer.busyWatts(), Kind.AMOUNT));
      figures.put(of(offer, "power.network"), new StudyFigure(offer.networkWatts(), Kind.AMOUNT));
    }
    study
        .variables()
        .forEach(
            variable ->
                figures.put(of(variable), new StudyFigure(variable.amount(), Kind.REPLAYED)));
    return figures;
  }

  /**
   * {@return those of the figures that have bounds}
   *
   * @param study which
   */
  public static Map<String, Estimate> uncertain(StudyDescription study) {
    Map<String, Estimate> figures = new LinkedHashMap<>();
    all(study)
        .forEach(
            (name, figure) -> {
              if (figure.estimate().isUncertain()) {
                figures.put(name, figure.estimate());
              }
            });
    return figures;
  }

  /**
   * {@return the names of the figures on which run times depend: core ratios, variables and
   * choices}
   *
   * @param study which
   */
  public static Set<String> ofMachines(StudyDescription study) {
    Set<String> names = new LinkedHashSet<>();
    all(study)
        .forEach(
            (name, figure) -> {
              if (figure.kind() == Kind.REPLAYED) {
                names.add(name);
              }
            });
    study.choices().forEach(choice -> names.add(of(choice)));
    return names;
  }

  /**
   * {@return the names of figures that should have a source and have none; one price of electricity
   * for all years counts once, as {@link #ELECTRICITY}}
   *
   * @param study which
   */
  public static List<String> withoutSource(StudyDescription study) {
    return all(study).entrySet().stream()
        .filter(figure -> figure.getValue().estimate().lacksSource())
        .map(figure -> stream(study, figure.getKey()))
        .distinct()
        .toList();
  }

  /**
   * {@return the name of a figure of the site}
   *
   * @param figure such as {@code pue}
   */
  public static String site(String figure) {
    return "site." + figure;
  }

  /**
   * {@return the name of a price of electricity}
   *
   * @param year of service, from 1
   */
  public static String electricity(int year) {
    return ELECTRICITY + ".year" + year;
  }

  /**
   * {@return the name of a figure of a program}
   *
   * @param program which
   * @param figure such as {@code runsPerDay}
   */
  public static String of(Program program, String figure) {
    return "programs." + program.name() + "." + figure;
  }

  /**
   * {@return the name of a figure of an offer}
   *
   * @param offer which
   * @param figure such as {@code price}
   */
  public static String of(Offer offer, String figure) {
    return OFFERS + offer.name() + "." + figure;
  }

  /** {@return the name of a variable} */
  public static String of(Variable variable) {
    return "variables." + variable.name();
  }

  /** {@return the name of a choice, whose value in a state of the world is the option's number} */
  public static String of(Choice choice) {
    return "variables." + choice.name();
  }

  /** {@return the name of what was measured on the reference machine} */
  public static String reference(Program program, Program.Reference reference) {
    return of(program, reference.work().isPresent() ? "reference.merit" : "reference.seconds");
  }

  /**
   * {@return the name of the noise of a program, whose value in a state of the world is the number
   * of a noisy replay; without it, run times are the mean over all}
   *
   * @param program which
   */
  public static String noise(Program program) {
    return of(program, "noise");
  }

  /**
   * {@return the name of the factor between the real run of a program and the extrapolated one}
   *
   * @param program which
   */
  public static String extrapolation(Program program) {
    return of(program, "extrapolation");
  }

  /** {@return the name of a core ratio} */
  public static String coreRatio(Program program, Offer offer) {
    return of(program, "coreRatio." + offer.name());
  }

  /**
   * {@return the name of the random stream of a figure: one for all years if they have one price of
   * electricity, so that its uncertainty does not average out}
   *
   * @param study which
   * @param figure name of the figure
   */
  public static String stream(StudyDescription study, String figure) {
    boolean isOnePrice = study.site().pricesPerKilowattHour().stream().distinct().count() == 1;
    boolean isPrice =
        IntStream.rangeClosed(1, study.site().lifeYears())
            .mapToObj(FigureNames::electricity)
            .anyMatch(figure::equals);
    return isOnePrice && isPrice ? ELECTRICITY : figure;
  }
}
