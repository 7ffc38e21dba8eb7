package org.foretell.engine.buslink;

import org.foretell.engine.files.FileRequests;
import org.foretell.engine.files.FileServers;
import org.foretell.engine.kernel.EventHeap;
import org.foretell.engine.kernel.EventTree;

/**
 * What happens next under a bus-link model, ordered by time, then by the order in which it became
 * known.
 */
public final class BusLinkEvents implements FileServers.Events {
  /** A rank's burst ends. */
  public static final int BURST_ENDS = 0;

  /** A transfer frees its links and buses. */
  public static final int TRANSFER_LEAVES = 1;

  /** A transfer arrives. */
  public static final int TRANSFER_ARRIVES = 2;

  /** A collective frees its links and buses. */
  public static final int COLLECTIVE_LEAVES = 3;

  /** A collective ends. */
  public static final int COLLECTIVE_ENDS = 4;

  /** The startup of an answer, which needs no CPU, is over. */
  public static final int ANSWER_STARTS = 5;

  /** A request arrives at file servers. */
  public static final int FILE_REQUEST_ARRIVES = 6;

  /** A request to file servers is complete. */
  public static final int FILE_REQUEST_ENDS = 7;

  /** A one-sided message that could not be served comes again. */
  public static final int MESSAGE_COMES_AGAIN = 8;

  private static final int KIND_BITS = 4;

  private final EventHeap heap = new EventHeap();
  private long sequence;
  private long nowPs;

  @Override
  public long nowPs() {
    return nowPs;
  }

  public void add(int kind, int index, long timePs) {
    heap.add(index << KIND_BITS | kind, timePs, sequence++);
  }

  public boolean isEmpty() {
    return heap.time() == EventTree.NONE;
  }

  /** Takes the next event; its time becomes the present. */
  public int poll() {
    nowPs = heap.time();
    return heap.poll();
  }

  @Override
  public void fileRequestArrives(int request, long timePs) {
    add(FILE_REQUEST_ARRIVES, request / FileRequests.STRIDE, timePs);
  }

  @Override
  public void fileRequestEnds(int request, long timePs) {
    add(FILE_REQUEST_ENDS, request / FileRequests.STRIDE, timePs);
  }

  public static int kind(int event) {
    return event & ((1 << KIND_BITS) - 1);
  }

  public static int index(int event) {
    return event >>> KIND_BITS;
  }
}
