package org.foretell.page;

import freemarker.template.TemplateMethodModelEx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The terms of a study's page, each explained in a sentence or two for somebody who has never heard
 * of it, and the places in sentences that link to them.
 */
final class StudyGlossary {
  private static final String MODEL = "model-";

  private static final List<Entry> ENTRIES =
      List.of(
          entry(
              "availability",
              "availability",
              "The share of the time in which the machine is in service, and not broken or under"
                  + " maintenance.",
              "availability"),
          entry(
              "bandwidth",
              "bandwidth",
              "How many bytes a connection moves in a second.",
              "bandwidth"),
          entry(
              "bounds",
              "bounds",
              "The least and the greatest value of a figure that the study takes as possible.",
              "bounds"),
          entry(
              "commitment",
              "commitment",
              "The run time that a program does not exceed with the confidence of the study,"
                  + " usually 95 %: what a bidder can promise.",
              "commitment"),
          entry(
              "core-ratio",
              "core ratio",
              "How many times as fast a core of the offer computes a program as a core of the"
                  + " machine on which the program was recorded.",
              "core ratio",
              "cores of",
              "speed of the cores"),
          entry(
              "demand",
              "day of demand",
              "All the runs of all programs that users want in a day.",
              "day of demand",
              "days of demand"),
          entry(
              "discount",
              "discount rate",
              "The share by which money counts less if it is spent a year later.",
              "discount rate"),
          entry(
              "draw",
              "draw",
              "One possible value for every figure that is not known exactly, all picked together."
                  + " Many draws show how often each offer is the best.",
              "draw",
              "draws"),
          entry(
              "flip",
              "flip point, break-even",
              "The value of one figure at which another offer becomes the first.",
              "flip point"),
          entry(
              "interval",
              "interval",
              "The range that holds most of the draws, usually 95 %: the least and the greatest"
                  + " ones are cut off equally.",
              "interval"),
          entry(
              "latency",
              "latency",
              "The time that an empty message takes to its receiver.",
              "latency"),
          entry(
              "speed-up",
              "mean speed-up",
              "How many times as fast as on a reference machine the programs run: the geometric"
                  + " mean over all programs, each with its weight.",
              "mean speed-up"),
          entry(
              "model",
              "model of communication",
              "Rules that say how long messages between processes take. No model is right"
                  + " everywhere, so a study may ask several.",
              "model",
              "models"),
          model(
              "bus-link",
              "Counts the messages that are under way at once: each node has some links, and all"
                  + " nodes share some buses. A message waits until one is free."),
          model(
              "flow",
              "Leads each message over the cables and switches of the machine; messages that meet"
                  + " on a cable share it fairly."),
          model(
              "loggops",
              "Charges each message a latency, work of the processors at both ends, a pause between"
                  + " messages and a time for each byte. LogGP is an older form of it."),
          model(
              "loggops-atlahs",
              "The same charges as loggops, with another account of the work at the receiver."),
          model(
              "max-rate",
              "The processes of a node share its network interfaces: their messages queue there,"
                  + " limited by messages a second and by bytes a second."),
          model(
              "simple",
              "A message takes a latency and a time for each byte, and messages never disturb each"
                  + " other."),
          entry(
              "node",
              "node",
              "One computer of the machine, with its own processors and memory.",
              "node",
              "nodes"),
          entry(
              "node-hour",
              "node hour",
              "One node in use for an hour. A run on 4 nodes for 15 minutes takes one node hour.",
              "node hour",
              "node hours"),
          entry(
              "nodes-needed",
              "nodes needed",
              "The fewest nodes with which the jobs of a queue wait no longer than the study"
                  + " demands, or with which a workflow ends within its time limit; of other"
                  + " programs those that their runs of a day keep busy.",
              "nodes needed"),
          entry(
              "pareto",
              "Pareto front",
              "The offers that no other offer beats in cost, time and energy at once.",
              "Pareto"),
          entry(
              "pue",
              "PUE",
              "Power usage effectiveness: the power of the whole building, cooling included, over"
                  + " that of the machine. 1.0 would be no overhead.",
              "PUE"),
          entry(
              "rank",
              "rank",
              "One of the processes that a program consists of; usually each runs on a core of its"
                  + " own.",
              "rank per node",
              "ranks per node"),
          entry(
              "replay",
              "replay",
              "A simulation of a recorded run on a described machine, message by message.",
              "replay",
              "replays",
              "replayed"),
          entry(
              "key",
              "SHA-256, key",
              "A fingerprint of data: 64 digits that change when any of the data changes.",
              "SHA-256"),
          entry(
              "slow-down",
              "slow-down",
              "How many times as long as alone a job takes beside other jobs that use the same"
                  + " parts of the network.",
              "slow-down by neighbours"),
          entry(
              "ssi",
              "SSI",
              "Scalable system improvement: how many times more of the wanted work the offer does"
                  + " than the reference machine, as a mean over programs.",
              "SSI"),
          entry(
              "ssni",
              "SSNI",
              "Scalable system node improvement: the same as SSI, for programs that run on one"
                  + " node.",
              "SSNI"),
          entry(
              "ssp",
              "SSP",
              "Sustained system performance: operations a second that the whole machine does in the"
                  + " programs of the study.",
              "SSP"),
          entry(
              "tco",
              "total cost (TCO)",
              "Total cost of ownership over the life of the machine: price, maintenance, hosting,"
                  + " staff and electricity, less its value at the end. Later years are"
                  + " discounted.",
              "total cost",
              "TCO"),
          entry(
              "trace",
              "trace",
              "The record of one run of a program: how long it computed, and which messages its"
                  + " processes exchanged.",
              "trace",
              "traces"),
          entry(
              "utilisation",
              "utilisation",
              "The share of the nodes that run programs while the machine is in service.",
              "utilisation"),
          entry(
              "worth",
              "worth of knowing (EVPPI)",
              "What it saves on average to know a figure exactly before choosing: expected value of"
                  + " partial perfect information.",
              "worth"));

  private static final Map<String, String> IDS_BY_PHRASE = idsByPhrase();

  /** The longest phrase first, since "node" is in "node hours". */
  private static final Pattern PHRASE =
      Pattern.compile(
          IDS_BY_PHRASE.keySet().stream()
              .sorted(Comparator.comparingInt(String::length).reversed())
              .map(Pattern::quote)
              .collect(Collectors.joining("|", "(?<![\\w-])(?:", ")(?![\\w-])")),
          Pattern.CASE_INSENSITIVE);

  private StudyGlossary() {}

  /** A term; phrases in sentences that mean it, in either case. */
  private record Entry(String id, String term, String text, List<String> phrases) {}

  private static Entry entry(String id, String term, String text, String... phrases) {
    return new Entry(id, term, text, Arrays.asList(phrases));
  }

  /** Its name in a sentence is a phrase only where it is no word of every day. */
  private static Entry model(String name, String text) {
    boolean isOwnWord = name.contains("-") || name.equals("loggops");
    return new Entry(
        MODEL + name, "model " + name, text, isOwnWord ? List.of(name) : List.<String>of());
  }

  private static Map<String, String> idsByPhrase() {
    Map<String, String> ids = new HashMap<>();
    for (Entry entry : ENTRIES) {
      entry.phrases().forEach(phrase -> ids.put(phrase.toLowerCase(Locale.ROOT), entry.id()));
    }
    return Map.copyOf(ids);
  }

  /** {@return the terms by id: {@code term}, {@code text}} */
  static Map<String, Map<String, String>> terms() {
    Map<String, Map<String, String>> terms = new LinkedHashMap<>();
    ENTRIES.forEach(
        entry -> terms.put(entry.id(), Map.of("term", entry.term(), "text", entry.text())));
    return terms;
  }

  /**
   * {@return the pieces of each sentence, in order: {@code text}, and {@code term}, the id of the
   * term that it is, or empty}. Each term is a piece of its own once, where it comes first
   */
  static List<List<Map<String, String>>> pieces(List<String> sentences) {
    Set<String> linked = new HashSet<>();
    return sentences.stream().map(sentence -> pieces(sentence, linked)).toList();
  }

  private static List<Map<String, String>> pieces(String text, Set<String> linked) {
    List<Map<String, String>> pieces = new ArrayList<>();
    Matcher found = PHRASE.matcher(text);
    int from = 0;
    while (found.find()) {
      String id = IDS_BY_PHRASE.getOrDefault(found.group().toLowerCase(Locale.ROOT), "");
      if (linked.add(id)) {
        pieces.add(Map.of("text", text.substring(from, found.start()), "term", ""));
        pieces.add(Map.of("text", found.group(), "term", id));
        from = found.end();
      }
    }
    pieces.add(Map.of("text", text.substring(from), "term", ""));
    return pieces;
  }

  /** {@return the pieces of one text, for a template} */
  static TemplateMethodModelEx method() {
    return arguments -> pieces(String.valueOf(arguments.get(0)), new HashSet<>());
  }
}
