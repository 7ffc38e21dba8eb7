package org.foretell.study.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
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
import org.foretell.study.description.WhatIf;

/**
 * Reads study files, JSON in UTF-8 of at most 16 MiB, as {@code docs/study-format.md} and {@link
 * #schema()} describe them. All errors are reported at once.
 */
public final class StudyFile {
  private static final int FORMAT_VERSION = 1;
  private static final int SHOWN = 50;
  private static final String SCHEMA = "study.schema.json";
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
        "study file " + file,
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
    try {
      return read(name, bytes);
    } catch (MachineFileException wrong) {
      throw wrong("study file " + name, wrong.findings());
    }
  }

  /**
   * Reads a study that a program describes. What is wrong is reported by member, without lines.
   *
   * @param name of the study, for messages
   * @param json the bytes of a file
   * @return the study
   * @throws ForetellException with all that is wrong in it
   */
  public static StudyDescription described(String name, byte[] json) {
    try {
      return read(name, json);
    } catch (MachineFileException wrong) {
      throw wrong(
          "the study " + Shown.quoted(name),
          wrong.findings().stream()
              .map(one -> new Finding(one.file(), one.path(), 0, 0, one.found(), one.allowed()))
              .toList());
    }
  }

  private static StudyDescription read(String name, byte[] bytes) {
    Findings findings = new Findings(name);
    JsonValue root = JsonText.read(bytes, findings);
    if (!(root instanceof Members object)) {
      findings.wrong(root, "an object {...} that describes a study");
      throw findings.exception();
    }
    StudyFile reader = new StudyFile(findings);
    Optional<StudyDescription> study = reader.study(new StudyFields(findings, object));
    findings.throwIfAny();
    return study.orElseThrow();
  }

  /** A mistake in an offer that others extend is found once for each of them. */
  private static ForetellException wrong(String what, List<Finding> all) {
    List<Finding> findings = all.stream().distinct().toList();
    StringBuilder message = new StringBuilder(what);
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
    String currency = file.text("currency", CURRENCY, "a code of three letters, like \"EUR\"");
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
    List<Program> programs = new ProgramList(findings, offers).read(file);
    List<WhatIf> whatIfs = file.objects("whatIfs", false, StudyFile::whatIf);
    VariableList variables = new VariableList(findings, offers);
    variables.read(file);
    SampleSettings sample = sample(file.object("sample", false));
    file.refuseOthers();
    differ("model", models, model -> model);
    differ("program", programs, Program::name);
    differ("offer", offers, Offer::name);
    differ("what-if", whatIfs, WhatIf::name);
    differ("variable", variables.names(), text -> text);
    if (findings.count() > 0) {
      return Optional.empty();
    }
    return Optional.of(
        new StudyDescription(
            name,
            title,
            currency,
            site,
            programs,
            offers,
            whatIfs,
            variables.ranges(),
            variables.choices(),
            models.isEmpty() ? List.of("max-rate") : models,
            rankBy,
            referenceNodes,
            points,
            sample));
  }

  private static WhatIf whatIf(StudyFields fields) {
    WhatIf read = new WhatIf(fields.line("name"), ChangeFields.of(fields, "changes"));
    if (read.changes().isEmpty()) {
      fields.wrong("changes", "no change", "at least one, like {\"network\": \"x2\"}");
    }
    return read;
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
    if (read.qualityWeight() == 0 && read.priceWeight() == 0) {
      file.wrong("points", "weights that are all 0", "a quality or a price above 0");
    }
    return Optional.of(read);
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
}
