package org.foretell.machines.dimemas;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.foretell.machine.BusSharing;
import org.foretell.machine.Fan;
import org.foretell.machine.FanModel;
import org.foretell.machine.FanSize;
import org.foretell.machine.Fans;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.Shown;
import org.foretell.trace.OpCode;

/**
 * A communications file of Dimemas: costs of single collectives, what messages do when all buses
 * are busy, flight times. One statement on a line.
 */
final class DimemasCommunications {
  private static final List<OpCode> OPS =
      List.of(
          OpCode.BARRIER,
          OpCode.BCAST,
          OpCode.GATHER,
          OpCode.GATHERV,
          OpCode.SCATTER,
          OpCode.SCATTERV,
          OpCode.ALLGATHER,
          OpCode.ALLGATHERV,
          OpCode.ALLTOALL,
          OpCode.ALLTOALLV,
          OpCode.REDUCE,
          OpCode.ALLREDUCE,
          OpCode.REDUCE_SCATTER,
          OpCode.REDUCE_SCATTER_BLOCK,
          OpCode.SCAN,
          OpCode.ALLTOALLW);
  private static final Map<String, FanModel> MODELS =
      Map.of(
          "0", FanModel.NONE,
          "CTE", FanModel.CONSTANT,
          "LIN", FanModel.LINEAR,
          "LOG", FanModel.LOGARITHMIC);
  private static final Map<String, FanSize> SIZES =
      Map.of(
          "MIN", FanSize.MIN,
          "MAX", FanSize.MAX,
          "MEAN", FanSize.MEAN,
          "2MAX", FanSize.TWICE_MAX,
          "S+R", FanSize.SUM);
  private static final String FANS = "four words: model, size, model, size";
  private static final String STATEMENTS =
      "\"Machine globalop:\", \"External globalop:\", \"Machine policy:\", \"Flight time:\", or the"
          + " number of a collective";

  private final Findings findings;
  private final Map<Integer, Map<OpCode, Fans>> fans = new HashMap<>();
  private final Map<OpCode, Fans> externalFans = new HashMap<>();
  private final Map<Integer, BusSharing> sharing = new HashMap<>();
  private final Map<Integer, long[]> flights = new HashMap<>();
  private String file = "";
  private int sites;
  private int line;
  private int column;

  /** A file that says nothing. */
  DimemasCommunications(Findings findings) {
    this.findings = findings;
  }

  /**
   * Reads a file.
   *
   * @param sites number of machines that it may name
   * @param findings get what is wrong
   */
  static DimemasCommunications read(String file, byte[] bytes, int sites, Findings findings) {
    DimemasCommunications communications = new DimemasCommunications(findings);
    communications.file = file;
    communications.sites = sites;
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (String statement : text.split("\n", -1)) {
      communications.line++;
      communications.column = 1 + statement.length() - statement.stripLeading().length();
      communications.statement(statement.strip());
    }
    return communications;
  }

  private void statement(String statement) {
    if (statement.isEmpty() || statement.startsWith("#") || statement.startsWith("//")) {
      return;
    }
    int colon = statement.indexOf(':');
    String head = colon < 0 ? "" : statement.substring(0, colon).strip();
    List<String> words = List.of(statement.substring(colon + 1).strip().split("\\s+"));
    switch (head) {
      case "Machine globalop" -> {
        OptionalLong site = CfgRecord.wholeNumber(words.get(0), 0, sites - 1L);
        if (site.isEmpty()) {
          wrong(words.get(0), "a machine, 0 to " + (sites - 1));
        } else {
          fans(words.subList(1, words.size()), List.of((int) site.getAsLong()));
        }
      }
      case "External globalop" -> fans(words, List.of());
      case "Machine policy" -> policy(words);
      case "Quantum size (bytes)" -> {}
      case "Flight time" -> flight(words);
      default -> {
        if (colon < 0
            && words.size() == 6
            && CfgRecord.wholeNumber(words.get(0), 0, 15).isPresent()) {
          // For all machines; the sixth word, contention, means nothing to Dimemas.
          fans(words.subList(0, 5), IntStream.range(0, sites).boxed().toList());
        } else {
          wrong(statement, STATEMENTS);
        }
      }
    }
  }

  /** Costs of a collective: for the machines listed, or between machines. */
  private void fans(List<String> words, List<Integer> machines) {
    if (words.size() != 5) {
      wrong(String.join(" ", words), "the number of a collective and " + FANS);
      return;
    }
    OptionalLong number = CfgRecord.wholeNumber(words.get(0), 0, OPS.size() - 1L);
    FanModel in = MODELS.get(words.get(1));
    FanSize inSize = SIZES.get(words.get(2));
    FanModel out = MODELS.get(words.get(3));
    FanSize outSize = SIZES.get(words.get(4));
    if (number.isEmpty()) {
      wrong(words.get(0), "the number of a collective, 0 to " + (OPS.size() - 1));
    } else if (in == null || out == null) {
      wrong(words.get(in == null ? 1 : 3), "a model: 0, CTE, LIN or LOG");
    } else if (inSize == null || outSize == null) {
      wrong(words.get(inSize == null ? 2 : 4), "a size: MIN, MAX, MEAN, 2MAX or S+R");
    } else {
      OpCode op = OPS.get((int) number.getAsLong());
      Fans cost = new Fans(new Fan(in, inSize), new Fan(out, outSize));
      if (machines.isEmpty()) {
        externalFans.put(op, cost);
      }
      machines.forEach(site -> fans.computeIfAbsent(site, s -> new HashMap<>()).put(op, cost));
    }
  }

  private void policy(List<String> words) {
    OptionalLong site = CfgRecord.wholeNumber(words.get(0), 0, sites - 1L);
    if (words.size() != 2
        || site.isEmpty()
        || !List.of("FIFO", "RR", "BOOST").contains(words.get(1))) {
      wrong(String.join(" ", words), "a machine, 0 to " + (sites - 1) + ", and FIFO, RR or BOOST");
      return;
    }
    boolean fifo = words.get(1).equals("FIFO");
    sharing.put((int) site.getAsLong(), fifo ? BusSharing.FIFO : BusSharing.SLOWER);
  }

  private void flight(List<String> words) {
    long[] times =
        words.stream().skip(1).mapToLong(word -> CfgRecord.secondsPs(word).orElse(-1)).toArray();
    OptionalLong site = CfgRecord.wholeNumber(words.get(0), 0, sites - 1L);
    if (site.isEmpty() || times.length != sites || Arrays.stream(times).anyMatch(t -> t < 0)) {
      wrong(
          String.join(" ", words),
          "a machine, 0 to " + (sites - 1) + ", and for each machine a time in seconds");
      return;
    }
    flights.put((int) site.getAsLong(), times);
  }

  private void wrong(String found, String allowed) {
    findings.add("communications file " + file, line, column, Shown.quoted(found), allowed);
  }

  Map<OpCode, Fans> fans(int site) {
    return fans.getOrDefault(site, Map.of());
  }

  Map<OpCode, Fans> externalFans() {
    return externalFans;
  }

  BusSharing sharing(int site) {
    return sharing.getOrDefault(site, BusSharing.FIFO);
  }

  /** Flight times from site to site, empty when there are none. */
  long[][] flightPs() {
    if (flights.isEmpty()) {
      return new long[0][];
    }
    long[][] times = new long[sites][];
    Arrays.setAll(times, site -> flights.getOrDefault(site, new long[sites]));
    return times;
  }
}
