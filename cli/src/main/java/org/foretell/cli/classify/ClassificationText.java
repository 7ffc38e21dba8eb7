package org.foretell.cli.classify;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.Origin;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.DecisionTree;
import org.foretell.classification.tree.Rule;
import org.foretell.cli.report.WarningText;
import org.foretell.cli.text.CountedText;
import org.foretell.cli.text.Style;
import org.foretell.cli.text.TextTable;
import org.foretell.cli.text.Words;
import org.foretell.report.ClassificationResult;
import org.foretell.trace.OpView;

/** What {@code sim classify} prints for people. */
final class ClassificationText {
  private static final int PAIRS_SHOWN = 20;

  private final ClassificationResult result;
  private final PrintWriter out;
  private final Style style;

  ClassificationText(ClassificationResult result, PrintWriter out, Style style) {
    this.result = result;
    this.out = out;
    this.style = style;
  }

  void print() {
    Origin origin = result.classifier().origin();
    out.println(
        style.strong(result.trace().name())
            + (result.recorded()
                ? ", recorded times"
                : ", model "
                    + result.model()
                    + result.machine().map(name -> " on " + name).orElse(", no machine")));
    out.println(
        "Trained on "
            + (origin.recorded()
                ? origin.words()
                : "micro-benchmarks in the simulator, seed " + origin.seed())
            + "; accuracy on held-out examples: "
            + accuracies());
    for (CommunicationKind kind : CommunicationKind.values()) {
      if (result.summary().total(kind) > 0) {
        classes(kind);
        pairs(kind);
      }
    }
    CountedText.print(result.trace(), out, style);
    if (result.summary().classes().isEmpty()) {
      out.println();
      out.println("The trace contains nothing to classify.");
    }
    if (result.summary().unclassified() > 0) {
      out.println();
      out.printf(Locale.US, "Not classified: %,d%n", result.summary().unclassified());
    }
  }

  private String accuracies() {
    List<String> all = new ArrayList<>();
    result
        .classifier()
        .classifier()
        .confusions()
        .forEach(
            (kind, confusion) ->
                all.add(
                    String.format(
                        Locale.US, "%.1f%% of %s", 100 * confusion.accuracy(), plural(kind))));
    return all.isEmpty() ? "not measured" : String.join(", ", all);
  }

  private static String plural(CommunicationKind kind) {
    return kind.word() + "s";
  }

  private void classes(CommunicationKind kind) {
    TextTable table = new TextTable(1, plural(kind), "count", "share", "confidence");
    long total = result.summary().total(kind);
    for (ClassificationSummary.OfClass each : result.summary().classes()) {
      if (each.kind() == kind) {
        table.row(
            each.label().words(),
            String.format(Locale.US, "%,d", each.count()),
            String.format(Locale.US, "%.1f%%", 100.0 * each.count() / total),
            String.format(Locale.US, "%.3f", each.confidence()));
      }
    }
    out.println();
    table.print(out, style);
  }

  private void pairs(CommunicationKind kind) {
    List<CommunicationClass> classes = CommunicationClass.of(kind);
    List<ClassificationSummary.OfPair> pairs =
        result.summary().pairs().stream().filter(pair -> pair.kind() == kind).toList();
    List<String> header = new ArrayList<>();
    boolean isCollective = kind == CommunicationKind.COLLECTIVE;
    header.add(isCollective ? "collective" : "sender");
    header.add(isCollective ? "call site" : "receiver");
    classes.forEach(each -> header.add(brief(each)));
    header.add("confidence");
    TextTable table = new TextTable(2, header.toArray(String[]::new));
    for (ClassificationSummary.OfPair pair :
        pairs.subList(0, Math.min(PAIRS_SHOWN, pairs.size()))) {
      List<String> cells = new ArrayList<>();
      if (isCollective) {
        cells.add(pair.code().map(code -> code.name().toLowerCase(Locale.ROOT)).orElse(""));
        cells.add(site(pair.sender()));
      } else {
        cells.add(site(pair.sender()));
        cells.add(site(pair.receiver()));
      }
      pair.counts().forEach(count -> cells.add(String.format(Locale.US, "%,d", count)));
      cells.add(String.format(Locale.US, "%.3f", pair.confidence()));
      table.row(cells.toArray(String[]::new));
    }
    out.println();
    table.print(out, style);
    if (pairs.size() > PAIRS_SHOWN) {
      out.printf(
          Locale.US,
          "(%,d more pairs of call sites; --json lists all)%n",
          pairs.size() - PAIRS_SHOWN);
    }
  }

  private static String brief(CommunicationClass label) {
    return switch (label) {
      case LATE_SEND -> "late send";
      case LATE_RECEIVE -> "late recv";
      case LATE_SEND_POST -> "send post";
      case LATE_SEND_WAIT -> "send wait";
      case LATE_RECEIVE_POST -> "recv post";
      case LATE_RECEIVE_WAIT -> "recv wait";
      default -> label.words();
    };
  }

  private String site(int site) {
    return site == OpView.NONE ? "-" : result.trace().tables().callSites().get(site);
  }

  /** The rules, and how often they were right. */
  void rules() {
    Map<CommunicationKind, DecisionTree> trees = result.classifier().classifier().trees();
    trees.forEach(
        (kind, tree) -> {
          out.println();
          out.println(style.strong("Rules for " + plural(kind)) + ", times as multiples of normal");
          for (Rule rule : Rule.of(tree)) {
            out.printf(
                Locale.US,
                "  if %s then %s (confidence %.3f, %s)%n",
                conditions(tree, rule),
                tree.schema().classes().get(rule.label()),
                rule.confidence(),
                Words.counted(rule.support(), "example"));
          }
          ConfusionMatrix confusion = result.classifier().classifier().confusions().get(kind);
          if (confusion != null) {
            confusion(kind, confusion);
          }
        });
  }

  private static String conditions(DecisionTree tree, Rule rule) {
    List<String> all = new ArrayList<>();
    for (Rule.Condition each : rule.conditions()) {
      String name = tree.schema().attributes().get(each.attribute());
      if (tree.schema().modes().contains(each.attribute())) {
        all.add(each.isAbove() ? name : "not " + name);
      } else {
        all.add(
            String.format(
                Locale.US, "%s %s %.3g", name, each.isAbove() ? ">" : "<=", each.threshold()));
      }
    }
    return all.isEmpty() ? "anything" : String.join(" and ", all);
  }

  private void confusion(CommunicationKind kind, ConfusionMatrix confusion) {
    List<CommunicationClass> classes = CommunicationClass.of(kind);
    List<String> header = new ArrayList<>();
    header.add("held out, by true class");
    classes.forEach(each -> header.add(brief(each)));
    header.add("right");
    TextTable table = new TextTable(1, header.toArray(String[]::new));
    for (int i = 0; i < classes.size(); i++) {
      List<String> cells = new ArrayList<>();
      cells.add(classes.get(i).words());
      confusion.counts().get(i).forEach(count -> cells.add(String.valueOf(count)));
      cells.add(String.format(Locale.US, "%.1f%%", 100 * confusion.recall(i)));
      table.row(cells.toArray(String[]::new));
    }
    out.println();
    table.print(out, style);
  }

  void warnings() {
    if (!result.warnings().isEmpty()) {
      out.println();
    }
    result.warnings().forEach(warning -> WarningText.print(warning, out, style));
  }
}
