package org.foretell.engine.buslink;

import java.util.Arrays;
import org.foretell.engine.kernel.RecordPool;

/** By rank and request slot what waiting for the request involves under a bus-link model. */
public final class RequestNotes {
  private static final int WIDTH = 3;
  private static final int STARTUP_PS = 0;
  private static final int SOURCE_TAG = 1;
  private static final int CONTEXT = 2;
  private static final long[] NOTHING = {};

  private final long[][] notes;

  public RequestNotes(int ranks) {
    notes = new long[ranks][];
    Arrays.fill(notes, NOTHING);
  }

  /** A send or collective was started. */
  public void started(int rank, int slot, long startupPs) {
    noted(rank, slot)[slot * WIDTH + STARTUP_PS] = startupPs;
  }

  /** A receive was posted; source and tag may be ANY. */
  void posted(int rank, int slot, long startupPs, int source, int tag, int context) {
    long[] row = noted(rank, slot);
    row[slot * WIDTH + STARTUP_PS] = startupPs;
    row[slot * WIDTH + SOURCE_TAG] = (long) source << 32 | (tag & RecordPool.LOW);
    row[slot * WIDTH + CONTEXT] = context;
  }

  private long[] noted(int rank, int slot) {
    long[] row = notes[rank];
    if (row.length <= slot * WIDTH) {
      row = Arrays.copyOf(row, WIDTH * Math.max(4, 2 * slot + 2));
      notes[rank] = row;
    }
    return row;
  }

  /** How long the CPU is busy when the rank waits for the request in a slot. */
  public long startupPs(int rank, int slot) {
    long[] row = notes[rank];
    return row.length <= slot * WIDTH ? 0 : row[slot * WIDTH + STARTUP_PS];
  }

  int source(int rank, int slot) {
    return (int) (notes[rank][slot * WIDTH + SOURCE_TAG] >> 32);
  }

  int tag(int rank, int slot) {
    return (int) notes[rank][slot * WIDTH + SOURCE_TAG];
  }

  int context(int rank, int slot) {
    return (int) notes[rank][slot * WIDTH + CONTEXT];
  }
}
