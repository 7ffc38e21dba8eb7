package org.foretell.page;

import java.util.LinkedHashMap;
import java.util.Map;

/** The sections of a study's page: ids that links have, headings, short names for the menu. */
enum StudySection {
  QUESTIONS("questions", "Questions that buyers ask", "Questions"),
  RANKING("ranking", "Ranking", "Ranking"),
  TRY("try", "Try it", "Try it"),
  TRADE_OFFS("trade-offs", "Trade-offs", "Trade-offs"),
  WHAT_IF("what-if", "What if", "What if"),
  FLIPS("flips", "What would change the first place", "What would change it"),
  WORTHS("worths", "What to measure next", "What to measure next"),
  DOUBTS("doubts", "What makes this doubtful", "Doubts"),
  PROGRAMS("programs", "Programs", "Programs"),
  SOURCES("sources", "Where the numbers come from", "Sources"),
  GLOSSARY("glossary", "Words on this page", "Words");

  private final String id;
  private final String heading;
  private final String name;

  StudySection(String id, String heading, String name) {
    this.id = id;
    this.heading = heading;
    this.name = name;
  }

  String id() {
    return id;
  }

  /** {@return the headings by id, in the order of the page} */
  static Map<String, String> headings() {
    Map<String, String> headings = new LinkedHashMap<>();
    for (StudySection section : values()) {
      headings.put(section.id, section.heading);
    }
    return headings;
  }

  /** {@return the short names by id} */
  static Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    for (StudySection section : values()) {
      names.put(section.id, section.name);
    }
    return names;
  }
}
