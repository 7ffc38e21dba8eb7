package org.foretell.parsers.simgrid;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.foretell.parsers.Loss;

/**
 * What a trace does not say, counted while it is read, and told to the user in the end: nothing is
 * guessed silently.
 */
final class TiGaps {
  private static final int MAX_NAMES = 64;
  private static final int MAX_NAME_LENGTH = 40;
  private static final String OTHERS = "(others)";
  private static final int MAX_BLOCK_SIZES = 64;
  private static final long MAX_BLOCK_BYTES = 1L << 38;

  private final int ranks;
  private final Map<String, Long> communicatorCalls = new TreeMap<>();

  /** Unknown actions, the first {@value #MAX_NAMES} by name, whatever the order of ranks. */
  private final TreeMap<String, Long> passed = new TreeMap<>();

  private long passedOthers;

  /** By size of the blocks, the smallest {@value #MAX_BLOCK_SIZES}. */
  private final TreeMap<Long, Long> alltoallsByBlock = new TreeMap<>();

  private long derivedTypes;
  private long wildcards;
  private long wildcardsResolved;
  private long waitsForNothing;
  private long tests;
  private long sendrecvs;
  private long sendsToNobody;
  private long unfinished;
  private int firstUnfinished = -1;
  private int rankOfFewest = -1;
  private long fewest = Long.MAX_VALUE;
  private int rankOfMost = -1;
  private long most = -1;

  TiGaps(int ranks) {
    this.ranks = ranks;
  }

  void communicatorCall(TiAction action) {
    communicatorCalls.merge(action.text(), 1L, Long::sum);
  }

  void passed(String name) {
    passed(name.length() > MAX_NAME_LENGTH ? OTHERS : name, 1);
  }

  private void passed(String name, long count) {
    if (name.equals(OTHERS)) {
      passedOthers += count;
      return;
    }
    passed.merge(name, count, Long::sum);
    if (passed.size() > MAX_NAMES) {
      passedOthers += passed.pollLastEntry().getValue();
    }
  }

  void alltoall(long blockBytes) {
    alltoalls(blockBytes, 1);
  }

  private void alltoalls(long blockBytes, long count) {
    alltoallsByBlock.merge(blockBytes, count, Long::sum);
    if (alltoallsByBlock.size() > MAX_BLOCK_SIZES) {
      alltoallsByBlock.pollLastEntry();
    }
  }

  void derivedType() {
    derivedTypes++;
  }

  void wildcard(boolean resolved) {
    wildcards++;
    if (resolved) {
      wildcardsResolved++;
    }
  }

  void waitForNothing() {
    waitsForNothing++;
  }

  void test() {
    tests++;
  }

  void sendrecv() {
    sendrecvs++;
  }

  void sentToNobody() {
    sendsToNobody++;
  }

  /** A rank has a line {@code init} and none {@code finalize}. */
  void notFinalized(int rank) {
    unfinished++;
    firstUnfinished = unfinished == 1 ? rank : firstUnfinished;
  }

  void collectivesOf(int rank, long count) {
    if (count < fewest) {
      fewest = count;
      rankOfFewest = rank;
    }
    if (count > most) {
      most = count;
      rankOfMost = rank;
    }
  }

  /** Adds those of a rank whose file comes later, and forgets them there. */
  void takeAll(TiGaps later) {
    later.communicatorCalls.forEach(
        (call, count) -> communicatorCalls.merge(call, count, Long::sum));
    later.passed.forEach(this::passed);
    passedOthers += later.passedOthers;
    later.alltoallsByBlock.forEach(this::alltoalls);
    derivedTypes += later.derivedTypes;
    wildcards += later.wildcards;
    wildcardsResolved += later.wildcardsResolved;
    waitsForNothing += later.waitsForNothing;
    tests += later.tests;
    sendrecvs += later.sendrecvs;
    sendsToNobody += later.sendsToNobody;
    firstUnfinished = unfinished == 0 ? later.firstUnfinished : firstUnfinished;
    unfinished += later.unfinished;
    if (later.fewest < fewest) {
      fewest = later.fewest;
      rankOfFewest = later.rankOfFewest;
    }
    if (later.most > most) {
      most = later.most;
      rankOfMost = later.rankOfMost;
    }
    later.clear();
  }

  private void clear() {
    communicatorCalls.clear();
    passed.clear();
    alltoallsByBlock.clear();
    passedOthers = 0;
    derivedTypes = 0;
    wildcards = 0;
    wildcardsResolved = 0;
    waitsForNothing = 0;
    tests = 0;
    sendrecvs = 0;
    sendsToNobody = 0;
    unfinished = 0;
    fewest = Long.MAX_VALUE;
    most = -1;
  }

  /** One text for each gap. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    subCommunicators(notes);
    if (derivedTypes > 0) {
      notes.add(
          derivedTypes
              + " messages or collectives have an empty datatype (a derived type, whose size the"
              + " format does not record); they count as the default type, so their volume is"
              + " probably too small");
    }
    if (wildcards > 0) {
      notes.add(
          wildcards
              + " receives do not name their source (-333 or -555, MPI_ANY_SOURCE); "
              + (wildcardsResolved == wildcards
                  ? "each has only one possible sender with its tag, and is matched with it"
                  : wildcardsResolved
                      + " of them have only one possible sender with their tag, and are matched"
                      + " with it; the replay decides the others"));
    }
    if (tests > 0) {
      notes.add(
          tests
              + " tests of requests do not record their outcome; the replay decides, and may test"
              + " more or less often than the program would");
    }
    if (waitsForNothing > 0) {
      notes.add(
          waitsForNothing
              + " waits or tests name ranks and a tag with no pending request; they take no time,"
              + " as in SimGrid's replay");
    }
    if (sendrecvs > 0) {
      notes.add(sendrecvs + " sendrecvs have lost their tags; tag 0 is used for all of them");
    }
    if (sendsToNobody > 0) {
      notes.add(
          sendsToNobody
              + " sends go to no rank (-333), probably MPI_PROC_NULL; they cost nothing. Receives"
              + " from -333 in this trace may mean MPI_PROC_NULL too, but are taken for"
              + " MPI_ANY_SOURCE");
    }
    if (unfinished > 0) {
      notes.add(
          unfinished
              + " ranks begin with init and have no finalize, rank "
              + firstUnfinished
              + " first; the files may have been cut off");
    }
    Map<String, Long> skipped = allPassed();
    if (!skipped.isEmpty()) {
      notes.add("unknown actions were skipped and take no time: " + listed(skipped));
    }
    return notes;
  }

  /** The actions that were passed over. */
  List<Loss> losses() {
    return allPassed().entrySet().stream()
        .map(
            action ->
                new Loss(
                    "actions " + action.getKey(),
                    action.getValue(),
                    "unknown, so they take no time in a replay"))
        .toList();
  }

  private Map<String, Long> allPassed() {
    Map<String, Long> all = new TreeMap<>(passed);
    if (passedOthers > 0) {
      all.put(OTHERS, passedOthers);
    }
    return all;
  }

  private void subCommunicators(List<String> notes) {
    if (!communicatorCalls.isEmpty()) {
      notes.add(
          "the program makes communicators ("
              + listed(communicatorCalls)
              + "), but the format does not record which communicator a call uses; all collectives"
              + " are replayed on all ranks, and the prediction may be several times too high");
    }
    String grid = grid();
    if (!grid.isEmpty()) {
      notes.add(grid);
    }
    if (most > fewest) {
      notes.add(
          "rank "
              + rankOfMost
              + " calls "
              + most
              + " collectives and rank "
              + rankOfFewest
              + " only "
              + fewest
              + ": some of them ran on sub-communicators, which the format does not record; the"
              + " replay on all ranks will not complete");
    }
  }

  /**
   * The trace of a two-dimensional decomposition: the same data go through all-to-alls in the rows
   * and in the columns of a grid of all ranks, so that blocks times members is the same for both.
   */
  private String grid() {
    for (Map.Entry<Long, Long> small : alltoallsByBlock.entrySet()) {
      for (Map.Entry<Long, Long> large :
          alltoallsByBlock.tailMap(small.getKey(), false).entrySet()) {
        if (!small.getValue().equals(large.getValue()) || large.getKey() > MAX_BLOCK_BYTES) {
          continue;
        }
        for (int rows = 2; (long) rows * rows < ranks; rows++) {
          int columns = ranks / rows;
          if (rows * columns == ranks && small.getKey() * columns == large.getKey() * rows) {
            return gridNote(small, large.getKey(), rows, columns);
          }
        }
      }
    }
    return "";
  }

  private String gridNote(Map.Entry<Long, Long> small, long large, int rows, int columns) {
    return "alltoalls with blocks of "
        + small.getKey()
        + " and of "
        + large
        + " bytes, "
        + small.getValue() / ranks
        + " of each on every rank, fit a grid of "
        + rows
        + " x "
        + columns
        + " ranks ("
        + columns
        + " x "
        + small.getKey()
        + " = "
        + rows
        + " x "
        + large
        + " bytes): they probably ran on sub-communicators of "
        + columns
        + " and "
        + rows
        + " ranks. The format cannot express that; the replay uses all "
        + ranks
        + " ranks, and the prediction may be several times too high (NPB FT, class W, 64 ranks:"
        + " 0.00869 s under SimGrid, 0.0397 s in SimGrid's replay of its trace)";
  }

  private static String listed(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }
}
