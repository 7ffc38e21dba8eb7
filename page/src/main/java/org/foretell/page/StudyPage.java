package org.foretell.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Writer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.Version;
import org.foretell.study.StudyResult;
import org.foretell.study.decision.StudyAnswer;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.RankBy;
import org.foretell.study.description.Simulated;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.file.ResolvedStudy;
import org.foretell.study.report.ChargedNodes;
import org.foretell.study.report.Conclusion;
import org.foretell.study.report.MetricText;

/**
 * The answer of a study as one self-contained HTML file for people who buy machines: the
 * conclusion, tables, charts, and sliders that re-rank the offers. It loads nothing, and its policy
 * forbids it to. Names that come from a study are text wherever they stand, never markup.
 */
public final class StudyPage {
  private static final List<String> PARTS =
      List.of("page.css", "study.css", "charts.js", "evaluation.js", "study.js");

  private StudyPage() {}

  /**
   * Writes the page. The same result gives the same bytes.
   *
   * @param result of a study
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public static void write(StudyResult result, Writer out) throws IOException {
    StudyAnswer answer = result.answer();
    StudyDescription study = answer.study();
    StudyWords words = new StudyWords(study);
    StudyData data = new StudyData(result, words);
    StudyTables tables = new StudyTables(result, words);
    StudyRuns runs = new StudyRuns(result, words);
    List<StudyControls.Group> groups =
        answer.places().isEmpty()
            ? List.of()
            : StudyControls.of(study, words, result.campaign().cases());
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("title", PageWords.foreign(study.title()));
    model.put("currency", PageWords.foreign(study.currency()));
    model.put("sections", StudySection.headings());
    model.put("menu", StudySection.names());
    model.put("glossary", StudyGlossary.terms());
    model.put("pieces", StudyGlossary.method());
    model.put("conclusion", Conclusion.of(answer));
    model.put("charged", charged(answer));
    model.put("metric", MetricText.title(study.rankBy(), PageWords.foreign(study.currency())));
    model.put("less", study.rankBy().isLessBetter());
    model.put("years", study.site().lifeYears());
    model.put("limited", isLimited(study));
    model.put("confidence", StudyTables.percent(study.sample().confidence()));
    model.put("allDraws", study.sample().draws());
    model.put("draws", data.draws());
    model.put("ranking", tables.ranking());
    model.put(
        "questions",
        answer.places().isEmpty()
            ? List.of()
            : StudyQuestions.of(result, words, tables.firstAsStated()));
    model.put("firstAsStated", tables.firstAsStated());
    model.put("machinesAsStated", tables.machinesAsStated());
    model.put("excluded", tables.excluded());
    model.put("groups", groups.stream().map(StudyControls.Group::shown).toList());
    model.put("worlds", tables.worlds());
    model.put("flips", tables.flips());
    model.put("worths", tables.worths());
    model.put("worthOfAll", MetricText.number(answer.worthOfAll()));
    model.put("weighings", tables.weighings());
    model.put(
        "names", study.programs().stream().map(one -> PageWords.foreign(one.name())).toList());
    model.put("programs", runs.programs());
    model.put("families", new ProgramFamilies(result, runs).tables());
    model.put("keys", answer.places().stream().map(runs::keys).toList());
    model.put("study", sha256(ResolvedStudy.text(study)).substring(0, StudyRuns.SHORT_KEY));
    model.put("made", result.campaign().replays().size());
    model.put("model", study.models().get(0));
    model.put("doubts", StudyGlossary.pieces(tables.doubts()));
    model.put("sources", tables.sources());
    model.put("countOfSources", tables.countOfSources());
    model.put("replays", runs.replays());
    model.put("settings", settings(result));
    model.put("version", Version.text());
    List<Map<String, Object>> controls =
        groups.stream()
            .flatMap(group -> group.controls().stream())
            .map(StudyControls.Control::charted)
            .toList();
    PageTemplate.write("study.ftlh", model, data.of(words, controls), PARTS, out);
  }

  /** What the cost of the first offer leaves out; empty if the ranking goes by something else. */
  private static String charged(StudyAnswer answer) {
    StudyDescription study = answer.study();
    return answer.places().isEmpty() || study.rankBy() != RankBy.COST_PER_DEMAND
        ? ""
        : ChargedNodes.of(study, answer.places().get(0))
            .sentence(PageWords.foreign(study.currency()));
  }

  private static boolean isLimited(StudyDescription study) {
    return study.site().budget().isPresent()
        || study.site().powerCapWatts().isPresent()
        || study.programs().stream().anyMatch(program -> program.timeLimitSeconds().isPresent());
  }

  /** Name, value: what the answer rests on. */
  private static List<List<String>> settings(StudyResult result) {
    StudyDescription study = result.answer().study();
    List<List<String>> settings = new ArrayList<>();
    settings.add(List.of("Study", PageWords.foreign(study.name())));
    settings.add(List.of("SHA-256 of study.json", sha256(ResolvedStudy.text(study))));
    for (Program program : study.programs()) {
      if (program.simulated().isPresent()) {
        Simulated simulated = program.simulated().get();
        settings.add(
            List.of(
                (simulated.isQueue() ? "Jobs of " : "Pipeline of ")
                    + PageWords.foreign(program.name()),
                PageWords.foreign(String.valueOf(simulated.file().getFileName()))));
        continue;
      }
      settings.add(
          List.of(
              "Trace of " + PageWords.foreign(program.name()),
              PageWords.foreign(
                  program.trace().getFileName()
                      + program
                          .traces()
                          .extrapolated()
                          .map(how -> ", " + how.text(program.traces().ranks().orElse(0)))
                          .orElse(""))));
    }
    for (Offer offer : study.offers()) {
      String changes = String.join(", ", offer.changes().stream().map(String::valueOf).toList());
      settings.add(
          List.of(
              "Offer " + PageWords.foreign(offer.name()),
              PageWords.foreign(
                  String.format(
                      Locale.ROOT,
                      "%,d nodes, machine %s%s",
                      offer.nodes(),
                      offer.machine(),
                      changes.isEmpty() ? "" : ", with " + changes))));
    }
    settings.add(List.of("Models of communication", String.join(", ", study.models())));
    settings.add(
        List.of(
            "Sample",
            String.format(
                Locale.ROOT,
                "%,d draws, seed %d, limits and intervals of %s",
                study.sample().draws(),
                study.sample().seed(),
                StudyTables.percent(study.sample().confidence()))));
    settings.add(
        List.of(
            "Replays",
            String.format(
                Locale.ROOT,
                "%,d; times between replays are at most %s off, found by replays made for that",
                result.campaign().replays().size(),
                StudyTables.percent(result.campaign().largestError()))));
    settings.add(List.of("Foretell", Version.text()));
    return settings;
  }

  private static String sha256(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException("every JDK has SHA-256", never);
    }
  }
}
