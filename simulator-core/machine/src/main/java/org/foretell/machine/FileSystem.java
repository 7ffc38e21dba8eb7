package org.foretell.machine;

/**
 * The file system of a machine: servers that all nodes share, and a link from each node to them.
 * {@code docs/semantics.md}, section 12, defines the figures.
 *
 * @param servers number of servers, 1 to 2^20
 * @param server time of a server for each request, and its bandwidth
 * @param client latency from a node to the servers, and bandwidth of its link
 * @param metadataPs time to open or close a file, picoseconds, at least 0
 * @param stripeBytes bytes of a file on a server before the next one takes over, at least 1
 * @param stripeCount number of servers that a file lies on, 1 to {@code servers}
 */
public record FileSystem(
    int servers,
    LinkSpeed server,
    LinkSpeed client,
    long metadataPs,
    long stripeBytes,
    int stripeCount) {
  /** Maximum number of servers. */
  public static final int MOST_SERVERS = 1 << 20;

  /** Checks the ranges. */
  public FileSystem {
    if (servers < 1 || servers > MOST_SERVERS) {
      throw new IllegalArgumentException(servers + " file servers, expected 1 to " + MOST_SERVERS);
    }
    if (stripeCount < 1 || stripeCount > servers) {
      throw new IllegalArgumentException(
          "files are striped over " + stripeCount + " servers, but there are " + servers);
    }
    if (metadataPs < 0 || stripeBytes < 1) {
      throw new IllegalArgumentException(
          "metadata latency %d ps, stripes of %d bytes".formatted(metadataPs, stripeBytes));
    }
  }

  /**
   * {@return the server that holds a stripe of a file}
   *
   * @param place of the first stripe, from which servers are counted; at least 0
   * @param stripe number of the stripe in its file, from 0
   */
  public int server(long place, long stripe) {
    return (int) ((place % servers + stripe % stripeCount) % servers);
  }

  /**
   * {@return how many of the bytes from {@code offset} on are on the servers that hold the stripes
   * {@code place}, {@code place + stripeCount}, {@code place + 2 * stripeCount}, .}
   *
   * @param place 0 to {@code stripeCount - 1}
   * @param offset first byte, at least 0
   * @param bytes how many, at least 0
   */
  public long bytesAt(int place, long offset, long bytes) {
    if (bytes == 0) {
      return 0;
    }
    long end = Math.addExact(offset, bytes);
    return before(place, end) - before(place, offset);
  }

  /** How many of the bytes before {@code end} lie at a place. */
  private long before(int place, long end) {
    long whole = end / stripeBytes;
    long turns = whole / stripeCount;
    long rest = whole % stripeCount;
    long partial = place < rest ? stripeBytes : place == rest ? end % stripeBytes : 0;
    return turns * stripeBytes + partial;
  }
}
