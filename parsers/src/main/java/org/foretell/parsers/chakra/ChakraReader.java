package org.foretell.parsers.chakra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.graphs.SharedGraphs;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.parsers.runs.RankFiles;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.parsers.runs.Turns;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads Chakra execution traces of MLCommons as task graphs: a file of protobuf messages for each
 * rank, with a node for each operation and its dependencies.
 *
 * <p>Ranks are read by several threads, each with one file open at a time; only their collectives
 * are compared in the order of the ranks. Memory is proportional to the largest rank, with the
 * messages of its collectives, and to the number of threads, of which there are fewer where that
 * would be too much; plus up to 64 MiB of graphs for finding ranks that share one. {@code
 * docs/chakra.md} describes the treatment of each node.
 */
public final class ChakraReader {
  private static final Pattern RANK = Pattern.compile("((?:.*\\D)?)(\\d{1,8})(\\.et)");
  private static final int BEGINNING_BYTES = 256;

  /** How many bytes of memory the nodes of a rank and their graph take for each of its file. */
  private static final int MEMORY_FACTOR = 8;

  private static final RankFiles FILES =
      new RankFiles(RANK, ChakraReader::beginsLikeChakra, "name.0.et");

  private ChakraReader() {}

  /**
   * {@return whether a path is the file of a rank, or a folder with such files}
   *
   * @param input file or folder
   */
  public static boolean recognises(Path input) {
    return FILES.isRecognised(input);
  }

  private static boolean beginsLikeChakra(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return TraceHeader.begins(in.readNBytes(BEGINNING_BYTES));
    }
  }

  /**
   * Reads a trace.
   *
   * @param input the file of any rank, or the folder
   * @param options with the speed of operations that have no duration, and the lowering of
   *     collectives
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @return what was left out
   * @throws TraceException if a file is missing, damaged, or says what no task can; the sink has
   *     then not been ended
   */
  public static List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    RankFiles.Run run = FILES.of(input);
    int ranks = run.files().size();
    String name = run.prefix().replaceFirst("[-_.]*$", "");
    sink.begin(new TraceInfo(name, ranks, "Chakra execution trace", 0, List.of()));
    Lowering lowering = options.lowering().orElse(Lowering.RING);
    Losses losses = new Losses();
    ProcessGroups groups = new ProcessGroups(ranks, run.files().get(0));
    CollectiveCalls calls = new CollectiveCalls(lowering);
    OperationTimes times = new OperationTimes(options.baseFlopsPerSecond());
    Turns turns = new Turns();
    SharedGraphs graphs = new SharedGraphs(sink, ranks);
    RankReaders.withinMemory(options.readers(), run.files(), MEMORY_FACTOR)
        .forEach(
            ranks,
            () -> new RankConverter(ranks, options, lowering, groups, calls, turns),
            (converter, rank) -> converter.convert(rank, run.files().get(rank)),
            converter -> converter.giveTo(graphs, times, losses));
    calls.end(run.files());
    graphs.flush();
    calls.note().ifPresent(sink::note);
    times.note().ifPresent(sink::note);
    sink.end();
    return losses.list();
  }
}
