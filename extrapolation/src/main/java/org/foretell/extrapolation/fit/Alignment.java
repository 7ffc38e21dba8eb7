package org.foretell.extrapolation.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.call.CallPool;
import org.foretell.extrapolation.call.Members;
import org.foretell.extrapolation.call.Recording;
import org.foretell.extrapolation.outline.Outline;
import org.foretell.extrapolation.outline.RankWalk;
import org.foretell.failure.ForetellException;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

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
    List<Members> members) {
  private static final int MOST_SYMBOLS = 3000;

  static Alignment of(CallPool pool, List<Recording> recordings, SymbolRule rule) {
    int[] symbolOfCall = new int[pool.size()];
    Map<String, Integer> symbols = new HashMap<>();
    Arrays.fill(symbolOfCall, -1);
    List<int[]> sequences = new ArrayList<>();
    List<List<int[]>> byTrace = new ArrayList<>();
    for (Recording recording : recordings) {
      List<int[]> ofTrace = new ArrayList<>();
      for (var rank : recording.ranks()) {
        int[] sequence = new int[rank.calls().length];
        for (int i = 0; i < sequence.length; i++) {
          int call = rank.calls()[i];
          if (symbolOfCall[call] < 0) {
            symbolOfCall[call] =
                symbols.computeIfAbsent(rule.key(pool.call(call)), k -> symbols.size());
          }
          sequence[i] = symbolOfCall[call];
        }
        ofTrace.add(sequence);
      }
      sequences.addAll(ofTrace);
      byTrace.add(ofTrace);
    }
    if (symbols.size() > MOST_SYMBOLS) {
      throw ForetellException.badInput(
          "the traces have "
              + symbols.size()
              + " different "
              + rule
              + "; expected a program with at most "
              + MOST_SYMBOLS);
    }
    Outline outline = Outline.of(sequences, symbols.size());
    List<List<RankWalk>> walks = new ArrayList<>();
    for (List<int[]> ofTrace : byTrace) {
      walks.add(ofTrace.stream().map(sequence -> new RankWalk(outline, sequence)).toList());
    }
    List<Members> members = new ArrayList<>();
    for (Recording recording : recordings) {
      members.add(members(recording, pool));
    }
    return new Alignment(pool, recordings, outline, walks, members);
  }

  private static Members members(Recording recording, CallPool pool) {
    List<List<Members.Creation>> creations = new ArrayList<>();
    for (var rank : recording.ranks()) {
      List<Members.Creation> own = new ArrayList<>();
      for (int number : rank.calls()) {
        Call call = pool.call(number);
        if (Members.creates(call.code())) {
          int ranks = call.code().fields().indexOf(OpField.RANKS);
          own.add(
              new Members.Creation(
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
    return Members.of(recording.name(), creations);
  }
}
