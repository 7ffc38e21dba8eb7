package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.parsers.raw.RawFunction.Role;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Finds which updates satisfied the waits of OpenSHMEM, and numbers the variables and locks by
 * which a trace relates them.
 *
 * <p>For each place on which a rank waits, the updates by all ranks are put in the order of their
 * beginning; {@link WaitMatching} says which of them a wait takes.
 */
final class UpdateMatching {
  /** Updates that are held at a time, unless one rank has more. */
  private static final int MOST_UPDATES = 4 << 20;

  private final RawSurvey survey;
  private final WaitedPlaces places = new WaitedPlaces();
  private final UpdateLog log = new UpdateLog();
  private final WaitMatching waits = new WaitMatching(log);
  private final Map<String, Map<Long, Integer>> locks = new HashMap<>();
  private final IntArrayList covered = new IntArrayList();
  private long[] variables = new long[8];
  private int locksFound;
  private int preparedUpTo;

  private UpdateMatching(RawSurvey survey) {
    this.survey = survey;
  }

  /** Finds out on which places ranks wait; reads all files once if any uses OpenSHMEM. */
  static UpdateMatching of(RawSurvey survey) {
    UpdateMatching matching = new UpdateMatching(survey);
    if (survey.hasShmem()) {
      for (int rank = 0; rank < survey.ranks(); rank++) {
        matching.findPlaces(rank);
      }
      matching.places.end();
    }
    return matching;
  }

  private void findPlaces(int rank) {
    RankClock clock = survey.clock(rank);
    try (RawFile file = survey.open(rank)) {
      Definitions definitions = Definitions.of(file.definitions());
      RankRecords records = waits(definitions) ? RankRecords.of(file, definitions) : null;
      while (records != null && records.next()) {
        RawCall call = records.call();
        RawFunction function = call.function;
        String segment = segment(definitions, call);
        if (function != null && segment != null && isWait(function.op())) {
          places.add(rank, segment, offset(call), WaitMatching.latestPs(clock, call));
        }
      }
    }
  }

  private static boolean waits(Definitions definitions) {
    boolean waits = false;
    for (RawFunction function : definitions.functions()) {
      waits |= isWait(function.op());
    }
    return waits;
  }

  private static boolean isWait(@Nullable OpCode op) {
    return op == OpCode.SHMEM_WAIT_UNTIL || op == OpCode.SHMEM_TEST;
  }

  private static boolean isUpdate(@Nullable OpCode op) {
    return op != null && op.has(OpField.VARIABLES) && op.has(OpField.PEER);
  }

  private static @Nullable String segment(Definitions definitions, RawCall call) {
    RawFunction function = call.function;
    int index = function == null ? -1 : function.indexOf(Role.SEGMENT);
    return index < 0 ? null : definitions.segment(call.values[index]);
  }

  private static long offset(RawCall call) {
    RawFunction function = call.function;
    return function == null ? 0 : call.value(function.indexOf(Role.OFFSET), 0);
  }

  /** Gets ready for a rank, and for as many after it as there is room for. */
  void prepare(int rank) {
    if (places.isEmpty() || rank < preparedUpTo) {
      return;
    }
    log.clear();
    preparedUpTo = survey.ranks();
    for (int source = 0; source < survey.ranks(); source++) {
      collect(source, rank);
    }
    log.sort();
  }

  private void collect(int source, int firstTarget) {
    RankClock clock = survey.clock(source);
    try (RawFile file = survey.open(source)) {
      Definitions definitions = Definitions.of(file.definitions());
      RankRecords records = RankRecords.of(file, definitions);
      while (records != null && records.next()) {
        RawCall call = records.call();
        RawFunction function = call.function;
        if (function == null || !isUpdate(function.op())) {
          continue;
        }
        long target = call.value(function.indexOf(OpField.PEER), OpView.NONE);
        if (target >= firstTarget && target < preparedUpTo) {
          collect(source, (int) target, definitions, call, clock.alignedPs(call.startTicks));
          if (log.size() > MOST_UPDATES && preparedUpTo > firstTarget + 1) {
            preparedUpTo = firstTarget + (preparedUpTo - firstTarget) / 2;
            log.keepBelow(preparedUpTo);
          }
        }
      }
    }
  }

  private void collect(int source, int target, Definitions definitions, RawCall call, long timePs) {
    cover(target, definitions, call);
    boolean adds = call.function != null && call.function.isAddition();
    for (int i = 0; i < covered.size(); i++) {
      int place = covered.getInt(i);
      int word = (int) variables[i];
      boolean isKnown = word >= 0;
      log.add(
          WaitedPlaces.pair(target, place),
          timePs,
          isKnown ? call.words.getLong(word + 2) : 0,
          !isKnown ? UpdateLog.UNKNOWN_VALUE : adds ? UpdateLog.ADDITION : UpdateLog.SET,
          source);
    }
  }

  /**
   * Finds the places that a call updates and on which its target waits. For each the index of its
   * word is put beside it, -1 if its value is unknown.
   */
  private void cover(int target, Definitions definitions, RawCall call) {
    covered.clear();
    RawFunction function = call.function;
    String segment = segment(definitions, call);
    if (function == null || segment == null) {
      return;
    }
    for (int i = 0; i < call.words.size(); i += RawCall.WORD_WIDTH) {
      cover(target, places.at(segment, call.words.getLong(i)), i);
    }
    boolean isStrided = function.op() == OpCode.SHMEM_IPUT;
    int known = covered.size();
    long bytes = call.value(function.indexOf(OpField.BYTES), 0);
    places.within(segment, offset(call), isStrided ? 0 : bytes, covered);
    int all = covered.size();
    int kept = known;
    for (int i = known; i < all; i++) {
      int place = covered.getInt(i);
      if (places.isWaitedBy(target, place) && covered.indexOf(place) >= kept) {
        covered.set(kept, place);
        room(kept);
        variables[kept++] = -1;
      }
    }
    covered.size(kept);
  }

  private void cover(int target, int place, int word) {
    if (place != WaitedPlaces.NONE
        && places.isWaitedBy(target, place)
        && !covered.contains(place)) {
      room(covered.size());
      variables[covered.size()] = word;
      covered.add(place);
    }
  }

  private void room(int index) {
    if (index >= variables.length) {
      variables = java.util.Arrays.copyOf(variables, 2 * index);
    }
  }

  /**
   * Puts into an op of OpenSHMEM what its call says by places.
   *
   * @param view the op so far
   */
  void apply(int rank, Definitions definitions, RankClock clock, RawCall call, OpView view) {
    OpCode op = view.code();
    String segment = segment(definitions, call);
    if (segment == null) {
      return;
    }
    if (isWait(op)) {
      int place = places.at(segment, offset(call));
      view.set(OpField.TAG, place);
      if (op == OpCode.SHMEM_WAIT_UNTIL || view.get(OpField.OUTCOME) == 1) {
        view.set(OpField.COUNT, waits.updates(WaitedPlaces.pair(rank, place), clock, call));
      }
    } else if (isUpdate(op)) {
      long target = view.get(OpField.PEER);
      if (target >= 0 && target < survey.ranks()) {
        cover((int) target, definitions, call);
        if (op != OpCode.SHMEM_PUT_SIGNAL && op != OpCode.SHMEM_PUT_SIGNAL_NBI) {
          leaveOutLate((int) target, clock.alignedPs(call.startTicks));
        }
        variables(view);
      }
    } else if (op == OpCode.SHMEM_SET_LOCK
        || op == OpCode.SHMEM_TEST_LOCK
        || op == OpCode.SHMEM_CLEAR_LOCK) {
      view.set(OpField.OBJECT, lock(segment, offset(call)));
    }
  }

  /** No rank waits for an update that began after the end of the last wait of its place. */
  private void leaveOutLate(int target, long timePs) {
    int kept = 0;
    for (int i = 0; i < covered.size(); i++) {
      int place = covered.getInt(i);
      if (places.isWaitedBy(target, place, timePs)) {
        covered.set(kept++, place);
      }
    }
    covered.size(kept);
  }

  private void variables(OpView view) {
    if (covered.size() == 1) {
      view.set(OpField.TAG, covered.getInt(0));
    } else if (covered.size() > 1) {
      for (int i = 0; i < covered.size(); i++) {
        variables[i] = covered.getInt(i);
      }
      view.setList(OpField.VARIABLES, variables, 0, covered.size());
    }
  }

  private int lock(String segment, long offset) {
    return locks
        .computeIfAbsent(segment, key -> new HashMap<>())
        .computeIfAbsent(offset, key -> locksFound++);
  }

  /** How waits were matched, a sentence each. */
  List<String> notes() {
    return waits.notes();
  }
}
