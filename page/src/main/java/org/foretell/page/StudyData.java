package org.foretell.page;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.foretell.procurement.decision.Proportion;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CasePower;
import org.foretell.study.campaign.CaseTimes;
import org.foretell.study.decision.DrawnFigures;
import org.foretell.study.decision.Place;
import org.foretell.study.description.Choice;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.evaluation.Evaluation;
import org.foretell.study.evaluation.FigureNames;
import org.foretell.study.evaluation.Figures;
import org.foretell.study.evaluation.OfferValues;
import org.foretell.study.evaluation.RunTimes;
import org.foretell.study.evaluation.SimulatedFigures;
import org.foretell.study.report.MetricText;
import org.foretell.study.surface.Axis;
import org.foretell.study.surface.Interpolation;
import org.jspecify.annotations.Nullable;

/**
 * The data with which the page evaluates offers again: figures, draws, and run times as surfaces.
 * Numbers that are many are kept as bytes, with the lowest byte first.
 */
final class StudyData {
  /** Leaves room for texts and tables in a page of 1 MB beside the library of charts. */
  private static final int MOST_BYTES_OF_DRAWS = 450_000;

  private final StudyResult result;
  private final StudyDescription study;
  private final List<String> figures;
  private final List<Offer> offers;
  private final DrawnFigures drawn;
  private final List<CaseTimes> cases;

  StudyData(StudyResult result, StudyWords words) {
    this.result = result;
    study = result.answer().study();
    figures = List.copyOf(words.figures().keySet());
    List<String> ranked = result.answer().places().stream().map(Place::offer).toList();
    offers = study.offers().stream().filter(offer -> ranked.contains(offer.name())).toList();
    drawn = new DrawnFigures(study);
    cases = result.campaign().cases();
  }

  /** How many of the draws fit in. */
  int draws() {
    return Math.min(drawn.count(), MOST_BYTES_OF_DRAWS / (4 * drawn.values().size() + 1));
  }

  Map<String, Object> of(StudyWords words, List<Map<String, Object>> controls) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("palettes", Palette.ofThemes());
    data.put("currency", PageWords.foreign(study.currency()));
    data.put("rankBy", study.rankBy().label());
    data.put("metrics", Arrays.stream(RankBy.values()).map(this::metric).toList());
    data.put("confidence", study.sample().confidence());
    data.put("z", z());
    data.put("draws", draws());
    data.put("states", offers.stream().map(this::states).toList());
    data.put("noises", study.programs().stream().map(this::noises).toList());
    data.put("drawn", drawn.values().keySet().stream().map(figures::indexOf).toList());
    data.put("sample", sample());
    data.put(
        "figures",
        words.figures().values().stream().map(figure -> figure.estimate().value()).toList());
    data.put("controls", controls);
    data.put("site", site());
    data.put("programs", study.programs().stream().map(this::program).toList());
    data.put("offers", offers.stream().map(this::offer).toList());
    data.put("surfaces", cases.stream().map(one -> surface(one)).toList());
    data.put("worlds", worlds());
    study.referenceNodes().ifPresent(nodes -> data.put("referenceNodes", nodes));
    return data;
  }

  private Map<String, Object> metric(RankBy by) {
    return Map.of(
        "label",
        by.label(),
        "title",
        MetricText.title(by, study.currency()),
        "less",
        by.isLessBetter());
  }

  /** Wilson's limits of 0 of n are 0 and z^2 / (n + z^2). */
  private double z() {
    double high = Proportion.of(0, 1, study.sample().confidence()).high();
    return Math.sqrt(high / (1 - high));
  }

  /** The model and the options of choices that an offer has in each draw, as one number. */
  private String states(Offer offer) {
    int[] states = new int[draws()];
    for (int draw = 0; draw < states.length; draw++) {
      int state = drawn.model(draw);
      for (Choice choice : choices(offer)) {
        int[] options = Objects.requireNonNull(drawn.choices().get(FigureNames.of(choice)));
        state = state * choice.options().size() + options[draw];
      }
      states[draw] = state;
    }
    return encoded(states);
  }

  /** The noisy replay that each draw has; empty without noise. */
  private String noises(Program program) {
    int[] numbers = drawn.noises().get(FigureNames.noise(program));
    return numbers == null ? "" : encoded(Arrays.copyOf(numbers, draws()));
  }

  private static String encoded(int[] numbers) {
    ByteBuffer bytes = littleEndian(Integer.BYTES * numbers.length);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return encoded(bytes);
  }

  private List<Choice> choices(Offer offer) {
    return study.choices().stream().filter(choice -> choice.concerns(offer.name())).toList();
  }

  private String sample() {
    int kept = draws();
    ByteBuffer bytes = littleEndian(Float.BYTES * kept * drawn.values().size());
    for (double[] values : drawn.values().values()) {
      for (int draw = 0; draw < kept; draw++) {
        bytes.putFloat((float) values[draw]);
      }
    }
    return encoded(bytes);
  }

  private static ByteBuffer littleEndian(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String encoded(ByteBuffer bytes) {
    byte[] all = new byte[bytes.flip().remaining()];
    bytes.get(all);
    return Base64.getEncoder().encodeToString(all);
  }

  private int figure(String name) {
    return figures.indexOf(name);
  }

  private Map<String, Object> site() {
    Site site = study.site();
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("life", site.lifeYears());
    for (String name : List.of("pue", "discountRate", "utilisation", "availability")) {
      data.put(name, figure(FigureNames.site(name)));
    }
    data.put("staff", figure(FigureNames.site("staffPerYear")));
    List<Integer> electricity = new ArrayList<>();
    for (int year = 1; year <= site.lifeYears(); year++) {
      electricity.add(figure(FigureNames.electricity(year)));
    }
    data.put("electricity", electricity);
    put(data, "budget", site.budget());
    put(data, "powerCap", site.powerCapWatts());
    return data;
  }

  private static void put(Map<String, Object> data, String name, OptionalDouble value) {
    value.ifPresent(number -> data.put(name, number));
  }

  private Map<String, Object> program(Program program) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", PageWords.foreign(program.name()));
    data.put("weight", figure(FigureNames.of(program, "weight")));
    data.put("runs", figure(FigureNames.of(program, "runsPerDay")));
    if (program.simulated().isEmpty()) {
      data.put("scale", figure(FigureNames.of(program, "scale")));
    }
    if (program.traces().timeFactor().isPresent()) {
      data.put("extrapolation", figure(FigureNames.extrapolation(program)));
    }
    put(data, "limit", program.timeLimitSeconds());
    program
        .reference()
        .ifPresent(
            reference -> {
              Map<String, Object> own = new LinkedHashMap<>();
              own.put("measured", figure(FigureNames.reference(program, reference)));
              own.put("nodes", reference.nodes());
              own.put("capability", reference.capability());
              put(own, "work", reference.work());
              put(own, "operations", reference.operations());
              data.put("reference", own);
            });
    return data;
  }

  private Map<String, Object> offer(Offer offer) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", PageWords.foreign(offer.name()));
    data.put("nodes", offer.nodes());
    data.put("price", figure(FigureNames.of(offer, "price")));
    data.put("maintenance", figure(FigureNames.of(offer, "maintenancePerYear")));
    data.put("hosting", figure(FigureNames.of(offer, "hostingPerYear")));
    data.put("residual", figure(FigureNames.of(offer, "residual")));
    data.put("idle", figure(FigureNames.of(offer, "power.idle")));
    data.put("busy", figure(FigureNames.of(offer, "power.busy")));
    data.put("network", figure(FigureNames.of(offer, "power.network")));
    return data;
  }

  private Map<String, Object> surface(CaseTimes one) {
    Interpolation interpolation = one.surface().interpolation();
    List<double[]> points = interpolation.points();
    int dimensions = interpolation.dimensions();
    ByteBuffer places = littleEndian(Double.BYTES * points.size() * dimensions);
    ByteBuffer weights = littleEndian(Double.BYTES * points.size());
    double[] weight = interpolation.weights();
    for (int i = 0; i < points.size(); i++) {
      for (double coordinate : points.get(i)) {
        places.putDouble(coordinate);
      }
      weights.putDouble(weight[i]);
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("axes", one.surface().axes().stream().map(this::axis).toList());
    data.put("constant", interpolation.constant());
    if (dimensions > 0) {
      data.put("points", encoded(places));
      data.put("weights", encoded(weights));
      data.put("slopes", interpolation.slopes());
      if (interpolation.tangent().length > 0) {
        data.put("tangent", interpolation.tangent());
      }
    }
    return data;
  }

  private List<Object> axis(Axis axis) {
    return List.of(figure(axis.name()), axis.from(), axis.to(), axis.isInverse());
  }

  /** The world that the study describes, then the others. */
  private List<Map<String, Object>> worlds() {
    List<Map<String, Object>> worlds = new ArrayList<>();
    worlds.add(world(Optional.empty(), study.models(), result.campaign().times()));
    result
        .campaign()
        .otherWorlds()
        .forEach(
            (name, times) ->
                worlds.add(world(Optional.of(name), study.models().subList(0, 1), times)));
    return worlds;
  }

  private Map<String, Object> world(Optional<String> name, List<String> models, RunTimes times) {
    Evaluation evaluation = new Evaluation(study, times);
    List<Object> ways = new ArrayList<>();
    for (Offer offer : offers) {
      List<Object> ofStates = new ArrayList<>();
      for (String model : models) {
        for (Map<String, Integer> options : name.isEmpty() ? options(offer) : stated(offer)) {
          ofStates.add(
              study.programs().stream()
                  .map(program -> ways(program, offer, model, options, name))
                  .toList());
        }
      }
      ways.add(ofStates);
    }
    List<Object> chosen = new ArrayList<>();
    for (Offer offer : offers) {
      chosen.add(
          evaluation
              .of(offer, Figures.stated(models.get(0)))
              .map(StudyData::ranks)
              .orElse(List.of()));
    }
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("name", name.map(PageWords::foreign).orElse("as stated"));
    data.put("chosen", chosen);
    data.put("ways", ways);
    return data;
  }

  /** All combinations of options, in the order of their numbers. */
  private List<Map<String, Integer>> options(Offer offer) {
    List<Map<String, Integer>> all = List.of(Map.of());
    for (Choice choice : choices(offer)) {
      List<Map<String, Integer>> longer = new ArrayList<>();
      for (Map<String, Integer> before : all) {
        for (int number = 0; number < choice.options().size(); number++) {
          Map<String, Integer> after = new HashMap<>(before);
          after.put(FigureNames.of(choice), number);
          longer.add(after);
        }
      }
      all = longer;
    }
    return all;
  }

  private List<Map<String, Integer>> stated(Offer offer) {
    return options(offer).subList(0, 1);
  }

  private static List<Integer> ranks(OfferValues values) {
    return values.programs().stream().map(one -> one.ranksPerNode()).toList();
  }

  private List<Object> ways(
      Program program,
      Offer offer,
      String model,
      Map<String, Integer> options,
      Optional<String> world) {
    List<Object> ways = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      CaseTimes one = cases.get(i);
      if (one.program().equals(program.name())
          && one.offer().equals(offer.name())
          && one.model().equals(model)
          && one.options().equals(options)
          && one.whatIf().equals(world)) {
        ways.add(
            Arrays.asList(
                one.ranksPerNode(),
                one.nodes(),
                one.busyShare(offer.polling()),
                i,
                one.meanNoise(),
                one.noise(),
                program.simulated().isPresent() ? simulated(one.figures()) : null,
                one.power().equals(CasePower.NONE) ? null : power(one.power())));
      }
    }
    return ways;
  }

  /** Factors as stated, and of each figure that moves them its slopes. */
  private Map<String, Object> power(CasePower power) {
    return Map.of(
        "stated",
        List.of(power.stated().idle(), power.stated().busy(), power.stated().network()),
        "slopes",
        power.slopes().stream()
            .map(
                one ->
                    List.of(
                        figure(one.figure()), one.stated(), one.idle(), one.busy(), one.network()))
            .toList());
  }

  private static Map<String, Object> simulated(SimulatedFigures figures) {
    Map<String, Object> data = new LinkedHashMap<>();
    put(data, "jobs", figures.jobs());
    put(data, "nodesNeeded", figures.nodesNeeded());
    put(data, "slowDown", figures.slowDownByNeighbours());
    data.put("served", figures.meetsDemand() == null || figures.meetsDemand());
    return data;
  }

  private static void put(Map<String, Object> data, String name, @Nullable Number value) {
    if (value != null) {
      data.put(name, value);
    }
  }
}
