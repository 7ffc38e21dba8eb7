package org.foretell.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.foretell.study.StudyResult;
import org.foretell.study.campaign.CaseTimes;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Program;
import org.foretell.study.description.StudyDescription;

/**
 * Programs of a study that are one program at several numbers of ranks, as a table of times by
 * nodes: the shape in which buyers publish theirs. Such programs are named alike but for the number
 * of ranks at the end, as {@code mg-16} and {@code mg-64}.
 */
final class ProgramFamilies {
  private static final Pattern NAME = Pattern.compile("(.*?\\D)(\\d{1,9})");
  private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{N}]+$");

  private final StudyDescription study;
  private final StudyRuns runs;

  /** A program, and the number of its ranks. */
  private record Member(Program program, long ranks) {}

  ProgramFamilies(StudyResult result, StudyRuns runs) {
    study = result.answer().study();
    this.runs = runs;
  }

  List<Map<String, Object>> tables() {
    Map<String, List<Member>> families = new LinkedHashMap<>();
    for (Program program : study.programs()) {
      Matcher matcher = NAME.matcher(program.name());
      if (program.simulated().isEmpty() && matcher.matches()) {
        String name = SEPARATORS.matcher(matcher.group(1)).replaceFirst("");
        long ranks = Long.parseLong(matcher.group(2));
        List<CaseTimes> cases = runs.casesOf(program);
        boolean isNumberOfRanks =
            !cases.isEmpty() && cases.stream().allMatch(one -> isRunOf(one, ranks));
        if (!name.isEmpty() && isNumberOfRanks) {
          families.computeIfAbsent(name, any -> new ArrayList<>()).add(new Member(program, ranks));
        }
      }
    }
    return families.entrySet().stream()
        .filter(family -> family.getValue().size() > 1)
        .map(family -> table(family.getKey(), family.getValue()))
        .toList();
  }

  /** A number at the end may as well be a version. */
  private static boolean isRunOf(CaseTimes one, long ranks) {
    return ranks > (one.nodes() - 1) * one.ranksPerNode()
        && ranks <= one.nodes() * one.ranksPerNode();
  }

  private Map<String, Object> table(String name, List<Member> members) {
    Map<Long, Map<String, List<Map<String, Object>>>> cells = new TreeMap<>();
    for (Member member : members) {
      for (CaseTimes one : runs.casesOf(member.program)) {
        Map<String, Object> cell = new LinkedHashMap<>();
        cell.put("time", StudyTables.time(runs.seconds(one)));
        cell.put("seconds", runs.seconds(one));
        cell.put("ranks", member.ranks);
        cell.put("perNode", one.ranksPerNode());
        cell.put("key", one.key().substring(0, StudyRuns.SHORT_KEY));
        cells
            .computeIfAbsent(one.nodes(), any -> new LinkedHashMap<>())
            .computeIfAbsent(one.offer(), any -> new ArrayList<>())
            .add(cell);
      }
    }
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Offer offer : study.offers()) {
      rows.add(
          Map.of(
              "offer",
              PageWords.foreign(offer.name()),
              "cells",
              cells.values().stream()
                  .map(column -> column.getOrDefault(offer.name(), List.of()))
                  .toList()));
    }
    return Map.of(
        "name",
        PageWords.foreign(name),
        "nodes",
        cells.keySet().stream().map(StudyRuns::nodes).toList(),
        "rows",
        rows);
  }
}
