package org.foretell.parsers.scalatrace;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;

/** Reads the records of a file, each of which an empty line ends. */
final class RecordReader {
  static final String RANKS = "RANKS: ";

  private static final int MOST_SCALARS = 0xffff;

  private final Lines lines;
  private final String file;
  private final List<Rsd> records = new ArrayList<>();
  private int line;

  private RecordReader(InputStream in, String file) {
    this.lines = new Lines(in, file);
    this.file = file;
  }

  /** All records. */
  static List<Rsd> read(InputStream in, String file) throws IOException {
    RecordReader reader = new RecordReader(in, file);
    reader.read();
    return reader.records;
  }

  private Line next() throws IOException {
    Line next = lines.next();
    line = next.number();
    return next;
  }

  private void read() throws IOException {
    for (Line first = next(); !lines.isEnded(); first = next()) {
      if (!first.isEmpty()) {
        records.add(record(first));
      }
    }
    if (records.isEmpty()) {
      throw new TraceException(
          file + ": expected records that begin with '" + RANKS.strip() + "', found none");
    }
  }

  private Rsd record(Line first) throws IOException {
    first.take(RANKS.strip());
    RankSet ranks = RankLists.read(first);
    first.end();
    BitSet seen = new BitSet();
    ranks.forEach(
        rank -> {
          if (seen.get(rank)) {
            throw first.error("expected each rank once in RANKS, found rank " + rank + " twice");
          }
          seen.set(rank);
        });
    Rsd rsd = event(next(), ranks);
    while (true) {
      Line next = next();
      String end = "an empty line at the end of record " + records.size();
      if (lines.isEnded()) {
        throw isCutOff(end);
      }
      if (next.startsWith("RANKS")) {
        throw next.error("expected " + end + ", found another record");
      }
      if (next.isEmpty()) {
        break;
      }
      detail(next, rsd);
    }
    rsd.check();
    return rsd;
  }

  private TraceException isCutOff(String expected) {
    return new TraceException(
        file
            + ":"
            + line
            + ": expected "
            + expected
            + ", found the end of the file; it is cut off");
  }

  private Rsd event(Line next, RankSet ranks) {
    if (lines.isEnded()) {
      throw isCutOff("the call of record " + records.size());
    }
    next.take("EVENT");
    if (!next.sees(":")) {
      next.integer("the number of the event");
    }
    next.take(":");
    int number = next.integer("the number of a call");
    Call call = Call.byNumber(number);
    if (call == null) {
      throw next.error(
          "expected the number of a call of MPI that can be replayed, found "
              + number
              + "; docs/scalatrace.md lists those");
    }
    if (call.op() == null) {
      throw next.error(
          "expected a call that can be replayed, found "
              + call.functionName()
              + ": ScalaTrace does not record enough of it; docs/scalatrace.md lists the calls that"
              + " can be replayed");
    }
    String signature = next.word("the signature of a call, NULL if there is none");
    next.end();
    return new Rsd(records.size(), next, ranks, call, signature);
  }

  private static void detail(Line next, Rsd rsd) {
    if (next.startsWith("COMP ") || next.startsWith("COMM ")) {
      boolean isCall = next.startsWith("COMM ");
      next.take(isCall ? "COMM " : "COMP ");
      int type = next.integer("a type of statistics", 16, Keys.TIME, Keys.INSTRUCTIONS);
      next.take("-");
      next.integer("the number of the statistics", 16, 0, Integer.MAX_VALUE);
      next.take(":");
      Statistic statistic = Statistic.read(next);
      List<Statistic> list =
          isCall ? rsd.callTimes() : type == Keys.TIME ? rsd.times() : rsd.instructions();
      if (isCall && type != Keys.TIME) {
        throw next.error("expected times (4b) of calls, found instructions");
      }
      if (list.stream().anyMatch(other -> other.signature().equals(statistic.signature()))) {
        throw next.error(
            "expected one histogram for each signature, found two for " + statistic.signature());
      }
      list.add(statistic);
    } else if (next.startsWith("LOOP")) {
      rsd.loops().add(Loop.read(next, rsd.loops().size()));
    } else {
      int key = next.integer("the key of a parameter", 16, 0, MOST_SCALARS);
      Groups groups = rsd.parameters().computeIfAbsent(key, k -> new Groups(next));
      if (next.contains('{')) {
        groups.histogram();
        groups.list().add(new Groups.Group(null, new long[1]));
      } else if (next.contains('[')) {
        groups.addScoped(next);
        next.end();
      } else {
        groups.addPlain(next);
      }
    }
  }
}
