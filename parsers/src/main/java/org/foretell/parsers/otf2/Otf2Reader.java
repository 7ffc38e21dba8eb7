package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.trace.BurstClock;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads OTF2 archives (versions 2 and 3 of the format), as Score-P and EZTrace write them: an
 * anchor file {@code .otf2}, definitions {@code .def} beside it, and a folder with the events
 * {@code .evt} of each location.
 *
 * <p>Ranks are read by several threads, each of which has at most two files open at a time, however
 * many ranks there are. Memory is constant apart from the definitions and from non-blocking
 * receives and collectives, of which those between a request and its end are kept. {@code
 * docs/otf2.md} describes the treatment of each event.
 */
public final class Otf2Reader {
  private static final int MOST_CALL_SITES = 1 << 20;

  private Otf2Reader() {}

  /**
   * {@return whether a path is the anchor file of an archive, or a folder with one}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return Archive.isRecognised(input);
  }

  /**
   * Reads an archive.
   *
   * @param input its anchor file, or a folder with one
   * @param options of which the times of calls and the readers are taken
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if a file is missing, damaged, or says what no op can; the sink has then
   *     not been ended
   */
  public static List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    Archive archive = Archive.of(input);
    Definitions definitions = Definitions.of(archive);
    Ranks ranks = new Ranks(archive, definitions);
    String tracer = archive.creator().isBlank() ? "" : " by " + archive.creator();
    sink.begin(
        new TraceInfo(archive.name(), ranks.count(), "OTF2 archive" + tracer, 0, List.of())
            .withRanksPerNode(ranks.ranksPerNode())
            .withBurstClock(BurstClock.WALL));
    name(definitions, sink);
    ranks.define(sink);
    Dropped dropped = new Dropped();
    dropped.add(Dropped.Kind.LOCATIONS, ranks.otherLocations());
    UnknownSources unknownSources = new UnknownSources(archive, ranks);
    List<Path> files =
        IntStream.range(0, ranks.count())
            .mapToObj(rank -> archive.events(ranks.location(rank)))
            .toList();
    RankReaders.of(options.readers(), files)
        .convert(
            ranks.count(),
            sink,
            part ->
                new RankConverter(
                    part, archive, definitions, ranks, unknownSources, options.keepsCallTimes()),
            RankConverter::convert,
            converter -> dropped.takeAll(converter.dropped()));
    sink.end();
    return dropped.list();
  }

  /** Defines call sites and markers; tracers may define the same region for each rank anew. */
  private static void name(Definitions definitions, TraceSink sink) {
    Object2IntOpenHashMap<String> sites = new Object2IntOpenHashMap<>();
    Object2IntOpenHashMap<String> markers = new Object2IntOpenHashMap<>();
    for (Region region : definitions.regionsInOrder()) {
      if (region.isCall()) {
        continue;
      }
      String text = region.text();
      if (sites.containsKey(text)) {
        region.callSite = sites.getInt(text);
      } else if (sites.size() < MOST_CALL_SITES) {
        region.callSite = sites.size();
        sites.put(text, region.callSite);
        sink.callSite(region.callSite, text);
      }
      if (region.isPhase) {
        boolean isNew = !markers.containsKey(region.name);
        region.marker = isNew ? markers.size() : markers.getInt(region.name);
        if (isNew) {
          markers.put(region.name, region.marker);
          sink.marker(region.marker, region.name);
        }
      }
    }
  }
}
