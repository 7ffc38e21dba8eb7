package org.foretell.engine.state;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.foretell.trace.OpCode;

/** What persistent requests send or receive each time they are started; named by ints above 0. */
public final class PersistentTable {
  private static final OpCode[] CODES = OpCode.values();

  private int[] codes = new int[16];
  private int[] peers = new int[16];
  private int[] tags = new int[16];
  private int[] contexts = new int[16];
  private long[] bytes = new long[16];
  private final IntArrayList free = new IntArrayList();
  private int fresh = 1;

  /**
   * Adds one.
   *
   * @param peer world rank, ANY or PROC_NULL
   * @param size of the message, or of the buffer, -1 when unknown
   */
  public int add(OpCode code, int peer, int tag, int context, long size) {
    int template = free.isEmpty() ? fresh++ : free.popInt();
    if (template == codes.length) {
      int length = 2 * template;
      codes = Arrays.copyOf(codes, length);
      peers = Arrays.copyOf(peers, length);
      tags = Arrays.copyOf(tags, length);
      contexts = Arrays.copyOf(contexts, length);
      bytes = Arrays.copyOf(bytes, length);
    }
    codes[template] = code.ordinal();
    peers[template] = peer;
    tags[template] = tag;
    contexts[template] = context;
    bytes[template] = size;
    return template;
  }

  public void release(int template) {
    free.push(template);
  }

  /** The op that made it. */
  public OpCode code(int template) {
    return CODES[codes[template]];
  }

  public int peer(int template) {
    return peers[template];
  }

  public int tag(int template) {
    return tags[template];
  }

  public int context(int template) {
    return contexts[template];
  }

  public long bytes(int template) {
    return bytes[template];
  }
}
