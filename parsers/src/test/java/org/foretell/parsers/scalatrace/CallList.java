package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.TraceSource;

/**
 * The calls of a rank as text, in which requests have the lowest slots that are free and
 * communicators are numbered as they are made: two traces of which these are equal do the same.
 */
final class CallList {
  final List<String> calls = new ArrayList<>();
  double burstPs;
  private long created;
  private final Map<Long, Long> requests = new HashMap<>();
  private final TreeSet<Long> taken = new TreeSet<>();
  private final Map<Long, Long> communicators = new HashMap<>();

  CallList(TraceSource trace, int rank) {
    OpView op = new OpView();
    communicators.put(0L, 0L);
    communicators.put(1L, 1L);
    try (RankCursor cursor = trace.open(rank)) {
      while (cursor.next(op)) {
        if (op.code().family() == OpCode.Family.COMPUTE) {
          burstPs +=
              op.histogram() == OpView.NONE
                  ? op.durationPs()
                  : trace.tables().histograms().get(op.histogram()).meanPs();
        } else if (op.code().isCall()) {
          calls.add(call(trace, op));
        }
      }
    }
  }

  private String call(TraceSource trace, OpView op) {
    StringBuilder text = new StringBuilder(op.code().name());
    for (OpField field : op.code().fields()) {
      text.append(' ').append(field).append('=');
      switch (field) {
        case CALL_SITE ->
            text.append(op.callSite() < 0 ? "none" : trace.tables().callSites().get(op.callSite()));
        case COMMUNICATOR -> text.append(communicators.get((long) op.communicator()));
        case NEW_COMMUNICATOR -> {
          long id = op.get(field);
          if (id >= 0) {
            communicators.put(id, 2 + created++);
          }
          text.append(id < 0 ? "none" : communicators.get(id));
        }
        case REQUEST -> text.append(request(op.code(), op.request()));
        case REQUESTS -> {
          for (long slot : op.list(field)) {
            text.append(request(op.code(), slot)).append(',');
          }
        }
        case MATCHED_PEER, MATCHED_TAG -> text.append("left out");
        case FLAGS ->
            text.append(op.code().has(OpField.PEER) ? "left out" : String.valueOf(op.get(field)));
        default -> text.append(field.isList() ? shown(op.list(field)) : "" + op.get(field));
      }
    }
    return text.toString();
  }

  private static String shown(long[] list) {
    return java.util.Arrays.toString(list);
  }

  private String request(OpCode code, long slot) {
    if (slot < 0) {
      return "none";
    }
    if (code == OpCode.WAIT || code == OpCode.WAITALL) {
      Long own = requests.remove(slot);
      taken.remove(own);
      return "" + own;
    }
    long free = 0;
    while (taken.contains(free)) {
      free++;
    }
    taken.add(free);
    requests.put(slot, free);
    return "" + free;
  }
}
