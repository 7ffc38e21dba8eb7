package org.foretell.extrapolation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.foretell.extrapolation.fit.FittedProgram;
import org.foretell.extrapolation.fit.LawUse;
import org.foretell.extrapolation.fit.ProgramSearch;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.law.Certainty;
import org.foretell.extrapolation.law.Drawn;
import org.foretell.extrapolation.law.Formula;
import org.foretell.extrapolation.law.Law;
import org.jspecify.annotations.Nullable;

/** Lists what traces leave open, and the number of ranks that would decide it. */
final class OpenLaws {
  private final ProgramSearch.Found found;
  private final List<Integer> given;

  private OpenLaws(ProgramSearch.Found found, List<Integer> given) {
    this.found = found;
    this.given = given;
  }

  static List<OpenLaw> of(ProgramSearch.Found found, List<Integer> given) {
    return new OpenLaws(found, given).all();
  }

  private List<OpenLaw> all() {
    List<OpenLaw> open = new ArrayList<>();
    if (!found.others().isEmpty()) {
      open.add(grids());
    }
    Map<Law.Scale, List<String>> governed = new LinkedHashMap<>();
    Map<String, Law.Scale> byText = new LinkedHashMap<>();
    Map<String, List<String>> drawn = new LinkedHashMap<>();
    for (LawUse use : found.program().laws()) {
      if (use.law() instanceof Drawn) {
        drawn
            .computeIfAbsent(use.law().text(), k -> new ArrayList<>())
            .add(use.what() + " of " + use.place());
      }
      use.law()
          .scales()
          .filter(Certainty::isOpen)
          .forEach(
              scale -> {
                Law.Scale same = byText.computeIfAbsent(candidates(scale).toString(), k -> scale);
                List<String> uses = governed.computeIfAbsent(same, k -> new ArrayList<>());
                String text = use.what() + " of " + use.place();
                if (!uses.contains(text)) {
                  uses.add(text);
                }
              });
    }
    governed.forEach(
        (scale, uses) -> open.add(new OpenLaw(uses, candidates(scale), decidedBy(scale))));
    drawn.forEach(
        (text, uses) ->
            open.add(new OpenLaw(uses, List.of(text, "whatever follows from the data"), null)));
    return open;
  }

  private OpenLaw grids() {
    List<FittedProgram> programs = new ArrayList<>();
    programs.add(found.program());
    programs.addAll(found.others());
    return new OpenLaw(
        List.of("the grid of all ranks"),
        programs.stream().map(program -> program.rule() + ": " + program.target()).toList(),
        decided(ranks -> programs.stream().map(program -> program.rule().grid(ranks)).toList()));
  }

  private List<String> candidates(Law.Scale scale) {
    Grid target = found.program().target();
    if (scale.seenOnce()) {
      return List.of(
          scale.text() + " as a constant, which a single trace shows", "any other function");
    }
    return scale.candidates().stream()
        .map(formula -> formula.text() + " = " + formula.whole(target))
        .toList();
  }

  private @Nullable Integer decidedBy(Law.Scale scale) {
    if (scale.seenOnce()) {
      return null;
    }
    return decided(
        ranks -> {
          Grid grid = found.program().rule().grid(ranks);
          return scale.candidates().stream()
              .map((Formula formula) -> grid == null ? null : formula.whole(grid))
              .toList();
        });
  }

  /** What the candidates say about a number of ranks. */
  private interface Answers {
    List<? extends @Nullable Object> of(int ranks);
  }

  /** The smallest number of ranks below the target, else above, at which all answers differ. */
  private @Nullable Integer decided(Answers answers) {
    int target = found.program().target().ranks();
    for (int ranks = 2; ranks < Math.min(4L * target, 1 << 20); ranks++) {
      List<? extends @Nullable Object> all = answers.of(ranks);
      boolean known = all.stream().allMatch(Objects::nonNull);
      if (known
          && ranks != target
          && !given.contains(ranks)
          && all.stream().map(String::valueOf).collect(Collectors.toSet()).size() == all.size()) {
        return ranks;
      }
    }
    return null;
  }
}
