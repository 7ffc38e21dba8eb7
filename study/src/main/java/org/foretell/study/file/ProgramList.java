package org.foretell.study.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.foretell.extrapolation.Extrapolation;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.Shown;
import org.foretell.model.ParameterException;
import org.foretell.models.noise.Variability;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.Simulated;
import org.foretell.time.QuantityException;

/** The programs of a file. */
final class ProgramList {
  private static final int MOST_RANKS_PER_NODE = 1 << 16;
  private static final long MOST_NODES = 1L << 24;
  private static final String REFERENCE = "reference";
  private static final String NOISE = "noise";
  private static final String DEMAND = "runsPerDay";
  private static final String TRACE = "trace";
  private static final String TRACES = "traces";
  private static final String RANKS = "ranks";
  private static final String APPROXIMATE = "approximate";

  private final Findings findings;
  private final List<Offer> offers;
  private boolean isDemandStated;

  ProgramList(Findings findings, List<Offer> offers) {
    this.findings = findings;
    this.offers = offers;
  }

  /** Those without noise have the noise that the study states for all. */
  List<Program> read(StudyFields file) {
    Optional<RunNoise> ofAll = noise(file);
    List<Program> programs = file.objects("programs", true, one -> program(one, ofAll));
    if (!isDemandStated) {
      return programs.stream().map(one -> one.withRunsPerDay(Estimate.exactly(1))).toList();
    }
    if (programs.stream().noneMatch(one -> one.runsPerDay().from() > 0)) {
      file.wrong(
          "programs",
          "no program that is certainly run",
          "runsPerDay above 0, with its lower bound, for at least one program; leave it out"
              + " everywhere for one run of each");
    }
    return programs;
  }

  private Program program(StudyFields fields, Optional<RunNoise> ofAll) {
    isDemandStated |= fields.has(DEMAND);
    List<Integer> ranksPerNode = new ArrayList<>();
    for (JsonValue value : fields.listed("ranksPerNode")) {
      ranksPerNode.add(ranks(value));
    }
    Map<String, Estimate> ratios = new LinkedHashMap<>();
    fields
        .byName("coreRatio")
        .forEach(
            (offer, value) -> {
              ratios.put(offer, fields.estimate(value, Measure.FACTOR));
              refuseUnknownOffer("a core ratio", offer, value);
            });
    Optional<Simulated> simulated = SimulatedFields.read(fields);
    return new Program(
        fields.name("name"),
        simulated.isPresent() ? ProgramTraces.NONE : traces(fields),
        ranksPerNode,
        fields.estimate("weight", Measure.POSITIVE, 1),
        fields.estimate(DEMAND, Measure.AMOUNT, 0),
        fields.optionalFigure("timeLimit", Measure.TIME),
        fields.estimate("scale", Measure.POSITIVE, 1),
        reference(fields),
        ratios,
        fields.optionalLine("tracedCoreSpeed"),
        fields.optionalLine("work").map(Path::of),
        fields.optionalFigure("memoryBound", Measure.SHARE),
        measuredPairs(fields),
        simulated.isPresent()
            ? SimulatedFields.replications(simulated.get())
            : noise(fields).or(() -> ofAll),
        simulated);
  }

  /** One trace, or several with the wanted number of ranks. */
  private ProgramTraces traces(StudyFields fields) {
    if (!fields.has(TRACES)) {
      fields.optional(TRACES);
      for (String name : List.of(RANKS, APPROXIMATE)) {
        if (fields.has(name)) {
          fields.wrong(
              name, name + " without traces", "several \"traces\" of the program beside it");
        }
        fields.optional(name);
      }
      return ProgramTraces.of(Path.of(pathText(fields, TRACE)));
    }
    List<Path> files = new ArrayList<>();
    for (String text : fields.lines(TRACES)) {
      if (text.indexOf('\0') < 0) {
        files.add(Path.of(text));
      }
    }
    int ranks = (int) fields.whole(RANKS, 1, Extrapolation.MOST_RANKS);
    boolean approximate = fields.truth(APPROXIMATE);
    if (fields.has(TRACE)) {
      fields.wrong(TRACE, "a trace and traces", "either \"trace\", or \"traces\" with \"ranks\"");
    }
    if (files.size() < 2 || files.stream().distinct().count() < files.size()) {
      fields.wrong(
          TRACES,
          files.size() < 2 ? "fewer than two traces" : "the same trace twice",
          "an array of two or more traces with different numbers of ranks; one alone is a"
              + " \"trace\"");
      return ProgramTraces.of(Path.of("."));
    }
    return ProgramTraces.of(files, ranks, approximate);
  }

  private Map<String, Program.MeasuredPair> measuredPairs(StudyFields fields) {
    Map<String, Program.MeasuredPair> pairs = new LinkedHashMap<>();
    fields
        .byName("measuredPair")
        .forEach(
            (offer, value) -> {
              refuseUnknownOffer("a measured pair", offer, value);
              if (value instanceof Members members) {
                StudyFields pair = new StudyFields(findings, members);
                pairs.put(
                    offer,
                    new Program.MeasuredPair(
                        Path.of(pathText(pair, "base")), Path.of(pathText(pair, "other"))));
                pair.refuseOthers();
              } else {
                findings.wrong(value, "an object {\"base\": .., \"other\": ..} of two traces");
              }
            });
    return pairs;
  }

  private void refuseUnknownOffer(String what, String offer, JsonValue value) {
    List<String> names = offers.stream().map(Offer::name).toList();
    if (!names.contains(offer)) {
      findings.wrong(
          value, what + " for the offer " + Shown.quoted(offer), Shown.choice(offer, names));
    }
  }

  private String pathText(StudyFields fields, String name) {
    String text = fields.line(name);
    if (text.indexOf('\0') >= 0) {
      fields.wrong(name, Shown.quoted(text), "the path of a file");
      return ".";
    }
    return text;
  }

  private int ranks(JsonValue value) {
    if (value instanceof Numeral number && number.lexeme().matches("[1-9]\\d{0,4}")) {
      int ranks = Integer.parseInt(number.lexeme());
      if (ranks <= MOST_RANKS_PER_NODE) {
        return ranks;
      }
    }
    findings.wrong(
        value, "a whole number from 1 to " + MOST_RANKS_PER_NODE + ", or an array of them");
    return 1;
  }

  private static Optional<Program.Reference> reference(StudyFields program) {
    if (!program.has(REFERENCE)) {
      program.object(REFERENCE, false);
      return Optional.empty();
    }
    StudyFields reference = program.object(REFERENCE, true);
    boolean isMerit = reference.has("figureOfMerit") || reference.has("work");
    Program.Reference read =
        new Program.Reference(
            reference.whole("nodes", 1, MOST_NODES),
            isMerit
                ? reference.estimate("figureOfMerit", Measure.POSITIVE)
                : reference.estimate("time", Measure.TIME),
            isMerit
                ? OptionalDouble.of(reference.required("work", Measure.POSITIVE))
                : OptionalDouble.empty(),
            reference.optionalFigure("operations", Measure.POSITIVE),
            reference.number("capability", 1e-6, 1e9, 1));
    if (isMerit && reference.has("time")) {
      reference.optionalFigure("time", Measure.TIME);
      reference.wrong(
          "time", "a time and a figure of merit", "either time, or figureOfMerit with work");
    }
    reference.refuseOthers();
    return Optional.of(read);
  }

  private Optional<RunNoise> noise(StudyFields owner) {
    if (!owner.has(NOISE)) {
      owner.object(NOISE, false);
      return Optional.empty();
    }
    int before = findings.count();
    StudyFields noise = owner.object(NOISE, true);
    RunNoise read =
        new RunNoise(
            variability(noise, "compute", Variability::parseFactor, "lognormal:5%"),
            variability(noise, "network", Variability::parseDelay, "exponential:2us"),
            noise.has("trace") ? Optional.of(Path.of(pathText(noise, "trace"))) : Optional.empty(),
            noise.truth("together"),
            (int) noise.whole("replays", 1, RunNoise.MOST_REPLAYS, RunNoise.USUAL_REPLAYS));
    noise.optionalLine("trace");
    noise.refuseOthers();
    boolean isNothing =
        read.compute().isEmpty() && read.network().isEmpty() && read.trace().isEmpty();
    if (findings.count() == before && isNothing) {
      owner.wrong(NOISE, "noise of no kind", "compute, network or trace in it");
    }
    return Optional.of(read);
  }

  private Optional<String> variability(
      StudyFields noise, String name, Consumer<String> parser, String example) {
    Optional<String> text = noise.optionalLine(name);
    if (text.isPresent()) {
      try {
        parser.accept(text.get());
      } catch (ParameterException | QuantityException wrong) {
        noise.wrong(
            name,
            Shown.quoted(text.get()) + ", of which " + wrong.getMessage(),
            "a distribution like " + Shown.quoted(example));
      }
    }
    return text;
  }
}
