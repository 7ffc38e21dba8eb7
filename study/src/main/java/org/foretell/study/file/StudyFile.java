package org.foretell.study.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.foretell.failure.ForetellException;
import org.foretell.machines.file.Finding;
import org.foretell.machines.file.MachineFileException;
import org.foretell.machines.findings.FileBytes;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.Shown;
import org.foretell.machines.json.JsonText;
import org.foretell.procurement.metric.Points;
import org.foretell.study.description.Estimate;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.SampleSettings;
import org.foretell.study.description.Site;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.description.Variable;
import org.foretell.study.description.WhatIf;

/**
 * Reads study files, JSON in UTF-8 of at most 16 MiB, as {@code docs/study-format.md} and {@link
 * #schema()} describe them. All errors are reported at once.
 */
public final class StudyFile {
  private static final int FORMAT_VERSION = 1;
  private static final int SHOWN = 50;
  private static final String SCHEMA = "study.schema.json";
  private static final int MOST_RANKS_PER_NODE = 1 << 16;
  private static final long MOST_NODES = 1L << 24;
  private static final int MOST_YEARS = 50;
  private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");

  private final Findings findings;

  private StudyFile(Findings findings) {
    this.findings = findings;
  }

  /**
   * Reads a file.
   *
   * @param file to read; traces, machine files and tables of work are relative to its folder
   * @return the study
   * @throws ForetellException if it cannot be read, or with all that is wrong in it
   */
  public static StudyDescription read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw unreadable(file, Files.exists(file) ? "no regular file" : "no such file");
    }
    try (InputStream input = Files.newInputStream(file)) {
      return parse(file.toString(), input.readNBytes(FileBytes.MOST + 1));
    } catch (NoSuchFileException gone) {
      throw unreadable(file, "no such file");
    } catch (IOException failure) {
      throw unreadable(file, String.valueOf(failure.getMessage()));
    }
  }

  private static ForetellException unreadable(Path file, String reason) {
    return wrong(
        file.toString(),
        List.of(
            new Finding(
                file.toString(),
                "$",
                0,
                0,
                reason,
                "a readable file; \"sim study init\" writes one")));
  }

  /**
   * Reads the bytes of a file.
   *
   * @param name of the file, for messages
   * @param bytes all of it
   * @return the study
   * @throws ForetellException with all that is wrong in it
   */
  public static StudyDescription parse(String name, byte[] bytes) {
    Findings findings = new Findings(name);
    try {
      JsonValue root = JsonText.read(bytes, findings);
      if (!(root instanceof Members object)) {
        findings.wrong(root, "an object {...} that describes a study");
        throw findings.exception();
      }
      StudyFile reader = new StudyFile(findings);
      Optional<StudyDescription> study = reader.study(new StudyFields(findings, object));
      findings.throwIfAny();
      return study.orElseThrow();
    } catch (MachineFileException wrong) {
      throw wrong(name, wrong.findings());
    }
  }

  /** A mistake in an offer that others extend is found once for each of them. */
  private static ForetellException wrong(String file, List<Finding> all) {
    List<Finding> findings = all.stream().distinct().toList();
    StringBuilder message = new StringBuilder("study file ").append(file);
    if (findings.size() == 1) {
      message.append(": ").append(findings.get(0));
    } else {
      message.append(" has ").append(findings.size()).append(" mistakes:");
      findings.stream().limit(SHOWN).forEach(finding -> message.append("\n  ").append(finding));
      if (findings.size() > SHOWN) {
        message.append("\n  and ").append(findings.size() - SHOWN).append(" more");
      }
    }
    return ForetellException.badInput(message.toString());
  }

  /** {@return the JSON Schema of study files, draft 2020-12} */
  public static String schema() {
    try (InputStream input = StudyFile.class.getResourceAsStream(SCHEMA)) {
      if (input == null) {
        throw new IllegalStateException("the schema is missing");
      }
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Optional<StudyDescription> study(StudyFields file) {
    file.optionalLine("$schema");
    file.constant("formatVersion", FORMAT_VERSION, FORMAT_VERSION + ", the only version");
    String name = file.name("name");
    String title = file.optionalLine("title").orElse(name);
    file.lines("notes");
    String currency = currency(file);
    List<String> models = file.lines("models");
    RankBy rankBy =
        file.choice("rankBy", List.of(RankBy.values()), RankBy::label)
            .orElse(RankBy.COST_PER_DEMAND);
    Optional<Long> referenceNodes =
        file.has("referenceNodes")
            ? Optional.of(file.whole("referenceNodes", 1, MOST_NODES))
            : Optional.empty();
    if (referenceNodes.isEmpty()) {
      file.whole("referenceNodes", 1, MOST_NODES, 1);
    }
    Optional<Points> points = points(file);
    Site site = site(file.object("site", true), currency);
    List<Offer> offers = new OfferList(findings, currency).read(file);
    List<Program> programs = programs(file, offers);
    List<WhatIf> whatIfs =
        file.objects("whatIfs", false, one -> new WhatIf(one.line("name"), one.changes("changes")));
    List<Variable> variables = file.objects("variables", false, one -> variable(one, offers));
    SampleSettings sample = sample(file.object("sample", false));
    file.refuseOthers();
    differ("program", programs, Program::name);
    differ("offer", offers, Offer::name);
    differ("what-if", whatIfs, WhatIf::name);
    differ("variable", variables, Variable::name);
    if (findings.count() > 0) {
      return Optional.empty();
    }
    return Optional.of(
        new StudyDescription(
            name,
            title,
            currency,
            site,
            demanded(programs),
            offers,
            whatIfs,
            variables,
            models.isEmpty() ? List.of("max-rate") : models,
            rankBy,
            referenceNodes,
            points,
            sample));
  }

  private static Optional<Points> points(StudyFields file) {
    boolean isWanted = file.has("points");
    StudyFields weights = file.object("points", false);
    if (!isWanted) {
      return Optional.empty();
    }
    Points read =
        new Points(weights.number("quality", 0, 1e6, 0), weights.number("price", 0, 1e6, 0));
    weights.refuseOthers();
    return Optional.of(read);
  }

  private String currency(StudyFields file) {
    String text = file.line("currency");
    if (!CURRENCY.matcher(text).matches() && findings.count() == 0) {
      findings.add("$.currency", 0, 0, Shown.quoted(text), "a code of three letters, like \"EUR\"");
    }
    return text;
  }

  private <T> void differ(String kind, List<T> all, Function<T, String> name) {
    Set<String> names = new HashSet<>();
    for (T one : all) {
      if (!names.add(name.apply(one))) {
        findings.add(
            "$",
            0,
            0,
            "a second " + kind + " " + Shown.quoted(name.apply(one)),
            "a unique name for each " + kind);
      }
    }
  }

  private Site site(StudyFields site, String currency) {
    long years = site.whole("lifeYears", 1, MOST_YEARS, 5);
    Estimate pue = site.estimate("pue", Measure.PUE);
    List<Estimate> prices = new ArrayList<>();
    Measure money = Measure.money(currency);
    List<JsonValue> listed = site.listed("electricity");
    for (JsonValue price : listed) {
      prices.add(site.estimate(price, money));
    }
    if (prices.size() == 1) {
      prices = Collections.nCopies((int) years, prices.get(0));
    } else if (prices.size() != years) {
      findings.add(
          "$.site.electricity",
          0,
          0,
          prices.size() + " prices for " + years + " years",
          "one price per kWh for all years, or one for each of the " + years + " years");
      prices = Collections.nCopies((int) years, Estimate.exactly(1));
    }
    Site read =
        new Site(
            pue,
            prices,
            (int) years,
            site.estimate("discountRate", Measure.SHARE, 0),
            site.estimate("utilisation", Measure.POSITIVE_SHARE),
            site.estimate("availability", Measure.POSITIVE_SHARE),
            site.estimate("staffPerYear", money, 0),
            site.optionalFigure("budget", money),
            site.optionalFigure("powerCap", Measure.POWER));
    site.refuseOthers();
    return read;
  }

  private List<Program> programs(StudyFields file, List<Offer> offers) {
    return file.objects("programs", true, one -> program(one, offers));
  }

  private Program program(StudyFields fields, List<Offer> offers) {
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
              refuseUnknownOffer("a core ratio", offer, value, offers);
            });
    return new Program(
        fields.name("name"),
        Path.of(pathText(fields, "trace")),
        ranksPerNode,
        fields.estimate("weight", Measure.POSITIVE, 1),
        fields.estimate("runsPerDay", Measure.AMOUNT, 0),
        fields.optionalFigure("timeLimit", Measure.TIME),
        fields.estimate("scale", Measure.POSITIVE, 1),
        reference(fields),
        ratios,
        fields.optionalLine("tracedCoreSpeed"),
        fields.optionalLine("work").map(Path::of),
        fields.optionalFigure("memoryBound", Measure.SHARE),
        measuredPairs(fields, offers));
  }

  private Map<String, Program.MeasuredPair> measuredPairs(StudyFields fields, List<Offer> offers) {
    Map<String, Program.MeasuredPair> pairs = new LinkedHashMap<>();
    fields
        .byName("measuredPair")
        .forEach(
            (offer, value) -> {
              refuseUnknownOffer("a measured pair", offer, value, offers);
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

  private void refuseUnknownOffer(String what, String offer, JsonValue value, List<Offer> offers) {
    List<String> names = offers.stream().map(Offer::name).toList();
    if (!names.contains(offer)) {
      findings.wrong(
          value, what + " for the offer " + Shown.quoted(offer), Shown.choice(offer, names));
    }
  }

  private String pathText(StudyFields fields, String name) {
    String text = fields.line(name);
    if (text.indexOf('\0') >= 0) {
      findings.add("$.programs", 0, 0, Shown.quoted(text), "the path of a file");
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

  private Optional<Program.Reference> reference(StudyFields program) {
    if (!program.has("reference")) {
      program.object("reference", false);
      return Optional.empty();
    }
    StudyFields reference = program.object("reference", true);
    Program.Reference read =
        new Program.Reference(
            reference.whole("nodes", 1, MOST_NODES),
            reference.estimate("time", Measure.TIME),
            reference.optionalFigure("operations", Measure.POSITIVE),
            reference.number("capability", 1e-6, 1e9, 1));
    reference.refuseOthers();
    return Optional.of(read);
  }

  private Variable variable(StudyFields fields, List<Offer> offers) {
    List<String> figures = fields.lines("figures");
    if (figures.isEmpty()) {
      fields.line("figures");
    }
    List<String> concerned = fields.lines("offers");
    Collection<String> names = offers.stream().map(Offer::name).toList();
    for (String offer : concerned) {
      if (!names.contains(offer)) {
        findings.add(
            "$.variables",
            0,
            0,
            "a variable of the offer " + Shown.quoted(offer),
            Shown.choice(offer, names));
      }
    }
    return new Variable(
        fields.name("name"), figures, fields.estimate("factor", Measure.FACTOR), concerned);
  }

  private static SampleSettings sample(StudyFields fields) {
    SampleSettings usual = SampleSettings.USUAL;
    SampleSettings read =
        new SampleSettings(
            (int) fields.whole("draws", 1, 1_000_000, usual.draws()),
            fields.whole("seed", 0, Long.MAX_VALUE, usual.seed()),
            fields.number("confidence", 0.5, 0.9999, usual.confidence()),
            fields.number("tolerance", 1e-4, 1, usual.tolerance()),
            (int) fields.whole("mostReplays", 1, 2000, usual.mostReplays()),
            (int) fields.whole("mostNearFlips", 0, 2000, usual.mostNearFlips()));
    fields.refuseOthers();
    return read;
  }

  /** Where no demand is stated, it is one run of each program a day. */
  private static List<Program> demanded(List<Program> programs) {
    if (programs.stream().anyMatch(one -> one.runsPerDay().to() > 0)) {
      return programs;
    }
    return programs.stream().map(one -> one.withRunsPerDay(Estimate.exactly(1))).toList();
  }
}
