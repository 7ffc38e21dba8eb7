package org.foretell.parsers.otf2;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Writes what a rank does on its windows; {@link OneSidedCalls} is the inverse. */
final class WindowOutput {
  private static final int EXCLUSIVE = 0;
  private static final int ACCUMULATE = 0;
  private static final int FETCH_AND_ACCUMULATE = 7;
  private static final int MEMORY = 0;

  private final Otf2Output archive;

  /** How many windows of each communicator the rank has made. */
  private final Int2IntOpenHashMap made = new Int2IntOpenHashMap();

  /** The windows of the rank, by the numbers that it has for them. */
  private final Int2IntOpenHashMap windows = new Int2IntOpenHashMap();

  private long lastAccess;

  WindowOutput(Otf2Output archive) {
    this.archive = archive;
  }

  /** For the next rank. */
  void clear() {
    made.clear();
    windows.clear();
    lastAccess = 0;
  }

  /**
   * Writes an op.
   *
   * @param communicator members of that of the window
   */
  void write(OpView op, int[] communicator, EventOutput events, long timePs) throws IOException {
    int number = archive.communicator(communicator);
    int object = (int) op.get(OpField.OBJECT);
    if (op.code() == OpCode.WIN_CREATE) {
      windows.put(object, archive.definitions().window(number, made.addTo(number, 1)));
    }
    int peer = op.code().has(OpField.PEER) ? op.peer() : RecordFile.UNDEFINED;
    RecordOutput record = events.record().number(windows.get(object));
    int type =
        switch (op.code()) {
          case WIN_CREATE -> EventReader.WIN_CREATE;
          case WIN_FREE -> EventReader.WIN_DESTROY;
          case PUT, RPUT -> access(record, peer, op.bytes(), EventReader.RMA_PUT);
          case GET, RGET -> access(record, peer, op.bytes(), EventReader.RMA_GET);
          case ACCUMULATE, RACCUMULATE -> atomic(record, op, ACCUMULATE, 0);
          case GET_ACCUMULATE, RGET_ACCUMULATE, FETCH_AND_OP ->
              atomic(record, op, FETCH_AND_ACCUMULATE, op.bytes());
          case COMPARE_AND_SWAP -> atomic(record, op, OneSidedCalls.COMPARE_AND_SWAP, op.bytes());
          case WIN_LOCK, WIN_LOCK_ALL -> {
            boolean isShared =
                op.code() == OpCode.WIN_LOCK_ALL
                    || (op.get(OpField.FLAGS) & OpCode.LOCK_SHARED) != 0;
            record.number(peer).number(0).u8(isShared ? OneSidedCalls.SHARED : EXCLUSIVE);
            yield EventReader.RMA_ACQUIRE_LOCK;
          }
          case WIN_UNLOCK, WIN_UNLOCK_ALL -> {
            record.number(peer).number(0);
            yield EventReader.RMA_RELEASE_LOCK;
          }
          case WIN_POST, WIN_START -> {
            List<Integer> partners = new ArrayList<>();
            for (long each : op.list(OpField.RANKS)) {
              partners.add(communicator[(int) each]);
            }
            int group = archive.definitions().group(partners);
            record.clear().number(0).number(windows.get(object)).number(group);
            yield EventReader.RMA_GROUP_SYNC;
          }
          // Any other op on a window synchronises: with a peer, or with all.
          default -> {
            record.number(peer).u8(MEMORY);
            yield EventReader.RMA_SYNC;
          }
        };
    record.end(type, timePs, false);
  }

  private int access(RecordOutput record, int peer, long bytes, int type) {
    record.number(peer).number(bytes).number(++lastAccess);
    return type;
  }

  private int atomic(RecordOutput record, OpView op, int kind, long fetched) {
    record.number(op.peer()).u8(kind).number(op.bytes()).number(fetched).number(++lastAccess);
    return EventReader.RMA_ATOMIC;
  }
}
