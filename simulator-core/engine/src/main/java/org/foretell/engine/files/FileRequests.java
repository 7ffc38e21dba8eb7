package org.foretell.engine.files;

import org.foretell.engine.kernel.RecordPool;

/** Requests for data of files that are not complete. */
public final class FileRequests extends RecordPool {
  /** Longs of a record. */
  public static final int STRIDE = 8;

  private static final int RANK_SLOT = 0;
  private static final int PLACE = 1;
  private static final int OFFSET = 2;
  private static final int BYTES = 3;
  private static final int LINK_UNTIL = 4;
  private static final int SHIFT = 32;

  FileRequests() {
    super("file requests", STRIDE);
  }

  /**
   * A request of a rank.
   *
   * @param slot request slot, or one of the names of {@code RequestTable}
   * @param place of the file's first stripe, from which servers are counted
   * @param linkUntilPs until when the link of its node is busy with it
   */
  int create(int rank, int slot, long place, long offset, long bytes, long linkUntilPs) {
    int request = allocate();
    set(request, RANK_SLOT, (long) rank << SHIFT | (slot & LOW));
    set(request, PLACE, place);
    set(request, OFFSET, offset);
    set(request, BYTES, bytes);
    set(request, LINK_UNTIL, linkUntilPs);
    return request;
  }

  int rank(int request) {
    return (int) (get(request, RANK_SLOT) >> SHIFT);
  }

  int slot(int request) {
    return (int) get(request, RANK_SLOT);
  }

  void slot(int request, int slot) {
    set(request, RANK_SLOT, (get(request, RANK_SLOT) & ~LOW) | (slot & LOW));
  }

  long place(int request) {
    return get(request, PLACE);
  }

  long offset(int request) {
    return get(request, OFFSET);
  }

  long bytes(int request) {
    return get(request, BYTES);
  }

  long linkUntilPs(int request) {
    return get(request, LINK_UNTIL);
  }
}
