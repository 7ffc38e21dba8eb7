package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.objects.Object2IntLinkedOpenHashMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads traces of ScalaTrace 2: one text file for all ranks, compressed within and between them
 * (Noeth et al., "ScalaTrace", JPDC 2009; Wu and Mueller, "Elastic and Scalable Tracing and
 * Accurate Replay of Non-Deterministic Events", ICS 2013).
 *
 * <p>Nothing is expanded: loops become repeats, lists of ranks sets of ranks, and histograms
 * histograms. Time and memory are proportional to the file, and to the ranks that it names. {@code
 * docs/scalatrace.md} describes the treatment of each record.
 */
public final class ScalaTraceReader {
  private ScalaTraceReader() {}

  /**
   * {@return whether the beginning of a file matches this format} Also false if it cannot be read.
   *
   * @param input the file
   */
  public static boolean recognises(Path input) {
    if (!Files.isRegularFile(input)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(input)) {
      String start = new String(in.readNBytes(64), StandardCharsets.ISO_8859_1).stripLeading();
      return start.startsWith(RecordReader.RANKS);
    } catch (IOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }

  /**
   * Reads a trace.
   *
   * @param input the file
   * @param options for values that the format does not state
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if the file cannot be read or is no such trace; the sink has then not
   *     been ended
   */
  public static void read(Path input, ScalaTraceOptions options, TraceSink sink) {
    try (InputStream in = Files.newInputStream(input)) {
      read(in, input.toString(), options, sink);
    } catch (IOException e) {
      throw TraceException.reading(input, e);
    }
  }

  /**
   * Reads a trace from a stream, which is not closed.
   *
   * @param in the text
   * @param file its name, for messages
   * @param options for values that the format does not state
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if it is not such a trace
   * @throws IOException if the stream cannot be read
   */
  public static void read(InputStream in, String file, ScalaTraceOptions options, TraceSink sink)
      throws IOException {
    List<Rsd> records = RecordReader.read(in, file);
    int ranks = 1 + records.stream().mapToInt(rsd -> last(rsd.ranks())).max().orElseThrow();
    List<SharedList> lists = SharedList.all(records, ranks);
    Completeness.check(lists, file);
    Executions executions = Executions.count(records, lists);
    executions.check();
    sink.begin(new TraceInfo("", ranks, "ScalaTrace trace", 0, List.of()));
    Notes notes = new Notes(options.matchSizes());
    Object2IntLinkedOpenHashMap<String> callSites = callSites(records, sink);
    Bursts bursts = new Bursts(sink, options.instructionsPerSecond());
    records.forEach(bursts::define);
    boolean hasSubgroups =
        records.stream()
            .anyMatch(rsd -> rsd.call() == Call.COMM_SPLIT || rsd.call() == Call.COMM_CREATE);
    OpConverter converter =
        new OpConverter(
            ranks, options.matchSizes(), hasSubgroups, callSites, notes, records.get(0));
    List<ProgramConverter> programs =
        lists.stream()
            .map(list -> new ProgramConverter(sink, list, converter, bursts, notes))
            .toList();
    programs.forEach(ProgramConverter::findOpen);
    programs.forEach(ProgramConverter::convert);
    if (bursts.hasUsedRate()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "bursts are counted in instructions; rate %s: %.4g instr/s",
              options.isRateGiven() ? "as given" : "assumed, because none was given",
              options.instructionsPerSecond()));
    }
    executions.noteTimes(ranks, notes);
    notes.list().forEach(sink::note);
    sink.end();
  }

  private static int last(org.foretell.trace.RankSet ranks) {
    int[] last = {0};
    ranks.forEach(rank -> last[0] = Math.max(last[0], rank));
    return last[0];
  }

  private static Object2IntLinkedOpenHashMap<String> callSites(List<Rsd> records, TraceSink sink) {
    Object2IntLinkedOpenHashMap<String> byText = new Object2IntLinkedOpenHashMap<>();
    Object2IntLinkedOpenHashMap<String> bySignature = new Object2IntLinkedOpenHashMap<>();
    for (Rsd rsd : records) {
      String text = Signatures.callSite(rsd.signature());
      if (text != null) {
        if (!byText.containsKey(text)) {
          sink.callSite(byText.size(), text);
          byText.put(text, byText.size());
        }
        bySignature.put(rsd.signature(), byText.getInt(text));
      }
    }
    return bySignature;
  }
}
