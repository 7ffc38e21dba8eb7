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

  private final Map<List<CallFrame>, Integer> numbers = new LinkedHashMap<>();
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
      List<CallFrame> frames = definitions.frames(i);
      boolean isOfTracer =
          !frames.isEmpty() && frames.get(0) instanceof CodePlace place && place.isOfTracer();
      if (!isOfTracer) {
        numbers.putIfAbsent(frames, numbers.size());
      }
    }
  }

  /** Whether there are more than are kept. */
  boolean isFull() {
    return full;
  }

  /** Makes the table: names each place, and gives places of one name one number. */
  void name(CallSiteNames names) {
    Map<CodeModule, List<Long>> offsets = new LinkedHashMap<>();
    for (List<CallFrame> site : numbers.keySet()) {
      for (CallFrame frame : site) {
        if (frame instanceof CodePlace place && place.module() != null) {
          offsets.computeIfAbsent(place.module(), key -> new ArrayList<>()).add(place.offset());
        }
      }
    }
    Map<CodePlace, String> named = names.of(offsets);
    Map<String, Integer> ids = new LinkedHashMap<>();
    tableIds = new int[numbers.size()];
    int next = 0;
    for (List<CallFrame> site : numbers.keySet()) {
      StringBuilder text = new StringBuilder();
      for (CallFrame frame : site) {
        String name = frame instanceof CodePlace place ? named.get(place) : null;
        text.append(text.isEmpty() ? "" : " < ").append(name == null ? frame.plain() : name);
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
      Integer number = numbers.get(definitions.frames(i));
      ids[i] = number == null ? OpView.NONE : tableIds[number];
    }
    return ids;
  }
}
