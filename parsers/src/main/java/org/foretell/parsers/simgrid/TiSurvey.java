package org.foretell.parsers.simgrid;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.foretell.parsers.runs.RankReaders;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.jspecify.annotations.Nullable;

/**
 * What has to be known of a whole trace before the first op is converted: the ranks and their
 * places, the call sites, the default datatype, and the sender, receiver and tag of messages.
 */
final class TiSurvey implements TiInput.Visitor {
  /** File that holds several ranks. */
  static final int SHARED = -1;

  /** File that holds no trace. */
  static final int NO_TRACE = -2;

  private static final int MAX_CALL_SITES = 1 << 20;
  private static final int SHOWN = 8;

  /**
   * First letters of actions of which none matters here: most lines need not be read to the end.
   */
  private static final long SAY_NOTHING = LineScanner.letters("acefgrtw");

  private final TiInput input;
  private final boolean resolveWildcards;
  private final List<String> fileNames = new ArrayList<>();
  private final IntArrayList rankOfFile = new IntArrayList();
  private final Int2IntOpenHashMap fileOfRank = new Int2IntOpenHashMap();
  private final Map<String, Integer> callSites = new LinkedHashMap<>();
  private final List<String> skipped = new ArrayList<>();
  private final Senders senders = new Senders();

  /** Lines of a file that have been taken; the numbers say nothing. */
  private final KnownLines taken;

  private boolean initPlain;
  private boolean initWithArgument;

  private TiSurvey(TiInput input, TiOptions options, KnownLines taken) {
    this.input = input;
    this.taken = taken;
    this.resolveWildcards = options.resolveWildcards();
    fileOfRank.defaultReturnValue(-1);
  }

  /**
   * Reads everything once.
   *
   * @throws TraceException if the input holds no trace, or ranks are missing or there twice
   */
  static TiSurvey of(TiInput input, TiOptions options) {
    List<Path> files = input.separateFiles();
    RankReaders readers = RankReaders.of(options.readers(), files);
    if (readers.areSeveral()) {
      TiSurvey survey = new TiSurvey(input, options, new KnownLines());
      try {
        survey.readAll(files.size(), options, readers);
        survey.checkRanks();
        return survey;
      } catch (TraceException wrong) {
        // Which of several errors comes first depends on other files, so one thread reads all
        // again.
      }
    }
    TiSurvey survey = new TiSurvey(input, options, new KnownLines());
    input.forEach(survey);
    survey.checkRanks();
    return survey;
  }

  /** What one file says by itself. */
  private static final class OneFile {
    private final KnownLines taken = new KnownLines();
    private @Nullable TiSurvey survey;
    private long bytes;
  }

  /**
   * Reads each file by itself.
   *
   * @throws TraceException if something is wrong, but not necessarily of the first wrong thing
   */
  private void readAll(int files, TiOptions options, RankReaders readers) {
    long[] bytes = {0};
    readers.forEach(
        files,
        OneFile::new,
        (slot, file) -> {
          TiSurvey survey = new TiSurvey(input, options, slot.taken);
          slot.survey = survey;
          slot.bytes = input.visit(file, (index, name, in) -> survey.file(0, name, in));
        },
        slot -> {
          bytes[0] = Math.addExact(bytes[0], slot.bytes);
          add(Objects.requireNonNull(slot.survey), bytes[0]);
          slot.survey = null;
        });
  }

  /** Adds what the next file says. */
  private void add(TiSurvey next, long bytes) {
    int file = fileNames.size();
    fileNames.addAll(next.fileNames);
    rankOfFile.addAll(next.rankOfFile);
    boolean isOnce = next.fileOfRank.keySet().intStream().noneMatch(fileOfRank::containsKey);
    next.fileOfRank.keySet().intStream().forEach(rank -> fileOfRank.put(rank, file));
    next.callSites.keySet().forEach(site -> callSites.putIfAbsent(site, callSites.size()));
    if (!isOnce || callSites.size() > MAX_CALL_SITES || bytes > input.expandedBytesLimit()) {
      throw new TraceException(input.path() + ": the files do not go together");
    }
    skipped.addAll(next.skipped);
    senders.addAll(next.senders);
    initPlain |= next.initPlain;
    initWithArgument |= next.initWithArgument;
  }

  @Override
  public void file(int index, String name, InputStream bytes) {
    fileNames.add(name);
    rankOfFile.add(NO_TRACE);
    LineScanner line = new LineScanner(bytes, name, false);
    int last = NO_TRACE;
    taken.clear();
    while (line.nextLine()) {
      boolean rankFirst = line.isDigits();
      if (!rankFirst && last == NO_TRACE && maySkip()) {
        skipped.add(name);
        return;
      }
      int rank = rankFirst ? rank(line) : -1;
      if (rank < 0) {
        throw line.expected("a rank, 0 to " + (TraceInfo.MAX_RANKS - 1));
      }
      if (rank != last) {
        last = rank;
        enter(line, index, rank);
      }
      if (!line.continuesWith(SAY_NOTHING)) {
        takeOnce(line, rank);
      }
    }
    if (last == NO_TRACE && !maySkip()) {
      throw new TraceException(
          name + ": expected lines like '0 compute 1e6', found no line at all; the trace is empty");
    }
    if (last == NO_TRACE) {
      skipped.add(name);
    }
  }

  /** A directory or an archive may hold other things, such as a list or a description. */
  private boolean maySkip() {
    return input.layout() == TiInput.Layout.DIRECTORY || input.layout() == TiInput.Layout.ARCHIVE;
  }

  private static int rank(LineScanner line) {
    long rank = line.integer("a rank");
    return rank < TraceInfo.MAX_RANKS ? (int) rank : -1;
  }

  private void enter(LineScanner line, int file, int rank) {
    int known = fileOfRank.get(rank);
    if (known < 0) {
      fileOfRank.put(rank, file);
    } else if (known != file) {
      throw line.error(
          "expected each rank in one file only, but rank "
              + rank
              + " is in "
              + fileNames.get(known)
              + " too; leave one of them out");
    }
    int ranks = rankOfFile.getInt(file);
    if (ranks == NO_TRACE) {
      rankOfFile.set(file, rank);
    } else if (ranks != rank) {
      rankOfFile.set(file, SHARED);
    }
  }

  /** Takes what a line says, unless the rank has said the same in an earlier one. */
  private void takeOnce(LineScanner line, int rank) {
    int found = line.known(taken, rank);
    if (found < 0 && line.nextField()) {
      action(line, rank);
      if (found == KnownLines.UNKNOWN) {
        line.learn(taken, rank, 0);
      }
    }
  }

  private void action(LineScanner line, int rank) {
    TiAction action = line.action();
    if (action == null) {
      return;
    }
    switch (action.shape()) {
      case SEND -> {
        if (resolveWildcards && line.nextField()) {
          long peer = line.integer("a rank");
          if (line.nextField()) {
            senders.add(rank, peer, line.integer("a tag"));
          }
        }
      }
      case SENDRECV -> {
        if (resolveWildcards && line.nextField() && line.nextField()) {
          senders.add(rank, line.integer("a rank"), 0);
        }
      }
      case INIT -> {
        boolean argument = line.nextField();
        initPlain |= !argument;
        initWithArgument |= argument;
      }
      case LOCATION -> {
        String site = callSite(line);
        if (callSites.putIfAbsent(site, callSites.size()) == null
            && callSites.size() > MAX_CALL_SITES) {
          throw line.error(
              "expected at most " + MAX_CALL_SITES + " different call sites, found one more");
        }
      }
      default -> {}
    }
  }

  /** The text of a location line, whose name has been read. */
  static String callSite(LineScanner line) {
    if (!line.nextField()) {
      throw line.expected("a source file");
    }
    String file = line.field();
    if (!line.nextField()) {
      throw line.expected("a line number");
    }
    return file + ":" + line.field();
  }

  private void checkRanks() {
    int ranks = fileOfRank.size();
    if (ranks == 0) {
      throw new TraceException(
          input.path()
              + ": expected lines like '0 compute 1e6', found none"
              + (skipped.isEmpty() ? "; it is empty" : " in " + someOf(skipped)));
    }
    int last = Arrays.stream(fileOfRank.keySet().toIntArray()).max().orElse(0);
    if (last >= ranks) {
      List<String> missing = new ArrayList<>();
      for (int rank = 0; rank < last && missing.size() <= SHOWN; rank++) {
        if (!fileOfRank.containsKey(rank)) {
          missing.add(Integer.toString(rank));
        }
      }
      throw new TraceException(
          input.path()
              + ": expected all ranks from 0 to "
              + last
              + ", found "
              + ranks
              + " of them; missing: "
              + (last + 1 - ranks == 1 ? "rank " : "ranks ")
              + someOf(missing)
              + "; add what is missing"
              + (skipped.isEmpty() ? "" : "; no trace was found in " + someOf(skipped)));
    }
    checkList();
  }

  private void checkList() {
    int[] listed = input.listed();
    if (listed.length > 0 && listed.length != fileOfRank.size()) {
      throw new TraceException(
          input.path()
              + ": expected one line for each of the "
              + fileOfRank.size()
              + " ranks in the listed files, found "
              + listed.length
              + " lines");
    }
    for (int rank = 0; rank < listed.length; rank++) {
      int file = fileOfRank.get(rank);
      if (file != listed[rank]) {
        throw new TraceException(
            input.path()
                + ": expected rank "
                + rank
                + " in "
                + fileNames.get(listed[rank])
                + ", the file in place "
                + (rank + 1)
                + " of the list, but found it in "
                + fileNames.get(file));
      }
    }
  }

  private static String someOf(List<String> names) {
    String text = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() > SHOWN ? text + ", ..." : text;
  }

  int ranks() {
    return fileOfRank.size();
  }

  /** The only rank in a file, {@link #SHARED} or {@link #NO_TRACE}. */
  int rankOf(int file) {
    if (file >= rankOfFile.size()) {
      throw new TraceException(
          input.path() + ": the trace changed while it was read; read it again");
    }
    return rankOfFile.getInt(file);
  }

  /** Whether each rank has a file of its own that can be read by itself. */
  boolean hasSeparateRanks() {
    return !input.separateFiles().isEmpty() && !rankOfFile.contains(SHARED);
  }

  /** Where a rank's lines are. */
  int fileOf(int rank) {
    return fileOfRank.get(rank);
  }

  /** Files without a trace. */
  List<String> skipped() {
    return skipped;
  }

  /** Ids of the call sites by their texts, in the order of the ids. */
  Map<String, Integer> callSites() {
    return callSites;
  }

  /** Whether some init lines have an argument and others have none. */
  boolean hasMixedInits() {
    return initPlain && initWithArgument;
  }

  /** Size in bytes of the default datatype of ranks without an init line. */
  int defaultDatatypeBytes() {
    return initWithArgument && !initPlain ? TiDatatypes.DOUBLE_BYTES : TiDatatypes.BYTE_BYTES;
  }

  /** The only rank that sends to a receiver with a tag, or {@link OpView#NONE}. */
  int onlySender(int receiver, int tag) {
    return resolveWildcards ? senders.only(receiver, tag) : OpView.NONE;
  }
}
