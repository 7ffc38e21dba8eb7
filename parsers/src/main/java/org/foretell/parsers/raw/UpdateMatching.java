package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
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
 * beginning. A wait takes the first of those that no earlier wait took up to the one after which
 * its condition holds; never one that began after the wait had ended. A wait for which there is
 * none has found what it wanted, and needs no update.
 */
final class UpdateMatching {
  /** Updates that are held at a time, unless one rank has more. */
  private static final int MOST_UPDATES = 4 << 20;

  private final RawSurvey survey;
  private final WaitedPlaces places = new WaitedPlaces();
  private final UpdateLog log = new UpdateLog();
  private final Map<String, Map<Long, Integer>> locks = new HashMap<>();
  private final Long2LongOpenHashMap states = new Long2LongOpenHashMap();
  private final IntArrayList covered = new IntArrayList();
  private long[] variables = new long[8];
  private int locksFound;
  private int preparedUpTo;
  private long waits;
  private long needNone;
  private long byAddition;
  private long ambiguous;
  private long uncertain;

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
    try (RawFile file = survey.open(rank)) {
      Definitions definitions = Definitions.of(file);
      RankRecords records = waits(definitions) ? RankRecords.of(file, definitions) : null;
      while (records != null && records.next()) {
        RawCall call = records.call();
        RawFunction function = call.function;
        String segment = segment(definitions, call);
        if (function != null && segment != null && isWait(function.op())) {
          places.add(rank, segment, offset(call));
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
      Definitions definitions = Definitions.of(file);
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
        view.set(OpField.COUNT, updates(WaitedPlaces.pair(rank, place), clock, call));
      }
    } else if (isUpdate(op)) {
      long target = view.get(OpField.PEER);
      if (target >= 0 && target < survey.ranks()) {
        cover((int) target, definitions, call);
        variables(view);
      }
    } else if (op == OpCode.SHMEM_SET_LOCK
        || op == OpCode.SHMEM_TEST_LOCK
        || op == OpCode.SHMEM_CLEAR_LOCK) {
      view.set(OpField.OBJECT, lock(segment, offset(call)));
    }
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

  /** How many updates a wait takes. */
  private int updates(long pair, RankClock clock, RawCall call) {
    waits++;
    int from = log.firstOf(pair);
    long endPs = clock.alignedPs(call.endTicks);
    int end = from < 0 ? -1 : satisfying(pair, from, endPs, call);
    if (end < 0 && from >= 0) {
      end = satisfying(pair, from, endPs + 2 * clock.uncertaintyPs(), call);
      uncertain += end < 0 ? 0 : 1;
    }
    if (end < 0) {
      needNone++;
      if (call.hasValue) {
        states.put(pair, call.after);
      }
      return 0;
    }
    log.take(pair, end);
    return end - from;
  }

  /** The end of the updates after which a condition holds; -1 if there are none such. */
  private int satisfying(long pair, int from, long endPs, RawCall call) {
    int limit = from;
    long additions = 0;
    while (log.isOf(pair, limit) && log.timePs(limit) <= endPs) {
      additions += log.kind(limit) == UpdateLog.ADDITION ? log.value(limit) : 0;
      limit++;
    }
    if (limit == from) {
      return -1;
    }
    if (!call.hasValue) {
      return from + 1;
    }
    long state = states.containsKey(pair) ? states.get(pair) : 0;
    int end = prefix(from, limit, state, call);
    if (additions != 0 && !reaches(from, limit, state, call.after)) {
      // Something else has written there: what came in the end says from where counting began.
      state = call.after - additions;
      end = prefix(from, limit, state, call);
    }
    if (end < 0) {
      return -1;
    }
    if (log.kind(end - 1) == UpdateLog.ADDITION) {
      byAddition++;
    } else if (isAmbiguous(from, end, limit, call)) {
      ambiguous++;
    }
    states.put(pair, value(from, end, state));
    return end;
  }

  private int prefix(int from, int limit, long state, RawCall call) {
    long value = state;
    for (int i = from; i < limit; i++) {
      int kind = log.kind(i);
      value = kind == UpdateLog.ADDITION ? value + log.value(i) : log.value(i);
      if (kind == UpdateLog.UNKNOWN_VALUE || holds(call.comparison, value, call.operand)) {
        return i + 1;
      }
    }
    return -1;
  }

  private long value(int from, int end, long state) {
    long value = state;
    for (int i = from; i < end; i++) {
      value = log.kind(i) == UpdateLog.ADDITION ? value + log.value(i) : log.value(i);
    }
    return value;
  }

  private boolean reaches(int from, int limit, long state, long wanted) {
    long value = state;
    for (int i = from; i < limit; i++) {
      value = log.kind(i) == UpdateLog.ADDITION ? value + log.value(i) : log.value(i);
      if (value == wanted) {
        return true;
      }
    }
    return false;
  }

  /** Whether the update of another rank could have satisfied the wait as well. */
  private boolean isAmbiguous(int from, int end, int limit, RawCall call) {
    for (int i = from; i < limit; i++) {
      if (i != end - 1
          && log.source(i) != log.source(end - 1)
          && (log.kind(i) == UpdateLog.UNKNOWN_VALUE
              || holds(call.comparison, log.value(i), call.operand))) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(long comparison, long value, long operand) {
    return switch ((int) comparison) {
      case 0 -> value == operand;
      case 1 -> value != operand;
      case 2 -> value > operand;
      case 3 -> value <= operand;
      case 4 -> value < operand;
      case 5 -> value >= operand;
      default -> true;
    };
  }

  /** How waits were matched, a sentence each. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (waits > 0) {
      notes.add(
          "waits and successful tests of OpenSHMEM: "
              + waits
              + "; updates were found for "
              + (waits - needNone)
              + " ("
              + byAddition
              + " by counting additions), "
              + needNone
              + " needed none");
    }
    if (ambiguous > 0) {
      notes.add(
          "waits that updates of several ranks could have satisfied: "
              + ambiguous
              + "; the earliest update was taken");
    }
    if (uncertain > 0) {
      notes.add(
          "waits that ended before the update that satisfied them began, within what the ranks'"
              + " clocks may be off: "
              + uncertain);
    }
    return notes;
  }
}
