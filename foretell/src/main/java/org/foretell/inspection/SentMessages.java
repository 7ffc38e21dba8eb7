package org.foretell.inspection;

import java.util.HashMap;
import java.util.Map;
import org.foretell.observe.MessageVolume;
import org.foretell.observe.Total;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Counts the point-to-point messages that ranks send, from their ops alone. */
final class SentMessages {
  private final Map<Long, Long> persistentBytesBySlot = new HashMap<>();
  private long messages;
  private Total bytes = Total.ZERO;

  /** Forgets the persistent requests of the rank before. */
  void beginRank() {
    persistentBytesBySlot.clear();
  }

  void add(OpView op) {
    switch (op.code()) {
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND, SENDRECV, SENDRECV_REPLACE -> {
        if (op.peer() != OpView.PROC_NULL) {
          add(op.bytes());
        }
      }
      case SEND_INIT, BSEND_INIT, SSEND_INIT, RSEND_INIT -> {
        persistentBytesBySlot.remove((long) op.request());
        if (op.peer() != OpView.PROC_NULL) {
          persistentBytesBySlot.put((long) op.request(), op.bytes());
        }
      }
      case RECV_INIT -> persistentBytesBySlot.remove((long) op.request());
      case START -> start(op.request());
      case STARTALL -> {
        for (int i = 0; i < op.listLength(OpField.REQUESTS); i++) {
          start(op.listElement(OpField.REQUESTS, i));
        }
      }
      case RECV, IRECV, PROBE, IPROBE, REQUEST_FREE -> {}
      // Of POINT_TO_POINT and PERSISTENT all are listed: no other op sends messages from point to
      // point.
      default -> {}
    }
  }

  private void start(long slot) {
    Long size = persistentBytesBySlot.get(slot);
    if (size != null) {
      add(size);
    }
  }

  private void add(long size) {
    messages++;
    bytes = bytes.plus(size);
  }

  MessageVolume volume() {
    return new MessageVolume(messages, bytes);
  }
}
