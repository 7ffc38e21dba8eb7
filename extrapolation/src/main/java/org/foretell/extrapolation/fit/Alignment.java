package org.foretell.extrapolation.fit;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.RankRecord;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.grid.Grid;
import org.foretell.extrapolation.outline.Outline;
import org.foretell.extrapolation.outline.RankWalk;
import org.foretell.failure.ForetellException;
import org.foretell.trace.CommunicatorMembers;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/**
 * Traces of one program, all ranks of all of them in one outline.
 *
 * @param pool with the calls
 * @param recordings the traces, in the order of their numbers of ranks
 * @param outline that has them all
 * @param walks of each rank of each trace
 * @param members of the communicators of each trace
 */
record Alignment(
    CallPool pool,
    List<Recording> recordings,
    Outline outline,
    List<List<RankWalk>> walks,
    List<CommunicatorMembers> members) {
  private static final int MOST_SYMBOLS = 3000;

  /** The traces and the members of their communicators, before calls are aligned. */
  record Traces(CallPool pool, List<Recording> recordings, List<CommunicatorMembers> members) {
    static Traces of(CallPool pool, List<Recording> recordings) {
      return new Traces(
          pool,
          recordings,
          recordings.stream().map(recording -> Alignment.members(recording, pool)).toList());
    }
  }

  /**
   * Aligns the calls of traces.
   *
   * @param grids of the traces; used only by a rule that depends on them
   * @return null if calls are many more different ones than a program has
   */
  static @Nullable Alignment of(Traces traces, SymbolRule rule, Grid... grids) {
    CallPool pool = traces.pool();
    int[] keys = new int[pool.size()];
    Map<String, Integer> numbers = new HashMap<>();
    for (int call = 0; call < keys.length; call++) {
      keys[call] = numbers.computeIfAbsent(rule.key(pool.call(call)), k -> numbers.size());
    }
    Long2IntOpenHashMap symbols = new Long2IntOpenHashMap();
    symbols.defaultReturnValue(-1);
    IntArrayList sites = new IntArrayList();
    List<int[]> sequences = new ArrayList<>();
    List<List<int[]>> byTrace = new ArrayList<>();
    for (int t = 0; t < traces.recordings().size(); t++) {
      List<RankRecord> ranks = traces.recordings().get(t).ranks();
      Directions directions =
          rule.isOfGrid() ? new Directions(grids[t], traces.members().get(t)) : null;
      List<int[]> ofTrace = new ArrayList<>();
      for (int rank = 0; rank < ranks.size(); rank++) {
        int[] sequence = new int[ranks.get(rank).calls().length];
        for (int i = 0; i < sequence.length; i++) {
          int call = ranks.get(rank).calls()[i];
          long direction = directions == null ? 0 : directions.of(rank, pool.call(call));
          long key = (direction << Integer.SIZE) + keys[call];
          int symbol = symbols.get(key);
          if (symbol < 0) {
            symbol = symbols.size();
            symbols.put(key, symbol);
            sites.add(keys[call]);
          }
          sequence[i] = symbol;
        }
        ofTrace.add(sequence);
      }
      sequences.addAll(ofTrace);
      byTrace.add(ofTrace);
    }
    if (symbols.size() > MOST_SYMBOLS) {
      if (rule.isOfGrid()) {
        return null;
      }
      throw ForetellException.badInput(
          "the traces have "
              + symbols.size()
              + " different "
              + rule
              + "; expected a program with at most "
              + MOST_SYMBOLS);
    }
    Outline outline =
        rule.isFlat()
            ? Outline.flat(sequences, sites.toIntArray())
            : Outline.of(sequences, symbols.size());
    List<List<RankWalk>> walks = new ArrayList<>();
    for (List<int[]> ofTrace : byTrace) {
      walks.add(ofTrace.stream().map(sequence -> new RankWalk(outline, sequence)).toList());
    }
    return new Alignment(pool, traces.recordings(), outline, walks, traces.members());
  }

  private static CommunicatorMembers members(Recording recording, CallPool pool) {
    List<List<CommunicatorMembers.Creation>> creations = new ArrayList<>();
    for (var rank : recording.ranks()) {
      List<CommunicatorMembers.Creation> own = new ArrayList<>();
      for (int number : rank.calls()) {
        Call call = pool.call(number);
        if (CommunicatorMembers.creates(call.code())) {
          int ranks = call.code().fields().indexOf(OpField.RANKS);
          own.add(
              new CommunicatorMembers.Creation(
                  call.code(),
                  (int) call.get(OpField.COMMUNICATOR, 0),
                  call.get(OpField.COLOR, 0),
                  call.get(OpField.KEY, 0),
                  (int) call.get(OpField.NEW_COMMUNICATOR, OpView.NONE),
                  ranks < 0 ? new long[0] : call.list(ranks)));
        }
      }
      creations.add(own);
    }
    return CommunicatorMembers.of(recording.name(), creations);
  }
}
