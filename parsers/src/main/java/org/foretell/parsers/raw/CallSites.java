package org.foretell.parsers.raw;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpView;

/**
 * The call sites of all ranks, each once. Ranks number them as they meet them; a place is the same
 * in all ranks if its modules and offsets are.
 */
final class CallSites {
  /** What is met later has no call site. */
  static final int MOST = 1 << 20;

  private final Map<List<CodePlace>, Integer> numbers = new LinkedHashMap<>();
  private List<String> texts = List.of();
  private int[] tableIds = {};
  private boolean full;

  /** Meets the call sites of a rank. */
  void add(Definitions definitions) {
    for (int i = 0; i < definitions.callSites(); i++) {
      if (numbers.size() == MOST) {
        full = true;
        return;
      }
      List<CodePlace> frames = frames(definitions, i);
      if (frames.isEmpty() || !frames.get(0).isOfTracer()) {
        numbers.putIfAbsent(frames, numbers.size());
      }
    }
  }

  private static List<CodePlace> frames(Definitions definitions, int site) {
    long[] words = definitions.frames(site);
    List<CodePlace> frames = new ArrayList<>(words.length / 2);
    for (int i = 0; i < words.length; i += 2) {
      frames.add(new CodePlace(words[i] < 0 ? null : definitions.module(words[i]), words[i + 1]));
    }
    return frames;
  }

  /** Whether there are more than are kept. */
  boolean isFull() {
    return full;
  }

  /** Makes the table: names each place, and gives places of one name one number. */
  void name(CallSiteNames names) {
    Map<Definitions.Module, List<Long>> offsets = new LinkedHashMap<>();
    for (List<CodePlace> site : numbers.keySet()) {
      for (CodePlace frame : site) {
        if (frame.module() != null) {
          offsets.computeIfAbsent(frame.module(), key -> new ArrayList<>()).add(frame.offset());
        }
      }
    }
    Map<CodePlace, String> named = names.of(offsets);
    Map<String, Integer> ids = new LinkedHashMap<>();
    tableIds = new int[numbers.size()];
    int next = 0;
    for (List<CodePlace> site : numbers.keySet()) {
      StringBuilder text = new StringBuilder();
      for (CodePlace frame : site) {
        text.append(text.isEmpty() ? "" : " < ").append(named.getOrDefault(frame, frame.plain()));
      }
      String whole = text.isEmpty() ? "unknown" : text.toString();
      tableIds[next++] = ids.computeIfAbsent(whole, key -> ids.size());
    }
    texts = List.copyOf(ids.keySet());
  }

  /** The texts of the table. */
  List<String> texts() {
    return texts;
  }

  /** For each call site of a rank its number in the table. */
  int[] tableIdsOf(Definitions definitions) {
    int[] ids = new int[definitions.callSites()];
    for (int i = 0; i < ids.length; i++) {
      Integer number = numbers.get(frames(definitions, i));
      ids[i] = number == null ? OpView.NONE : tableIds[number];
    }
    return ids;
  }
}
