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
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads Chakra execution traces of MLCommons as task graphs: a file of protobuf messages for each
 * rank, with a node for each operation and its dependencies.
 *
 * <p>Ranks are read one after the other, with one file open at a time. Memory is proportional to
 * the largest rank, with the messages of its collectives, plus up to 64 MiB of graphs for finding
 * ranks that share one. {@code docs/chakra.md} describes the treatment of each node.
 */
public final class ChakraReader {
  private static final Pattern RANK = Pattern.compile("((?:.*\\D)?)(\\d{1,8})(\\.et)");
  private static final int BEGINNING_BYTES = 256;
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
    SharedGraphs graphs = new SharedGraphs(sink, ranks);
    for (int rank = 0; rank < ranks; rank++) {
      Path file = run.files().get(rank);
      groups.begin();
      NodeTable nodes = NodeTable.read(file, groups);
      graphs.add(rank, new GraphMaker(file, rank, ranks, groups, calls, times, losses).make(nodes));
    }
    calls.end(run.files());
    graphs.flush();
    calls.note().ifPresent(sink::note);
    times.note().ifPresent(sink::note);
    sink.end();
    return losses.list();
  }
}
